import type { Money } from '@candor/domain/money';
import { worstOfAll } from '@candor/domain/trading/loss-limits';
import type { RunningWindowRow } from './house-store.ts';

/** What windows that run can cost at most: the one count of the page of products, that of exposure and the limits of the database. */
export function worstOfRunning(windows: readonly RunningWindowRow[]): Money {
  return worstOfAll(
    windows.map(({ upStake, upProfit, downStake, downProfit }) => ({
      up: { stake: upStake, profit: upProfit },
      down: { stake: downStake, profit: downProfit },
    })),
  );
}
