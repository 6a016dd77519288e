/** Settlements in a test log, after everything that the ticks of a receipt name. */
import { settlementEntry as entryOfSettlement } from '../order-log/entries.ts';
import { logCheckpointText } from '../order-log/log-checkpoint.ts';
import type { ReceiptSettled, UnsignedReceipt } from '../receipt.ts';
import { logOfRow } from '../tick-row.ts';
import { logOfEntries, makeLog, NONCE } from './order-logs.ts';
import type { TestLog } from './order-logs.ts';
import { webCrypto } from './web-crypto.ts';
import type { TestSigner } from './web-crypto.ts';

/** How many others come into the log between the last tick and the settlement, and how many after it. */
const OTHERS_BEFORE = 2;
const OTHERS_AFTER = 3;

type Settled = Pick<UnsignedReceipt, 'order' | 'outcome' | 'ticks'>;

export async function settlementEntry(
  { order, outcome }: Omit<Settled, 'ticks'>,
  nonce: string = NONCE,
): Promise<Uint8Array> {
  if (outcome === null) throw new Error('the order is not settled');
  return await entryOfSettlement(order, outcome, nonce, webCrypto);
}

/** The log with the settlement in it: behind what the last tick names, or at this index. */
export async function withSettlement(
  log: TestLog,
  receipt: Settled,
  { at, nonce }: { readonly at?: number; readonly nonce?: string } = {},
): Promise<{ readonly log: TestLog; readonly index: number; readonly size: number; readonly from: number }> {
  const from = Number(receipt.ticks.map(logOfRow).at(-1)?.size ?? 0n);
  const index = at ?? from + OTHERS_BEFORE;
  const size = from + OTHERS_BEFORE + 1 + OTHERS_AFTER;
  const entries = [...log.entries.slice(0, from), ...makeLog(size).entries.slice(from)];
  entries[index] = await settlementEntry(receipt, nonce);
  return { log: logOfEntries(entries), index, size, from };
}

/** What a receipt says of its settlement in this log; null if it is not settled. */
export async function placeSettlement(
  log: TestLog,
  receipt: Settled,
  signer: TestSigner,
): Promise<ReceiptSettled | null> {
  if (receipt.outcome === null) return null;
  const { log: all, index, size, from } = await withSettlement(log, receipt);
  return {
    checkpoint: await signer.sign(logCheckpointText({ size, root: all.rootAt(size) })),
    consistency: all.consistencyOf(from, size),
    index,
    nonce: NONCE,
    proof: all.proofOf(index, size),
  };
}
