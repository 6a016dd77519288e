/*
 * Puzzles before forms of strangers. What solves them is loaded with the first form of this kind, and not by any other screen.
 */

import type { ApiSettings } from '@candor/api-client/api';
import type { MakeCall } from '@candor/api-client/call';
import type { PuzzleSolver, ReadPuzzle } from '@candor/api-client/puzzle-solver';

type Loaded = {
  solver: PuzzleSolver;
  answer: NonNullable<ApiSettings['puzzle']>;
  readWith: (call: MakeCall) => ReadPuzzle;
};

let loaded: Loaded | null = null;

export async function loadSolver(): Promise<Loaded> {
  loaded ??= await import('./solver.ts');
  return loaded;
}

/** For the request layer: the answer that is ready for this call, or after a refusal the one that the site asks for. */
export const puzzle: NonNullable<ApiSettings['puzzle']> = (path, call, form) =>
  form === undefined
    ? (loaded?.answer(path, call) ?? null)
    : loadSolver().then(async ({ answer }) => (await answer(path, call, form)) ?? '');
