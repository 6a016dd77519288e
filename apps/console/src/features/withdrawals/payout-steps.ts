import type { OperatorWithdrawal } from '@candor/contract/console-cashier';

export type PayoutStep = 'sent' | 'arrived' | 'returning' | 'returned' | 'kept';

export type PayoutSteps = {
  readonly open: readonly PayoutStep[];
  /** Why something is not open. */
  readonly because: 'own' | 'sender' | null;
};

type Payout = Pick<OperatorWithdrawal, 'status' | 'payout' | 'block' | 'sentBy' | 'returnBy'> & {
  readonly member: { readonly id: string };
};

/** What an operator may do next with the payment of a withdrawal, as the server decides it. The server decides again. */
export function nextPayouts(payout: Payout, operatorId: string): PayoutSteps {
  const closed = { open: [], because: null };
  if (payout.status !== 'approved' || payout.member.id === operatorId) return closed;
  switch (payout.payout) {
    case 'none':
      return payout.block === null ? { open: ['sent'], because: null } : closed;
    case 'sent':
      return { open: ['arrived', 'returning'], because: null };
    case 'returning':
      if (payout.returnBy?.id === operatorId) return { open: ['kept'], because: 'own' };
      return payout.sentBy?.id === operatorId
        ? { open: ['kept'], because: 'sender' }
        : { open: ['returned', 'kept'], because: null };
    case 'arrived':
    case 'returned':
      return closed;
  }
}
