import type { OperatorWithdrawal } from '@candor/contract/console-cashier';

/** Whether nothing about a withdrawal waits any more. */
export function isOver({ status, payout }: Pick<OperatorWithdrawal, 'status' | 'payout'>): boolean {
  if (status === 'approved') return payout === 'arrived' || payout === 'returned';
  return status === 'rejected' || status === 'cancelled';
}

/** What a freeze of the member stops for this withdrawal. */
export function stopsOf({ status }: Pick<OperatorWithdrawal, 'status'>): 'review' | 'payout' {
  return status === 'approved' ? 'payout' : 'review';
}

/** The site says how long a withdrawal takes; the answer has the moment. */
const HOUR_MINUTES = 60;

export function promisedMinutes({
  createdAt,
  expectedAt,
}: Pick<OperatorWithdrawal, 'createdAt' | 'expectedAt'>): number {
  return Math.max(HOUR_MINUTES, (Date.parse(expectedAt) - Date.parse(createdAt)) / 60_000);
}
