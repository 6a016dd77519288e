/**
 * Whether the site had committed to how the order ended: the settlement that the receipt tells is an entry of the order log, and that
 * log is the one that the receipt's ticks name. What the settlement has to be is a matter of the outcome.
 */
import { entryHead } from './check-log.ts';
import type { ProofCrypto } from './crypto-port.ts';
import { settlementEntry } from './order-log/entries.ts';
import { parseLogCheckpointText } from './order-log/log-checkpoint.ts';
import { proofBytes, verifyConsistency, verifyInclusion } from './order-log/verify-proof.ts';
import type { TreeHead } from './order-log/verify-proof.ts';
import type { ReadReceipt } from './read-receipt.ts';
import type { Receipt, ReceiptSettled } from './receipt.ts';
import { splitNote, verifyNote } from './signed-note.ts';
import type { NoteProblem } from './signed-note.ts';
import type { LogHead } from './tick-chain.ts';
import type { EvidenceContext } from './verify-evidence.ts';

/**
 * SETTLED_UNPROVEN: a final receipt does not say where its settlement is. SETTLED_DIFFERS: the proof does not lead from this
 * settlement to the signed head, or there is none to prove. SETTLED_BEFORE: it was in the log before the order was due.
 * SETTLED_ELSEWHERE: the signed head does not continue the log that the last tick names.
 */
export type SettledProblem =
  | NoteProblem
  | 'LOG_CHECKPOINT_MALFORMED'
  | 'SETTLED_UNPROVEN'
  | 'SETTLED_DIFFERS'
  | 'SETTLED_BEFORE'
  | 'SETTLED_ELSEWHERE';

export async function checkSettled(read: ReadReceipt, context: EvidenceContext): Promise<SettledProblem | null> {
  const { settled, final } = read.receipt;
  // Receipts of earlier versions are of orders that were placed before settlements were entries.
  if (settled === undefined) return null;
  if (settled === null) return final ? 'SETTLED_UNPROVEN' : null;
  const verified = await verifyNote(settled.checkpoint, context.keys, context.crypto);
  if (!verified.ok) return verified.error;
  context.onKey(verified.value.key);
  const head = parseLogCheckpointText(verified.value.text);
  if (!head.ok) return head.error;
  if (!(await isInLog(read, settled, head.value, context.crypto))) return 'SETTLED_DIFFERS';
  const due = read.ticks.find(({ at }) => at >= read.order.closesAt)?.canonical.log ?? null;
  if (due === null || settled.index < Number(due.size)) return 'SETTLED_BEFORE';
  const last = read.ticks.at(-1)?.canonical.log ?? null;
  return last !== null && (await continues(last, head.value, settled, context.crypto)) ? null : 'SETTLED_ELSEWHERE';
}

/** The head that has the settlement, as the receipt shows it; null if it shows none. Whether it is signed is a step of the check. */
export function settledHead({ settled = null }: Pick<Receipt, 'settled'>): TreeHead | null {
  const note = settled === null ? null : splitNote(settled.checkpoint);
  const head = note?.ok === true ? parseLogCheckpointText(note.value.text) : null;
  return head?.ok === true ? head.value : null;
}

/** The newest head that says anything of the order: that of its settlement, or of its entry while there is none. */
export function decidingHead(read: ReadReceipt): TreeHead | null {
  const entry = entryHead(read);
  return settledHead(read.receipt) ?? (entry === null ? null : { size: Number(entry.size), root: entry.root });
}

async function isInLog(
  { receipt }: ReadReceipt,
  { index, nonce, proof }: ReceiptSettled,
  head: TreeHead,
  crypto: ProofCrypto,
): Promise<boolean> {
  const { order, outcome, log } = receipt;
  if (outcome === null || (log !== undefined && log !== null && log.nonce !== nonce)) return false;
  const entry = await settlementEntry(order, outcome, nonce, crypto);
  return await verifyInclusion({ index, entry, proof: proofBytes(proof) }, head, crypto);
}

async function continues(
  { size, root }: LogHead,
  head: TreeHead,
  { consistency }: ReceiptSettled,
  crypto: ProofCrypto,
): Promise<boolean> {
  return await verifyConsistency({ size: Number(size), root }, head, proofBytes(consistency), crypto);
}
