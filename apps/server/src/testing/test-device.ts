import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto';
import type { JsonWebKey, KeyObject } from 'node:crypto';
import { deviceSignature, textOfCall } from '@candor/contract/signed-calls';
import type { SignedCall } from '@candor/contract/signed-calls';
import type { OrderBody } from '@candor/contract/trading';
import { isoText } from '@candor/proof/lines';
import { orderRequestText } from '@candor/proof/order-request';
import type { OrderRequest } from '@candor/proof/order-request';

/** A device with a key of its own, as a browser is. */
export interface TestDevice {
  /** The public key as a login sends it. */
  readonly deviceKey: string;
  /** The whole key, for a browser of a test. */
  readonly jwk: JsonWebKey;
  /** The header that signs this call. */
  readonly sign: (call: CallToSign) => string;
  /** What a call to place an order says of this device's signature. */
  readonly signOrder: (order: OrderToSign) => NonNullable<OrderBody['request']>;
}

export interface CallToSign extends Pick<SignedCall, 'method' | 'path'> {
  readonly body?: string | Buffer | undefined;
  readonly idempotencyKey: string;
  readonly timeMs?: number;
  readonly nonce?: string;
}

export type OrderToSign = Omit<OrderRequest, 'publicKey' | 'acceptBy'> & { readonly acceptBy: number };

export function makeDevice(kind: 'P-256' | 'Ed25519' = 'P-256'): TestDevice {
  return kind === 'P-256'
    ? madeOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }))
    : madeOf(generateKeyPairSync('ed25519'));
}

function madeOf({ publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }): TestDevice {
  const { x = '', y } = publicKey.export({ format: 'jwk' });
  const isPoint = y !== undefined;
  const bytesOf = (text: string) => Buffer.from(text, 'base64url');
  const raw = isPoint ? Buffer.concat([Buffer.of(4), bytesOf(x), bytesOf(y)]) : bytesOf(x);
  const signatureOf = (text: string) =>
    sign(isPoint ? 'sha256' : null, Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return {
    deviceKey: raw.toString('base64url'),
    jwk: privateKey.export({ format: 'jwk' }),
    sign: ({ body = '', timeMs = Date.now(), nonce = randomBytes(16).toString('base64url'), ...call }) => {
      const text = textOfCall({ ...call, bodyHash: hash('sha256', body, 'hex'), timeMs, nonce });
      return deviceSignature({ timeMs, nonce }, signatureOf(text).toString('base64url'));
    },
    signOrder: (order) => {
      const text = orderRequestText({ ...order, publicKey: raw.toString('hex') });
      const moments = { signedAt: isoText(order.signedAt), acceptBy: isoText(order.acceptBy) };
      return { ...moments, signature: signatureOf(text).toString('hex') };
    },
  };
}

/** By token: the devices of the sessions that tests opened. A device key belongs to one member. */
const devices = new Map<string, TestDevice>();
/** The device of sessions that a test opened in another way. */
const OTHER_DEVICE = makeDevice();

/** Remembers the device of a session, with which `callerOf` signs. */
export function keepDevice(token: string, device: TestDevice): void {
  devices.set(token, device);
}

export function deviceOf(token: string | undefined): TestDevice {
  return (token === undefined ? undefined : devices.get(token)) ?? OTHER_DEVICE;
}
