/**
 * One signature for the acceptances of many orders. The site signs the root of a tree with the texts of all acceptances as its
 * leaves; each order gets that note and the proof that its own text is a leaf. The layout is that of C2SP tlog-proof: a first
 * line, the index, the hashes from the leaf to the root, an empty line, the note. Rules: https://c2sp.org/tlog-proof.
 *
 * A tree is made once and never grows, so it is no log: its first line is not that of the order log.
 */
import { assert } from '@candor/domain/assert';
import type { ProofCrypto } from './crypto-port.ts';
import { fromBase64, toBase64, toHex, utf8 } from './encoding.ts';
import { parseNote } from './signed-note.ts';
import { logCheckpointText, parseLogCheckpointText } from './order-log/log-checkpoint.ts';
import { hashLeaf, hashNode, splitOf } from './order-log/tree.ts';
import type { Bytes, Sha256 } from './order-log/tree.ts';
import { verifyInclusion } from './order-log/verify-proof.ts';

const FORMAT = 'candor-shared-acceptance-v1';
/** The first line of what is signed. */
export const SHARED_ORIGIN = 'candor-acceptances-v1';
const INDEX = /^index (0|[1-9]\d*)$/;

/** @returns the text to sign, and for each acceptance what comes before the note */
export function shareAcceptances(
  texts: readonly string[],
  sha256: Sha256,
): { readonly text: string; readonly places: readonly string[] } {
  assert(texts.length > 0, 'a tree has leaves');
  const tree = treeOver(
    texts.map((text) => hashLeaf(utf8(text), sha256)),
    sha256,
  );
  return {
    text: logCheckpointText({ size: texts.length, root: toHex(tree.hash) }, SHARED_ORIGIN),
    places: tree.proofs.map((proof, index) => `${FORMAT}\nindex ${index}\n${proof}\n`),
  };
}

/** The root of these leaves, and the lines of each one's proof. */
function treeOver(leaves: readonly Bytes[], sha256: Sha256): { hash: Bytes; proofs: readonly string[] } {
  const [only, ...others] = leaves;
  if (only !== undefined && others.length === 0) return { hash: only, proofs: [''] };
  const middle = splitOf(leaves.length);
  const left = treeOver(leaves.slice(0, middle), sha256);
  const right = treeOver(leaves.slice(middle), sha256);
  const [leftLine, rightLine] = [`${toBase64(left.hash)}\n`, `${toBase64(right.hash)}\n`];
  return {
    hash: hashNode(left.hash, right.hash, sha256),
    proofs: [...left.proofs.map((proof) => proof + rightLine), ...right.proofs.map((proof) => proof + leftLine)],
  };
}

/** The signed note of an acceptance: all of it, or the part that all orders of a tree have. */
export function noteOfAcceptance(acceptance: string): string {
  return acceptance.startsWith(`${FORMAT}\n`) ? acceptance.slice(endOfPlace(acceptance)) : acceptance;
}

/** Whether an acceptance says this text (acceptanceText), itself or by a leaf of its tree. It does not check the signature. */
export async function isAcceptanceOf(acceptance: string, text: string, crypto: ProofCrypto): Promise<boolean> {
  const note = parseNote(noteOfAcceptance(acceptance));
  if (!note.ok) return false;
  if (!acceptance.startsWith(`${FORMAT}\n`)) return note.value.text === text;
  const head = parseLogCheckpointText(note.value.text, SHARED_ORIGIN);
  const place = readPlace(acceptance.slice(0, endOfPlace(acceptance)));
  return head.ok && place !== null && (await verifyInclusion({ ...place, entry: utf8(text) }, head.value, crypto));
}

/** Where the note begins: after the first empty line. */
function endOfPlace(acceptance: string): number {
  const end = acceptance.indexOf('\n\n');
  return end === -1 ? acceptance.length : end + 2;
}

function readPlace(text: string): { index: number; proof: Uint8Array[] } | null {
  const [, indexLine = '', ...rest] = text.split('\n');
  const [, index] = INDEX.exec(indexLine) ?? [];
  // The last line and the empty one have ends.
  const proof = rest.slice(0, -2).map(fromBase64);
  const hashes = proof.filter((hash) => hash !== null);
  if (index === undefined || hashes.length !== proof.length) return null;
  return { index: Number(index), proof: hashes };
}
