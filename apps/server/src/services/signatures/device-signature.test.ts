import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSignedBy } from './device-signature.ts';

const TEXT = 'an order';

function makeDevice() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const raw = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return {
    raw,
    signText: (text: string) => sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }),
  };
}

describe('a signature by a key of P-256', () => {
  it('holds for its text and its key alone', async () => {
    const device = makeDevice();
    const signature = device.signText(TEXT);

    await expect(isSignedBy(device.raw, TEXT, signature)).resolves.toBe(true);
    await expect(isSignedBy(device.raw, 'another order', signature)).resolves.toBe(false);
    await expect(isSignedBy(makeDevice().raw, TEXT, signature)).resolves.toBe(false);
  });

  it.each([
    ['first', 0],
    ['second', 32],
  ])('holds whatever byte its %s number begins with', async (_, from) => {
    const device = makeDevice();
    // Zero is the rare one: once in 256 signatures.
    for (const isWanted of [
      (byte: number) => byte === 0,
      (byte: number) => byte >= 0x80,
      (byte: number) => byte < 0x80,
    ]) {
      let signature = device.signText(TEXT);
      while (!isWanted(signature[from] ?? -1)) signature = device.signText(TEXT);

      await expect(isSignedBy(device.raw, TEXT, signature)).resolves.toBe(true);
    }
  });

  it.each([
    ['of zeros', Buffer.alloc(64)],
    ['of the largest numbers', Buffer.alloc(64, 0xff)],
  ])('is none %s', async (_, signature) => {
    await expect(isSignedBy(makeDevice().raw, TEXT, signature)).resolves.toBe(false);
  });

  it.each([0, 63, 65, 128])('is none of %d bytes', async (length) => {
    const device = makeDevice();
    const signature = Buffer.concat([device.signText(TEXT), Buffer.alloc(64)]).subarray(0, length);

    await expect(isSignedBy(device.raw, TEXT, signature)).resolves.toBe(false);
  });
});
