/**
 * Makes the stored candles whole before the first tick: bars from our own ticks that a crash left out, then bars of the
 * source's history where there are none yet.
 */
import { MINUTE_MS, openingTime } from '@candor/domain/market/candles';
import type { Db } from '../../../platform/db/pool.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Instrument, Source } from '../sources/source.ts';
import { type NewestCandle, fillCandles, readNewestCandles } from './candle-store.ts';
import { createCandleWriter } from './candle-writer.ts';
import { type Head, readTicksFrom } from './feed-store.ts';

const DAY_MS = 86_400_000;
const ROWS_PER_INSERT = 5000;

/** Builds again from ticks what may be missing: from the newest bar built from ticks to the head of the chain. */
export const rebuildCandles = async (db: Db, heads: ReadonlyMap<string, Head>): Promise<void> => {
  const newest = await readNewestCandles(db);
  for (const [product, head] of heads) {
    const from = Math.max(newest.get(product)?.t ?? 0, head.at - DAY_MS);
    if (openingTime(head.at, MINUTE_MS) < from) continue;
    const writer = createCandleWriter();
    for (const tick of await readTicksFrom(db, product, openingTime(from, MINUTE_MS))) writer.add(product, tick, null);
    await writer.flush(db);
  }
};

/** Fills from each product's source. A source that does not answer leaves a hole and a line in the log. */
export const fillHistory = async (
  db: Db,
  log: Log,
  nowMs: number,
  products: readonly { instrument: Instrument; source: Source }[],
): Promise<void> => {
  const newest = await readNewestCandles(db);
  for (const { instrument, source } of products) {
    const from = historyStart(source, newest.get(instrument.product), nowMs);
    if (from === null) continue;
    try {
      const bars = await source.history(instrument, from, openingTime(nowMs, MINUTE_MS));
      for (let start = 0; start < bars.length; start += ROWS_PER_INSERT) {
        const part = bars.slice(start, start + ROWS_PER_INSERT);
        await fillCandles(
          db,
          part.map((candle) => ({ product: instrument.product, candle })),
        );
      }
    } catch (error) {
      log.warn({ err: error, product: instrument.product, source: source.name }, 'history could not be filled');
    }
  }
};

/** Null where nothing is to be filled: what was simulated is made up once, and a pause in it stays a pause. */
const historyStart = (source: Source, newest: NewestCandle | undefined, nowMs: number): number | null => {
  const earliest = openingTime(nowMs - source.historyDays * DAY_MS, MINUTE_MS);
  if (newest === undefined) return earliest;
  return source.kind === 'simulated' ? null : Math.max(earliest, newest.t + MINUTE_MS);
};
