import type { DeskWithdrawal } from '@candor/contract/desk';

export type PayoutStep = 'sent' | 'arrived' | 'returned';

/** What may happen next to the payment of a withdrawal. */
export function nextPayouts({ status, payout }: Pick<DeskWithdrawal, 'status' | 'payout'>): readonly PayoutStep[] {
  if (status !== 'approved') return [];
  if (payout === 'none') return ['sent'];
  return payout === 'sent' ? ['arrived', 'returned'] : [];
}
