import { createECDH, createHash, createPrivateKey, sign } from 'node:crypto';

/*
 * How the site proves to a push service that it is the one the device subscribed to (RFC 8292). The key comes from a secret
 * of the site, so every process has the same one.
 */

const LIFE_SEC = 12 * 3_600;

export interface Vapid {
  /** What a browser needs to subscribe: the public key, base64url. */
  readonly publicKey: string;
  /** The Authorization header of a message to a push service. @param origin that of its endpoint */
  readonly header: (origin: string, nowMs: number) => string;
}

/** @param contact where the push service may complain: a `mailto:` or `https:` address */
export function createVapid(secret: Buffer, contact: string | undefined): Vapid {
  const { privateKey, publicKey } = keyPair(secret);
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey.toString('base64url'),
      x: publicKey.subarray(1, 33).toString('base64url'),
      y: publicKey.subarray(33).toString('base64url'),
    },
  });
  const shown = publicKey.toString('base64url');
  return {
    publicKey: shown,
    header: (origin, nowMs) => {
      const claims = { aud: origin, exp: Math.floor(nowMs / 1_000) + LIFE_SEC, ...(contact && { sub: contact }) };
      const text = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`;
      const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
      return `vapid t=${text}.${signature.toString('base64url')}, k=${shown}`;
    },
  };
}

/** Nearly every 32 bytes are a key of the curve; the very few that are not are hashed once more. */
function keyPair(secret: Buffer): { privateKey: Buffer; publicKey: Buffer } {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(secret);
  } catch {
    return keyPair(createHash('sha256').update(secret).digest());
  }
  return { privateKey: secret, publicKey: pair.getPublicKey() };
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
