import { expect, test } from 'vitest';
import { fingerprintOf, pinKeys, readPins } from './key-pins.ts';

const A = { vkey: 'candor+0a0a0a0a+AAAA', seenAtMs: 1 };
const B = 'candor+0b0b0b0b+BBBB';

test('the first served key is pinned', () => {
  expect(pinKeys([], [A.vkey], 1)).toEqual({ ok: true, value: [A] });
});

test('a new key is trusted beside the pinned one, which keeps its first day', () => {
  expect(pinKeys([A], [B, A.vkey], 9)).toEqual({ ok: true, value: [A, { vkey: B, seenAtMs: 9 }] });
});

test('a key in place of the pinned one is not trusted, nor is a missing key', () => {
  expect(pinKeys([A], [B], 9)).toEqual({ ok: false, error: 'KEY_REPLACED' });
  expect(pinKeys([A], [], 9)).toEqual({ ok: false, error: 'KEY_REPLACED' });
});

test('only valid pins are read from a stored value', () => {
  expect(readPins([A, null, 'x', { vkey: 1, seenAtMs: 1 }, { vkey: 'x' }])).toEqual([A]);
  expect(readPins({ vkey: 'x', seenAtMs: 1 })).toEqual([]);
});

test('a fingerprint is easy to read aloud', () => {
  expect(fingerprintOf('candor+1a2b3c4d+AbC')).toBe('candor 1a2b 3c4d');
});
