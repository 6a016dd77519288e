import { createHash } from 'node:crypto';
import type { AdjustmentEvent, AdjustmentState } from '@candor/domain/cashier/adjustment';
import { decideChange as decide } from '@candor/domain/cashier/terms';
import type { ChangeRefusal } from '@candor/domain/cashier/terms';
import { err } from '@candor/domain/result';
import type { Command } from '../../../services/commands/run-commands.ts';
import type { Site } from '../../../services/site/site.ts';
import type { CashierRefusal } from '../cashier-refusal.ts';
import { operatorOf } from '../review-deposit.ts';
import { changedTerms } from './changed-terms.ts';
import { answerOf, onlyCall, storedChange } from './propose-change.ts';
import type { ChangeAnswer } from './propose-change.ts';
import {
  channelSubject,
  lockSubject,
  selectChange,
  selectSubject,
  selectVersion,
  termsText,
  updateChange,
} from './terms-store.ts';
import type { ChangeRow } from './terms-store.ts';

export interface ChangeDecision {
  readonly id: string;
  readonly reason: string | undefined;
}

interface Facts {
  row: ChangeRow | undefined;
  version: number;
}

interface Effect {
  row: ChangeRow;
  status: AdjustmentState;
  operatorId: bigint;
  note: string | null;
}

/** An operator approves, rejects or withdraws a proposal. The database applies approved terms in the same transaction. */
export function decideChange(
  site: Site,
  event: AdjustmentEvent,
): Command<ChangeDecision, Facts, Effect, null, ChangeAnswer> {
  return {
    name: `console/terms/${event}`,
    stored: storedChange,
    readFacts: async (db, calls) => {
      const { id } = onlyCall(calls).input;
      const subject = await selectSubject(db, id);
      if (subject === undefined) return { row: undefined, version: 0 };
      await lockSubject(db, subject);
      return { row: await selectChange(db, id), version: await selectVersion(db, subject) };
    },
    decide: (call, { row, version }) => {
      if (row === undefined) return { answer: err({ key: 'TERMS_CHANGE_NOT_FOUND' }), kept: false };
      const operatorId = operatorOf(call);
      const note = call.input.reason ?? null;
      const decided = decide({ state: row.status, makerId: BigInt(row.maker.id), base: row.base }, operatorId, {
        event,
        hasReason: note !== null,
        version,
      });
      return decided.ok
        ? { effect: { row, status: decided.value, operatorId, note } }
        : { answer: err(refusalOf(decided.error)), kept: false };
    },
    write: async (db, effects) => {
      for (const { row, status, operatorId, note } of effects)
        await updateChange(db, { id: row.id, status, checkerId: operatorId, note });
      return effects.map(() => null);
    },
    answer: async (db, done) =>
      await Promise.all(done.map(async ({ effect }) => await answerOf(db, site, effect.row.id))),
    auditOf: ({ row, status, note }) => ({
      subjectType: 'terms',
      subjectId: row.id,
      detail: {
        terms: row.subject === 'channel' ? channelSubject(row.code) : row.subject,
        status,
        changed: changedTerms(row.before, row.terms).join(' '),
        // So that the chain says which terms were decided on, and not only that some were.
        sha256: createHash('sha256').update(termsText(row.terms)).digest('hex'),
        reason: note,
      },
    }),
  };
}

function refusalOf(error: ChangeRefusal): CashierRefusal {
  if (error === 'STATE_CHANGED') return { key: 'TERMS_CHANGE_DECIDED' };
  if (error === 'TERMS_OLD') return { key: 'TERMS_CHANGE_OLD' };
  return error === 'REASON_REQUIRED' ? { key: error, field: 'reason' } : { key: error };
}
