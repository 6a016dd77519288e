/**
 * Whether the order log has an order that a member placed, by what the member's own device kept of it: the order as it was
 * accepted, and the nonce. Nothing that the site says about its own log is needed for that but the entries and their proofs.
 */
import type { ProofCrypto } from '../crypto-port.ts';
import { orderDocument } from '../order-document.ts';
import type { OrderTexts } from '../order-document.ts';
import { isNonce } from './commitment.ts';
import { orderEntry } from './entries.ts';
import { TILE_WIDTH } from './tiles.ts';
import type { EntryBundle } from './tiles.ts';
import { proofBytes, verifyInclusion } from './verify-proof.ts';

/** An order enters the log seconds before its entry. These many bundles are the orders of minutes. */
const BUNDLES_MAX = 4;

/** What a device kept when the order was accepted. */
export type KeptOrder = { readonly order: OrderTexts; readonly nonce: string };

/** What the site says of the order's place. Hashes in hex. */
export type PlaceClaim = {
  readonly nonce: string | null;
  readonly size: number;
  readonly root: string;
  /** Null if the site says that the log of that head does not have the order. */
  readonly index: number | null;
  readonly proof: readonly string[];
};

/**
 * LOG_NONCE_DIFFERS: another nonce than the device was told. LOG_PROOF_WRONG: the proof does not lead from the order to the
 * head. absent: the site itself says that the log does not have the order.
 */
export type PlaceJudgement = 'logged' | 'absent' | 'LOG_NONCE_DIFFERS' | 'LOG_PROOF_WRONG';

/** The 32 bytes that the log has of the order. Null if what was kept has no nonce of this form. */
export async function entryOf({ order, nonce }: KeptOrder, crypto: ProofCrypto): Promise<Uint8Array | null> {
  if (!isNonce(nonce)) return null;
  return await orderEntry(orderDocument(order), nonce, crypto);
}

export async function judgePlace(kept: KeptOrder, claim: PlaceClaim, crypto: ProofCrypto): Promise<PlaceJudgement> {
  if (claim.nonce !== kept.nonce) return 'LOG_NONCE_DIFFERS';
  if (claim.index === null) return 'absent';
  const entry = await entryOf(kept, crypto);
  const proof = proofBytes(claim.proof);
  const holds = entry !== null && (await verifyInclusion({ index: claim.index, entry, proof }, { ...claim }, crypto));
  return holds ? 'logged' : 'LOG_PROOF_WRONG';
}

/**
 * Where the newest entries of a log of this size have the entry; null if they do not. Entries that are found are no proof
 * yet: the inclusion proof is.
 * @param readEntries what it throws is passed on
 */
export async function findEntry(
  entry: Uint8Array,
  size: number,
  readEntries: (bundle: EntryBundle) => Promise<readonly Uint8Array[]>,
): Promise<number | null> {
  const last = Math.ceil(size / TILE_WIDTH) - 1;
  for (let n = last; n >= 0 && n > last - BUNDLES_MAX; n -= 1) {
    const entries = await readEntries({ n, width: Math.min(TILE_WIDTH, size - n * TILE_WIDTH) });
    const at = entries.findIndex((other) => isSame(other, entry));
    if (at >= 0) return n * TILE_WIDTH + at;
  }
  return null;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
