/** Settles the orders of the public list again, by the rule of the site itself and the prices that it published. */
import { price as units } from '@candor/domain/price';
import { ENTRY_WINDOW_MS, EXIT_WINDOW_MS, judgeWindow } from '@candor/domain/trading/settle-order';
import type { FeedTick, Tick } from '@candor/domain/trading/tick';
import type { PublicOrder, PublicTick } from '../site/public-data.ts';
import type { TickPages } from './tick-pages.ts';

/**
 * UNSEEN: void because it was not in the order log at its entry, and its place there is not opened. Only the member's receipt shows
 * whether that is true.
 * NOT_YET: it closed after the last price that was followed, so the price of its close may be one that nobody has read.
 */
export type OrderVerdict = 'RIGHT' | 'WRONG' | 'UNSEEN' | 'NOT_YET';

/**
 * @param followedAt the `at` of the last price of the product that was followed; null if there is none
 * @throws TicksDiffer, SiteUnreachable, DataMalformed
 */
export async function resettle(order: PublicOrder, pages: TickPages, followedAt: number | null): Promise<OrderVerdict> {
  const { product, durationSec } = order;
  const closesAt = Date.parse(order.closesAt);
  if (followedAt === null || followedAt < closesAt) return 'NOT_YET';
  const entryAt = closesAt - durationSec * 1000;
  const ticks = [
    ...(await pages.between(product, entryAt, Math.min(entryAt + ENTRY_WINDOW_MS, closesAt))),
    ...(await pages.between(product, closesAt - EXIT_WINDOW_MS, closesAt)),
  ];
  return judgeListed(order, ticks, { entryAt, closesAt }, followedAt);
}

/** `ticks` are those of both windows; one may be there twice. */
function judgeListed(
  order: PublicOrder,
  ticks: readonly PublicTick[],
  window: { readonly entryAt: number; readonly closesAt: number },
  followedAt: number,
): OrderVerdict {
  const judged = judgeWindow(window, ticks.map(feedTickOf), followedAt);
  if (!judged.ok) return 'NOT_YET';
  const { entry, exit, winner } = judged.value;
  const isListed = (tick: Tick | null, seq: number | null, price: string | null): boolean =>
    tick === null
      ? seq === null && price === null
      : seq !== null && tick.seq === BigInt(seq) && ticks.some((one) => one.seq === tick.seq && one.price === price);
  if (!isListed(entry, order.entrySeq, order.entryPrice)) return 'WRONG';
  if (!isListed(exit, order.exitSeq, order.exitPrice)) return 'WRONG';
  const logSize = entry?.logSize ?? null;
  if (order.reason === 'NOT_LOGGED') {
    if (order.outcome !== 'voided' || logSize === null) return 'WRONG';
    if (order.index === null) return 'UNSEEN';
    return BigInt(order.index) >= logSize ? 'RIGHT' : 'WRONG';
  }
  if (order.index !== null && logSize !== null && BigInt(order.index) >= logSize) return 'WRONG';
  if (judged.value.reason !== order.reason) return 'WRONG';
  const outcome =
    order.reason === null ? (winner === null ? 'tied' : winner === order.direction ? 'won' : 'lost') : 'voided';
  return outcome === order.outcome ? 'RIGHT' : 'WRONG';
}

/** Prices of one product have the same decimals, so their digits compare as whole numbers. */
function feedTickOf({ seq, at, price, status, feed, log }: PublicTick): FeedTick {
  return { seq, at, price: units(BigInt(price.replace('.', ''))), status, feed, logSize: log?.size ?? null };
}
