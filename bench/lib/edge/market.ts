/**
 * A market as the bench plays it: the tapes its ticks are made from, and what a member can watch. The ticks are made by the product's
 * own rules: the sample of each source at a second, and the median of them.
 */
import type { Feed } from '@candor/contract/market';
import { medianTick } from '@candor/domain/market/median-tick';
import { price } from '@candor/domain/price';
import type { Terms, TermsPriceRule } from '@candor/domain/trading/terms';
import type { FeedTick } from '@candor/domain/trading/tick';
import { createSampleBook } from '../../../apps/server/src/features/market/feed/sample-book.ts';
import type { BookTape, Tape } from './tape.ts';

const SECOND_MS = 1000;

export interface MarketSource {
  readonly name: string;
  readonly tape: Tape;
  /** Whether something else (best prices, a heartbeat) confirms the last price, so that it never ages. */
  readonly isConfirmed: boolean;
}

export interface EdgeMarket {
  readonly name: string;
  readonly terms: Terms;
  readonly feed: Feed;
  readonly ticks: readonly FeedTick[];
  /** The source that a member watches: the fastest one. */
  readonly seen: Tape;
  readonly book: BookTape | null;
  /** The sources of the ticks, if a member could know more than they do. */
  readonly behind: readonly Tape[];
}

/** One tick for each whole second from the first sample on. */
export function ticksOf(sources: readonly MarketSource[], rule: TermsPriceRule, feed: Feed): FeedTick[] {
  const starts = sources.map(({ tape }) => tape.at[0] ?? Number.POSITIVE_INFINITY);
  const ends = sources.map(({ tape }) => tape.at.at(-1) ?? 0);
  const [first, until] = [Math.ceil(Math.max(...starts) / SECOND_MS) * SECOND_MS, Math.min(...ends)];
  const book = createSampleBook();
  const rows = sources.map(() => 0);
  const ticks: FeedTick[] = [];
  let last: FeedTick['price'] | null = null;
  for (let at = first; at <= until; at += SECOND_MS) {
    sources.forEach(({ name, tape }, index) => {
      let row = rows[index] ?? 0;
      for (; (tape.at[row] ?? Number.POSITIVE_INFINITY) <= at; row += 1) {
        const moment = tape.at[row] ?? 0;
        const sample = { product: '', source: name, price: price(BigInt(tape.price[row] ?? 0)), at: moment };
        book.put({ ...sample, tradeId: row, receivedAt: moment });
      }
      rows[index] = row;
    });
    const confirmed = new Set(sources.flatMap(({ name, isConfirmed }) => (isConfirmed ? [name] : [])));
    const samples = book
      .samplesAt('', at)
      .map((sample) => (confirmed.has(sample.source) ? { ...sample, freshAt: at } : sample));
    const median = medianTick(samples, {
      signedScale: null,
      nowMs: at,
      staleAfterMs: rule.freshMs,
      maxDeviationPpm: rule.nearPpm,
      minSources: feed === 'live' ? Math.min(rule.minSources, sources.length) : 1,
      last,
    });
    if (median.price === null) continue;
    last = median.price;
    ticks.push({ seq: BigInt(ticks.length + 1), at, price: median.price, status: median.status, feed });
  }
  return ticks;
}
