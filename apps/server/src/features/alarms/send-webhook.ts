import { createHmac } from 'node:crypto';
import type { AlarmWays } from '../../platform/config/checked-alarms.ts';
import { NotDelivered } from './not-delivered.ts';
import type { OutgoingMessage } from './message-store.ts';

const CALL_MS_MAX = 10_000;

/**
 * Posts a message as the Standard Webhooks say: `webhook-signature` is `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. The id stays
 * the same over all tries. A redirect is not followed: it would lead a signed text elsewhere.
 * @throws NotDelivered with why
 */
export async function sendWebhook(
  { url, secret }: NonNullable<AlarmWays['webhook']>,
  message: OutgoingMessage,
  site: string,
): Promise<void> {
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  const { id, event, kind, subject, detail, openedAt, closedAt } = message;
  const body = JSON.stringify({
    type: event === 'test' ? 'test' : `alarm.${event}`,
    timestamp: iso(message.madeAt),
    data: { site, kind, subject, detail, openedAt: iso(openedAt), closedAt: iso(closedAt) },
  });
  const seconds = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64');
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': `v1,${signature}`,
      },
      body,
      signal: AbortSignal.timeout(CALL_MS_MAX),
      redirect: 'error',
    });
  } catch (error) {
    throw NotDelivered.of(error);
  }
  await response.body?.cancel();
  if (!response.ok) throw new NotDelivered(`it answered ${response.status}`, true);
}
