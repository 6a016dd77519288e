import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { AssertionOptions, CreationOptions, PasskeyAssertion, PasskeyCreation } from '@candor/contract/factors';

/**
 * An authenticator in software: it makes ES256 passkeys and signs with them, in the bytes that browsers send (CBOR, COSE,
 * authenticator data). A test may make it lie.
 */
export interface SoftwareAuthenticator {
  create: (options: CreationOptions, lies?: Lies) => PasskeyCreation;
  sign: (options: AssertionOptions, lies?: Lies) => PasskeyAssertion;
}

interface Lies {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** False: nobody showed a finger, a face or a PIN. */
  verified?: boolean;
  signCount?: number;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export function createSoftwareAuthenticator(origin: string): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  let count = 0;
  const clientDataOf = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(JSON.stringify({ type, challenge: lies.challenge ?? challenge, origin: lies.origin ?? origin }));
  const authDataOf = (rpId: string, lies: Lies, extra: Buffer = Buffer.alloc(0)) => {
    count += 1;
    const flags = PRESENT | (lies.verified === false ? 0 : VERIFIED) | (extra.length > 0 ? HAS_CREDENTIAL : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lies.signCount ?? count);
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.of(flags), counter, extra]);
  };
  const id = credentialId.toString('base64url');
  return {
    create: (options, lies = {}) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)]);
      const attestation = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authDataOf(options.rp.id, lies, credential)],
        ]),
      );
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientDataOf('webauthn.create', options.challenge, lies).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal', 'of a later time'],
        },
      };
    },
    sign: (options, lies = {}) => {
      const clientData = clientDataOf('webauthn.get', options.challenge, lies);
      const authData = authDataOf(options.rpId, lies);
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(clientData)]))
        .sign(privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}

function sha256(bytes: string | Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** A public key as COSE writes it (RFC 9053): EC2, ES256, P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

type Cbor = number | string | Buffer | Map<string, Cbor> | Map<number, Cbor>;

/** The part of CBOR (RFC 8949) that an attestation needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([name, entry]) => [cbor(name), cbor(entry)])]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.of((major << 5) | size);
  if (size < 256) return Buffer.of((major << 5) | 24, size);
  return Buffer.of((major << 5) | 25, size >> 8, size & 0xff);
}
