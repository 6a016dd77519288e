import type { EndReason } from '@candor/contract/cashier';
import { deskWithdrawal as deskWithdrawalSchema } from '@candor/contract/desk';
import type { DeskWithdrawal } from '@candor/contract/desk';
import { decideWithdrawal } from '@candor/domain/cashier/withdrawal';
import type { WithdrawalAction, WithdrawalState } from '@candor/domain/cashier/withdrawal';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db } from '../../platform/db/pool.ts';
import type { Command, Done } from '../../services/commands/run-commands.ts';
import type { Site } from '../../services/site/site.ts';
import type { CashierRefusal } from './cashier-refusal.ts';
import { selectDeskWithdrawal, updateWithdrawal } from './desk-store.ts';
import type { DeskWithdrawalRow, WithdrawalMove } from './desk-store.ts';
import { deskWithdrawalView } from './desk-view.ts';
import { withdrawalTransfers } from './request-withdrawal.ts';
import { deciders, idOf, operatorOf, refusalOf } from './review-deposit.ts';

/** What an operator does with a withdrawal. */
export interface WithdrawalReview {
  readonly id: string;
  readonly version: number;
  readonly reason?: EndReason | undefined;
  readonly note?: string | undefined;
}
export type DeskWithdrawalAnswer = Result<DeskWithdrawal, CashierRefusal>;
export type WithdrawalActionName = WithdrawalAction['name'];

export interface WithdrawalDeskFacts {
  row: DeskWithdrawalRow | undefined;
}

interface Effect {
  row: DeskWithdrawalRow;
  move: WithdrawalMove;
}

export const storedWithdrawal = {
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
): Command<WithdrawalReview, WithdrawalDeskFacts, Effect, null, DeskWithdrawalAnswer> {
  return {
    name: `console/withdrawals/${name}`,
    stored: storedWithdrawal,
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
          block: row.block?.why ?? null,
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

export async function lockOne(
  db: Db,
  calls: readonly { readonly input: { readonly id: string } }[],
): Promise<DeskWithdrawalRow | undefined> {
  const [call] = calls;
  if (call === undefined || calls.length > 1) throw new Error('the desk decides one withdrawal at a time');
  return await selectDeskWithdrawal(db, call.input.id, 'for update of w');
}

export async function answersOf(
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
