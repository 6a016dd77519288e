/** Whether quicknet signed a round: BLS over BLS12-381, signatures in G1, RFC 9380 hash to curve. Loads a library of its own. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { QUICKNET } from './beacon.ts';
import type { BeaconRound } from './beacon.ts';
import type { ProofCrypto } from './crypto-port.ts';

const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
const SIGNATURE = /^[0-9a-f]{96}$/;
const scheme = bls12_381.shortSignatures;
const publicKey = bls12_381.G2.Point.fromHex(QUICKNET.publicKey);

/** Tens of milliseconds of computing. False for anything that is no such signature. */
export async function verifyRound(
  { round, signature }: BeaconRound,
  { sha256 }: Pick<ProofCrypto, 'sha256'>,
): Promise<boolean> {
  if (!Number.isSafeInteger(round) || round < 1 || !SIGNATURE.test(signature)) return false;
  const number = new DataView(new ArrayBuffer(8));
  number.setBigUint64(0, BigInt(round));
  const digest = await sha256(new Uint8Array(number.buffer));
  try {
    return scheme.verify(scheme.Signature.fromHex(signature), scheme.hash(digest, DOMAIN), publicKey);
  } catch {
    // Bytes that are no point of the group.
    return false;
  }
}
