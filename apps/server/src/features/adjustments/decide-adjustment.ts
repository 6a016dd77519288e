import type { AdjustmentView } from '@candor/contract/console-members';
import { decideAdjustment as decide } from '@candor/domain/cashier/adjustment';
import type { AdjustmentEvent, AdjustmentRefusal, AdjustmentState } from '@candor/domain/cashier/adjustment';
import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import type { TransferDraft } from '@candor/domain/ledger/transfer';
import { money } from '@candor/domain/money';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Command } from '../../services/commands/run-commands.ts';
import type { Site } from '../../services/site/site.ts';
import { decideAdjustmentRow, lockAdjustment } from './adjustment-store.ts';
import type { AdjustmentRow } from './adjustment-store.ts';
import { onlyCall, operatorOf, storedAdjustment, viewOf } from './propose-adjustment.ts';

export interface AdjustmentDecision {
  readonly id: string;
  readonly reason: string | undefined;
}

type Refusal = AdjustmentRefusal | 'ADJUSTMENT_NOT_FOUND';
type Answer = Result<AdjustmentView, Refusal>;

interface Effect {
  row: AdjustmentRow;
  status: AdjustmentState;
  operatorId: bigint;
  note: string | null;
}

/**
 * An operator approves, rejects or withdraws an adjustment. Two who decide at once are put in a row by the lock on it; the
 * second finds it decided. An approved one moves its money in the same transaction.
 */
export function decideAdjustment(
  site: Site,
  event: AdjustmentEvent,
): Command<AdjustmentDecision, { row: AdjustmentRow | undefined }, Effect, null, Answer> {
  return {
    name: `console/adjustments/${event}`,
    stored: storedAdjustment<Refusal>(),
    readFacts: async (db, calls) => ({ row: await lockAdjustment(db, onlyCall(calls).input.id) }),
    decide: (call, { row }) => {
      if (row === undefined) return { answer: err('ADJUSTMENT_NOT_FOUND'), kept: false };
      const operatorId = operatorOf(call);
      const note = call.input.reason ?? null;
      const decided = decide({ ...row, state: row.status, amount: money(row.amount) }, operatorId, {
        event,
        hasReason: note !== null,
        available: money(row.available),
      });
      return decided.ok
        ? { effect: { row, status: decided.value, operatorId, note } }
        : { answer: decided, kept: false };
    },
    write: async (db, effects) => {
      for (const { row, status, operatorId, note } of effects)
        await decideAdjustmentRow(db, { id: row.id, status, checkerId: operatorId, note });
      return effects.map(() => null);
    },
    transfersOf: ({ row, status }) => (status === 'approved' ? [transferOf(row)] : []),
    answer: async (db, done) =>
      await Promise.all(done.map(async ({ effect }) => ok(await viewOf(db, site, effect.row.id)))),
    newsOf: (_answer, { status }) => (status === 'approved' ? [{ type: 'money' as const }] : []),
    auditOf: ({ row, status, note }) => ({
      subjectType: 'adjustment',
      subjectId: row.id,
      detail: {
        status,
        kind: row.kind,
        amount: row.amount.toString(),
        member: row.memberId.toString(),
        reason: note,
      },
    }),
  };
}

/** The house gives what is added, and takes what is deducted. */
function transferOf(row: AdjustmentRow): TransferDraft {
  const member = memberAccount('funds', row.memberId, row.wallet, row.currency);
  const house = houseAccount('house', row.wallet, row.currency);
  const isAdd = row.kind === 'add';
  return {
    debit: isAdd ? house : member,
    credit: isAdd ? member : house,
    amount: money(row.amount),
    type: isAdd ? 'manualAdd' : 'manualDeduct',
    phase: 'single',
    refType: 'adjustment',
    refId: row.id,
  };
}
