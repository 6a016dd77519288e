import type { ApiSettings } from '@candor/api-client/api';
import { createPuzzleSolver } from '@candor/api-client/puzzle-solver';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { PUZZLE_FORMS } from '@candor/contract/puzzle';

export const solver = createPuzzleSolver(() => CONSOLE_PATHS.puzzle);

/** The answer that is ready for a login, or after a refusal the one that the site asks for. */
export const puzzle: NonNullable<ApiSettings['puzzle']> = (path, get, asked) => {
  if (asked === undefined) return path === CONSOLE_PATHS.login ? solver.takeReady('console') : null;
  const form = PUZZLE_FORMS.find((known) => known === asked);
  return form === undefined ? null : solver.take(form, get);
};
