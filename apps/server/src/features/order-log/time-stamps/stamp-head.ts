/** Has the newest head of the order log time-stamped once an hour, if an authority is configured (RFC 3161). */
import { randomBytes } from 'node:crypto';
import { logCheckpointText } from '@candor/proof/order-log/log-checkpoint';
import type { Db } from '../../../platform/db/pool.ts';
import { repeat } from '../../../platform/jobs/repeat.ts';
import type { Log } from '../../../platform/log/log.ts';
import { selectNewestHead } from '../../../services/order-log/log-store.ts';
import type { TimeAuthority } from '../../../services/order-log/read-time-authority.ts';
import type { Signer } from '../../../services/proof/signer.ts';
import { readBounded } from '../read-bounded.ts';
import { insertTimeStamp, selectUnstampedHour } from './time-stamp-store.ts';
import { readTimeStampAnswer, writeTimeStampRequest } from './time-stamp.ts';

export interface StampingDeps {
  readonly pool: Db;
  readonly signer: Pick<Signer, 'sign'>;
  readonly clock: { readonly now: () => number };
  readonly callMsMax?: number;
}

/** How often it looks whether the hour has its stamp; also the pause after a failure. */
const EVERY_MS = 5 * 60_000;
const CALL_MS_MAX = 10_000;
const ANSWER_BYTES_MAX = 32 * 1024;

export interface StampingJobDeps extends StampingDeps {
  readonly log: Log;
  readonly onFailure: () => void;
}

export function startStamping(deps: StampingJobDeps, authority: TimeAuthority): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const turn = createTurn(deps, authority, stopping.signal);
  const job = repeat('time stamps of the order log', EVERY_MS, deps.log, turn);
  return {
    stop: async () => {
      stopping.abort();
      await job.stop();
    },
  };
}

/** Each call has the head stamped if that is due. A failure is counted each time, and logged once for each change of its reason. */
export function createTurn(deps: StampingJobDeps, authority: TimeAuthority, signal: AbortSignal): () => Promise<void> {
  let said = '';
  return async () => {
    try {
      await stampHead(deps, authority, signal);
      said = '';
    } catch (error) {
      if (signal.aborted) return;
      deps.onFailure();
      const reason = String(error instanceof Error ? error.message : error).slice(0, 200);
      if (reason !== said) deps.log.warn({ reason }, 'no time stamp for the head of the order log');
      said = reason;
    }
  };
}

/**
 * Whether the head was stamped now. It is not if the hour has its stamp, or nothing came to the log since the last one.
 * @throws Error if the authority gives no answer that can be used, and errors of the database
 */
export async function stampHead(deps: StampingDeps, authority: TimeAuthority, signal: AbortSignal): Promise<boolean> {
  const { pool, signer, clock, callMsMax = CALL_MS_MAX } = deps;
  const due = await selectUnstampedHour(pool);
  if (due === null) return false;
  const head = await selectNewestHead(pool);
  if (head.size <= due.newestSize) return false;
  const checkpoint = await signer.sign(logCheckpointText(head));
  const data = Buffer.from(checkpoint);
  const nonce = makeNonce();
  const response = await fetch(authority.url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', 'accept-encoding': 'identity' },
    body: new Uint8Array(writeTimeStampRequest(data, nonce)),
    signal: AbortSignal.any([signal, AbortSignal.timeout(callMsMax)]),
    // The operator named this address and no other.
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`the authority answers with status ${response.status}`);
  const answer = await readBounded(response, ANSWER_BYTES_MAX);
  const { roots } = authority;
  const {
    atMs,
    authority: name,
    token,
  } = await readTimeStampAnswer(answer, { data, nonce, roots, nowMs: clock.now() });
  return await insertTimeStamp(pool, {
    hour: due.hour,
    size: head.size,
    checkpoint,
    authority: name,
    stampedAt: atMs,
    token,
  });
}

/** DER writes a whole number in as few bytes as it can: these 8 bytes stay 8 bytes. */
function makeNonce(): Uint8Array {
  const nonce = randomBytes(8);
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
  return nonce;
}
