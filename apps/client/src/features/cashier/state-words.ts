/* The one word for each state of a deposit and of a withdrawal: docs/words.md. Pure. */

import type { DepositStatus, WithdrawalStatus, WithdrawalView } from '@candor/contract/cashier';
import type { StatusName } from '../../lib/status.tsx';

/** A deposit is approved and credited in one act, so that one word says both. */
export const DEPOSIT_WORDS = {
  recharging: 'recharging',
  pending: 'pendingReview',
  reviewing: 'reviewing',
  approved: 'credited',
  rejected: 'rejected',
  cancelled: 'cancelled',
} as const satisfies Record<DepositStatus, StatusName>;

/** The words of the filter: approved ones may still be on their way. */
export const WITHDRAWAL_WORDS = {
  pending: 'pendingReview',
  reviewing: 'reviewing',
  approved: 'approved',
  rejected: 'rejected',
  cancelled: 'cancelled',
} as const satisfies Record<WithdrawalStatus, StatusName>;

const PAYOUT_WORDS = {
  none: 'payoutToCome',
  sent: 'payoutSent',
  arrived: 'payoutArrived',
  returned: 'payoutReturned',
} as const satisfies Record<WithdrawalView['payout'], StatusName>;

type Course = Pick<WithdrawalView, 'status' | 'payout'>;

/** Once approved, the step of the payout is the state. */
export function withdrawalWord({ status, payout }: Course): StatusName {
  return status === 'approved' ? PAYOUT_WORDS[payout] : WITHDRAWAL_WORDS[status];
}

/** What may be said of the amount: it arrived, it is expected, or nothing, because none will arrive. */
export function arrivalOf({ status, payout }: Course): 'arrived' | 'expected' | null {
  if (status === 'rejected' || status === 'cancelled' || payout === 'returned') return null;
  return status === 'approved' && payout === 'arrived' ? 'arrived' : 'expected';
}
