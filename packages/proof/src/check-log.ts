/**
 * Whether the site had committed to the order before its entry price: the order's entry is in the tree that the entry
 * tick names, and the entry of its terms stands before it. What follows from an order that is not there is a matter of the outcome.
 */
import { pickEntryTick } from '@candor/domain/trading/settle-order';
import type { ProofCrypto } from './crypto-port.ts';
import { orderEntry, termsEntry } from './order-log/entries.ts';
import { proofBytes, verifyInclusion } from './order-log/verify-proof.ts';
import type { ReadReceipt } from './read-receipt.ts';
import type { ReceiptLog, ReceiptLogTerms } from './receipt.ts';
import type { LogHead } from './tick-chain.ts';

/**
 * LOG_MISSING: the entry tick names a log, and a receipt of the first version says nothing of it; or the entry tick of an order with a
 * deadline names none, though each tick does since there are such orders. LOG_DIFFERS: the proof
 * does not lead from this order to that log, or there is no log for it; or that of its terms does not. TERMS_LATE: the terms
 * came into the log after the order.
 */
export type LogProblem = 'LOG_MISSING' | 'LOG_DIFFERS' | 'TERMS_LATE';

export async function checkLog(read: ReadReceipt, crypto: ProofCrypto): Promise<LogProblem | null> {
  const { log, format } = read.receipt;
  const entry = entryTick(read);
  const head = entry?.canonical.log ?? null;
  if (format === 'candor-receipt-v4' && entry !== null && head === null) return 'LOG_MISSING';
  if (log === undefined) return head === null ? null : 'LOG_MISSING';
  if (log === null) return null;
  if (head === null || !(await isInLog(read, log, head, crypto))) return 'LOG_DIFFERS';
  const { terms } = log;
  // Receipts of earlier versions are of orders from before terms were entries.
  if (terms === undefined) return null;
  if (terms.index >= log.index) return 'TERMS_LATE';
  return (await hasTerms(read, terms, head, crypto)) ? null : 'LOG_DIFFERS';
}

/** The log that the entry tick commits to. The entry is that of the rule, whatever the outcome says. */
export function entryHead(read: ReadReceipt): LogHead | null {
  return entryTick(read)?.canonical.log ?? null;
}

function entryTick({ order, ticks }: ReadReceipt): ReadReceipt['ticks'][number] | null {
  const known = ticks.filter(({ at }) => at <= order.closesAt);
  return pickEntryTick(known, order.entryAt);
}

async function isInLog(
  { receipt }: ReadReceipt,
  { index, nonce, proof }: ReceiptLog,
  { size, root }: LogHead,
  crypto: ProofCrypto,
): Promise<boolean> {
  const entry = await orderEntry(receipt.order, nonce, crypto);
  return await verifyInclusion({ index, entry, proof: proofBytes(proof) }, { size: Number(size), root }, crypto);
}

async function hasTerms(
  { receipt: { order } }: ReadReceipt,
  { index, proof }: ReceiptLogTerms,
  { size, root }: LogHead,
  crypto: ProofCrypto,
): Promise<boolean> {
  const entry = await termsEntry(
    { product: order.product, version: order.termsVersion, hash: order.termsHash },
    crypto,
  );
  return await verifyInclusion({ index, entry, proof: proofBytes(proof) }, { size: Number(size), root }, crypto);
}
