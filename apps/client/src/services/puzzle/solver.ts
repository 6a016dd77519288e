import { checkRegistration, logIn, readPuzzle, register } from '@candor/contract/calls/identity';
import { askForPasswordCode, resetPassword } from '@candor/contract/calls/password-reset';
import { listVisitorMessages } from '@candor/contract/calls/support';
import type { ApiSettings } from '@candor/api-client/api';
import type { MakeCall } from '@candor/api-client/call';
import type { ReadPuzzle } from '@candor/api-client/puzzle-solver';
import { createPuzzleSolver } from '@candor/api-client/puzzle-solver';
import { PUZZLE_FORMS } from '@candor/contract/puzzle';
import type { PuzzleForm } from '@candor/contract/puzzle';

export function readWith(call: MakeCall): ReadPuzzle {
  return async (form) => await call(readPuzzle, { query: { form }, isToken: false });
}

export const solver = createPuzzleSolver();

/** The forms that screens prepare a puzzle for. */
const FORMS: Partial<Record<string, PuzzleForm>> = {
  [logIn.path]: 'login',
  [askForPasswordCode.path]: 'login',
  [resetPassword.path]: 'login',
  [register.path]: 'register',
  [checkRegistration.path]: 'name',
  [listVisitorMessages.path]: 'visitor',
};

export const answer: NonNullable<ApiSettings['puzzle']> = (path, call, asked) => {
  const form = PUZZLE_FORMS.find((known) => known === (asked ?? FORMS[path]));
  if (form === undefined) return null;
  return asked === undefined ? solver.takeReady(form) : solver.take(form, readWith(call));
};
