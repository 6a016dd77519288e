import type { LogProofView } from '@candor/contract/trading';
import type { Db } from '../../platform/db/pool.ts';
import { selectEntryHead, selectNewestHead } from '../../services/order-log/log-store.ts';
import { proveOrder } from '../../services/order-log/prove-order.ts';
import { selectAcceptedOrder } from '../../services/receipts/receipt-store.ts';

/** The proof that the order log has a member's order; undefined if the member has no such order. */
export async function readLogProof(db: Db, memberId: bigint, orderId: string): Promise<LogProofView | undefined> {
  const order = await selectAcceptedOrder(db, memberId, orderId);
  if (order === undefined) return undefined;
  const head = (await selectEntryHead(db, order)) ?? (await selectNewestHead(db));
  const place = await proveOrder(db, order.id, head.size);
  return { nonce: order.nonce, ...head, index: place?.index ?? null, proof: place?.proof ?? [] };
}
