import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { acceptanceText } from '@candor/proof/acceptance';
import { isAcceptanceOf, noteOfAcceptance } from '@candor/proof/shared-acceptance';
import { parseNote, verifyNote } from '@candor/proof/signed-note';
import { describe, expect, it } from 'vitest';
import { nodeCrypto } from '../receipts/node-crypto.ts';
import { createSignatures } from './signatures.ts';

/** More than two signatures cover. */
const MANY = 500;

function makeKey() {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

function makeDevice() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return { raw, signText: (text: string) => sign(null, Buffer.from(text), privateKey) };
}

describe('signatures on another thread', () => {
  it('answers each of a crowd with its own signature', async () => {
    const [one, other] = [makeKey(), makeKey()];
    const made = createSignatures();
    const keyOf = (index: number) => (index % 2 === 0 ? one : other);

    const signatures = await Promise.all(
      Array.from({ length: MANY }, async (_, index) => await made.sign(keyOf(index).privateKey, `正文 ${index}`)),
    );

    const held = signatures.map((signature, index) =>
      verify(null, Buffer.from(`正文 ${index}`), keyOf(index).publicKey, signature),
    );
    expect(held).toEqual(Array.from({ length: MANY }, () => true));
  });

  it('judges each of a crowd alone, beside tasks of the other kind', async () => {
    const device = makeDevice();
    const { privateKey } = makeKey();
    const made = createSignatures();

    const verdicts = await Promise.all(
      Array.from({ length: MANY }, async (_, index) => {
        await made.sign(privateKey, 'a note');
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
        const { privateKey: key, name, keyHash } = signerOf(index);
        return await made.shareAcceptance({ key, name, keyHash }, textOf(index));
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
      const { publicKey, name, keyHash } = signerOf(index);
      const key = {
        name,
        keyHash,
        publicKey: new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)),
      };
      const verified = await verifyNote(noteOfAcceptance(acceptance), [key], nodeCrypto);
      const said = [textOf(index), textOf(index + 1)].map(
        async (text) => await isAcceptanceOf(acceptance, text, nodeCrypto),
      );
      expect([verified.ok, ...(await Promise.all(said))]).toEqual([true, true, false]);
    }
  });

  it('refuses acceptances that cannot be signed together, and answers what stands beside them', async () => {
    const { privateKey, publicKey } = makeKey();
    const made = createSignatures();
    const unsound = { key: publicKey, name: 'candor', keyHash: '00000001' };

    const [refused, beside] = await Promise.allSettled([
      made.shareAcceptance(unsound, 'a text'),
      made.sign(privateKey, 'a note'),
    ]);

    expect(refused.status).toBe('rejected');
    expect(beside.status).toBe('fulfilled');
  });

  it('refuses a task that throws, and answers the ones beside it', async () => {
    const { privateKey, publicKey } = makeKey();
    const made = createSignatures();

    const [before, thrown, after] = await Promise.allSettled([
      made.sign(privateKey, 'before'),
      made.isSignedBy(Buffer.alloc(65, 4), 'an order', Buffer.alloc(64, 1)),
      made.sign(privateKey, 'after'),
    ]);

    expect(thrown.status).toBe('rejected');
    expect(before.status).toBe('fulfilled');
    expect(after.status === 'fulfilled' && verify(null, Buffer.from('after'), publicKey, after.value)).toBe(true);
  });
});
