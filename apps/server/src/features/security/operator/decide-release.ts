import type { FactorReleaseView } from '@candor/contract/console-security';
import { decideFactorRelease } from '@candor/domain/identity/factor-release';
import type {
  FactorReleaseEvent,
  FactorReleaseRefusal,
  FactorReleaseState,
} from '@candor/domain/identity/factor-release';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Command } from '../../../services/commands/run-commands.ts';
import { onlyCall, operatorOf, storedRelease, viewOf } from './propose-release.ts';
import { decideReleaseRow, lockRelease, selectStanding, stopReleaseRow } from './release-store.ts';
import type { ReleaseRow } from './release-store.ts';

export interface ReleaseDecision {
  readonly id: bigint;
  readonly reason: string | undefined;
}

export type OperatorEvent = Exclude<FactorReleaseEvent, 'expire'>;

interface Facts {
  row: ReleaseRow | undefined;
  hasFactor: boolean;
}

interface Effect {
  row: ReleaseRow;
  status: FactorReleaseState;
  operatorId: bigint;
  note: string | null;
}

export type DecideRefusal = FactorReleaseRefusal | 'RELEASE_NOT_FOUND';
type Answer = Result<FactorReleaseView, DecideRefusal>;

/** An operator approves, rejects, withdraws or stops a release. The database tells the member when the wait begins or ends. */
export function decideRelease(event: OperatorEvent): Command<ReleaseDecision, Facts, Effect, null, Answer> {
  return {
    name: `console/factor-releases/${event}`,
    stored: storedRelease<DecideRefusal>(),
    readFacts: async (db, calls) => {
      const call = onlyCall(calls);
      const row = await lockRelease(db, call.input.id);
      return { row, hasFactor: (await selectStanding(db, call.memberId)).hasFactor };
    },
    decide: (call, { row, hasFactor }) => {
      if (row === undefined) return { answer: err('RELEASE_NOT_FOUND'), kept: false };
      const operatorId = operatorOf(call);
      const note = call.input.reason ?? null;
      const decided = decideFactorRelease({ ...row, state: row.status }, operatorId, {
        event,
        hasReason: note !== null,
        hasFactor,
      });
      return decided.ok
        ? { effect: { row, status: decided.value, operatorId, note } }
        : { answer: decided, kept: false };
    },
    write: async (db, effects) => {
      for (const { row, status, operatorId, note } of effects)
        if (status === 'stopped') await stopReleaseRow(db, { id: row.id, operatorId, note });
        else await decideReleaseRow(db, { id: row.id, status, checkerId: operatorId, note });
      return effects.map(() => null);
    },
    answer: async (db, done) => await Promise.all(done.map(async ({ effect }) => ok(await viewOf(db, effect.row.id)))),
    auditOf: ({ row, status, note }) => ({
      subjectType: 'member',
      subjectId: row.memberId.toString(),
      detail: { release: row.id.toString(), status, reason: note },
    }),
  };
}
