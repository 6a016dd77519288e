/**
 * A recording cut to one price per second: the last known price at each recorded second, with long gaps removed. It
 * uses typed arrays, because two weeks have more than a million seconds.
 */
import { assert } from '@candor/domain/assert';
import { divHalfEven } from '@candor/domain/decimal';
import type { MdtTable } from './mdt.ts';
import { QTY_DECIMALS } from './source.ts';

const SECOND_MS = 1000;
/** A longer pause is not part of a session and is removed. */
export const LONG_GAP_MS = 60_000;

export interface Recording {
  readonly prices: Int32Array;
  /** Quantity traded in each second in units of 10^-8, if the recording holds trades. */
  readonly quantities: BigInt64Array | null;
}

/** @param decimals of the product's prices; a finer recording is rounded HALF_EVEN. */
export function cutToSeconds(table: MdtTable, decimals: number): Recording {
  const places = placesOf(table.at);
  const length = (places.at(-1) ?? 0) + 1;
  assert(length >= 2, 'a recording holds at least two seconds');
  const prices = new Int32Array(length);
  const quantities = table.kind === 'trades' ? new BigInt64Array(length) : null;
  const toUnits = unitsOf(table, decimals);
  let filled = 0;
  places.forEach((place, row) => {
    // The price of a second is its last price; a second without rows repeats the one before.
    prices.fill(prices[filled] ?? 0, filled, place);
    filled = place;
    if (places[row + 1] !== place) prices[place] = toUnits(row);
    if (table.kind === 'trades' && quantities !== null)
      quantities[place] = (quantities[place] ?? 0n) + qtyOf(table, row);
  });
  return { prices, quantities };
}

/** The second of the cut recording that each row belongs to. */
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
 * The second of a recording of `length` seconds to use for the second `atMs`. Replay runs forward to the end, then
 * backward to the start, and so on forever, so two neighbouring seconds are always neighbours in the recording too.
 */
export function recordedIndex(length: number, atMs: number): number {
  const period = 2 * (length - 1);
  const step = Math.floor(atMs / SECOND_MS) % period;
  return step < length ? step : period - step;
}
