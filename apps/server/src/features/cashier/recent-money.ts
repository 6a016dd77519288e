import type { MemberDetailView } from '@candor/contract/console-members';
import { formatMoney } from '@candor/domain/money';
import type { Db } from '../../platform/db/pool.ts';
import type { Site } from '../../services/site/site.ts';
import { isoOf } from './deposit-view.ts';
import { selectDeposits } from './deposit-store.ts';
import { selectWithdrawals } from './withdrawal-store.ts';

const SHOWN = 5;

/** A member's newest deposits and withdrawals, for whoever decides about them. */
export async function recentMoney(
  db: Db,
  site: Site,
  memberId: bigint,
): Promise<Pick<MemberDetailView, 'deposits' | 'withdrawals'>> {
  const all = { memberId, wallet: site.defaultWallet, statuses: undefined, kinds: undefined };
  const page = { beforeId: undefined, limit: SHOWN };
  const [deposits, withdrawals] = await Promise.all([selectDeposits(db, all, page), selectWithdrawals(db, all, page)]);
  return {
    deposits: deposits.map(({ id, reference, kind, amount, status, createdAt }) => ({
      id,
      reference,
      kind,
      amount: formatMoney(amount, site.currency),
      status,
      createdAt: isoOf(createdAt),
    })),
    withdrawals: withdrawals.map(({ id, reference, payout, amount, status, createdAt }) => ({
      id,
      reference,
      payout,
      amount: formatMoney(amount, site.currency),
      status,
      createdAt: isoOf(createdAt),
    })),
  };
}
