import type { LogProofView } from '@candor/contract/trading';
import type { Db } from '../../platform/db/pool.ts';
import { selectEntryHead, selectNewestHead } from '../../services/order-log/log-store.ts';
import { proveOrder } from '../../services/order-log/prove-order.ts';
import type { ReadArchivedOrder } from '../../services/order-archive/read-archived-order.ts';
import { findArchivedOrder, selectFoundOrder } from '../../services/receipts/receipt-store.ts';

/**
 * The proof that the order log has a member's order; undefined if the member has no such order.
 * @throws Refused ORDERS_UNAVAILABLE when the order is in a file that cannot be read now
 */
export async function readLogProof(
  db: Db,
  readArchived: ReadArchivedOrder,
  memberId: bigint,
  orderId: string,
): Promise<LogProofView | undefined> {
  const found =
    (await selectFoundOrder(db, memberId, orderId)) ?? (await findArchivedOrder(db, readArchived, memberId, orderId));
  if (found === undefined) return undefined;
  const { row: order, log } = found;
  const head = (await selectEntryHead(db, order)) ?? (await selectNewestHead(db));
  const place = await proveOrder(db, order.id, head.size, log?.order);
  return { nonce: order.nonce, ...head, index: place?.index ?? null, proof: place?.proof ?? [] };
}
