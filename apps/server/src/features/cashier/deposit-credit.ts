import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import type { TransferDraft } from '@candor/domain/ledger/transfer';
import { money } from '@candor/domain/money';

interface Credited {
  readonly id: string;
  readonly memberId: bigint;
  readonly wallet: 'practice' | 'cash';
  readonly credited: bigint;
}

/** The money of a credited deposit. */
export function creditTransfer({ id, memberId, wallet, credited }: Credited, currency: string): TransferDraft {
  return {
    debit: houseAccount('clearing', wallet, currency),
    credit: memberAccount('funds', memberId, wallet, currency),
    amount: money(credited),
    type: 'recharge',
    phase: 'single',
    refType: 'deposit',
    refId: id,
  };
}
