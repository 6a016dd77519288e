import { ENTRY_WINDOW_MS, EXIT_WINDOW_MS, settleOrder } from '@candor/domain/trading/settle-order';
import type { Settlement } from '@candor/domain/trading/settle-order';
import { money, rate } from '@candor/domain/money';
import type { Tick } from '@candor/domain/trading/tick';
import type { Connection, Pool } from '../../platform/db/pool.ts';
import { runApart } from '../../platform/db/run-apart.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { writeTransfers } from '../../services/ledger/ledger.ts';
import { insertOutbox } from '../../services/outbox/outbox-store.ts';
import { newestTicks, ticksInSpans } from '../../services/quotes/quote-store.ts';
import type { TickSpan } from '../../services/quotes/quote-store.ts';
import { insertSettlements, lockMembersNow, selectDue, selectSetAside, selectUnsettled } from './order-store.ts';
import type { DueOrder, DueRow } from './order-store.ts';
import { settledOrderView } from './order-view.ts';
import { setOrderAside } from './settlement-alarm-store.ts';

const BATCH_MAX = 1_000;
/** Limits the time a sweep spends on finding orders that throw. A later sweep meets those it did not find. */
const CULPRITS_MAX = 8;
/** How many of the orders set aside one sweep tries again, each alone. */
const RETRIES_MAX = 20;

/** What one sweep did. */
export interface Sweep {
  due: number;
  settled: number;
  /** Orders whose settlement threw in this sweep. */
  setAside: { orderId: string; error: unknown }[];
}

/**
 * Settles one batch of due orders. The outcome comes from `settleOrder` alone: this function reads the recorded ticks
 * and writes the answer. It must never take a member, a balance or a moment into account. Members that another
 * transaction holds are left for the next run. An order whose settlement throws is found, set aside, and tried again
 * later on its own; all others are settled.
 */
export async function settleDueOrders(pool: Pool, batchMax: number = BATCH_MAX): Promise<Sweep> {
  const due = await selectDue(pool, batchMax);
  const retries = await selectSetAside(pool, RETRIES_MAX);
  const sweep: Sweep = { due: due.length + retries.length, settled: 0, setAside: [] };
  for (const rows of [due, ...retries.map((row) => [row])]) await settleApart(pool, rows, sweep);
  return sweep;
}

async function settleApart(pool: Pool, due: readonly DueRow[], sweep: Sweep): Promise<void> {
  const { done, culprits, stopped } = await runApart(
    due,
    CULPRITS_MAX,
    async (rows) => await settleTogether(pool, rows),
  );
  sweep.settled += done.reduce((total, { result }) => total + result, 0);
  for (const { item, error } of culprits) {
    if ((await setOrderAside(pool, item.orderId, error)) !== undefined)
      sweep.setAside.push({ orderId: item.orderId, error });
  }
  if (stopped !== null) throw stopped.error;
}

/** Settles all of these orders or none, except those of members that another transaction holds. */
async function settleTogether(pool: Pool, due: readonly DueRow[]): Promise<number> {
  return await withTransaction(pool, async (db) => {
    const locked = new Set(await lockMembersNow(db, [...new Set(due.map((row) => row.memberId))]));
    const orders = await selectUnsettled(
      db,
      due.filter((row) => locked.has(row.memberId)).map((row) => row.orderId),
    );
    return await settle(db, orders);
  });
}

async function settle(db: Connection, orders: readonly DueOrder[]): Promise<number> {
  if (orders.length === 0) return 0;
  const heads = await newestTicks(db, [...new Set(orders.map((order) => order.product))]);
  const ticksOf = await readTicks(db, orders);
  const decided: { order: DueOrder; settlement: Settlement }[] = [];
  for (const order of orders) {
    const branded = { ...order, stake: money(order.stake), fee: money(order.fee), payoutRate: rate(order.payoutRate) };
    const settlement = settleOrder(branded, ticksOf(order), heads.get(order.product)?.at ?? null);
    if (settlement.ok) decided.push({ order, settlement: settlement.value });
  }
  const settledAt = await insertSettlements(db, decided);
  // Written after the settlements, which are the reason for these transfers: the database checks that they exist.
  await writeTransfers(
    db,
    decided.flatMap(({ settlement }) => settlement.transfers),
  );
  await insertOutbox(
    db,
    decided.map(({ order, settlement }) => ({
      memberId: order.memberId,
      message: { type: 'order', order: settledOrderView(order, settlement, settledAt.get(order.id) ?? null) },
    })),
  );
  return decided.length;
}

/** Orders that close together share their windows, so each window is read once. */
async function readTicks(db: Connection, orders: readonly DueOrder[]): Promise<(order: DueOrder) => Tick[]> {
  const spans = new Map<string, TickSpan>();
  for (const order of orders) for (const span of spansOf(order)) spans.set(spanKey(span), span);
  const found = await ticksInSpans(db, [...spans.values()]);
  const ticks = new Map([...spans.keys()].map((key, index) => [key, found[index] ?? []]));
  return (order) => {
    const bySeq = new Map<bigint, Tick>();
    for (const span of spansOf(order)) for (const tick of ticks.get(spanKey(span)) ?? []) bySeq.set(tick.seq, tick);
    return [...bySeq.values()];
  };
}

function spansOf(order: DueOrder): TickSpan[] {
  return [
    { product: order.product, fromMs: order.entryAt, toMs: order.entryAt + ENTRY_WINDOW_MS },
    { product: order.product, fromMs: order.closesAt - EXIT_WINDOW_MS, toMs: order.closesAt },
  ];
}

function spanKey(span: TickSpan): string {
  return `${span.product}/${span.fromMs}/${span.toMs}`;
}
