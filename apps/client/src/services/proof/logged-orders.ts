/*
 * Seconds after its entry, each order that was placed on this device is looked up in the order log, by the nonce that came
 * with the answer. An order that the site accepted and did not log, or denies, raises an alarm: this device has what proves
 * it, the signed acceptance and the nonce. It is looked up again at later visits, once a day: an order that is deleted after it
 * was settled raises the alarm too.
 */

import { ApiError } from '@candor/api-client/api-error';
import { readLogProof } from '@candor/contract/calls/trading';
import type { LogProofView, OrderView } from '@candor/contract/trading';
import type { ProofCrypto } from '@candor/proof/crypto-port';
import { entryHead } from '@candor/proof/check-log';
import { readReceipt } from '@candor/proof/read-receipt';
import { toHex } from '@candor/proof/encoding';
import { entryOf, findEntry, judgePlace } from '@candor/proof/order-log/check-logged';
import type { KeptOrder } from '@candor/proof/order-log/check-logged';
import { isPrefix } from '@candor/proof/order-log/follow-head';
import { fetchInclusionProof } from '@candor/proof/order-log/tile-proof';
import { verifyInclusion } from '@candor/proof/order-log/verify-proof';
import type { TreeHead } from '@candor/proof/order-log/verify-proof';
import { readKept, updateKept } from '../../lib/kept-store.ts';
import { call } from '../api/request.ts';
import { serverNow } from '../live/server-clock.ts';
import { session } from '../session/session.ts';
import { keepAlarm } from './alarms.ts';
import { chooseCrypto } from './choose-crypto.ts';
import { keptOrder } from './kept-order.ts';
import { keptAcceptance } from './kept-proof.ts';
import { lookAtLog, raise } from './look-at-log.ts';
import type { LogLook } from './look-at-log.ts';
import type { SiteLog } from './site-log.ts';

type Pending = {
  readonly id: string;
  readonly account: string;
  readonly entryAtMs: number;
  /** When it was found in the log last; left out before. */
  readonly foundAtMs?: number;
};

const PENDING = 'proof:to-log';
/** The newest of those that were never looked up, and of those that were found; a member seldom has so many orders open. */
const PENDING_MAX = 50;
const AGAIN_AFTER_MS = 24 * 60 * 60_000;
const A_ROUND = 5;
/** The entry tick is one of the three seconds after the entry. Then the log of the order's entry is decided. */
const DUE_AFTER_MS = 10_000;

/** Notes an order that was accepted, to be looked up later. */
export async function noteToLook({ id, entryAt, logNonce }: OrderView, account: string): Promise<void> {
  if (logNonce === null) return;
  const entry: Pending = { id, account, entryAtMs: Date.parse(entryAt) };
  await updateKept(PENDING, (kept) => withEntry(readPending(kept), entry));
}

/** Looks up some of the orders whose entry is over. @throws ApiError if the site was not reached; they stay noted */
export async function lookUpOrders(): Promise<void> {
  const { token, name } = session.state.get();
  const now = serverNow();
  const due = readPending(await readKept(PENDING))
    .filter((entry) => entry.account === name && dueAt(entry) <= now)
    .slice(0, A_ROUND);
  if (token === null || due.length === 0) return;
  const [look, { crypto }] = await Promise.all([lookAtLog(), chooseCrypto()]);
  for (const entry of due) {
    const isFound = await lookUp(entry.id, look, crypto);
    await updateKept(PENDING, (kept) =>
      isFound
        ? withEntry(readPending(kept), { ...entry, foundAtMs: now })
        : readPending(kept).filter(({ id }) => id !== entry.id),
    );
  }
}

function dueAt({ entryAtMs, foundAtMs }: Pending): number {
  return foundAtMs === undefined ? entryAtMs + DUE_AFTER_MS : foundAtMs + AGAIN_AFTER_MS;
}

/** What was found never takes the place of what was not looked up yet. */
function withEntry(pending: readonly Pending[], entry: Pending): Pending[] {
  const all = [...pending.filter(({ id }) => id !== entry.id), entry];
  const isNew = ({ foundAtMs }: Pending) => foundAtMs === undefined;
  const found = all.filter((one) => !isNew(one)).toSorted((a, b) => a.entryAtMs - b.entryAtMs);
  return [...all.filter(isNew).slice(-PENDING_MAX), ...found.slice(-PENDING_MAX)];
}

/** Whether the order is in the log. If it is not, the alarm is raised. */
async function lookUp(id: string, look: LogLook, crypto: ProofCrypto): Promise<boolean> {
  const kept = await keptOrder(id);
  if (kept === null) return false;
  const claim = await readClaim(id);
  if (claim === null) return await alarm('ORDER_GONE', kept, { answer: 'ORDER_NOT_FOUND' }, look);
  const judged = await judgePlace(kept, claim, crypto);
  if (judged === 'absent') {
    const denied = await findDenied(kept, claim, look.log, crypto);
    return await alarm(denied === null ? 'NOT_LOGGED' : 'LOG_DENIED', kept, { answer: claim, found: denied }, look);
  }
  if (judged !== 'logged') return await alarm(judged, kept, { answer: claim }, look);
  const { head, log } = look;
  if (head === null || claim.size > head.size) return true;
  if (await isPrefix(claim, head, { readTile: log.readTile, crypto })) return true;
  await raise('LOG_FORKED', head, JSON.stringify({ order: id, answer: claim }, null, 2), log);
  return false;
}

/** What a receipt says of the log, against what this device kept when the order was placed; null if it agrees. */
export async function compareWithLog(
  text: string,
  kept: KeptOrder,
  looking: Promise<LogLook>,
  crypto: ProofCrypto,
): Promise<'LOG_NONCE_DIFFERS' | 'LOG_DENIED' | null> {
  const read = readReceipt(text);
  const head = read.ok ? entryHead(read.value) : null;
  if (!read.ok || head === null) return null;
  const { log = null } = read.value.receipt;
  if (log !== null) return log.nonce === kept.nonce ? null : 'LOG_NONCE_DIFFERS';
  const look = await looking.catch(() => null);
  if (look === null) return null;
  const found = await findDenied(kept, { size: Number(head.size), root: head.root }, look.log, crypto);
  if (found === null) return null;
  await alarm('LOG_DENIED', kept, { receipt: read.value.receipt.signature, found }, look);
  return 'LOG_DENIED';
}

type DeniedPlace = { readonly index: number; readonly proof: readonly string[] };

/**
 * The place of an order in a log of which the site says that it does not have it, with the proof; null if it is not there,
 * or the site does not serve what would show it.
 */
async function findDenied(
  kept: KeptOrder,
  { size, root }: TreeHead,
  { readEntries, readTile }: SiteLog,
  crypto: ProofCrypto,
): Promise<DeniedPlace | null> {
  try {
    const entry = await entryOf(kept, crypto);
    const index = entry === null ? null : await findEntry(entry, size, readEntries);
    if (entry === null || index === null) return null;
    const proof = await fetchInclusionProof(index, { size, readTile, crypto });
    const holds = await verifyInclusion({ index, entry, proof }, { size, root }, crypto);
    return holds ? { index, proof: proof.map(toHex) } : null;
  } catch {
    return null;
  }
}

async function readClaim(id: string): Promise<LogProofView | null> {
  try {
    return await call(readLogProof, { params: { id } });
  } catch (error) {
    if (error instanceof ApiError && error.key === 'ORDER_NOT_FOUND') return null;
    throw error;
  }
}

/** What the member needs to prove it to others, and what the site said. Answers that the order was not found. */
async function alarm(problem: string, kept: KeptOrder, said: object, { head, log }: LogLook): Promise<false> {
  const { id, product, acceptedAt } = kept.order;
  const acceptance = await keptAcceptance(id);
  await keepAlarm({
    product,
    slot: acceptedAt,
    problem,
    kept: JSON.stringify({ acceptance, ...kept }, null, 2),
    served: JSON.stringify({ ...said, checkpoint: head?.note ?? null }, null, 2),
    orderId: id,
    tiles: await log.tilesRead(),
  });
  return false;
}

function readPending(kept: unknown): Pending[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { id, account, entryAtMs, foundAtMs }: Record<string, unknown> = { ...entry };
    if (typeof id !== 'string' || typeof account !== 'string' || typeof entryAtMs !== 'number') return [];
    return [{ id, account, entryAtMs, ...(typeof foundAtMs === 'number' ? { foundAtMs } : {}) }];
  });
}
