/**
 * A recording cut to one price a second: the last one known at each recorded second, with long gaps cut out. Typed
 * arrays, because a fortnight of seconds is a million of them.
 */
import { assert } from '@candor/domain/assert';
import { divHalfEven } from '@candor/domain/decimal';
import type { MdtTable } from './mdt.ts';
import { QTY_DECIMALS } from './source.ts';

const SECOND_MS = 1000;
/** A pause longer than this is no part of a session, and is cut. */
export const LONG_GAP_MS = 60_000;

export interface Recording {
  readonly prices: Int32Array;
  /** Quantity traded in each second in units of 10^-8, where the recording is one of trades. */
  readonly quantities: BigInt64Array | null;
}

/** @param decimals of the product's prices; the recording may be finer, and is then rounded HALF_EVEN. */
export function cutToSeconds(table: MdtTable, decimals: number): Recording {
  const places = placesOf(table.at);
  const length = (places.at(-1) ?? 0) + 1;
  assert(length >= 2, 'a recording holds at least two seconds');
  const prices = new Int32Array(length);
  const quantities = table.kind === 'trades' ? new BigInt64Array(length) : null;
  const toUnits = unitsOf(table, decimals);
  let filled = 0;
  places.forEach((place, row) => {
    // A second's price is its last; quiet seconds repeat the one before.
    prices.fill(prices[filled] ?? 0, filled, place);
    filled = place;
    if (places[row + 1] !== place) prices[place] = toUnits(row);
    if (table.kind === 'trades' && quantities !== null)
      quantities[place] = (quantities[place] ?? 0n) + qtyOf(table, row);
  });
  return { prices, quantities };
}

/** Which second of the cut recording each row falls into. */
function placesOf(at: Float64Array): Int32Array {
  let [place, second] = [0, Math.floor((at[0] ?? 0) / SECOND_MS)];
  return Int32Array.from(at, (ms) => {
    const next = Math.floor(ms / SECOND_MS);
    assert(next >= second, 'a recording runs forward');
    const passed = next - second;
    place += passed * SECOND_MS > LONG_GAP_MS ? 1 : passed;
    second = next;
    return place;
  });
}

function qtyOf(table: Extract<MdtTable, { kind: 'trades' }>, row: number): bigint {
  return BigInt(table.qty[row] ?? 0) * 10n ** BigInt(QTY_DECIMALS - (table.header.qdec ?? 0));
}

/** The price of a row in units of the product: the last trade, or the middle of bid and ask. */
function unitsOf(table: MdtTable, decimals: number): (row: number) => number {
  const halves = table.kind === 'quotes' ? 2n : 1n;
  const up = 10n ** BigInt(decimals);
  const down = halves * 10n ** BigInt(table.header.dec);
  return (row) => {
    const recorded = table.kind === 'quotes' ? (table.bid[row] ?? 0) + (table.ask[row] ?? 0) : (table.price[row] ?? 0);
    return Number(divHalfEven(BigInt(recorded) * up, down));
  };
}

/**
 * Which second of a recording of `length` seconds stands for the second `atMs`: forward to its end, then backward to its
 * start, and so on for ever, so that two neighbouring seconds are always neighbours in the recording as well.
 */
export function recordedIndex(length: number, atMs: number): number {
  const period = 2 * (length - 1);
  const step = Math.floor(atMs / SECOND_MS) % period;
  return step < length ? step : period - step;
}
