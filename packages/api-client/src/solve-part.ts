/* The tries of a puzzle, wherever they run and whoever derives the keys. */

import { solveChallenge } from 'altcha-lib';
import type { DeriveKeyFunction } from 'altcha-lib/types';
import type { PuzzleChallenge } from '@candor/contract/puzzle';

/** The tries `start`, `start + step` and so on: several threads share one puzzle. */
export type PuzzlePart = { challenge: PuzzleChallenge; start: number; step: number };

export type PuzzleNews = { tried: number } | { counter: number; derivedKey: string };

export type SolvePart = (part: PuzzlePart, tell: (news: PuzzleNews) => void) => Promise<void>;

const TOLD_EVERY = 32;

/** Tries until the answer is found, and tells now and then how many were tried. */
export function partSolver(deriveKey: DeriveKeyFunction): SolvePart {
  return async ({ challenge, start, step }, tell) => {
    let tried = 0;
    const solved = await solveChallenge({
      challenge,
      counterStart: start,
      counterStep: step,
      timeout: 0,
      deriveKey: async (...of) => {
        tried += 1;
        if (tried % TOLD_EVERY === 0) tell({ tried: TOLD_EVERY });
        return await deriveKey(...of);
      },
    });
    if (solved !== null) tell({ counter: solved.counter, derivedKey: solved.derivedKey });
  };
}

/** A worker's file is also imported by a page whose browser starts no worker: there it waits for no messages. */
export function solveInWorker(solvePart: SolvePart): void {
  if (typeof document !== 'undefined') return;
  globalThis.onmessage = ({ data }: MessageEvent<PuzzlePart>) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window, and has no origin to name
    void solvePart(data, (news) => globalThis.postMessage(news));
  };
}
