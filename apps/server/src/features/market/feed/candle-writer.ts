/**
 * Builds one-minute bars from OK ticks and keeps bars that are not stored yet. A bar is written with every tick, so it
 * is final once a tick of the next minute is stored. Bars missing after a crash are built again from the ticks.
 */
import type { Feed } from '@candor/contract/market';
import { assert } from '@candor/domain/assert';
import { writeDecimal } from '@candor/domain/decimal';
import { type Candle, MINUTE_MS, addTick } from '@candor/domain/market/candles';
import type { Tick } from '@candor/domain/trading/tick';
import type { Db } from '../../../platform/db/pool.ts';
import { QTY_DECIMALS } from '../sources/source.ts';
import { type ProductCandle, writeCandles } from './candle-store.ts';

export interface CandleWriter {
  /**
   * A bar holds ticks of one kind: the first of another kind begins it anew.
   * @param qty traded since the tick before, in units of 10^-8; null if the sources have no quantity.
   */
  add(product: string, tick: Tick, qty: bigint | null, feed?: Feed | null): void;
  /** Stores what changed; if storing fails, the changes are kept for the next call. */
  flush(db: Db): Promise<void>;
}

interface Building {
  candle: Candle;
  feed: Feed | null;
  /** Null if a part of the minute was not observed: a quantity is either complete or missing. */
  qty: bigint | null;
  lastAt: number;
}

export function createCandleWriter(): CandleWriter {
  const building = new Map<string, Building>();
  const dirty = new Map<string, ProductCandle>();

  const add: CandleWriter['add'] = (product, tick, qty, feed = null) => {
    const before = building.get(product);
    const known = before?.feed === feed ? before : undefined;
    if (tick.status !== 'OK') {
      if (known !== undefined && qty !== 0n) forgetQty(product, known);
      return;
    }
    const candle = addTick(known?.candle ?? null, tick);
    assert(candle !== null, 'an OK tick makes a bar');
    const opensNew = known === undefined || candle.t !== known.candle.t;
    const watchedBefore = known !== undefined && candle.t - known.lastAt <= MINUTE_MS;
    const base = opensNew ? (watchedBefore ? 0n : null) : known.qty;
    const sum = base === null || qty === null ? null : base + qty;
    const full: Candle = { ...candle, v: sum === null ? null : writeDecimal(sum, QTY_DECIMALS) };
    building.set(product, { candle: full, feed, qty: sum, lastAt: tick.at });
    dirty.set(`${product} ${full.t}`, { product, candle: full, feed });
  };

  /** No bar holds what was traded while the price was not OK, so the quantity of this bar is not complete. */
  const forgetQty = (product: string, { candle, feed }: Building): void => {
    const bare: Candle = { ...candle, v: null };
    building.set(product, { candle: bare, feed, qty: null, lastAt: Number.NEGATIVE_INFINITY });
    dirty.set(`${product} ${bare.t}`, { product, candle: bare, feed });
  };

  return {
    add,
    flush: async (db) => {
      const rows = [...dirty];
      await writeCandles(
        db,
        rows.map(([, row]) => row),
      );
      // A bar that changed during this write stays for the next call.
      for (const [key, row] of rows) if (dirty.get(key) === row) dirty.delete(key);
    },
  };
}
