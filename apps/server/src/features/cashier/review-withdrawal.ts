import type { DeskReason } from '@candor/contract/cashier';
import { deskWithdrawal as deskWithdrawalSchema } from '@candor/contract/desk';
import type { DeskWithdrawal } from '@candor/contract/desk';
import { nextState } from '@candor/domain/cashier/state-table';
import { decideWithdrawal, PAYOUT_TABLE } from '@candor/domain/cashier/withdrawal';
import type { PayoutState, WithdrawalAction, WithdrawalState } from '@candor/domain/cashier/withdrawal';
import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import type { TransferDraft } from '@candor/domain/ledger/transfer';
import { money } from '@candor/domain/money';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db } from '../../platform/db/pool.ts';
import type { Command, Done } from '../../services/commands/run-commands.ts';
import type { Site } from '../../services/site/site.ts';
import type { CashierRefusal } from './cashier-refusal.ts';
import { selectDeskWithdrawal, updatePayout, updateWithdrawal } from './desk-store.ts';
import type { DeskWithdrawalRow, WithdrawalMove } from './desk-store.ts';
import { deskWithdrawalView } from './desk-view.ts';
import { withdrawalTransfers } from './request-withdrawal.ts';
import { deciders, idOf, operatorOf, refusalOf } from './review-deposit.ts';

/** What an operator does with a withdrawal. */
export interface WithdrawalReview {
  readonly id: string;
  readonly version: number;
  readonly reason?: DeskReason | undefined;
  readonly note?: string | undefined;
}
export type DeskWithdrawalAnswer = Result<DeskWithdrawal, CashierRefusal>;
export type WithdrawalActionName = WithdrawalAction['name'];

interface Facts {
  row: DeskWithdrawalRow | undefined;
}

interface Effect {
  row: DeskWithdrawalRow;
  move: WithdrawalMove;
}

const stored = {
  of: (answer: DeskWithdrawalAnswer) => (answer.ok ? answer.value : null),
  read: (json: unknown): DeskWithdrawalAnswer => ok(deskWithdrawalSchema.parse(json)),
};

/**
 * An operator takes, releases, approves or rejects a withdrawal. The second approval posts what is held; a rejection
 * releases it, in the same transaction.
 */
export function reviewWithdrawal(
  site: Site,
  name: WithdrawalActionName,
): Command<WithdrawalReview, Facts, Effect, null, DeskWithdrawalAnswer> {
  return {
    name: `console/withdrawals/${name}`,
    stored,
    readFacts: async (db, calls) => ({ row: await lockOne(db, calls) }),
    decide: (call, { row }) => {
      if (row === undefined) return { answer: err({ key: 'WITHDRAWAL_NOT_FOUND' }), kept: false };
      const operatorId = operatorOf(call);
      const action: WithdrawalAction =
        name === 'reject' ? { name, hasReason: call.input.reason !== undefined } : { name };
      const decided = decideWithdrawal(
        {
          state: row.status,
          version: row.version,
          memberId: row.memberId,
          takenBy: idOf(row.takenBy),
          approvedBy: idOf(row.firstBy),
        },
        operatorId,
        call.input.version,
        action,
      );
      if (!decided.ok) return { answer: err(refusalOf(decided.error, 'WITHDRAWAL_STATE_CHANGED')), kept: false };
      return { effect: { row, move: moveOf(row, decided.value.to, operatorId, call.input) } };
    },
    write: async (db, effects) => {
      for (const { move } of effects) await updateWithdrawal(db, move);
      return effects.map(() => null);
    },
    transfersOf: ({ row, move }) => {
      if (move.status === 'approved') return withdrawalTransfers(row, site.currency.code, 'post');
      return move.status === 'rejected' ? withdrawalTransfers(row, site.currency.code, 'void') : [];
    },
    answer: async (db, done) => await answersOf(db, site, done),
    newsOf: (_answer, { row, move }) => [
      { type: 'withdrawal', id: row.id },
      ...(move.status === 'approved' || move.status === 'rejected' ? [{ type: 'money' as const }] : []),
    ],
    auditOf: ({ row, move }) => ({
      subjectType: 'withdrawal',
      subjectId: row.id,
      detail: { from: row.status, to: move.status, amount: row.amount.toString(), reason: move.reason },
    }),
  };
}

function moveOf(
  row: DeskWithdrawalRow,
  status: WithdrawalState,
  operatorId: bigint,
  { reason, note }: WithdrawalReview,
): WithdrawalMove {
  const base = {
    id: row.id,
    status,
    movedBy: operatorId,
    takenBy: idOf(row.takenBy),
    secondBy: null,
    reason: null,
    note: null,
  };
  if (status === 'reviewing') return { ...base, takenBy: operatorId, firstBy: null };
  if (status === 'pending') return { ...base, takenBy: null, firstBy: null };
  if (status === 'rejected')
    return { ...base, ...deciders(row, operatorId), reason: reason ?? null, note: note ?? null };
  return { ...base, ...deciders(row, operatorId) };
}

/** A step of the payment to the bank. */
export interface PayoutStep extends WithdrawalReview {
  readonly step: Exclude<PayoutState, 'none'>;
  readonly payoutRef?: string | undefined;
}

interface PayoutEffect {
  row: DeskWithdrawalRow;
  input: PayoutStep;
  operatorId: bigint;
}

const EVENTS = { sent: 'send', arrived: 'arrive', returned: 'return' } as const;

/** An operator records that the payment was sent, arrived, or came back. What came back is credited again, with its fee. */
export function recordPayout(site: Site): Command<PayoutStep, Facts, PayoutEffect, null, DeskWithdrawalAnswer> {
  return {
    name: 'console/withdrawals/payout',
    stored,
    readFacts: async (db, calls) => ({ row: await lockOne(db, calls) }),
    decide: (call, { row }) => {
      const { input } = call;
      if (row === undefined) return { answer: err({ key: 'WITHDRAWAL_NOT_FOUND' }), kept: false };
      if (operatorOf(call) === row.memberId) return { answer: err({ key: 'ITEM_OWN' }), kept: false };
      const isNext = row.status === 'approved' && nextState(PAYOUT_TABLE, row.payout, EVENTS[input.step]).ok;
      if (!isNext || row.version !== input.version)
        return { answer: err({ key: 'WITHDRAWAL_STATE_CHANGED' }), kept: false };
      if (input.step === 'returned' && input.reason === undefined)
        return { answer: err({ key: 'REASON_REQUIRED', field: 'reason' }), kept: false };
      return { effect: { row, input, operatorId: operatorOf(call) } };
    },
    write: async (db, effects) => {
      for (const { row, input, operatorId } of effects)
        await updatePayout(db, {
          id: row.id,
          movedBy: operatorId,
          payout: input.step,
          payoutRef: input.payoutRef ?? null,
          reason: input.reason ?? null,
          note: input.note ?? null,
        });
      return effects.map(() => null);
    },
    transfersOf: ({ row, input }) => (input.step === 'returned' ? returnTransfers(row, site.currency.code) : []),
    answer: async (db, done) => await answersOf(db, site, done),
    newsOf: (_answer, { row, input }) => [
      { type: 'withdrawal', id: row.id },
      ...(input.step === 'returned' ? [{ type: 'money' as const }] : []),
    ],
    auditOf: ({ row, input }) => ({
      subjectType: 'withdrawal',
      subjectId: row.id,
      detail: { payout: input.step, reference: input.payoutRef ?? null, reason: input.reason ?? null },
    }),
  };
}

function returnTransfers(row: DeskWithdrawalRow, currency: string): TransferDraft[] {
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

async function lockOne(
  db: Db,
  calls: readonly { readonly input: { readonly id: string } }[],
): Promise<DeskWithdrawalRow | undefined> {
  const [call] = calls;
  if (call === undefined || calls.length > 1) throw new Error('the desk decides one withdrawal at a time');
  return await selectDeskWithdrawal(db, call.input.id, 'for update of w');
}

async function answersOf(
  db: Db,
  site: Site,
  done: readonly Done<{ readonly id: string }, unknown, unknown>[],
): Promise<DeskWithdrawalAnswer[]> {
  const answers: DeskWithdrawalAnswer[] = [];
  for (const { call } of done) {
    const row = await selectDeskWithdrawal(db, call.input.id);
    if (row === undefined) throw new Error('the withdrawal was not found again');
    answers.push(ok(deskWithdrawalView(row, site.currency)));
  }
  return answers;
}
