import { limitsView } from '@candor/contract/limits';
import type { LimitsBody, LimitsView } from '@candor/contract/limits';
import { changeLimit, NO_LIMIT } from '@candor/domain/limits/own-limits';
import type { LimitAmount, LimitState } from '@candor/domain/limits/own-limits';
import type { RealityCheckMinutes } from '@candor/domain/limits/reality-check';
import type { ExclusionTerm } from '@candor/domain/limits/self-exclusion';
import { formatMoney, parseMoney } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Command } from '../../services/commands/run-commands.ts';
import { NO_DECISIONS, selectOwnDecisions } from '../../services/own-limits/own-limit-store.ts';
import type { OwnDecisions } from '../../services/own-limits/own-limit-store.ts';
import type { Site } from '../../services/site/site.ts';
import { insertExclusion, selectStanding, updateRealityCheck, upsertLimit } from './limits-store.ts';
import type { NewLimit } from './limits-store.ts';
import { readLimits } from './limits-view.ts';

interface Facts {
  /** The moment on the database's clock. */
  nowMs: number;
  decisions: Map<bigint, OwnDecisions>;
}

interface Change {
  memberId: bigint;
  limits: readonly NewLimit[];
  exclusion: ExclusionTerm | undefined;
  realityCheckMinutes: RealityCheckMinutes | null | undefined;
}

export type LimitsAnswer = Result<LimitsView, 'AMOUNT_TOO_PRECISE' | 'AMOUNT_INVALID'>;

/**
 * Changes what a member decided for themselves. A tighter limit and an exclusion hold at once, a looser limit a day
 * later. The database checks the same, so that no other code can loosen a limit.
 */
export function changeLimits(site: Site): Command<LimitsBody, Facts, Change, null, LimitsAnswer> {
  return {
    name: 'account/limits',
    stored: {
      of: (answer) => (answer.ok ? answer.value : null),
      read: (json) => ok(limitsView.parse(json)),
    },
    readFacts: async (db, calls) => {
      const ids = calls.map(({ memberId }) => memberId);
      const decisions = await selectOwnDecisions(db, ids);
      const standing = ids[0] === undefined ? undefined : await selectStanding(db, ids[0]);
      if (standing === undefined) throw new Error('the member has no row');
      return { nowMs: standing.now, decisions };
    },
    decide: ({ memberId, input }, { nowMs, decisions }) => {
      const limits = newLimits(input, decisions.get(memberId) ?? NO_DECISIONS, { nowMs, currency: site.currency });
      if (!limits.ok) return { answer: limits, kept: false };
      const { exclusion, realityCheckMinutes } = input;
      return { effect: { memberId, limits: limits.value, exclusion, realityCheckMinutes } };
    },
    write: async (db, changes) => {
      for (const { memberId, limits, exclusion, realityCheckMinutes } of changes) {
        for (const limit of limits) await upsertLimit(db, memberId, limit);
        if (exclusion !== undefined) await insertExclusion(db, memberId, exclusion);
        if (realityCheckMinutes !== undefined) await updateRealityCheck(db, memberId, realityCheckMinutes);
      }
      return changes.map(() => null);
    },
    answer: async (db, done) => {
      const answers: LimitsAnswer[] = [];
      for (const { call } of done) {
        const view = await readLimits(db, site, call.memberId);
        if (view === undefined) throw new Error('the member has no row');
        answers.push(ok(view));
      }
      return answers;
    },
    newsOf: () => [{ type: 'account' }],
    auditOf: ({ memberId, limits, exclusion, realityCheckMinutes }) => ({
      subjectType: 'member',
      subjectId: memberId.toString(),
      detail: {
        limits: limits.map((limit) => limitText(limit, site.currency)).join(', '),
        exclusion: exclusion ?? null,
        ...(realityCheckMinutes === undefined ? {} : { realityCheckMinutes }),
      },
    }),
  };
}

function newLimits(
  { limits }: LimitsBody,
  held: OwnDecisions,
  { nowMs, currency }: { nowMs: number; currency: Currency },
): Result<NewLimit[], 'AMOUNT_TOO_PRECISE' | 'AMOUNT_INVALID'> {
  const changed: NewLimit[] = [];
  for (const { kind, period, amount: text } of limits ?? []) {
    const asked = text === null ? ok(null) : parseMoney(text, currency);
    if (!asked.ok) return err(asked.error === 'MONEY_TOO_PRECISE' ? 'AMOUNT_TOO_PRECISE' : 'AMOUNT_INVALID');
    const state = held.limits.find((limit) => limit.kind === kind && limit.period === period) ?? NO_LIMIT;
    const next = changeLimit(state, asked.value, nowMs);
    if (!isSame(state, next)) changed.push({ kind, period, ...next });
  }
  return ok(changed);
}

function isSame(a: LimitState, b: LimitState): boolean {
  return a.amount === b.amount && a.next?.amount === b.next?.amount && a.next?.at === b.next?.at;
}

/** "stake/day 100.00 until 2026-11-23T08:00:00.000Z, then none" */
function limitText({ kind, period, amount, next }: NewLimit, currency: Currency): string {
  const text = (units: LimitAmount) => (units === null ? 'none' : formatMoney(units, currency));
  return `${kind}/${period} ${text(amount)}${next === null ? '' : ` until ${new Date(next.at).toISOString()}, then ${text(next.amount)}`}`;
}
