import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto';
import { deviceSignature, textOfCall } from '@candor/contract/signed-calls';
import type { SignedCall } from '@candor/contract/signed-calls';
import type { OrderBody } from '@candor/contract/trading';
import { isoText } from '@candor/proof/lines';
import { orderRequestText } from '@candor/proof/order-request';
import type { OrderRequest } from '@candor/proof/order-request';

/** A device like any other: it has a key that nobody else has, and signs what a browser would sign. */
export interface DemoDevice {
  /** The public key as a login takes it. */
  readonly publicKey: Buffer;
  signCall(call: Omit<SignedCall, 'nonce' | 'bodyHash'> & { readonly body: string }): string;
  signOrder(
    order: Omit<OrderRequest, 'publicKey' | 'acceptBy'> & { readonly acceptBy: number },
  ): NonNullable<OrderBody['request']>;
}

export function createDemoDevice(): DemoDevice {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const signed = (text: string): Buffer =>
    sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return {
    publicKey: point,
    signCall: ({ body, timeMs, ...call }) => {
      const nonce = randomBytes(16).toString('base64url');
      const text = textOfCall({ ...call, timeMs, nonce, bodyHash: hash('sha256', body, 'hex') });
      return deviceSignature({ timeMs, nonce }, signed(text).toString('base64url'));
    },
    signOrder: (order) => ({
      signedAt: isoText(order.signedAt),
      acceptBy: isoText(order.acceptBy),
      signature: signed(orderRequestText({ ...order, publicKey: point.toString('hex') })).toString('hex'),
    }),
  };
}
