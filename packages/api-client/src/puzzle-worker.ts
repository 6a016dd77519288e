/* Solves a puzzle, or a part of one, on a thread of its own: the page never freezes. */

import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { PuzzleChallenge } from '@candor/contract/puzzle';

/** The tries `start`, `start + step` and so on: several threads share one puzzle. */
export type PuzzlePart = { challenge: PuzzleChallenge; start: number; step: number };

export type PuzzleNews = { tried: number } | { counter: number; derivedKey: string };

const TOLD_EVERY = 32;

/** Tries until the answer is found, and tells now and then how many were tried. */
export async function solvePart(
  { challenge, start, step }: PuzzlePart,
  tell: (news: PuzzleNews) => void,
): Promise<void> {
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
}

// The same file is imported by a page whose browser starts no worker.
if (typeof document === 'undefined')
  globalThis.onmessage = ({ data }: MessageEvent<PuzzlePart>) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window, and has no origin to name
    void solvePart(data, (news) => globalThis.postMessage(news));
  };
