import { firstCrossing } from '@candor/domain/market/price-alert';
import type { FeedTick } from '@candor/domain/market/price-alert';
import type { Pool } from '../../platform/db/pool.ts';
import { runApart } from '../../platform/db/run-apart.ts';
import { isOutage, withTransaction } from '../../platform/db/transaction.ts';
import { insertOutbox } from '../../services/outbox/outbox-store.ts';
import { fireAlerts, selectAlertSpans, selectFeedTicks, selectReached, upsertProgress } from './alert-store.ts';
import type { Reach } from './alert-store.ts';

/** Longer than any transaction that sets an alert may take. */
const OVERLAP_MS = 60_000;
/** An hour of ticks. After a longer stop of the worker, the next looks read the rest. */
const TICKS_MAX = 3_600;
const PAGE = 500;

export interface Looked {
  fired: number;
  isBehind: boolean;
  /** Alerts that could not be fired, and products that could not be compared. They do not stop the others. */
  readonly troubled: { readonly product: string; readonly alert?: string; readonly error: unknown }[];
}

/**
 * Compares what was published since the last look with the alerts that wait, product by product, and fires those that a
 * price reached. It only reads ticks, after they are published: it can neither delay a price nor change an order. Marking an
 * alert and writing its news is one transaction, so an alert fires once, whenever the worker stops.
 */
export async function firePriceAlerts(pool: Pool): Promise<Looked> {
  const looked: Looked = { fired: 0, isBehind: false, troubled: [] };
  for (const { product, fromAt } of await selectAlertSpans(pool, OVERLAP_MS)) {
    try {
      const ticks = await selectFeedTicks(pool, product, fromAt, TICKS_MAX);
      for (const reach of reachesOf(product, ticks)) await fireReached(pool, reach, ticks, looked);
      const last = ticks.at(-1);
      if (last !== undefined) await upsertProgress(pool, product, last.at);
      looked.isBehind ||= ticks.length === TICKS_MAX;
    } catch (error) {
      if (isOutage(error)) throw error;
      looked.troubled.push({ product, error });
    }
  }
  return looked;
}

/** The lowest and the highest new price of each kind of feed. */
function reachesOf(product: string, ticks: readonly FeedTick[]): Reach[] {
  const byFeed = new Map<string, Reach>();
  for (const { feed, price, status } of ticks) {
    if (status !== 'OK') continue;
    const { low, high } = byFeed.get(feed) ?? { low: price, high: price };
    byFeed.set(feed, { product, feed, low: price < low ? price : low, high: price > high ? price : high });
  }
  return [...byFeed.values()];
}

async function fireReached(pool: Pool, reach: Reach, ticks: readonly FeedTick[], looked: Looked): Promise<void> {
  for (let afterId: string | null = null; ;) {
    const page = await selectReached(pool, reach, afterId, PAGE);
    const crossed = page.flatMap((alert) => {
      const tick = firstCrossing(alert, ticks);
      return tick === null ? [] : [{ id: alert.id, seq: tick.seq }];
    });
    const { done, failed, stopped } = await runApart(crossed, PAGE, async (part) => await fire(pool, part));
    for (const { result } of done) looked.fired += result;
    for (const { item, error } of failed) looked.troubled.push({ product: reach.product, alert: item.id, error });
    if (stopped !== null) throw stopped.error;
    if (page.length < PAGE) return;
    afterId = page.at(-1)?.id ?? null;
  }
}

async function fire(pool: Pool, crossed: readonly { id: string; seq: bigint }[]): Promise<number> {
  return await withTransaction(pool, async (db) => {
    const alerts = await fireAlerts(db, crossed);
    await insertOutbox(
      db,
      alerts.map(({ id, memberId }) => ({ memberId, message: { type: 'price_alert', id } })),
    );
    return alerts.length;
  });
}
