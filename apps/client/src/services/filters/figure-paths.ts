/*
 * The link of each figure of the member's money: to the transfers behind it, to the entries of a date, or to the open orders. Pure; dates are
 * business dates.
 */

import type { TransferType } from '@candor/contract/wallet';
import { addDays } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import type { AppPath } from '../../lib/paths.ts';

export type MoneyFigure =
  | 'total'
  | 'available'
  | 'held'
  | 'invested'
  | 'savings'
  /** Invested and savings together, as in `invest_count`. */
  | 'allInvested'
  | 'openStake'
  | 'yesterday'
  | 'today';

const INVESTED: readonly TransferType[] = ['investment', 'redemption'];

/** @param today the site's business date */
export function figurePath(figure: MoneyFigure, today: string): AppPath {
  switch (figure) {
    case 'total':
    case 'available':
      return paths.statement();
    case 'held':
      return paths.statement({ types: ['withdraw', 'withdrawalReturned'] });
    case 'invested':
      return paths.statement({ account: 'invested' });
    case 'allInvested':
      return paths.statement({ types: [...INVESTED, 'savingsIn', 'savingsOut'] });
    case 'savings':
      return paths.statement({ account: 'savings' });
    case 'openStake':
      return paths.positions();
    case 'yesterday':
      return paths.earnings(addDays(today, -1));
    case 'today':
      return paths.earnings(today);
  }
}
