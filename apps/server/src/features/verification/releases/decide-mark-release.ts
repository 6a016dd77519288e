import type { MarkReleaseView } from '@candor/contract/console-marks';
import type { AdjustmentEvent, AdjustmentState } from '@candor/domain/cashier/adjustment';
import { decideMarkRelease as decide } from '@candor/domain/identity/mark-release';
import type { MarkReleaseRefusal, Standing } from '@candor/domain/identity/mark-release';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Command } from '../../../services/commands/run-commands.ts';
import { selectMarkRelease, selectStanding, updateMarkRelease } from './mark-release-store.ts';
import type { MarkReleaseRow } from './mark-release-store.ts';
import { onlyCall, operatorOf, storedMarkRelease, viewOf } from './propose-mark-release.ts';

export interface MarkReleaseDecision {
  readonly id: bigint;
  readonly reason: string | undefined;
}

interface Facts extends Standing {
  row: MarkReleaseRow | undefined;
}

interface Effect {
  row: MarkReleaseRow;
  status: AdjustmentState;
  operatorId: bigint;
  note: string | null;
}

export type DecideRefusal = MarkReleaseRefusal | 'RELEASE_NOT_FOUND';
type Answer = Result<MarkReleaseView, DecideRefusal>;

/**
 * An operator approves, rejects or withdraws a release. Decisions wait for each other by the member's lock. The database does
 * what an approval says, and tells the member.
 */
export function decideMarkRelease(event: AdjustmentEvent): Command<MarkReleaseDecision, Facts, Effect, null, Answer> {
  return {
    name: `console/mark-releases/${event}`,
    stored: storedMarkRelease<DecideRefusal>(),
    readFacts: async (db, calls) => {
      const row = await selectMarkRelease(db, onlyCall(calls).input.id);
      const { isHeld, isInUse } = row === undefined ? { isHeld: false, isInUse: false } : await selectStanding(db, row);
      return { row, isHeld, isInUse };
    },
    decide: (call, { row, ...standing }) => {
      if (row === undefined) return { answer: err('RELEASE_NOT_FOUND'), kept: false };
      const operatorId = operatorOf(call);
      const note = call.input.reason ?? null;
      const decided = decide({ ...row, state: row.status }, operatorId, {
        event,
        hasReason: note !== null,
        ...standing,
      });
      return decided.ok
        ? { effect: { row, status: decided.value, operatorId, note } }
        : { answer: decided, kept: false };
    },
    write: async (db, effects) => {
      for (const { row, status, operatorId, note } of effects)
        await updateMarkRelease(db, { id: row.id, status, checkerId: operatorId, note });
      return effects.map(() => null);
    },
    answer: async (db, done) => await Promise.all(done.map(async ({ effect }) => ok(await viewOf(db, effect.row.id)))),
    auditOf: ({ row, status, note }) => ({
      subjectType: 'member',
      subjectId: row.memberId.toString(),
      detail: { release: row.id.toString(), kind: row.kind, mark: row.mark.slice(0, 12), status, reason: note },
    }),
  };
}
