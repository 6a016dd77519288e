import type { OperatorDeposit } from '@candor/contract/console-cashier';

export type Judged = 'good' | 'bad' | 'waiting';

type Finding = NonNullable<OperatorDeposit['chain']>;

/** What an operator should make of each thing that the chain says. A transfer that is not found may still come. */
export function judgeChain(chain: Finding): Record<'found' | 'recipient' | 'amount' | 'confirmations', Judged> {
  return {
    found: chain.found ? 'good' : 'waiting',
    recipient: chain.recipientFits ? 'good' : 'bad',
    amount: chain.amountFits ? 'good' : 'bad',
    confirmations: (chain.confirmations ?? 0) >= chain.needed ? 'good' : 'waiting',
  };
}
