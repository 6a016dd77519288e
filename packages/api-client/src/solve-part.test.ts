import { expect, it } from 'vitest';
import { solvePart as solveBundled } from './bundled-puzzle-worker.ts';
import { solvePart } from './puzzle-worker.ts';
import type { PuzzleNews, PuzzlePart, SolvePart } from './solve-part.ts';

/** The prefix of the key of this counter is the puzzle. */
const COUNTER = 37;
const part: PuzzlePart = {
  start: 0,
  step: 1,
  challenge: {
    parameters: {
      algorithm: 'PBKDF2/SHA-256',
      cost: 20,
      data: { form: 'login', tries: 64 },
      expiresAt: 2_000_000_000,
      keyLength: 32,
      keyPrefix: '',
      keySignature: '00',
      nonce: '0102030405060708090a0b0c0d0e0f10',
      salt: '101112131415161718191a1b1c1d1e1f',
    },
    signature: '00',
  },
};

/** What PBKDF2 of the platform says about a counter, written from docs and not with the library. */
async function keyOf(counter: number): Promise<string> {
  const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const password = new Uint8Array([...bytes(part.challenge.parameters.nonce), 0, 0, 0, counter]);
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
  const derived = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', iterations: 20, salt: bytes(part.challenge.parameters.salt) },
    key,
    256,
  );
  return [...new Uint8Array(derived)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function solved(solve: SolvePart, of: PuzzlePart): Promise<PuzzleNews | undefined> {
  const news: PuzzleNews[] = [];
  await solve(of, (one) => news.push(one));
  return news.at(-1);
}

it.each([
  ['with the browser’s functions', solvePart],
  ['on a page without encryption', solveBundled],
])('finds the counter %s', async (_, solve) => {
  const key = await keyOf(COUNTER);
  const { parameters } = part.challenge;
  const challenge = { ...part.challenge, parameters: { ...parameters, keyPrefix: key.slice(0, 16) } };
  expect(await solved(solve, { ...part, challenge })).toEqual({ counter: COUNTER, derivedKey: key });
  // A thread that has every third try, of which the answer is one.
  expect(await solved(solve, { challenge, start: 1, step: 3 })).toEqual({ counter: COUNTER, derivedKey: key });
});
