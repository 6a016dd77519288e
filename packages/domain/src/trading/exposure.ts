import { money } from '../money.ts';
import type { Money } from '../money.ts';

/** Orders of one product and direction that run. */
export type RunningSide = { readonly stake: Money; readonly payout: Money };

/**
 * The most that members can win of them together, after their stakes: the worse of a price that rises and one that falls.
 * Negative where the site gains in any case. A tie returns every stake, so it is never worse than zero.
 */
export function exposureOf(up: RunningSide, down: RunningSide): Money {
  const rises = up.payout - up.stake - down.stake;
  const falls = down.payout - down.stake - up.stake;
  return money(rises > falls ? rises : falls);
}
