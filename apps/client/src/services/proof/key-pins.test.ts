import { rotationText } from '@candor/proof/key-rotation';
import { verifierKeyText } from '@candor/proof/signed-note';
import { testSigner, webCrypto } from '@candor/proof/testing/web-crypto';
import { expect, test } from 'vitest';
import { fingerprintOf, pinKeys, readPins } from './key-pins.ts';
import type { KeyPin, ServedKey } from './key-pins.ts';

const [old, next, stranger] = await Promise.all([testSigner(), testSigner(), testSigner()]);
const [A, B, C] = [old, next, stranger].map(({ key }) => verifierKeyText(key)) as [string, string, string];
const AT = Date.parse('2026-11-22T10:00:00.000Z');
const INTRODUCTION = await old.sign(rotationText({ from: A, to: B, at: AT }));
const PIN: KeyPin = { vkey: A, seenAtMs: 1, retiredAtMs: null };

function served(...vkeys: readonly string[]): ServedKey[] {
  return vkeys.map((vkey) => ({ vkey, introduction: vkey === B ? INTRODUCTION : null }));
}

async function pinned(pins: readonly KeyPin[], keys: readonly ServedKey[]) {
  return await pinKeys(pins, keys, 9, webCrypto);
}

test('the keys that are served first are pinned, with the end of those that handed over', async () => {
  expect(await pinned([], served(A))).toEqual({ ok: true, value: [{ ...PIN, seenAtMs: 9 }] });
  expect(await pinned([], served(B, A))).toEqual({
    ok: true,
    value: [
      { vkey: B, seenAtMs: 9, retiredAtMs: null },
      { vkey: A, seenAtMs: 9, retiredAtMs: AT },
    ],
  });
});

test('a key that the pinned one introduced is trusted, and the pinned one keeps its first day', async () => {
  expect(await pinned([PIN], served(B, A))).toEqual({
    ok: true,
    value: [
      { vkey: B, seenAtMs: 9, retiredAtMs: null },
      { vkey: A, seenAtMs: 1, retiredAtMs: AT },
    ],
  });
});

test('a key beside the pinned one is not trusted if nobody introduced it, or a stranger did', async () => {
  const byStranger = await stranger.sign(rotationText({ from: C, to: B, at: AT }));
  const notTrusted = { ok: false, error: 'KEY_UNTRACED' };
  expect(await pinned([PIN], served(C, A))).toEqual(notTrusted);
  expect(await pinned([PIN], [{ vkey: B, introduction: byStranger }, ...served(A)])).toEqual(notTrusted);
  expect(await pinned([PIN], [{ vkey: 'no key', introduction: null }, ...served(A)])).toEqual(notTrusted);
  // The old key is retired: a note that it signs now, with an earlier moment, leads nowhere.
  const backdated = await old.sign(rotationText({ from: A, to: C, at: AT - 1 }));
  const known = [PIN, { vkey: B, seenAtMs: 2, retiredAtMs: null }].map((pin) =>
    pin.vkey === A ? { ...pin, retiredAtMs: AT } : pin,
  );
  expect(await pinned(known, [{ vkey: C, introduction: backdated }, ...served(B, A)])).toEqual(notTrusted);
});

test('a key in place of the pinned one is not trusted, nor is a missing key', async () => {
  expect(await pinned([PIN], served(B))).toEqual({ ok: false, error: 'KEY_REPLACED' });
  expect(await pinned([PIN], [])).toEqual({ ok: false, error: 'KEY_REPLACED' });
});

test('only valid pins are read from a stored value; one from before keys had an end has none', () => {
  expect(readPins([PIN, null, 'x', { vkey: 1, seenAtMs: 1 }, { vkey: 'x' }, { vkey: B, seenAtMs: 2 }])).toEqual([
    PIN,
    { vkey: B, seenAtMs: 2, retiredAtMs: null },
  ]);
  expect(readPins({ vkey: 'x', seenAtMs: 1 })).toEqual([]);
});

test('a fingerprint is easy to read aloud', () => {
  expect(fingerprintOf('candor+1a2b3c4d+AbC')).toBe('candor 1a2b 3c4d');
});
