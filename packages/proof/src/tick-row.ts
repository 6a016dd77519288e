/** A tick as a list of JSON values, as receipts and archives write it. */
import { assert } from '@candor/domain/assert';
import { TICK_STATUSES } from '@candor/domain/trading/tick';
import type { TickStatus } from '@candor/domain/trading/tick';
import { isoText } from './lines.ts';
import { count, hash, isList, line, moment, oneOf, text } from './shape.ts';
import type { Reader } from './shape.ts';
import type { CanonicalTick, LogHead } from './tick-chain.ts';

/** [seq, at, price, status, feed, epoch, sourcesDigest]: what the hash covers, besides product and previous hash. */
type PlainRow = readonly [number, string, string, TickStatus, string, number, string];

/** A tick with a head of the order log has two more values: [… logSize, logRoot]. */
export type TickRow = PlainRow | readonly [...PlainRow, number, string];

export function tickRow(tick: Omit<CanonicalTick, 'prevHash' | 'product'>): TickRow {
  const row: PlainRow = [
    safeNumber(tick.seq),
    isoText(tick.at),
    tick.price,
    tick.status,
    tick.feed,
    safeNumber(tick.epoch),
    tick.sourcesDigest,
  ];
  const { log = null } = tick;
  return log === null ? row : [...row, safeNumber(log.size), log.root];
}

/** The head of the order log in a row; null if it has none. */
export function logOfRow(row: TickRow): LogHead | null {
  if (row.length === PLAIN_LENGTH) return null;
  const [size, root] = [row[7], row[8]];
  return { size: BigInt(size), root };
}

const PLAIN_LENGTH = 7;
const LOGGED_LENGTH = 9;
const tickStatus = oneOf(TICK_STATUSES);

export const readTickRow: Reader<TickRow> = (value) => {
  if (!isList(value) || (value.length !== PLAIN_LENGTH && value.length !== LOGGED_LENGTH)) return undefined;
  const [first = null, second = null, third = null, fourth = null, fifth = null, sixth = null, seventh = null] = value;
  const [seq, at, price, status] = [count(1)(first), moment(second), text(third), tickStatus(fourth)];
  const [feed, epoch, sourcesDigest] = [line(fifth), count(0)(sixth), hash(seventh)];
  if (seq === undefined || at === undefined || price === undefined || status === undefined) return undefined;
  if (feed === undefined || epoch === undefined || sourcesDigest === undefined) return undefined;
  const row: PlainRow = [seq, at, price, status, feed, epoch, sourcesDigest];
  if (value.length === PLAIN_LENGTH) return row;
  const [logSize, logRoot] = [count(0)(value[7] ?? null), hash(value[8] ?? null)];
  return logSize === undefined || logRoot === undefined ? undefined : [...row, logSize, logRoot];
};

/** A count as a JSON number. */
export function safeNumber(count: bigint | number): number {
  const value = Number(count);
  assert(Number.isSafeInteger(value), 'a count is exact as a number');
  return value;
}
