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
/** A tick that also commits to the head of the order log. */
const LOGGED_TICK_FORMAT = 'candor-tick-v2';

/** How many entries the order log had when the tick was published, and the root of its tree (lower-case hex). */
export type LogHead = { readonly size: bigint; readonly root: string };

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
  /** Null or left out for a tick from before the site had an order log: its text has no lines for it. */
  readonly log?: LogHead | null;
};

/** One line per field, each ended by a line feed, so that two different ticks never have the same text. */
export function canonicalTickText(tick: CanonicalTick): string {
  assert(isHash(tick.prevHash), 'prevHash is 64 hex digits');
  assert(/^[0-9a-f]+$/.test(tick.sourcesDigest), 'sourcesDigest is hex');
  assert(/^-?(0|[1-9]\d*)(\.\d+)?$/.test(tick.price), 'price is a decimal text');
  assert(tick.seq >= 0n, 'seq counts up from zero');
  assert((TICK_STATUSES as readonly string[]).includes(tick.status), "status is a tick's");
  const log = tick.log ?? null;
  const lines = [
    log === null ? TICK_FORMAT : LOGGED_TICK_FORMAT,
    tick.prevHash,
    line(tick.product),
    tick.seq.toString(),
    isoText(tick.at),
    tick.price,
    tick.status,
    line(tick.feed),
    epochText(tick.epoch),
    tick.sourcesDigest,
    ...(log === null ? [] : logLines(log)),
  ];
  return lines.map((text) => `${text}\n`).join('');
}

/** The UTF-8 bytes of canonicalTickText, ready for hashing. */
export function canonicalTickBytes(tick: CanonicalTick): Uint8Array<ArrayBuffer> {
  return utf8(canonicalTickText(tick));
}

/**
 * LOG_DROPPED: a chain that committed to the order log does not any more. LOG_SHRANK: the log has fewer orders than
 * before. LOG_CHANGED: it has as many, but others.
 */
export type LogLinkProblem = 'LOG_DROPPED' | 'LOG_SHRANK' | 'LOG_CHANGED';

/** What is wrong with the heads of two ticks that follow each other. Whether one log grew into the other needs a proof. */
export function logLinkProblem(
  { log: last = null }: Pick<CanonicalTick, 'log'>,
  { log: next = null }: Pick<CanonicalTick, 'log'>,
): LogLinkProblem | null {
  if (last === null) return null;
  if (next === null) return 'LOG_DROPPED';
  if (next.size < last.size) return 'LOG_SHRANK';
  return next.size === last.size && next.root !== last.root ? 'LOG_CHANGED' : null;
}

/** Whether a tick that is no valid price repeats the one before it, as the chain demands. So it cannot steer the prices after it. */
export function repeatsPrice(
  last: Pick<CanonicalTick, 'price'>,
  next: Pick<CanonicalTick, 'price' | 'status'>,
): boolean {
  return next.status === 'OK' || next.price === last.price;
}

function logLines({ size, root }: LogHead): string[] {
  assert(size >= 0n, 'a log has no fewer than no orders');
  assert(isHash(root), 'a root is 64 hex digits');
  return [size.toString(), root];
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
