import type { Db } from '../../platform/db/pool.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import type { Repeat } from '../../platform/jobs/repeat.ts';
import type { Log } from '../../platform/log/log.ts';
import { encryptPush } from './encrypt-push.ts';
import { pushHostOf } from '../../platform/http/push-hosts.ts';
import { newsOf } from './push-news.ts';
import type { NewsDeps } from './push-news.ts';
import { deleteSubscription, finishMessage, takeDueMessages } from './push-store.ts';
import type { DueMessage } from './push-store.ts';
import type { Vapid } from './vapid.ts';

const EVERY_MS = 1_000;
const AT_ONCE = 50;
const CALL_MS_MAX = 5_000;
/** How long a push service keeps a message for a device that is off: an older one would only confuse. */
const LIFE_SEC = 3_600;
/** A host that did not answer is left alone this long, and twice as long each time it fails again. */
const PAUSE_MS = 30_000;
const PAUSE_MS_MAX = 15 * 60_000;

export interface PushDeps extends NewsDeps {
  readonly pool: Db;
  readonly vapid: Vapid;
  /** Hosts that may be called. */
  readonly hosts: readonly string[];
  readonly log: Log;
  readonly nowMs?: () => number;
}

export interface PushSender {
  /** Sends what is due now. Resolves when every message of this round has its answer. */
  send: () => Promise<void>;
}

/** Each push service has its own queue: one that hangs keeps only its own messages waiting. */
export function createPushSender(
  deps: PushDeps,
): PushSender & { round: () => Promise<void>; idle: () => Promise<void> } {
  const { pool, nowMs = Date.now } = deps;
  const queues = new Map<string, Promise<void>>();
  const paused = new Map<string, { untilMs: number; waitMs: number }>();

  const round = async (): Promise<void> => {
    const now = nowMs();
    const pausedHosts = [...paused].filter(([, { untilMs }]) => untilMs > now).map(([host]) => host);
    const messages = await takeDueMessages(pool, [...queues.keys(), ...pausedHosts], AT_ONCE);
    for (const [host, own] of Map.groupBy(messages, (message) => message.host)) {
      const queue = Promise.all(own.map(async (message) => await deliver(deps, message)))
        .then((answers) => {
          if (answers.every((answer) => answer !== 'silent')) paused.delete(host);
          else {
            const waitMs = Math.min((paused.get(host)?.waitMs ?? PAUSE_MS / 2) * 2, PAUSE_MS_MAX);
            paused.set(host, { untilMs: nowMs() + waitMs, waitMs });
          }
        })
        .finally(() => queues.delete(host));
      queues.set(host, queue);
    }
  };
  const idle = async (): Promise<void> => {
    await Promise.allSettled(queues.values());
  };
  return {
    round,
    idle,
    send: async () => {
      await round();
      await idle();
    },
  };
}

export function startSendingPush(deps: PushDeps): Repeat {
  const sender = createPushSender(deps);
  const sending = repeat('push', EVERY_MS, deps.log, sender.round);
  return {
    wake: () => sending.wake(),
    stop: async () => {
      await sending.stop();
      await sender.idle();
    },
  };
}

/** `moot`: there is nothing to say any more, as of an announcement that was withdrawn. */
type Answer = 'taken' | 'gone' | 'refused' | 'silent' | 'moot';

/** Never throws: a message that fails waits for its next try, and the database counts the tries. */
async function deliver(deps: PushDeps, message: DueMessage): Promise<Answer> {
  const { pool, log } = deps;
  try {
    const answer = await offer(deps, message);
    // The device is gone, or its member took the permission back.
    if (answer === 'gone') await deleteSubscription(pool, message.sessionId);
    else if (answer !== 'silent') await finishMessage(pool, message);
    if (answer === 'refused') log.warn({ host: message.host, kind: message.kind }, 'a push service refused a message');
    return answer;
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
    log.warn({ host: message.host, kind: message.kind, tries: message.tries, reason }, 'a push message was not sent');
    return 'silent';
  }
}

async function offer(deps: PushDeps, message: DueMessage): Promise<Answer> {
  const { endpoint, deviceKey, auth } = message;
  // Checked again: the list may be shorter than when the device subscribed.
  if (pushHostOf(endpoint, deps.hosts) === null) return 'gone';
  const news = await newsOf(deps, message);
  if (news === undefined) return 'moot';
  const body = sealed(JSON.stringify(news), { deviceKey, auth });
  if (body === undefined) return 'gone';
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      authorization: deps.vapid.header(new URL(endpoint).origin, (deps.nowMs ?? Date.now)()),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(LIFE_SEC),
      urgency: 'normal',
    },
    body,
    signal: AbortSignal.timeout(CALL_MS_MAX),
    // A push service that sends elsewhere could send into this network.
    redirect: 'error',
  });
  await response.body?.cancel();
  if (response.ok) return 'taken';
  if (response.status === 404 || response.status === 410) return 'gone';
  return response.status === 429 || response.status >= 500 ? 'silent' : 'refused';
}

/** Undefined for a key that is no point of the curve: no browser has such a one. */
function sealed(text: string, keys: { deviceKey: Buffer; auth: Buffer }): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(encryptPush(text, keys));
  } catch {
    return undefined;
  }
}
