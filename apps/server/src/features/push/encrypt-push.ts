import { createCipheriv, createECDH, createHmac, randomBytes } from 'node:crypto';

/*
 * The encryption of a push message for one device (RFC 8291, in the encoding of RFC 8188). The push service sees the
 * length and nothing else.
 */

const CURVE = 'prime256v1';
const RECORD_BYTES = 4_096;
/** Every message is padded to this length, so that the length says nothing either. */
const PADDED_BYTES = 1_024;
const LAST_RECORD = 2;

export interface DeviceKeys {
  /** The public key of the device: an uncompressed point of P-256, 65 bytes. */
  readonly deviceKey: Buffer;
  /** 16 bytes that only the device and the site know. */
  readonly auth: Buffer;
}

/** What is random in a message; a test gives that of the RFC. */
export interface Randomness {
  readonly salt: Buffer;
  /** The private key of this one message. */
  readonly secret: Buffer;
  readonly paddedBytes: number;
}

/** @throws Error when the key of the device is no point of the curve, or the text is too long. */
export function encryptPush(text: string, { deviceKey, auth }: DeviceKeys, given?: Randomness): Buffer {
  const once = createECDH(CURVE);
  if (given === undefined) once.generateKeys();
  else once.setPrivateKey(given.secret);
  const salt = given?.salt ?? randomBytes(16);
  const publicKey = once.getPublicKey();

  const shared = hmac(auth, once.computeSecret(deviceKey));
  const input = hmac(shared, Buffer.from('WebPush: info\0'), deviceKey, publicKey, Buffer.of(1));
  const key = hmac(salt, input);
  const contentKey = hmac(key, Buffer.from('Content-Encoding: aes128gcm\0'), Buffer.of(1)).subarray(0, 16);
  const nonce = hmac(key, Buffer.from('Content-Encoding: nonce\0'), Buffer.of(1)).subarray(0, 12);

  const plain = Buffer.concat([Buffer.from(text), Buffer.of(LAST_RECORD)]);
  const paddedBytes = given?.paddedBytes ?? PADDED_BYTES;
  if (plain.length > Math.max(paddedBytes, 1)) throw new Error('a push message is too long');
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce);
  const padded = Buffer.concat([plain, Buffer.alloc(paddedBytes - plain.length)]);
  const sealed = Buffer.concat([cipher.update(padded), cipher.final(), cipher.getAuthTag()]);

  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, size, Buffer.of(publicKey.length), publicKey, sealed]);
}

function hmac(key: Buffer, ...parts: readonly Buffer[]): Buffer {
  const made = createHmac('sha256', key);
  for (const part of parts) made.update(part);
  return made.digest();
}
