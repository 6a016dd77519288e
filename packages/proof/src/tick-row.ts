/** A tick as a list of JSON values, as receipts and archives write it. */
import { assert } from '@candor/domain/assert';
import { TICK_STATUSES } from '@candor/domain/trading/tick';
import type { TickStatus } from '@candor/domain/trading/tick';
import { isoText } from './lines.ts';
import { count, hash, isList, line, moment, oneOf, text } from './shape.ts';
import type { Reader } from './shape.ts';
import type { CanonicalTick } from './tick-chain.ts';

/** [seq, at, price, status, feed, epoch, sourcesDigest]: what the hash covers, besides product and previous hash. */
export type TickRow = readonly [number, string, string, TickStatus, string, number, string];

export function tickRow(tick: Omit<CanonicalTick, 'prevHash' | 'product'>): TickRow {
  return [
    safeNumber(tick.seq),
    isoText(tick.at),
    tick.price,
    tick.status,
    tick.feed,
    safeNumber(tick.epoch),
    tick.sourcesDigest,
  ];
}

const tickStatus = oneOf(TICK_STATUSES);

export const readTickRow: Reader<TickRow> = (value) => {
  if (!isList(value) || value.length !== 7) return undefined;
  const [first = null, second = null, third = null, fourth = null, fifth = null, sixth = null, seventh = null] = value;
  const [seq, at, price, status] = [count(1)(first), moment(second), text(third), tickStatus(fourth)];
  const [feed, epoch, sourcesDigest] = [line(fifth), count(0)(sixth), hash(seventh)];
  if (seq === undefined || at === undefined || price === undefined || status === undefined) return undefined;
  if (feed === undefined || epoch === undefined || sourcesDigest === undefined) return undefined;
  return [seq, at, price, status, feed, epoch, sourcesDigest];
};

/** A count as a JSON number. */
export function safeNumber(count: bigint | number): number {
  const value = Number(count);
  assert(Number.isSafeInteger(value), 'a count is exact as a number');
  return value;
}
