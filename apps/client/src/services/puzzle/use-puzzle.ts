import { useEffect } from 'react';
import type { PuzzleForm } from '@candor/contract/puzzle';
import { call } from '../api/request.ts';
import { loadSolver } from './puzzle.ts';

/** Solves the puzzle of a form while it is filled in. After a refusal the next one: call what this returns. */
export function usePuzzle(form: PuzzleForm, isNeeded = true): () => void {
  useEffect(() => {
    if (isNeeded) prepare(form);
  }, [form, isNeeded]);
  return () => prepare(form);
}

/** Without the code or the network, the call itself asks again and says what is wrong. */
function prepare(form: PuzzleForm): void {
  loadSolver().then(
    ({ solver, readWith }) => solver.prepare(form, readWith(call)),
    () => undefined,
  );
}
