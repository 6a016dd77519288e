import { operatorDeposit as operatorDepositSchema } from '@candor/contract/console-cashier';
import type { OperatorDeposit } from '@candor/contract/console-cashier';
import { creditBounds } from '@candor/domain/cashier/credit-bounds';
import type { ReasonCode } from '@candor/contract/reasons';
import { decideDeposit } from '@candor/domain/cashier/deposit';
import type { DepositAction, DepositDecision, DepositReviewRefusal } from '@candor/domain/cashier/deposit';
import type { WithdrawalReviewRefusal } from '@candor/domain/cashier/withdrawal';
import { formatMoney, parseMoney } from '@candor/domain/money';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Call, Command } from '../../services/commands/run-commands.ts';
import type { Site } from '../../services/site/site.ts';
import type { CashierRefusal } from './cashier-refusal.ts';
import { creditTransfer } from './deposit-credit.ts';
import { selectOperatorDeposit, updateDeposit } from './operator-store.ts';
import type { DepositMove, OperatorDepositRow } from './operator-store.ts';
import { creditTermsOf, operatorDepositView, lacksProof } from './operator-view.ts';

/** What an operator does with a deposit. `credited` is text as the form sent it; only an approval has it. */
export interface DepositReview {
  readonly id: string;
  readonly version: number;
  readonly credited?: string;
  readonly creditedAgain?: string | undefined;
  readonly reason?: ReasonCode<'depositRejected' | 'depositDiffers'> | undefined;
  readonly note?: string | undefined;
}
export type OperatorDepositAnswer = Result<OperatorDeposit, CashierRefusal>;
export type DepositActionName = DepositAction['name'];

interface Facts {
  row: OperatorDepositRow | undefined;
}

interface Effect {
  row: OperatorDepositRow;
  move: DepositMove;
}

/**
 * An operator takes, releases, approves or rejects a deposit. Two operators that decide at once are put in a row by the lock
 * on it; the second sees another version. An approved deposit is credited in the same transaction.
 */
export function reviewDeposit(
  site: Site,
  name: DepositActionName,
): Command<DepositReview, Facts, Effect, null, OperatorDepositAnswer> {
  return {
    name: `console/deposits/${name}`,
    stored: {
      of: (answer) => (answer.ok ? answer.value : null),
      read: (json) => ok(operatorDepositSchema.parse(json)),
    },
    readFacts: async (db, calls) => {
      const [call] = calls;
      if (call === undefined || calls.length > 1) throw new Error('an operator decides one deposit at a time');
      return {
        row: await selectOperatorDeposit(db, call.input.id, 'for update of d'),
      };
    },
    decide: (call, { row }) => {
      if (row === undefined) return { answer: err({ key: 'DEPOSIT_NOT_FOUND' }), kept: false };
      const action = actionOf(name, call.input, site);
      if (!action.ok) return { answer: action, kept: false };
      const operatorId = operatorOf(call);
      const decided = decideDeposit(
        {
          state: row.status,
          version: row.version,
          memberId: row.memberId,
          amount: row.amount,
          takenBy: idOf(row.takenBy),
          proposal:
            row.firstBy === null || row.credited === null
              ? null
              : { by: BigInt(row.firstBy.id), credited: row.credited },
          lacksProof: lacksProof(row),
          terms: creditTermsOf(row),
        },
        operatorId,
        call.input.version,
        action.value,
      );
      if (!decided.ok) return { answer: err(creditRefusal(decided.error, row, site)), kept: false };
      const move = moveOf(row, decided.value, operatorId, call.input);
      return { effect: { row, move } };
    },
    write: async (db, effects) => {
      for (const { move } of effects) await updateDeposit(db, move);
      return effects.map(() => null);
    },
    transfersOf: ({ row, move }) =>
      move.status === 'approved' && move.credited !== null
        ? [creditTransfer({ ...row, credited: move.credited }, site.currency.code)]
        : [],
    answer: async (db, done) => {
      const answers: OperatorDepositAnswer[] = [];
      for (const { call } of done) {
        const row = await selectOperatorDeposit(db, call.input.id);
        if (row === undefined) throw new Error('the deposit was not found again');
        answers.push(ok(operatorDepositView(row, site.currency)));
      }
      return answers;
    },
    newsOf: (_answer, { row, move }) => [
      { type: 'deposit', id: row.id },
      ...(move.status === 'approved' ? [{ type: 'money' as const }] : []),
    ],
    auditOf: ({ row, move }) => ({
      subjectType: 'deposit',
      subjectId: row.id,
      detail: {
        from: row.status,
        to: move.status,
        amount: row.amount.toString(),
        credited: move.credited?.toString() ?? null,
        reason: move.reason,
        note: move.note,
      },
    }),
  };
}

function actionOf(
  name: DepositActionName,
  { credited, creditedAgain, reason }: DepositReview,
  site: Site,
): Result<DepositAction, CashierRefusal> {
  const hasReason = reason !== undefined;
  if (name === 'reject') return ok({ name, hasReason });
  if (name !== 'approve') return ok({ name });
  const amount = parseMoney(credited ?? '', site.currency);
  if (!amount.ok) return err({ key: 'AMOUNT_INVALID', field: 'credited' });
  const again = parseMoney(creditedAgain ?? '', site.currency);
  return ok({ name, credited: amount.value, again: again.ok ? again.value : null, hasReason });
}

function creditRefusal(error: DepositReviewRefusal, row: OperatorDepositRow, { currency }: Site): CashierRefusal {
  if (error === 'CREDIT_NOT_CONFIRMED') return { key: error, field: 'creditedAgain' };
  if (error !== 'CREDIT_BEYOND_BOUNDS') return refusalOf(error);
  const { least, most } = creditBounds(row.amount, creditTermsOf(row));
  return {
    key: error,
    field: 'credited',
    params: { least: formatMoney(least, currency), most: formatMoney(most, currency) },
  };
}

function moveOf(
  row: OperatorDepositRow,
  decision: DepositDecision,
  operatorId: bigint,
  { reason, note }: DepositReview,
): DepositMove {
  const said = { reason: reason ?? null, note: note ?? null };
  const base = {
    id: row.id,
    status: decision.to,
    movedBy: operatorId,
    takenBy: idOf(row.takenBy),
    firstBy: idOf(row.firstBy),
    secondBy: null,
  };
  switch (decision.to) {
    case 'reviewing':
      return { ...base, takenBy: operatorId, credited: null, reason: null, note: null };
    case 'pending':
      return { ...base, takenBy: null, firstBy: null, credited: null, reason: null, note: null };
    case 'rejected':
      return { ...base, ...deciders(row, operatorId), credited: null, ...said };
    case 'seconding':
      return { ...base, firstBy: operatorId, credited: decision.credited, ...said };
    case 'approved':
      return {
        ...base,
        ...deciders(row, operatorId),
        credited: decision.credited,
        // The second operator confirms the first one's words.
        reason: row.status === 'seconding' ? row.reason : said.reason,
        note: row.status === 'seconding' ? row.note : said.note,
      };
  }
}

/** Whoever decides alone is the first; whoever decides after another's word is the second. */
export function deciders(
  row: { readonly firstBy: { readonly id: string } | null },
  operatorId: bigint,
): { firstBy: bigint; secondBy: bigint | null } {
  const first = idOf(row.firstBy);
  return first === null || first === operatorId
    ? { firstBy: operatorId, secondBy: null }
    : { firstBy: first, secondBy: operatorId };
}

export function idOf(person: { readonly id: string } | null): bigint | null {
  return person === null ? null : BigInt(person.id);
}

export function operatorOf({ operatorId }: Call<unknown>): bigint {
  if (operatorId === undefined) throw new Error('no operator was given');
  return operatorId;
}

export function refusalOf(
  error: WithdrawalReviewRefusal,
  changed: 'DEPOSIT_STATE_CHANGED' | 'WITHDRAWAL_STATE_CHANGED' = 'DEPOSIT_STATE_CHANGED',
): CashierRefusal {
  if (error === 'STATE_CHANGED') return { key: changed };
  return error === 'REASON_REQUIRED' ? { key: error, field: 'reason' } : { key: error };
}
