import { investChangeView as changeSchema } from '@candor/contract/console-invest';
import type {
  InvestChangeView,
  ProjectChangeBody,
  ProjectTermsBody,
  RateChangeBody,
} from '@candor/contract/console-invest';
import { decideChange as decide, wrongTerm } from '@candor/domain/invest/project-change';
import type { ChangeEvent, ChangeRefusal, ChangeState } from '@candor/domain/invest/project-change';
import { parseRate, rate } from '@candor/domain/money';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db } from '../../../platform/db/pool.ts';
import { uuidV7 } from '../../../platform/ids/ids.ts';
import type { Call, Command } from '../../../services/commands/run-commands.ts';
import type { Site } from '../../../services/site/site.ts';
import { readAmount } from '../invest-refusal.ts';
import type { InvestRefusal } from '../invest-refusal.ts';
import {
  insertChange,
  lockChange,
  lockProposal,
  selectChange,
  selectRateDates,
  selectVersion,
  updateChange,
} from './change-store.ts';
import type { ChangeRow, NewChange, ProposedTerms } from './change-store.ts';
import { changeView } from './operator-view.ts';

export type ChangeAnswer = Result<InvestChangeView, InvestRefusal>;

/** Only what was carried out is kept for a retry. */
const stored = {
  of: (answer: ChangeAnswer) => (answer.ok ? answer.value : null),
  read: (json: unknown): ChangeAnswer => ok(changeSchema.parse(json)),
};

/** An operator proposes terms for a new project, or a new version for one that exists. Nothing is sold under them yet. */
export function proposeProject(
  site: Site,
): Command<ProjectChangeBody, { version: number | undefined; isOpen: boolean }, NewChange, null, ChangeAnswer> {
  return {
    name: 'console/invest/project',
    stored,
    readFacts: async (db, calls) => {
      const { projectId } = onlyCall(calls).input;
      if (projectId === undefined) return { version: 0, isOpen: false };
      const isOpen = await lockProposal(db, projectId);
      return { version: await selectVersion(db, projectId), isOpen };
    },
    decide: (call, { version, isOpen }) => {
      const { projectId, base, terms, reason } = call.input;
      if (version === undefined) return refuse({ key: 'PROJECT_NOT_FOUND' });
      if (isOpen) return refuse({ key: 'TERMS_CHANGE_OPEN' });
      if (version !== base) return refuse({ key: 'TERMS_CHANGE_OLD' });
      const planned = planTerms(terms, site);
      if (!planned.ok) return refuse(planned.error);
      const place = { projectId: projectId ?? null, base: projectId === undefined ? null : base };
      return {
        effect: { id: uuidV7(), kind: 'project', ...place, terms: planned.value, reason, makerId: operatorOf(call) },
      };
    },
    write: insertAll,
    answer: async (db, done) =>
      await answersOf(
        db,
        site,
        done.map(({ effect }) => effect.id),
      ),
    auditOf: ({ id, projectId, base, reason }) => ({
      subjectType: 'investChange',
      subjectId: id,
      detail: { project: projectId, base, reason },
    }),
  };
}

/** An operator proposes a savings rate. It holds from a business date that has not begun. */
export function proposeRate(
  site: Site,
): Command<
  RateChangeBody,
  Awaited<ReturnType<typeof selectRateDates>> & { isOpen: boolean },
  NewChange,
  null,
  ChangeAnswer
> {
  return {
    name: 'console/invest/rate',
    stored,
    readFacts: async (db) => {
      const isOpen = await lockProposal(db, null);
      return { ...(await selectRateDates(db)), isOpen };
    },
    decide: (call, { tomorrow, taken, isOpen }) => {
      if (isOpen) return refuse({ key: 'TERMS_CHANGE_OPEN' });
      const { annualRate, from, reason } = call.input;
      const read = parseRate(annualRate);
      if (!read.ok) return refuse({ key: 'FIELD_INVALID', field: 'annualRate' });
      const isDate = !Number.isNaN(Date.parse(from)) && new Date(from).toISOString().startsWith(from);
      if (!isDate || from < tomorrow || taken.includes(from)) return refuse({ key: 'FIELD_INVALID', field: 'from' });
      return {
        effect: {
          id: uuidV7(),
          kind: 'savingsRate',
          projectId: null,
          base: null,
          terms: { annualRate: read.value.toString(), from },
          reason,
          makerId: operatorOf(call),
        },
      };
    },
    write: insertAll,
    answer: async (db, done) =>
      await answersOf(
        db,
        site,
        done.map(({ effect }) => effect.id),
      ),
    auditOf: ({ id, terms, reason }) => ({
      subjectType: 'investChange',
      subjectId: id,
      detail: { rate: terms.annualRate, reason },
    }),
  };
}

interface Decided {
  row: ChangeRow;
  status: ChangeState;
  operatorId: bigint;
  note: string | null;
}

interface DecisionFacts {
  row: ChangeRow | undefined;
  tomorrow: string;
  taken: readonly string[];
}

/** An operator approves, rejects or withdraws a proposal. The database publishes approved terms in the same transaction. */
export function decideInvestChange(
  site: Site,
  event: ChangeEvent,
): Command<{ readonly id: string; readonly reason: string | undefined }, DecisionFacts, Decided, null, ChangeAnswer> {
  return {
    name: `console/invest/${event}`,
    stored,
    readFacts: async (db, calls) => ({
      row: await lockChange(db, onlyCall(calls).input.id),
      ...(await selectRateDates(db)),
    }),
    decide: (call, { row, tomorrow, taken }) => {
      if (row === undefined) return refuse({ key: 'TERMS_CHANGE_NOT_FOUND' });
      const operatorId = operatorOf(call);
      const note = call.input.reason ?? null;
      const hasReason = note !== null;
      const decided = decide({ state: row.status, makerId: BigInt(row.maker.id) }, operatorId, { event, hasReason });
      if (!decided.ok) return refuse(refusalOf(decided.error));
      if (event === 'approve' && isOld(row, tomorrow, taken)) return refuse({ key: 'TERMS_CHANGE_OLD' });
      return { effect: { row, status: decided.value, operatorId, note } };
    },
    write: async (db, effects) => {
      for (const { row, status, operatorId, note } of effects)
        await updateChange(db, { id: row.id, status, checkerId: operatorId, note });
      return effects.map(() => null);
    },
    answer: async (db, done) =>
      await answersOf(
        db,
        site,
        done.map(({ effect }) => effect.row.id),
      ),
    auditOf: ({ row, status, note }) => ({
      subjectType: 'investChange',
      subjectId: row.id,
      detail: { kind: row.kind, project: row.projectId, status, reason: note },
    }),
  };
}

/** Another version was published since, or a rate holds from that date already. */
function isOld(row: ChangeRow, tomorrow: string, taken: readonly string[]): boolean {
  if (row.kind === 'project') return row.version !== row.base;
  const from = 'from' in row.terms && row.terms.from > tomorrow ? row.terms.from : tomorrow;
  return taken.includes(from);
}

/** Terms as a proposal keeps them, or the field that does not fit. */
function planTerms(body: ProjectTermsBody, site: Site): Result<ProposedTerms, InvestRefusal> {
  const wrong = (field: string): Result<never, InvestRefusal> => err({ key: 'FIELD_INVALID', field: `terms.${field}` });
  const annualRate = parseRate(body.annualRate);
  const earlyRate = body.early === null ? ok(rate(0n)) : parseRate(body.early.annualRate);
  if (!annualRate.ok) return wrong('annualRate');
  if (!earlyRate.ok) return wrong('early');
  const [min, max, size] = [
    readAmount(body.min, site, 'terms.min'),
    readAmount(body.max, site, 'terms.max'),
    readAmount(body.size, site, 'terms.size'),
  ];
  if (!min.ok) return min;
  if (!max.ok) return max;
  if (!size.ok) return size;
  const misfit = wrongTerm({
    termDays: body.termDays,
    annualRate: annualRate.value,
    min: min.value,
    max: max.value,
    size: size.value,
    interest: body.interest,
    early: body.early === null ? null : { lockDays: body.early.lockDays, annualRate: earlyRate.value },
    opensAtMs: body.opensAt === undefined ? null : Date.parse(body.opensAt),
    closesAtMs: body.closesAt === undefined ? null : Date.parse(body.closesAt),
  });
  if (misfit !== null) return wrong(misfit);
  return ok({
    names: body.names,
    risk: body.risk,
    termDays: body.termDays,
    annualRate: annualRate.value.toString(),
    min: min.value.toString(),
    max: max.value.toString(),
    size: size.value.toString(),
    interest: body.interest,
    earlyLockDays: body.early?.lockDays ?? null,
    earlyRate: body.early === null ? null : earlyRate.value.toString(),
    opensAt: body.opensAt ?? null,
    closesAt: body.closesAt ?? null,
    active: body.active,
  });
}

function refusalOf(error: ChangeRefusal): InvestRefusal {
  if (error === 'STATE_CHANGED') return { key: 'TERMS_CHANGE_DECIDED' };
  return error === 'REASON_REQUIRED' ? { key: error, field: 'reason' } : { key: error };
}

function refuse(refusal: InvestRefusal) {
  return { answer: err(refusal), kept: false };
}

async function insertAll(db: Db, effects: readonly NewChange[]): Promise<null[]> {
  for (const effect of effects) await insertChange(db, effect);
  return effects.map(() => null);
}

async function answersOf(db: Db, site: Site, ids: readonly string[]): Promise<ChangeAnswer[]> {
  const answers: ChangeAnswer[] = [];
  for (const id of ids) {
    const row = await selectChange(db, id);
    if (row === undefined) throw new Error('the proposal was not found again');
    answers.push(ok(changeView(row, site)));
  }
  return answers;
}

function onlyCall<Input>(calls: readonly Call<Input>[]): Call<Input> {
  const [call] = calls;
  if (call === undefined || calls.length > 1) throw new Error('operators decide one proposal at a time');
  return call;
}

function operatorOf({ operatorId }: Call<unknown>): bigint {
  if (operatorId === undefined) throw new Error('a proposal needs an operator');
  return operatorId;
}
