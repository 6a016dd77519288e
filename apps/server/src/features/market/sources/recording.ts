/**
 * A recording cut to one price a second: the last one known at each recorded second, with long gaps cut out. Typed
 * arrays, because a fortnight of seconds is a million of them.
 */
import { assert } from '@candor/domain/assert';
import { divHalfEven } from '@candor/domain/decimal';
import type { MdtTable } from './mdt.ts';

const SECOND_MS = 1000;
/** A pause longer than this is no part of a session, and is cut. */
export const LONG_GAP_MS = 60_000;

export interface Recording {
  readonly prices: Int32Array;
  /** Quantity traded in each second in units of 10^-8, where the recording is one of trades. */
  readonly quantities: BigInt64Array | null;
}

/** @param decimals of the product's prices; the recording may be finer, and is then rounded HALF_EVEN. */
export const cutToSeconds = (table: MdtTable, decimals: number): Recording => {
  const prices: number[] = [];
  const quantities: bigint[] = [];
  const toUnits = unitsOf(table, decimals);
  const qtyScale = table.kind === 'trades' ? 10n ** BigInt(8 - (table.header.qdec ?? 0)) : 0n;
  let second = -1;
  for (let row = 0; row < table.at.length; row += 1) {
    const next = Math.floor((table.at[row] ?? 0) / SECOND_MS);
    assert(next >= second, 'a recording runs forward');
    if (second >= 0 && (next - second) * SECOND_MS <= LONG_GAP_MS) {
      const standing = prices.at(-1) ?? 0;
      for (let quiet = second + 1; quiet < next; quiet += 1) {
        prices.push(standing);
        quantities.push(0n);
      }
    }
    if (next !== second) {
      prices.push(0);
      quantities.push(0n);
    }
    second = next;
    prices[prices.length - 1] = toUnits(row);
    if (table.kind === 'trades') {
      quantities[quantities.length - 1] = (quantities.at(-1) ?? 0n) + BigInt(table.qty[row] ?? 0) * qtyScale;
    }
  }
  assert(prices.length >= 2, 'a recording holds at least two seconds');
  return {
    prices: Int32Array.from(prices),
    quantities: table.kind === 'trades' ? BigInt64Array.from(quantities) : null,
  };
};

/** The price of a row in units of the product: the last trade, or the middle of bid and ask. */
const unitsOf = (table: MdtTable, decimals: number): ((row: number) => number) => {
  const halves = table.kind === 'quotes' ? 2n : 1n;
  const up = 10n ** BigInt(decimals);
  const down = halves * 10n ** BigInt(table.header.dec);
  return (row) => {
    const recorded = table.kind === 'quotes' ? (table.bid[row] ?? 0) + (table.ask[row] ?? 0) : (table.price[row] ?? 0);
    return Number(divHalfEven(BigInt(recorded) * up, down));
  };
};

/**
 * Which second of a recording of `length` seconds stands for the second `atMs`: forward to its end, then backward to its
 * start, and so on for ever, so that two neighbouring seconds are always neighbours in the recording as well.
 */
export const recordedIndex = (length: number, atMs: number): number => {
  const period = 2 * (length - 1);
  const step = Math.floor(atMs / SECOND_MS) % period;
  return step < length ? step : period - step;
};
