// @vitest-environment node
import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { puzzleSolution, puzzleView } from '@candor/contract/puzzle';
import type { PuzzleView } from '@candor/contract/puzzle';
import { afterEach, expect, test, vi } from 'vitest';
import { createPuzzleSolver } from './puzzle-solver.ts';

const LIFE_MS = 600_000;

let reads = 0;

/** A puzzle of the site, as its server makes it. */
async function read(): Promise<PuzzleView> {
  reads += 1;
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter: 40,
    data: { form: 'login', tries: 64 },
    deriveKey,
    expiresAt: new Date(Date.now() + LIFE_MS),
    hmacSignatureSecret: 'a',
    hmacKeySignatureSecret: 'b',
  });
  return puzzleView.parse({ challenge, tries: 64, lifeMs: LIFE_MS });
}

afterEach(() => {
  reads = 0;
  vi.unstubAllGlobals();
});

function sent(header: string) {
  return puzzleSolution.parse(JSON.parse(Buffer.from(header, 'base64url').toString('utf8')));
}

test('the answer is the header that the site takes, and is used once', async () => {
  const solver = createPuzzleSolver();
  solver.prepare('login', read);
  expect(solver.takeReady('login'), 'it is not there at once').toBeNull();
  const header = await solver.take('login', read);
  expect(sent(header)).toMatchObject({
    solution: { counter: 40 },
    challenge: { parameters: { data: { form: 'login' } } },
  });
  expect(reads, 'what was prepared is taken').toBe(1);
  expect(solver.takeReady('login')).toBeNull();
  expect(await solver.take('login', read)).not.toBe(header);
  expect(reads).toBe(2);
});

test('what is ready is taken at once, until it expires', async () => {
  let nowMs = 1_000;
  const solver = createPuzzleSolver(() => nowMs);
  const prepared = async () => {
    solver.prepare('login', read);
    await vi.waitFor(() => expect(solver.takeReady('register')).toBeNull());
    const before = reads;
    // The same work, begun later, is over later, however slow the machine is.
    await createPuzzleSolver().take('login', read);
    await new Promise((resolve) => setTimeout(resolve, 60));
    reads = before;
  };
  await prepared();
  expect(solver.takeReady('login')).not.toBeNull();
  await prepared();
  nowMs += LIFE_MS;
  expect(solver.takeReady('login')).toBeNull();
  await solver.take('login', read);
  expect(reads, 'an expired one is solved anew').toBe(3);
});

test('a puzzle that did not come is asked for again', async () => {
  const solver = createPuzzleSolver();
  const lost = async () => await Promise.reject(new Error('connection lost'));
  solver.prepare('login', lost);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(sent(await solver.take('login', read)).solution.counter).toBe(40);
  await expect(solver.take('login', lost)).rejects.toThrow('connection lost');
});

test('progress is told while a call waits, and not before', async () => {
  const solver = createPuzzleSolver();
  const told: (number | null)[] = [];
  solver.waiting.subscribe(() => told.push(solver.waiting.get()));
  solver.prepare('login', read);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(told).toEqual([]);
  await solver.take('login', read);
  await solver.take('login', read);
  expect(told.at(-1)).toBeNull();
  expect(told.filter((part) => part !== null).every((part) => part > 0 && part < 1)).toBe(true);
  expect(told.length).toBeGreaterThan(1);
});

test('a browser without encryption solves it with code of its own', async () => {
  const puzzle = await read();
  vi.stubGlobal('crypto', {});
  const header = await createPuzzleSolver().take('login', async () => await Promise.resolve(puzzle));
  expect(sent(header).solution.counter).toBe(40);
});
