/**
 * Checkpoints: the signed heads of a product's tick chain. Each names the hourly checkpoint before it. A person who
 * kept one can check whether every later history still contains it.
 */
import { assert } from '@candor/domain/assert';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import { isHash, isLine, isoText, parseIso } from './lines.ts';

export const CHECKPOINT_KINDS = ['hour', 'minute'] as const;

export type CheckpointKind = (typeof CHECKPOINT_KINDS)[number];

/** The value that the first hourly checkpoint of a product, and every minute before it, has as its predecessor. */
export const NO_CHECKPOINT_HASH = '0'.repeat(64);

const CHECKPOINT_FORMAT = 'candor-checkpoint-v1';
const SLOT_MS = 60_000;
const HOUR_MS = 60 * SLOT_MS;
const SEQ = /^[1-9]\d{0,18}$/;

export type Checkpoint = {
  readonly product: string;
  /** A slot on the full hour has one checkpoint, of kind hour. It is also the checkpoint of that minute. */
  readonly kind: CheckpointKind;
  /** Epoch ms, a whole UTC minute. */
  readonly slot: number;
  /** The newest tick with `at` <= slot: its number, moment (epoch ms) and hash. */
  readonly seq: bigint;
  readonly at: number;
  readonly hash: string;
  /** SHA-256 of the text of the newest hourly checkpoint before this one, hex; NO_CHECKPOINT_HASH without one. */
  readonly previous: string;
};

/** Why a checkpoint does not follow another. */
export type ExtensionProblem =
  | 'PRODUCT_DIFFERS'
  | 'SLOT_NOT_LATER'
  | 'HEAD_BEHIND'
  | 'HEAD_CHANGED'
  | 'PREVIOUS_DIFFERS';

/** The text that is signed. */
export function checkpointText(checkpoint: Checkpoint): string {
  assert(isLine(checkpoint.product), 'a product is one line');
  assert(isSlot(checkpoint.slot, checkpoint.kind), 'an hour lies on a full hour, a minute on any other');
  assert(checkpoint.seq > 0n, 'a head has a number');
  assert(checkpoint.at <= checkpoint.slot, 'a head is no newer than its slot');
  assert(isHash(checkpoint.hash) && isHash(checkpoint.previous), 'hashes are 64 hex digits');
  const lines = [
    CHECKPOINT_FORMAT,
    checkpoint.product,
    checkpoint.kind,
    isoText(checkpoint.slot),
    checkpoint.seq.toString(),
    isoText(checkpoint.at),
    checkpoint.hash,
    checkpoint.previous,
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Reads only what checkpointText writes. */
export function parseCheckpointText(text: string): Result<Checkpoint, 'CHECKPOINT_MALFORMED'> {
  const [format, product = '', kindText, slotText = '', seqText = '', atText = '', hash = '', previous = '', ...rest] =
    text.split('\n');
  const kind = CHECKPOINT_KINDS.find((known) => known === kindText);
  const slot = parseIso(slotText);
  const at = parseIso(atText);
  if (format !== CHECKPOINT_FORMAT || rest.length !== 1 || rest[0] !== '') return err('CHECKPOINT_MALFORMED');
  if (kind === undefined || slot === null || at === null || at > slot) return err('CHECKPOINT_MALFORMED');
  if (!isSlot(slot, kind) || !SEQ.test(seqText) || !isLine(product)) return err('CHECKPOINT_MALFORMED');
  if (!isHash(hash) || !isHash(previous)) return err('CHECKPOINT_MALFORMED');
  return ok({ product, kind, slot, seq: BigInt(seqText), at, hash, previous });
}

/**
 * Whether `next` may follow `last`, the checkpoint of the same product directly before it, of either kind. In a list of
 * hourly checkpoints only, `last` is the hourly one before it. `lastTextHash` is the SHA-256 of the text of `last`,
 * hex.
 */
export function extendsCheckpoint(
  last: Checkpoint,
  lastTextHash: string,
  next: Checkpoint,
): Result<null, ExtensionProblem> {
  if (next.product !== last.product) return err('PRODUCT_DIFFERS');
  if (next.slot <= last.slot) return err('SLOT_NOT_LATER');
  if (next.seq < last.seq || next.at < last.at) return err('HEAD_BEHIND');
  if (next.seq === last.seq && (next.hash !== last.hash || next.at !== last.at)) return err('HEAD_CHANGED');
  if (next.seq > last.seq && next.at === last.at) return err('HEAD_CHANGED');
  const newestHour = last.kind === 'hour' ? lastTextHash : last.previous;
  return next.previous === newestHour ? ok(null) : err('PREVIOUS_DIFFERS');
}

function isSlot(slot: number, kind: CheckpointKind): boolean {
  return slot % SLOT_MS === 0 && (slot % HOUR_MS === 0) === (kind === 'hour');
}
