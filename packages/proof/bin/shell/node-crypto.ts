/** What the proofs need, from Node's own cryptography. */
import { createHash, createPublicKey, verify } from 'node:crypto';
import type { ProofCrypto } from '../../src/crypto-port.ts';
import type { Sha256 } from '../../src/order-log/tree.ts';

/** DER of an Ed25519 public key, up to its 32 bytes. */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/** DER of a P-256 public key, up to the 65 bytes of its point. */
const P256_SPKI_HEAD = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');

/** Not `hash`, which the first releases of Node 20 do not have. */
export const sha256: Sha256 = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest());

export const nodeCrypto: ProofCrypto = {
  sha256: async (bytes) => sha256(bytes),
  verifyEd25519: async (publicKey, message, signature) => {
    try {
      const der = Buffer.concat([SPKI_HEAD, publicKey]);
      return verify(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature);
    } catch {
      return false;
    }
  },
  verifyP256: async (publicKey, message, signature) => {
    try {
      const der = Buffer.concat([P256_SPKI_HEAD, publicKey]);
      const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
      return verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature);
    } catch {
      return false;
    }
  },
};
