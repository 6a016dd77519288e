/**
 * The bytes that a tick's hash covers. Each tick contains the hash of the one before it. Changing, removing or
 * inserting a tick changes every later hash. The caller computes the hash (SHA-256, lower-case hex) with its platform's
 * crypto; the database builds the same text in SQL.
 */
import { assert } from '@candor/domain/assert';
import { TICK_STATUSES } from '@candor/domain/trading/tick';
import type { TickStatus } from '@candor/domain/trading/tick';
import { utf8 } from './encoding.ts';
import { isHash, isLine, isoText } from './lines.ts';

/** The hash before the first tick of a product. */
export const GENESIS_HASH = '0'.repeat(64);

const TICK_FORMAT = 'candor-tick-v1';

export type CanonicalTick = {
  /** SHA-256 of the tick before, lower-case hex. */
  readonly prevHash: string;
  readonly product: string;
  readonly seq: bigint;
  /** Epoch ms. */
  readonly at: number;
  /** The price with exactly the product's decimals. */
  readonly price: string;
  readonly status: TickStatus;
  /** The kind of feed: live, replay or simulated. */
  readonly feed: string;
  /** The number of the writer's term. */
  readonly epoch: bigint | number;
  /** Lower-case hex. */
  readonly sourcesDigest: string;
};

/** One line per field, each ended by a line feed, so that two different ticks never have the same text. */
export function canonicalTickText(tick: CanonicalTick): string {
  assert(isHash(tick.prevHash), 'prevHash is 64 hex digits');
  assert(/^[0-9a-f]+$/.test(tick.sourcesDigest), 'sourcesDigest is hex');
  assert(/^-?(0|[1-9]\d*)(\.\d+)?$/.test(tick.price), 'price is a decimal text');
  assert(tick.seq >= 0n, 'seq counts up from zero');
  assert((TICK_STATUSES as readonly string[]).includes(tick.status), "status is a tick's");
  const lines = [
    TICK_FORMAT,
    tick.prevHash,
    line(tick.product),
    tick.seq.toString(),
    isoText(tick.at),
    tick.price,
    tick.status,
    line(tick.feed),
    epochText(tick.epoch),
    tick.sourcesDigest,
  ];
  return lines.map((text) => `${text}\n`).join('');
}

/** The UTF-8 bytes of canonicalTickText, ready for hashing. */
export function canonicalTickBytes(tick: CanonicalTick): Uint8Array<ArrayBuffer> {
  return utf8(canonicalTickText(tick));
}

function epochText(epoch: bigint | number): string {
  const value = BigInt(epoch);
  assert(value >= 0n, 'epoch counts up from zero');
  return value.toString();
}

/** Free text as one line, asserted. */
function line(text: string): string {
  assert(isLine(text), 'a text field is one line of well-formed Unicode');
  return text;
}
