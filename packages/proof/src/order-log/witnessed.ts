/**
 * Whether witnesses that a reader chose have seen the log that a receipt names. A witness cosigns only a head that
 * continues the ones it cosigned before, so a site that shows two logs gets the lines of each witness for one of them.
 */
import { assert } from '@candor/domain/assert';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { ProofCrypto } from '../crypto-port.ts';
import type { VerifierKey } from '../signed-note.ts';
import { parseWitnessKey, verifyCosignatures, witnessKeyText } from './cosignature.ts';
import type { WitnessKey } from './cosignature.ts';
import { isPrefix } from './follow-head.ts';
import type { FollowContext } from './follow-head.ts';
import { verifyLogCheckpoint } from './log-checkpoint.ts';
import type { TreeHead } from './verify-proof.ts';

const WITNESSES_MAX = 16;
const NOTES_MAX = 64;

/** How many of these witnesses must have seen a head. */
export type WitnessPolicy = { readonly quorum: number; readonly keys: readonly WitnessKey[] };

/** The newest head that a witness cosigned. */
export type CosignedHead = {
  readonly key: WitnessKey;
  readonly head: TreeHead;
  readonly note: string;
  /** When the witness says that it saw it, in seconds since 1970. */
  readonly atSec: number;
};

/**
 * covered: as many witnesses as needed cosigned a head that contains the receipt's. open: not yet so many. contradicted: a
 * witness cosigned another log of the site.
 */
export type WitnessJudgement =
  | { readonly kind: 'covered' | 'open'; readonly names: readonly string[] }
  | { readonly kind: 'contradicted'; readonly by: CosignedHead };

/** "2 key key key": how many, and the witnesses' keys. The same key twice counts once, so it is refused. */
export async function parseWitnessPolicy(
  text: string,
  crypto: ProofCrypto,
): Promise<Result<WitnessPolicy, 'POLICY_MALFORMED'>> {
  const [quorumText = '', ...keyTexts] = text.trim().split(/\s+/);
  const quorum = Number(quorumText);
  if (keyTexts.length > WITNESSES_MAX || new Set(keyTexts).size < keyTexts.length) return err('POLICY_MALFORMED');
  if (!/^[1-9]\d?$/.test(quorumText) || quorum > keyTexts.length) return err('POLICY_MALFORMED');
  const keys: WitnessKey[] = [];
  for (const keyText of keyTexts) {
    const key = await parseWitnessKey(keyText, crypto);
    if (!key.ok) return err('POLICY_MALFORMED');
    keys.push(key.value);
  }
  // One witness under two names would count as two.
  const secrets = new Set(keys.map(({ publicKey }) => publicKey.join()));
  return secrets.size === keys.length ? ok({ quorum, keys }) : err('POLICY_MALFORMED');
}

type Seen = Pick<CosignedHead, 'head' | 'atSec'>;

function isNewer(seen: Seen, known: Seen): boolean {
  return seen.head.size === known.head.size ? seen.atSec > known.atSec : seen.head.size > known.head.size;
}

/** Of each of the witnesses the newest head among the notes, as it was cosigned last. A note needs the site's signature too. */
export async function newestCosigned(
  notes: readonly string[],
  siteKeys: readonly VerifierKey[],
  witnesses: readonly WitnessKey[],
  crypto: ProofCrypto,
): Promise<CosignedHead[]> {
  const newest = new Map<string, CosignedHead>();
  for (const note of notes.slice(0, NOTES_MAX)) {
    const verified = await verifyLogCheckpoint(note, siteKeys, crypto);
    if (!verified.ok) continue;
    for (const { key, atSec } of await verifyCosignatures(verified.value, witnesses, crypto)) {
      const { head } = verified.value;
      const name = witnessKeyText(key);
      const known = newest.get(name);
      if (known === undefined || isNewer({ head, atSec }, known)) newest.set(name, { key, head, note, atSec });
    }
  }
  return [...newest.values()];
}

/**
 * @param entry the head that must be seen: that of the receipt's settlement, or the one that its entry tick names
 * @param kept another head of the same log that the reader has verified; null if there is none
 * @throws TileMissing, and what else the port throws
 */
export async function judgeWitnesses(
  { entry, kept }: { readonly entry: TreeHead; readonly kept: TreeHead | null },
  cosigned: readonly CosignedHead[],
  quorum: number,
  source: Pick<FollowContext, 'readTile' | 'crypto'>,
): Promise<WitnessJudgement> {
  assert(quorum > 0, 'a quorum of none proves nothing');
  for (const by of cosigned) {
    for (const head of kept === null ? [entry] : [entry, kept]) {
      const [older, newer] = head.size <= by.head.size ? [head, by.head] : [by.head, head];
      if (!(await isPrefix(older, newer, source))) return { kind: 'contradicted', by };
    }
  }
  const names = cosigned.filter(({ head }) => head.size >= entry.size).map(({ key }) => key.name);
  return { kind: names.length >= quorum ? 'covered' : 'open', names };
}
