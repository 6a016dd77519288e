/**
 * Whether the site had committed to the order before its entry price: the order's commitment is in the tree that the entry
 * tick names. What follows from an order that is not there is a matter of the outcome.
 */
import { pickEntryTick } from '@candor/domain/trading/settle-order';
import { canonicalJson } from './canonical-json.ts';
import type { ProofCrypto } from './crypto-port.ts';
import { textHash } from './encoding.ts';
import { orderCommitment } from './order-log/commitment.ts';
import { proofBytes, verifyInclusion } from './order-log/verify-proof.ts';
import type { ReadReceipt } from './read-receipt.ts';
import type { ReceiptLog } from './receipt.ts';
import type { LogHead } from './tick-chain.ts';

/**
 * LOG_MISSING: the entry tick names a log, and a receipt of the first version says nothing of it. LOG_DIFFERS: the proof
 * does not lead from this order to that log, or there is no log for it.
 */
export type LogProblem = 'LOG_MISSING' | 'LOG_DIFFERS';

export async function checkLog(read: ReadReceipt, crypto: ProofCrypto): Promise<LogProblem | null> {
  const { log } = read.receipt;
  const head = entryHead(read);
  if (log === undefined) return head === null ? null : 'LOG_MISSING';
  if (log === null) return null;
  return head !== null && (await isInLog(read, log, head, crypto)) ? null : 'LOG_DIFFERS';
}

/** The log that the entry tick commits to. The entry is that of the rule, whatever the outcome says. */
export function entryHead({ order, ticks }: ReadReceipt): LogHead | null {
  const known = ticks.filter(({ at }) => at <= order.closesAt);
  return pickEntryTick(known, order.entryAt)?.canonical.log ?? null;
}

async function isInLog(
  { receipt }: ReadReceipt,
  { index, nonce, proof }: ReceiptLog,
  { size, root }: LogHead,
  crypto: ProofCrypto,
): Promise<boolean> {
  const orderHash = await textHash(canonicalJson(receipt.order), crypto);
  const entry = await orderCommitment(nonce, orderHash, crypto);
  return await verifyInclusion({ index, entry, proof: proofBytes(proof) }, { size: Number(size), root }, crypto);
}
