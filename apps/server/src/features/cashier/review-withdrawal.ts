import type { EndReason } from '@candor/contract/cashier';
import { operatorWithdrawal as operatorWithdrawalSchema } from '@candor/contract/console-cashier';
import type { OperatorWithdrawal } from '@candor/contract/console-cashier';
import { decideWithdrawal } from '@candor/domain/cashier/withdrawal';
import type { WithdrawalAction, WithdrawalState } from '@candor/domain/cashier/withdrawal';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db } from '../../platform/db/pool.ts';
import type { Command, Done } from '../../services/commands/run-commands.ts';
import { isMoneyHalted } from '../../services/checks/check-store.ts';
import type { Site } from '../../services/site/site.ts';
import type { CashierRefusal } from './cashier-refusal.ts';
import { selectOperatorWithdrawal, updateWithdrawal } from './operator-store.ts';
import type { OperatorWithdrawalRow, WithdrawalMove } from './operator-store.ts';
import { operatorWithdrawalView } from './operator-view.ts';
import { withdrawalTransfers } from './request-withdrawal.ts';
import { deciders, idOf, operatorOf, refusalOf } from './review-deposit.ts';

/** What an operator does with a withdrawal. */
export interface WithdrawalReview {
  readonly id: string;
  readonly version: number;
  readonly reason?: EndReason | undefined;
  readonly note?: string | undefined;
}
export type OperatorWithdrawalAnswer = Result<OperatorWithdrawal, CashierRefusal>;
export type WithdrawalActionName = WithdrawalAction['name'];

export interface WithdrawalReviewFacts {
  row: OperatorWithdrawalRow | undefined;
  /** No money leaves to anybody. */
  halted: boolean;
}

interface Effect {
  row: OperatorWithdrawalRow;
  move: WithdrawalMove;
}

export const storedWithdrawal = {
  of: (answer: OperatorWithdrawalAnswer) => (answer.ok ? answer.value : null),
  read: (json: unknown): OperatorWithdrawalAnswer => ok(operatorWithdrawalSchema.parse(json)),
};

/**
 * An operator takes, releases, approves or rejects a withdrawal. The second approval posts what is held; a rejection
 * releases it, in the same transaction.
 */
export function reviewWithdrawal(
  site: Site,
  name: WithdrawalActionName,
): Command<WithdrawalReview, WithdrawalReviewFacts, Effect, null, OperatorWithdrawalAnswer> {
  return {
    name: `console/withdrawals/${name}`,
    stored: storedWithdrawal,
    readFacts: async (db, calls) => ({ row: await lockOne(db, calls), halted: await isMoneyHalted(db) }),
    decide: (call, { row, halted }) => {
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
          block: row.block?.why ?? (halted ? 'halted' : null),
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
      detail: {
        from: row.status,
        to: move.status,
        amount: row.amount.toString(),
        reason: move.reason,
        note: move.note,
      },
    }),
  };
}

function moveOf(
  row: OperatorWithdrawalRow,
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

export async function lockOne(
  db: Db,
  calls: readonly { readonly input: { readonly id: string } }[],
): Promise<OperatorWithdrawalRow | undefined> {
  const [call] = calls;
  if (call === undefined || calls.length > 1) throw new Error('an operator decides one withdrawal at a time');
  return await selectOperatorWithdrawal(db, call.input.id, 'for update of w');
}

export async function answersOf(
  db: Db,
  site: Site,
  done: readonly Done<{ readonly id: string }, unknown, unknown>[],
): Promise<OperatorWithdrawalAnswer[]> {
  const answers: OperatorWithdrawalAnswer[] = [];
  for (const { call } of done) {
    const row = await selectOperatorWithdrawal(db, call.input.id);
    if (row === undefined) throw new Error('the withdrawal was not found again');
    answers.push(ok(operatorWithdrawalView(row, site.currency)));
  }
  return answers;
}
