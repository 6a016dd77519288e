import * as calls from '@candor/contract/calls/console/orders';
import { ENTRY_WINDOW_MS } from '@candor/domain/trading/settle-order';
import type { Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { cursorId, pageOf } from '../../platform/http/paging.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { findFiledById } from '../../services/order-archive/filed-orders.ts';
import { checkReceipt, NO_RECEIPT } from '../../services/receipts/check-receipt.ts';
import type { ReceiptDeps } from '../../services/receipts/make-receipt.ts';
import { selectOrderTransfers, selectProofSpan } from '../../services/receipts/receipt-store.ts';
import type { Site } from '../../services/site/site.ts';
import type { PublishedTick } from '../../services/ticks/tick-store.ts';
import { readWho, whatOf } from './orders-filter.ts';
import { readOrderLines } from './order-lines.ts';
import type { OrderLinesDeps } from './order-lines.ts';
import { selectDetailOfLine, selectMemberOfOrder, selectOrderDetail } from './orders-store.ts';
import type { OrderDetailRow } from './orders-store.ts';
import { orderDetailView, orderLineView } from './orders-view.ts';

/** Every order, for operators. Nothing here writes: a result follows from published prices alone. */
export interface OrdersDeps extends ReceiptDeps, OrderLinesDeps {
  pool: Pool;
  /** For lists, apart from what operators wait for: it ends what takes long, as a rare stake of all time does. */
  reads: Pool;
  site: Site;
}

export function ordersRoutes(app: HttpApp, deps: OrdersDeps): void {
  serve(app, deps, [
    on(calls.listOperatorOrders, listOperatorOrders),
    on(calls.readOperatorOrder, readOperatorOrder),
    on(calls.readOperatorReceipt, readOperatorReceipt),
  ]);
}

async function listOperatorOrders(
  { query }: Call<typeof calls.listOperatorOrders>,
  deps: OrdersDeps,
): Promise<Answered<typeof calls.listOperatorOrders>> {
  const { reads: pool, site } = deps;
  const filter = { ...whatOf(query, site), ...(await readWho(pool, query.q)), afterId: cursorId(query.cursor) };
  return await pageOf({
    paging: query,
    read: async (limit) => await readOrderLines({ ...deps, pool }, { ...filter, limit }),
    view: (row) => orderLineView(row, site),
    cursorOf: ({ id }) => id,
  });
}

async function readOperatorOrder(
  { params }: Call<typeof calls.readOperatorOrder>,
  deps: OrdersDeps,
): Promise<Answered<typeof calls.readOperatorOrder>> {
  const { pool, site } = deps;
  const row = (await selectOrderDetail(pool, params.id)) ?? (await readFiledDetail(deps, params.id));
  if (row === undefined) throw new Refused('ORDER_NOT_FOUND');
  const [transfers, ticks] = await Promise.all([selectOrderTransfers(pool, params.id), readPath(deps, row)]);
  return orderDetailView(row, site, { ticks, transfers });
}

async function readFiledDetail(deps: OrdersDeps, id: string): Promise<OrderDetailRow | undefined> {
  const filed = await findFiledById(deps, id.toLowerCase());
  return filed === null ? undefined : await selectDetailOfLine(deps.pool, filed.id, filed.line);
}

async function readOperatorReceipt(
  { params }: Call<typeof calls.readOperatorReceipt>,
  deps: OrdersDeps,
): Promise<Answered<typeof calls.readOperatorReceipt>> {
  const memberId =
    (await selectMemberOfOrder(deps.pool, params.id)) ?? (await findFiledById(deps, params.id.toLowerCase()))?.memberId;
  if (memberId === undefined) throw new Refused('ORDER_NOT_FOUND');
  const checked = await checkReceipt(deps, memberId, params.id);
  return checked.ok ? checked.value : { finding: NO_RECEIPT, receipt: null };
}

/** An hour of ticks and what is around it; a product without a checkpoint for so long shows no path. */
const TICKS_MAX = 20_000n;
/** What is shown before the entry and after the end: the window of an entry, and a little more. */
const AROUND_MS = ENTRY_WINDOW_MS + 2_000;

/** The published ticks that the result follows from, and some around them; null while they cannot be read. */
async function readPath(
  { pool, readTicks }: OrdersDeps,
  row: OrderDetailRow,
): Promise<readonly PublishedTick[] | null> {
  const { fromSeq, toSeq } = await selectProofSpan(pool, row);
  if (toSeq === null) return [];
  if (toSeq - fromSeq >= TICKS_MAX) return null;
  const read = await readTicks(pool, row.product, fromSeq, toSeq);
  if (!read.ok) return null;
  const from = row.entryAt - AROUND_MS;
  const to = Math.max(row.closesAt, row.exitTickAt ?? 0) + AROUND_MS;
  return read.value.filter(({ at }) => at >= from && at <= to);
}
