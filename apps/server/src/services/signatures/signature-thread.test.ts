import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { acceptanceText } from '@candor/proof/acceptance';
import { isAcceptanceOf, noteOfAcceptance } from '@candor/proof/shared-acceptance';
import { parseNote, verifyNote } from '@candor/proof/signed-note';
import { describe, expect, it } from 'vitest';
import { nodeCrypto } from '../receipts/node-crypto.ts';
import { createSignatureThread } from './signature-thread.ts';

/** More than two messages hold. */
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

describe('the thread of signatures', () => {
  it('answers each of a crowd with its own signature', async () => {
    const [one, other] = [makeKey(), makeKey()];
    const thread = createSignatureThread();
    const keyOf = (index: number) => (index % 2 === 0 ? one : other);

    const signatures = await Promise.all(
      Array.from({ length: MANY }, async (_, index) => await thread.sign(keyOf(index).privateKey, `正文 ${index}`)),
    );

    const held = signatures.map((signature, index) =>
      verify(null, Buffer.from(`正文 ${index}`), keyOf(index).publicKey, signature),
    );
    expect(held).toEqual(Array.from({ length: MANY }, () => true));
  });

  it('judges each of a crowd alone, beside tasks of the other kind', async () => {
    const device = makeDevice();
    const { privateKey } = makeKey();
    const thread = createSignatureThread();

    const verdicts = await Promise.all(
      Array.from({ length: MANY }, async (_, index) => {
        await thread.sign(privateKey, 'a note');
        const text = index % 3 === 0 ? 'another order' : `order ${index}`;
        return await thread.isSignedBy(device.raw, `order ${index}`, device.signText(text));
      }),
    );

    expect(verdicts).toEqual(Array.from({ length: MANY }, (_, index) => index % 3 !== 0));
  });

  it('signs the acceptances of a crowd a few times, by the key of each', async () => {
    const signers = ['00000001', '00000002'].map((keyHash) => ({ ...makeKey(), name: 'candor', keyHash }));
    const [one, other] = signers;
    if (one === undefined || other === undefined) throw new Error('there are two');
    const thread = createSignatureThread();
    const signerOf = (index: number) => (index % 5 === 0 ? other : one);
    const textOf = (index: number) => acceptanceText(`o${index}`, 'a'.repeat(64), 'b'.repeat(64));

    const acceptances = await Promise.all(
      Array.from({ length: MANY }, async (_, index) => {
        const { privateKey: key, name, keyHash } = signerOf(index);
        return await thread.shareAcceptance({ key, name, keyHash }, textOf(index));
      }),
    );

    const notes = new Set(acceptances.map(noteOfAcceptance));
    const sizes = [...notes].map((note) => {
      const parsed = parseNote(note);
      return parsed.ok ? Number(parsed.value.text.split('\n')[1]) : 0;
    });
    // At most 64 texts go to the thread as one message.
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
    const thread = createSignatureThread();
    const unsound = { key: publicKey, name: 'candor', keyHash: '00000001' };

    const [refused, beside] = await Promise.allSettled([
      thread.shareAcceptance(unsound, 'a text'),
      thread.sign(privateKey, 'a note'),
    ]);

    expect(refused.status).toBe('rejected');
    expect(beside.status).toBe('fulfilled');
  });

  it('refuses a task that throws, and answers the ones beside it', async () => {
    const { privateKey, publicKey } = makeKey();
    const thread = createSignatureThread();

    const [before, thrown, after] = await Promise.allSettled([
      thread.sign(privateKey, 'before'),
      thread.isSignedBy(Buffer.alloc(65, 4), 'an order', Buffer.alloc(64, 1)),
      thread.sign(privateKey, 'after'),
    ]);

    expect(thrown.status).toBe('rejected');
    expect(before.status).toBe('fulfilled');
    expect(after.status === 'fulfilled' && verify(null, Buffer.from('after'), publicKey, after.value)).toBe(true);
  });

  it('lets nobody wait for a thread that ended, and starts another one for the next', async () => {
    const { privateKey } = makeKey();
    const ending = `import { parentPort } from 'node:worker_threads';
      parentPort.once('message', () => process.exit(1));`;
    const thread = createSignatureThread(new URL(`data:text/javascript,${encodeURIComponent(ending)}`));

    for (const round of ['first', 'second']) {
      const lost = await Promise.allSettled(
        Array.from({ length: MANY }, async () => await thread.sign(privateKey, round)),
      );
      expect(lost.map(({ status }) => status)).toEqual(Array.from({ length: MANY }, () => 'rejected'));
    }
  });

  it('ends with an error if its file cannot be run', async () => {
    const { privateKey } = makeKey();
    const thread = createSignatureThread(new URL('data:text/javascript,no program'));

    await expect(thread.sign(privateKey, 'a note')).rejects.toThrow('the thread of signatures ended');
  });
});
