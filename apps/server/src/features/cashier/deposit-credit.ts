import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import type { TransferDraft } from '@candor/domain/ledger/transfer';
import { money } from '@candor/domain/money';
import type { Reward } from './desk-store.ts';

interface Credited {
  readonly id: string;
  readonly memberId: bigint;
  readonly wallet: 'practice' | 'cash';
  readonly credited: bigint;
}

/** The money of a credited deposit, and the reward that it earns for the member's inviter. */
export function creditTransfers(
  { id, memberId, wallet, credited }: Credited,
  currency: string,
  reward: Reward | undefined,
): TransferDraft[] {
  const recharge: TransferDraft = {
    debit: houseAccount('clearing', wallet, currency),
    credit: memberAccount('funds', memberId, wallet, currency),
    amount: money(credited),
    type: 'recharge',
    phase: 'single',
    refType: 'deposit',
    refId: id,
  };
  if (reward === undefined) return [recharge];
  return [
    recharge,
    {
      debit: houseAccount('house', wallet, currency),
      credit: memberAccount('funds', reward.inviterId, wallet, currency),
      amount: reward.amount,
      type: 'invitationReward',
      phase: 'single',
      refType: 'member',
      refId: memberId.toString(),
    },
  ];
}
