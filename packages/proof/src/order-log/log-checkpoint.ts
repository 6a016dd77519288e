/**
 * The signed head of the order log, a checkpoint of C2SP tlog-checkpoint: the site signs size and root, and witnesses add
 * their lines below. Rules: https://c2sp.org/tlog-checkpoint.
 */
import { assert } from '@candor/domain/assert';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { ProofCrypto } from '../crypto-port.ts';
import { fromBase64, fromHex, toBase64, toHex } from '../encoding.ts';
import { isHash } from '../lines.ts';
import { splitNote, verifySignature } from '../signed-note.ts';
import type { NoteLine, NoteProblem, VerifierKey } from '../signed-note.ts';
import { EMPTY_ROOT, HASH_BYTES } from './tree.ts';
import type { TreeHead } from './verify-proof.ts';

/** The first line: which log it is. A site has one. */
export const LOG_ORIGIN = 'candor-order-log';

const SIZE = /^(?:0|[1-9]\d*)$/;

export type LogCheckpointProblem = NoteProblem | 'LOG_CHECKPOINT_MALFORMED';

export type VerifiedLogCheckpoint<Key extends VerifierKey> = {
  readonly head: TreeHead;
  /** The text that was signed. */
  readonly text: string;
  /** The site's key. */
  readonly key: Key;
  /** All signature lines, the site's and those of witnesses. */
  readonly lines: readonly NoteLine[];
};

/** The text that is signed. @param origin which tree it is: one line */
export function logCheckpointText({ size, root }: TreeHead, origin = LOG_ORIGIN): string {
  const hash = fromHex(root);
  assert(Number.isSafeInteger(size) && size >= 0, 'a size is a count');
  assert(hash !== null && isHash(root), 'a root is 64 hex digits');
  assert((size === 0) === (root === EMPTY_ROOT), 'only the tree without leaves has its root');
  return `${origin}\n${size}\n${toBase64(hash)}\n`;
}

/** Reads only what logCheckpointText writes: no other tree, no further lines. */
export function parseLogCheckpointText(
  text: string,
  origin = LOG_ORIGIN,
): Result<TreeHead, 'LOG_CHECKPOINT_MALFORMED'> {
  const [first, sizeText = '', rootText = '', end, ...more] = text.split('\n');
  const [size, root] = [Number(sizeText), fromBase64(rootText)];
  if (first !== origin || end !== '' || more.length > 0) return err('LOG_CHECKPOINT_MALFORMED');
  if (!SIZE.test(sizeText) || !Number.isSafeInteger(size)) return err('LOG_CHECKPOINT_MALFORMED');
  if (root?.length !== HASH_BYTES || (size === 0) !== (toHex(root) === EMPTY_ROOT))
    return err('LOG_CHECKPOINT_MALFORMED');
  return ok({ size, root: toHex(root) });
}

/** Whether one of `keys` signed the checkpoint. Lines of other keys are allowed and not checked. */
export async function verifyLogCheckpoint<Key extends VerifierKey>(
  note: string,
  keys: readonly Key[],
  crypto: ProofCrypto,
): Promise<Result<VerifiedLogCheckpoint<Key>, LogCheckpointProblem>> {
  const split = splitNote(note);
  if (!split.ok) return split;
  const { text, lines } = split.value;
  let isNamed = false;
  for (const { name, keyHash, body } of lines) {
    for (const key of keys.filter((known) => known.name === name && known.keyHash === keyHash)) {
      isNamed = true;
      if (!(await verifySignature(key, text, body, crypto))) continue;
      const head = parseLogCheckpointText(text);
      return head.ok ? ok({ head: head.value, text, key, lines }) : head;
    }
  }
  return err(isNamed ? 'SIGNATURE_WRONG' : 'KEY_UNKNOWN');
}
