import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import { acceptanceText } from '@candor/proof/acceptance';
import { isAcceptanceOf, noteOfAcceptance } from '@candor/proof/shared-acceptance';
import { parseNote, verifyNote } from '@candor/proof/signed-note';
import { describe, expect, it } from 'vitest';
import { nodeCrypto } from '../receipts/node-crypto.ts';
import { createSignatures } from './signatures.ts';
import { keyOfSeed } from './signing-key.ts';
import type { SigningKey } from './signing-key.ts';

/** More than two signatures cover. */
const MANY = 500;

function makeKey() {
  return keyOfSeed(randomBytes(32));
}

function isSigned(by: SigningKey, text: string, signature: Uint8Array): boolean {
  const x = Buffer.from(by.publicKey).toString('base64url');
  return verify(null, Buffer.from(text), { key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }, signature);
}

function makeDevice() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return { raw, signText: (text: string) => sign(null, Buffer.from(text), privateKey) };
}

describe('signatures on another thread', () => {
  it('answers each of a crowd with its own signature', async () => {
    const [one, other] = [makeKey(), makeKey()];
    const keyOf = (index: number) => (index % 2 === 0 ? one : other);

    const signatures = await Promise.all(
      Array.from({ length: MANY }, async (_, index) => await keyOf(index).sign(`正文 ${index}`)),
    );

    const held = signatures.map((signature, index) => isSigned(keyOf(index), `正文 ${index}`, signature));
    expect(held).toEqual(Array.from({ length: MANY }, () => true));
  });

  it('judges each of a crowd alone, beside tasks of the other kind', async () => {
    const device = makeDevice();
    const key = makeKey();
    const made = createSignatures();

    const verdicts = await Promise.all(
      Array.from({ length: MANY }, async (_, index) => {
        await key.sign('a note');
        const text = index % 3 === 0 ? 'another order' : `order ${index}`;
        return await made.isSignedBy(device.raw, `order ${index}`, device.signText(text));
      }),
    );

    expect(verdicts).toEqual(Array.from({ length: MANY }, (_, index) => index % 3 !== 0));
  });

  it('signs the acceptances of a crowd a few times, by the key of each', async () => {
    const signers = ['00000001', '00000002'].map((keyHash) => ({ ...makeKey(), name: 'candor', keyHash }));
    const [one, other] = signers;
    if (one === undefined || other === undefined) throw new Error('there are two');
    const made = createSignatures();
    const signerOf = (index: number) => (index % 5 === 0 ? other : one);
    const textOf = (index: number) => acceptanceText(`o${index}`, 'a'.repeat(64), 'b'.repeat(64));

    const acceptances = await Promise.all(
      Array.from({ length: MANY }, async (_, index) => {
        return await made.shareAcceptance(signerOf(index), textOf(index));
      }),
    );

    const notes = new Set(acceptances.map(noteOfAcceptance));
    const sizes = [...notes].map((note) => {
      const parsed = parseNote(note);
      return parsed.ok ? Number(parsed.value.text.split('\n')[1]) : 0;
    });
    // At most 64 texts are under one signature.
    expect(notes.size).toBeLessThanOrEqual(2 * Math.ceil(MANY / 64));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(MANY);
    for (const [index, acceptance] of acceptances.entries()) {
      const verified = await verifyNote(noteOfAcceptance(acceptance), [signerOf(index)], nodeCrypto);
      const said = [textOf(index), textOf(index + 1)].map(
        async (text) => await isAcceptanceOf(acceptance, text, nodeCrypto),
      );
      expect([verified.ok, ...(await Promise.all(said))]).toEqual([true, true, false]);
    }
  });

  it('refuses acceptances that cannot be signed together, and answers what stands beside them', async () => {
    const sound = { ...makeKey(), name: 'candor', keyHash: '00000002' };
    const made = createSignatures();
    const unsound = {
      name: 'candor',
      keyHash: '00000001',
      sign: async () => await Promise.reject(new Error('the key is away')),
    };

    const [refused, beside] = await Promise.allSettled([
      made.shareAcceptance(unsound, 'a text'),
      made.shareAcceptance(sound, 'another text'),
    ]);

    expect(refused.status).toBe('rejected');
    expect(beside.status).toBe('fulfilled');
  });

  it('refuses a task that throws, and answers the ones beside it', async () => {
    const key = makeKey();
    const made = createSignatures();

    const [before, thrown, after] = await Promise.allSettled([
      key.sign('before'),
      made.isSignedBy(Buffer.alloc(65, 4), 'an order', Buffer.alloc(64, 1)),
      key.sign('after'),
    ]);

    expect(thrown.status).toBe('rejected');
    expect(before.status).toBe('fulfilled');
    expect(after.status === 'fulfilled' && isSigned(key, 'after', after.value)).toBe(true);
  });
});
