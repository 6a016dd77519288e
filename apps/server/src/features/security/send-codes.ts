import { createHmac } from 'node:crypto';
import { pickLanguage } from '@candor/contract/languages';
import type { Db } from '../../platform/db/pool.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import type { Repeat } from '../../platform/jobs/repeat.ts';
import type { Log } from '../../platform/log/log.ts';
import { openMessage, openNotice } from '../../services/account-codes/account-codes.ts';
import { deleteMessage, deleteOldCodes, takeDueMessages } from '../../services/account-codes/code-store.ts';
import type { DueMessage } from '../../services/account-codes/code-store.ts';
import { NOTICE_TEXTS } from './notice-texts.ts';

/** Where codes leave the site: a service of the operator that sends text messages. */
export interface CodeGateway {
  readonly url: string;
  readonly token: string;
}

export interface CodeJobs {
  pool: Db;
  sealKey: Buffer;
  /** Without one, codes stay in the outbox until they are too old. */
  gateway: CodeGateway | undefined;
  log: Pick<Log, 'warn'>;
}

const SENDING_MS = 1_000;
const AT_ONCE = 20;
const CALL_MS_MAX = 5_000;

export function startSendingCodes(deps: Omit<CodeJobs, 'log'> & { log: Log }): Repeat {
  return repeat('codes', SENDING_MS, deps.log, async () => await sendCodes(deps));
}

/**
 * Sends the codes and notices that are due. One that the gateway did not take stays for the next round after its wait, at most as
 * long as its code lives; a notice for a day. A message may arrive twice; its id is the same then.
 */
export async function sendCodes({ pool, sealKey, gateway, log }: CodeJobs): Promise<void> {
  await deleteOldCodes(pool);
  if (gateway === undefined) return;
  const due = await takeDueMessages(pool, AT_ONCE);
  await Promise.all(
    due.map(async (message) => {
      try {
        await offer(gateway, message, sealKey);
        await deleteMessage(pool, message.id);
      } catch (error) {
        log.warn({ reason: reasonOf(error), message: message.id, tries: message.tries }, 'a code was not sent');
      }
    }),
  );
}

/** Signed like a payment notice: HMAC-SHA256 of `{seconds}.{body}` under the token, which is never sent. */
async function offer(gateway: CodeGateway, message: DueMessage, sealKey: Buffer): Promise<void> {
  const { id, purpose, channel, language } = message;
  const body = JSON.stringify({ id, purpose, channel, language, ...contentOf(message, sealKey) });
  const seconds = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', gateway.token).update(`${seconds}.${body}`).digest('hex');
  const response = await fetch(gateway.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'candor-signature': `t=${seconds},v1=${signature}` },
    body,
    signal: AbortSignal.timeout(CALL_MS_MAX),
    redirect: 'error',
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the gateway answered ${response.status}`);
}

/** A code, whose words the gateway has, or a notice with its words. */
function contentOf({ memberId, purpose, language, sealed }: DueMessage, sealKey: Buffer) {
  if (purpose === 'loginPassword' || purpose === 'withdrawPassword')
    return openMessage(sealKey, memberId, purpose, sealed);
  return { ...openNotice(sealKey, memberId, purpose, sealed), text: NOTICE_TEXTS[pickLanguage(language)][purpose] };
}

/** Never the error itself: what a network library attaches to it may hold the request, and so the code. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : 'unknown';
}
