import type { PuzzleForm } from '@candor/contract/puzzle';
import { header, Refused } from '../../platform/http/http-app.ts';
import type { HttpRequest } from '../../platform/http/http-app.ts';
import type { AddressLimit } from '../../platform/http/rate-limit.ts';
import type { Budgets } from '../../platform/http/route-cost.ts';
import type { Puzzles } from './puzzles.ts';
import { PUZZLE_HEADER } from '@candor/contract/puzzle-header';

/**
 * Lets a caller have a captcha's picture, before it is drawn. Drawing costs more than any other call of a stranger. The first
 * pictures of an address are free; beyond that, and while many are asked for, a device solves a puzzle for each.
 */
export function pictureGate(
  { puzzles, budgets }: { puzzles: Puzzles; budgets: Pick<Budgets, 'charge'> },
  limit: AddressLimit,
  form: PuzzleForm,
): (request: HttpRequest) => Promise<void> {
  return async (request) => {
    if (header(request, PUZZLE_HEADER) !== undefined)
      return await puzzles.take(request, form, () => budgets.charge(request, 'solvedPicture'));
    try {
      await limit.take(request.ip);
      budgets.charge(request, 'picture');
    } catch (error) {
      if (!(error instanceof Refused) || error.key !== 'RATE_LIMITED') throw error;
      throw new Refused('PUZZLE_REQUIRED', { params: { form, fault: 'missing' } });
    }
  };
}
