/** The body of add-checkpoint, and the words of the answers. Rules: https://c2sp.org/tlog-witness. */
import { fromBase64, toBase64 } from '../encoding.ts';
import { HASH_BYTES } from './tree.ts';

const PROOF_LINES_MAX = 63;
const OLD = /^old (0|[1-9]\d*)$/;

/** Longer than any body: a proof, and a checkpoint with dozens of signature lines. */
export const BODY_BYTES_MAX = 64 * 1024;

export type AddCheckpoint = {
  /** The size from which the proof leads on. */
  readonly old: number;
  readonly proof: readonly Uint8Array[];
  readonly note: string;
};

export function writeAddCheckpoint({ old, proof, note }: AddCheckpoint): string {
  return [`old ${old}\n`, ...proof.map((hash) => `${toBase64(hash)}\n`), '\n', note].join('');
}

/** Reads only what writeAddCheckpoint writes; null for any other text. The note is not looked at. */
export function parseAddCheckpoint(body: string): AddCheckpoint | null {
  const end = body.indexOf('\n\n');
  if (end < 0) return null;
  const [oldLine = '', ...proofLines] = body.slice(0, end).split('\n');
  const old = Number(OLD.exec(oldLine)?.[1] ?? Number.NaN);
  const proof = proofLines.map((line) => fromBase64(line));
  if (!Number.isSafeInteger(old) || proof.length > PROOF_LINES_MAX) return null;
  const hashes = proof.filter((hash) => hash?.length === HASH_BYTES).filter((hash) => hash !== null);
  return hashes.length === proof.length ? { old, proof: hashes, note: body.slice(end + 2) } : null;
}

export type Refusal = keyof typeof REFUSALS;

/** Why a checkpoint is not cosigned. The last three are what a witness is for. OTHERS_UNREAD and BEHIND_OTHERS accuse nobody. */
export const REFUSALS = {
  MALFORMED: { status: 400, words: 'This is not a request of add-checkpoint.' },
  OLD_TOO_LARGE: { status: 400, words: 'The old size is larger than the checkpoint.' },
  ORIGIN_UNKNOWN: { status: 404, words: 'This witness does not watch a log with this origin.' },
  KEY_UNKNOWN: { status: 403, words: 'No signature is by a key of a log that this witness watches.' },
  OLD_DIFFERS: { status: 409, words: 'The proof does not begin at the size that this witness cosigned last.' },
  OTHERS_UNREAD: { status: 503, words: 'What the other witnesses cosigned cannot be compared yet. Come again.' },
  BEHIND_OTHERS: { status: 503, words: 'Other witnesses cosigned a longer log. Come again.' },
  ROOT_DIFFERS: { status: 409, words: 'TWO HISTORIES: the site signed two different logs of the same size.' },
  PROOF_WRONG: { status: 422, words: 'HISTORY CHANGED: the log does not begin with what the site signed before.' },
  FORKED: { status: 422, words: 'FORK: other witnesses cosigned another log of this site.' },
} as const;
