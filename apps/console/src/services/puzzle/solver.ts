import { logInOperator, readConsolePuzzle } from '@candor/contract/calls/console/operators';
import { joinStaff } from '@candor/contract/calls/console/staff';
import type { ApiSettings } from '@candor/api-client/api';
import type { MakeCall } from '@candor/api-client/call';
import type { ReadPuzzle } from '@candor/api-client/puzzle-solver';
import { createPuzzleSolver } from '@candor/api-client/puzzle-solver';
import { PUZZLE_FORMS } from '@candor/contract/puzzle';

export function readWith(call: MakeCall): ReadPuzzle {
  return async (form) => await call(readConsolePuzzle, { query: { form }, isToken: false });
}

export const solver = createPuzzleSolver();

/** The answer that is ready for a login, or after a refusal the one that the site asks for. */
export const puzzle: NonNullable<ApiSettings['puzzle']> = (path, call, asked) => {
  if (asked === undefined)
    return path === logInOperator.path || path === joinStaff.path ? solver.takeReady('console') : null;
  const form = PUZZLE_FORMS.find((known) => known === asked);
  return form === undefined ? null : solver.take(form, readWith(call));
};
