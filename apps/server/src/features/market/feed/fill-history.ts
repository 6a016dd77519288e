/**
 * Completes the stored candles before the first tick: first the bars from our own ticks that are missing after a crash,
 * then bars from the source's history where there are none yet.
 */
import { MINUTE_MS, openingTime } from '@candor/domain/market/candles';
import type { Db } from '../../../platform/db/pool.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Instrument, Source } from '../sources/source.ts';
import { type NewestCandle, type ProductCandle, countCandles, fillCandles, readNewestCandles } from './candle-store.ts';
import { createCandleWriter } from './candle-writer.ts';
import { type Head, readTicksFrom } from './feed-store.ts';

const DAY_MS = 86_400_000;
const ROWS_PER_INSERT = 5000;

/** Rebuilds bars that may be missing: from the newest bar built from ticks to the head of the chain. */
export async function rebuildCandles(db: Db, heads: ReadonlyMap<string, Head>): Promise<void> {
  const newest = await readNewestCandles(db);
  for (const [product, head] of heads) {
    const from = Math.max(newest.get(product)?.t ?? 0, head.at - DAY_MS);
    const writer = createCandleWriter();
    for (const tick of await readTicksFrom(db, product, openingTime(from, MINUTE_MS)))
      writer.add(product, tick, null, tick.feed);
    await writer.flush(db);
  }
}

/** Writes the older bars that `fillHistory` left for later. */
export type FillOlder = () => Promise<void>;

export interface FillTarget {
  readonly instrument: Instrument;
  /** Asked in this order, until one returns bars. */
  readonly sources: readonly Source[];
}

/** Bars still to be written, and the source that returned them. */
interface Unfinished {
  readonly instrument: Instrument;
  readonly source: Source;
  readonly from: number;
}

/**
 * Fills from each product's source: the newest days at once, so that the first chart is full. The returned function
 * fills the older days while ticks already come. It requests them again instead of keeping them: a month of every
 * product is too much for memory. Both stop early when the signal is aborted. If a source returns nothing, the
 * product's next source is asked; if the last one returns nothing, a gap stays. Each such source leaves a line in the
 * log.
 *
 * The bars are counted after the first of them, before the table is large, and after the last: members already ask for prices.
 */
export async function fillHistory(
  db: Db,
  log: Log,
  nowMs: number,
  targets: readonly FillTarget[],
  signal: AbortSignal,
): Promise<FillOlder> {
  const newest = await readNewestCandles(db);
  const to = openingTime(nowMs, MINUTE_MS);
  const chunks = async ({ instrument, source, from }: Unfinished): Promise<ProductCandle[][]> => {
    const { product } = instrument;
    try {
      const bars = await source.history(instrument, from, to);
      return chunksNewestFirst(bars.map((candle) => ({ product, candle, feed: source.kind })));
    } catch (error) {
      log.warn({ err: error, product, source: source.name }, 'history could not be filled');
      return [];
    }
  };
  const count = async (): Promise<void> => {
    await countCandles(db).catch((error: unknown) => {
      log.warn({ err: error }, 'the bars could not be counted; the database counts them later');
    });
  };
  let filled = 0;
  const unfinished: Unfinished[] = [];
  for (const { instrument, sources } of targets) {
    for (const source of sources) {
      const from = historyStart(source, newest.get(instrument.product), nowMs);
      if (from === null || from >= to || signal.aborted) break;
      const [first, ...older] = await chunks({ instrument, source, from });
      if (first === undefined) continue;
      await fillCandles(db, first);
      if (filled === 0) await count();
      filled += 1;
      if (older.length > 0) unfinished.push({ instrument, source, from });
      break;
    }
  }
  if (filled > 1) await count();
  return async () => {
    if (unfinished.length === 0) return;
    for (const one of unfinished) {
      for (const chunk of (await chunks(one)).slice(1)) {
        if (signal.aborted) return;
        await fillCandles(db, chunk);
      }
    }
    await count();
  };
}

function chunksNewestFirst(rows: readonly ProductCandle[]): ProductCandle[][] {
  const chunks: ProductCandle[][] = [];
  for (let end = rows.length; end > 0; end -= ROWS_PER_INSERT) {
    chunks.push(rows.slice(Math.max(0, end - ROWS_PER_INSERT), end));
  }
  return chunks;
}

/** Null if nothing should be filled: simulated prices are made only once, and a pause in them stays a pause. */
function historyStart(source: Source, newest: NewestCandle | undefined, nowMs: number): number | null {
  const earliest = openingTime(nowMs - source.historyDays * DAY_MS, MINUTE_MS);
  if (newest === undefined) return earliest;
  return source.kind === 'simulated' ? null : Math.max(earliest, newest.t + MINUTE_MS);
}
