import { logInOperator, readConsolePuzzle } from '@candor/contract/calls/console/operators';
import type { ApiSettings } from '@candor/api-client/api';
import { createPuzzleSolver } from '@candor/api-client/puzzle-solver';
import { PUZZLE_FORMS } from '@candor/contract/puzzle';

export const solver = createPuzzleSolver(() => readConsolePuzzle.path);

/** The answer that is ready for a login, or after a refusal the one that the site asks for. */
export const puzzle: NonNullable<ApiSettings['puzzle']> = (path, get, asked) => {
  if (asked === undefined) return path === logInOperator.path ? solver.takeReady('console') : null;
  const form = PUZZLE_FORMS.find((known) => known === asked);
  return form === undefined ? null : solver.take(form, get);
};
