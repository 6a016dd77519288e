import type { AlarmWays } from '../platform/config/checked-alarms.ts';
import { uuidV7 } from '../platform/ids/ids.ts';
import type { OutgoingMessage } from '../features/alarms/message-store.ts';
import { NotDelivered } from '../features/alarms/not-delivered.ts';
import { MAIL_MS_MAX, sendMail } from '../features/alarms/send-mail.ts';
import { sendWebhook } from '../features/alarms/send-webhook.ts';

/**
 * Sends a test message by each channel of the settings, as the worker would, and says what came of it. It asks no database: `site` is the name of
 * this machine.
 * @throws Error that names each channel that failed
 */
export async function sendTestAlarm({ webhook, mail }: AlarmWays, site: string): Promise<string> {
  if (webhook === undefined && mail === undefined)
    throw new Error('The settings name no channel: ALARM_WEBHOOK_URL or ALARM_SMTP_URL (docs/operations.md).');
  const tests = [
    ...(webhook === undefined
      ? []
      : [outcomeOf(`webhook ${new URL(webhook.url).host}`, sendWebhook(webhook, testMessage('webhook'), site))]),
    ...(mail === undefined
      ? []
      : [outcomeOf(`mail ${mail.to.join(', ')}`, sendMail(mail, testMessage('mail'), site, MAIL_MS_MAX))]),
  ];
  const outcomes = await Promise.all(tests);
  const text = `${outcomes.map(({ line }) => line).join('\n')}\n`;
  if (outcomes.some(({ isDelivered }) => !isDelivered)) throw new Error(text.trimEnd());
  return text;
}

async function outcomeOf(name: string, sending: Promise<string | null | void>) {
  try {
    const left = await sending;
    return typeof left === 'string'
      ? { line: `${name}: ${left}`, isDelivered: false }
      : { line: `${name}: delivered`, isDelivered: true };
  } catch (error) {
    if (!(error instanceof NotDelivered)) throw error;
    return { line: `${name}: ${error.message}`, isDelivered: false };
  }
}

function testMessage(channel: OutgoingMessage['channel']): OutgoingMessage {
  return {
    id: uuidV7(),
    channel,
    event: 'test',
    tries: 1,
    madeAt: Date.now(),
    kind: null,
    subject: null,
    detail: null,
    openedAt: null,
    closedAt: null,
  };
}
