import { createHash, createPublicKey, verify } from 'node:crypto';
import type { ProofCrypto } from '@candor/proof/crypto-port';

/** What verifying a receipt needs, from Node itself. */
export const nodeCrypto: ProofCrypto = {
  sha256: async (bytes) => await Promise.resolve(new Uint8Array(createHash('sha256').update(bytes).digest())),
  verifyEd25519: async (publicKey, message, signature) => {
    const x = Buffer.from(publicKey).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return await Promise.resolve(verify(null, message, key, signature));
  },
  verifyP256: async (publicKey, message, signature) => {
    try {
      const part = (from: number, to: number) => Buffer.from(publicKey.subarray(from, to)).toString('base64url');
      const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: part(1, 33), y: part(33, 65) }, format: 'jwk' });
      return await Promise.resolve(verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature));
    } catch {
      return false;
    }
  },
};
