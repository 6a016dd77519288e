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
};
