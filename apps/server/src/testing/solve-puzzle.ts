import { pbkdf2Sync } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import type { DeriveKeyFunction } from 'altcha-lib/types';
import { puzzleView } from '@candor/contract/puzzle';
import type { PuzzleForm, PuzzleView } from '@candor/contract/puzzle';
import { PUZZLE_HEADER } from '@candor/contract/puzzle-header';
import * as z from 'zod/mini';
import { askForPasswordCode, resetPassword } from '@candor/contract/calls/password-reset';
import { checkRegistration, logIn, readPuzzle, register } from '@candor/contract/calls/identity';
import { listVisitorMessages } from '@candor/contract/calls/support';
import { joinStaff } from '@candor/contract/calls/console/staff';
import { logInOperator, readConsolePuzzle } from '@candor/contract/calls/console/operators';
import { createBudgets } from '../platform/http/route-cost.ts';
import { createPuzzles } from '../features/identity/puzzles.ts';
import type { PuzzleDeps, Puzzles } from '../features/identity/puzzles.ts';
import { BOUNDLESS } from './boundless-budgets.ts';

/** The puzzles of a site in a test: real ones, with so few rounds that thousands of forms are sent in seconds. */
export function easyPuzzles(context: PuzzleDeps): Puzzles {
  return createPuzzles({ ...context, rounds: 4 });
}

/** The form of a stranger that this call sends, if its route asks for a puzzle. */
export function formOf(method: string, path: string): PuzzleForm | undefined {
  if (method !== 'POST') return undefined;
  return (
    {
      [logIn.path]: 'login',
      [register.path]: 'register',
      [askForPasswordCode.path]: 'login',
      [resetPassword.path]: 'login',
      [checkRegistration.path]: 'name',
      [listVisitorMessages.path]: 'visitor',
      [logInOperator.path]: 'console',
      [joinStaff.path]: 'console',
    } as const
  )[path];
}

/** Where the puzzle for a form is. */
export function puzzlePath(form: PuzzleForm): string {
  return `${form.startsWith('console') ? readConsolePuzzle.path : readPuzzle.path}?form=${form}`;
}

/** As the library derives it, but without a turn on another thread for each try. */
const deriveKey: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) =>
  await Promise.resolve({ derivedKey: pbkdf2Sync(password, salt, cost, keyLength, 'sha256') });

/** Does the work of a puzzle, as a device does it, and returns the header that proves it. */
export async function solvePuzzle(data: unknown): Promise<string> {
  const { challenge }: PuzzleView = puzzleView.parse(data);
  const solved = await solveChallenge({ challenge, deriveKey });
  if (solved === null) throw new Error('a puzzle took too long');
  const solution = { counter: solved.counter, derivedKey: solved.derivedKey };
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64url');
}

/** What the routes of entry need beside the context of a test's server. */
export function entryParts(context: PuzzleDeps) {
  return { puzzles: easyPuzzles(context), budgets: createBudgets({ budgets: BOUNDLESS }) };
}

/** The headers with which a form of a stranger is taken by a server that runs: none for any other call. */
export async function puzzleHeaders(
  origin: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  const form = formOf(method, path);
  if (form === undefined) return {};
  const response = await fetch(origin + puzzlePath(form), { headers });
  const { data } = z.object({ data: z.unknown() }).parse(await response.json());
  return { [PUZZLE_HEADER]: await solvePuzzle(data) };
}
