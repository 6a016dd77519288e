import { alarmMessageDue, alarmRetryMs } from '@candor/domain/alarms/alarm-message-due';
import type { AlarmWays } from '../../platform/config/checked-alarms.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import type { Repeat } from '../../platform/jobs/repeat.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Site } from '../../services/site/site.ts';
import {
  delayMessage,
  endMessage,
  selectOutgoing,
  selectTold,
  takeMessages,
  tellAlarm,
  writeChannel,
} from './message-store.ts';
import type { ChannelName, OutgoingMessage } from './message-store.ts';
import { NotDelivered } from './not-delivered.ts';
import { MAIL_MS_MAX, sendMail } from './send-mail.ts';
import { sendWebhook } from './send-webhook.ts';

/**
 * What goes out of alarms. A message is queued once for what an alarm became, and sent until it was taken. Where nobody knows whether it arrived
 * (no answer, a crash) it waits five minutes: a receiver gets none twice in that time.
 */
export interface SendingDeps {
  readonly pool: Pool;
  readonly log: Log;
  readonly site: Pick<Site, 'name'>;
  readonly ways: AlarmWays;
  readonly nowMs: () => number;
  /** How long a mail may take. */
  readonly sendMsMax?: number;
}

const SENDING_MS = 2_000;
const AT_ONCE = 5;

/** Each channel is sent by itself: a mail server that hangs holds no webhook up. */
export function startSendingAlarms(deps: SendingDeps): Repeat {
  const queueing = repeat('alarm messages', SENDING_MS, deps.log, async () => await queueAlarms(deps));
  const sending = [...channelsOf(deps.ways).keys()].map((channel) =>
    repeat(`alarm ${channel}`, SENDING_MS, deps.log, async () => await sendAlarms(deps, [channel])),
  );
  const all = [queueing, ...sending];
  return {
    wake: () => {
      for (const each of all) each.wake();
    },
    stop: async () => {
      await Promise.all(all.map(async (each) => await each.stop()));
    },
  };
}

function channelsOf({ webhook, mail }: AlarmWays): ReadonlyMap<ChannelName, string> {
  return new Map<ChannelName, string>([
    ...(webhook === undefined ? [] : [['webhook', new URL(webhook.url).host] as const]),
    ...(mail === undefined ? [] : [['mail', mail.to.join(', ')] as const]),
  ]);
}

/** Says which channels there are, and queues what is to be told. */
export async function queueAlarms({ pool, ways, nowMs }: SendingDeps): Promise<void> {
  const channels = channelsOf(ways);
  for (const [name, target] of channels) await writeChannel(pool, name, target);
  for (const { alarmId, isOpen, channel, event, at } of await selectTold(pool, [...channels.keys()])) {
    const last = event === null || event === 'test' || at === null ? null : { event, atMs: at };
    const due = alarmMessageDue({ isOpen, last }, nowMs());
    if (due !== null) await tellAlarm(pool, alarmId, channel, due);
  }
}

/** Sends some of what is due. @param channels all that there are, if it is left out */
export async function sendAlarms(
  deps: SendingDeps,
  channels: readonly ChannelName[] = [...channelsOf(deps.ways).keys()],
): Promise<void> {
  const { pool } = deps;
  const ids = await takeMessages(pool, channels, AT_ONCE);
  if (ids.length === 0) return;
  await Promise.all((await selectOutgoing(pool, ids)).map(async (message) => await send(deps, message)));
}

async function send({ pool, log, site, ways, sendMsMax }: SendingDeps, message: OutgoingMessage): Promise<void> {
  const { id, channel, event, tries } = message;
  try {
    let left: string | null = null;
    if (channel === 'webhook' && ways.webhook !== undefined) await sendWebhook(ways.webhook, message, site.name);
    else if (channel === 'mail' && ways.mail !== undefined)
      left = await sendMail(ways.mail, message, site.name, sendMsMax ?? MAIL_MS_MAX);
    if (left !== null) log.warn({ message: id, channel, reason: left }, 'some do not get a message of an alarm');
    await endMessage(pool, id, true, left);
  } catch (error) {
    if (!(error instanceof NotDelivered)) throw error;
    log.warn({ message: id, channel, tries, reason: error.message }, 'a message of an alarm was not delivered');
    // Whoever asked for a test waits for the answer.
    const retryMs = event === 'test' ? null : alarmRetryMs(tries);
    if (retryMs === null) await endMessage(pool, id, false, error.message);
    else await delayMessage(pool, id, error.message, error.isSure ? retryMs : undefined);
  }
}
