import { decidePayout } from '@candor/domain/cashier/withdrawal';
import type { PayoutRefusal, PayoutState } from '@candor/domain/cashier/withdrawal';
import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import type { TransferDraft } from '@candor/domain/ledger/transfer';
import { money } from '@candor/domain/money';
import { err } from '@candor/domain/result';
import type { Command } from '../../services/commands/run-commands.ts';
import { isMoneyHalted } from '../../services/checks/check-store.ts';
import type { Site } from '../../services/site/site.ts';
import type { CashierRefusal } from './cashier-refusal.ts';
import { selectRefOwner, updatePayout } from './operator-store.ts';
import type { OperatorWithdrawalRow } from './operator-store.ts';
import { idOf, operatorOf, refusalOf } from './review-deposit.ts';
import { answersOf, lockOne, storedWithdrawal } from './review-withdrawal.ts';
import type { OperatorWithdrawalAnswer, WithdrawalReviewFacts, WithdrawalReview } from './review-withdrawal.ts';

/** A step of the payment to the bank. */
export interface PayoutStep extends WithdrawalReview {
  readonly step: keyof typeof EVENTS;
  readonly payoutRef?: string | undefined;
}

interface Facts extends WithdrawalReviewFacts {
  /** The withdrawal that the bank's reference already belongs to. */
  refOwner: string | undefined;
}

interface PayoutEffect {
  row: OperatorWithdrawalRow;
  to: PayoutState;
  input: PayoutStep;
  operatorId: bigint;
}

const EVENTS = {
  sent: 'send',
  arrived: 'arrive',
  returning: 'proposeReturn',
  returned: 'return',
  kept: 'keep',
} as const;

/**
 * An operator records that the payment was sent, arrived, or came back. What came back is credited again, with its fee, by
 * another operator than those who sent it and who proposed the return.
 */
export function recordPayout(site: Site): Command<PayoutStep, Facts, PayoutEffect, null, OperatorWithdrawalAnswer> {
  return {
    name: 'console/withdrawals/payout',
    stored: storedWithdrawal,
    readFacts: async (db, calls) => {
      const row = await lockOne(db, calls);
      const [call] = calls;
      const ref = call?.input.step === 'sent' ? call.input.payoutRef : undefined;
      const halted = await isMoneyHalted(db);
      return { row, halted, refOwner: ref === undefined ? undefined : await selectRefOwner(db, ref) };
    },
    decide: (call, { row, halted, refOwner }) => {
      const { input } = call;
      if (row === undefined) return { answer: err({ key: 'WITHDRAWAL_NOT_FOUND' }), kept: false };
      const operatorId = operatorOf(call);
      const decided = decidePayout(
        {
          state: row.status,
          payout: row.payout,
          version: row.version,
          memberId: row.memberId,
          sentBy: idOf(row.sentBy),
          returnBy: idOf(row.returnBy),
          handledBy: [row.takenBy, row.firstBy, row.secondBy, ...row.hands.map(({ by }) => by)].map(idOf),
          block: row.block?.why ?? (halted ? 'halted' : null),
        },
        operatorId,
        input.version,
        { event: EVENTS[input.step], hasReason: input.reason !== undefined, hasRef: input.payoutRef !== undefined },
      );
      if (!decided.ok) return { answer: err(payoutRefusal(decided.error)), kept: false };
      if (refOwner !== undefined)
        return {
          answer: err({ key: 'PAYOUT_REF_USED', field: 'payoutRef', params: { reference: refOwner } }),
          kept: false,
        };
      return { effect: { row, to: decided.value.to, input, operatorId } };
    },
    write: async (db, effects) => {
      for (const effect of effects)
        await updatePayout(db, {
          id: effect.row.id,
          movedBy: effect.operatorId,
          payout: effect.to,
          payoutRef: effect.input.step === 'sent' ? (effect.input.payoutRef ?? null) : null,
          ...wordsOf(effect),
        });
      return effects.map(() => null);
    },
    transfersOf: ({ row, to }) => (to === 'returned' ? returnTransfers(row, site.currency.code) : []),
    answer: async (db, done) => await answersOf(db, site, done),
    newsOf: (_answer, { row, input: { step } }) =>
      // What two operators still have to agree on is no news for the member.
      step === 'returning' || step === 'kept'
        ? []
        : [{ type: 'withdrawal', id: row.id }, ...(step === 'returned' ? [{ type: 'money' as const }] : [])],
    auditOf: (effect) => ({
      subjectType: 'withdrawal',
      subjectId: effect.row.id,
      detail: {
        from: effect.row.payout,
        to: effect.to,
        payout: effect.input.step,
        amount: effect.row.amount.toString(),
        reference: effect.input.payoutRef ?? effect.row.payoutRef,
        ...wordsOf(effect),
      },
    }),
  };
}

/** The second operator confirms the words of the one who proposed the return. */
function wordsOf({ row, to, input }: PayoutEffect): { reason: string | null; note: string | null } {
  return to === 'returned'
    ? { reason: row.reason, note: row.note }
    : { reason: input.reason ?? null, note: input.note ?? null };
}

function payoutRefusal(error: PayoutRefusal): CashierRefusal {
  if (error === 'PAYOUT_REF_REQUIRED') return { key: error, field: 'payoutRef' };
  return error === 'RETURN_BY_ANOTHER' ? { key: error } : refusalOf(error, 'WITHDRAWAL_STATE_CHANGED');
}

function returnTransfers(row: OperatorWithdrawalRow, currency: string): TransferDraft[] {
  const back = (from: 'clearing' | 'fees', amount: bigint): TransferDraft => ({
    debit: houseAccount(from, row.wallet, currency),
    credit: memberAccount('funds', row.memberId, row.wallet, currency),
    amount: money(amount),
    type: 'withdrawalReturned',
    phase: 'single',
    refType: 'withdrawal',
    refId: row.id,
  });
  return [back('clearing', row.amount - row.fee), ...(row.fee > 0n ? [back('fees', row.fee)] : [])];
}
