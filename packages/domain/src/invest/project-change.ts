import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { nextState } from '../cashier/state-table.ts';
import type { StateTable } from '../cashier/state-table.ts';
import { INTEREST_UNITS } from './interest.ts';
import type { ProjectTerms } from './project.ts';

/*
 * New terms of a project, or a new savings rate: one operator proposes, another approves or rejects. The maker may take it
 * back while nobody has decided. What is approved holds for new holdings and for dates to come.
 */

export const CHANGE_STATES = ['proposed', 'approved', 'rejected', 'withdrawn'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];
export const CHANGE_EVENTS = ['approve', 'reject', 'withdraw'] as const;
export type ChangeEvent = (typeof CHANGE_EVENTS)[number];

export const CHANGE_TABLE: StateTable<ChangeState, ChangeEvent> = {
  proposed: { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn' },
  approved: {},
  rejected: {},
  withdrawn: {},
};

export type ChangeRefusal = 'STATE_CHANGED' | 'MAKER_ONLY' | 'SECOND_OPERATOR_NEEDED' | 'REASON_REQUIRED';

export function decideChange(
  change: { readonly state: ChangeState; readonly makerId: bigint },
  operatorId: bigint,
  { event, hasReason }: { readonly event: ChangeEvent; readonly hasReason: boolean },
): Result<ChangeState, ChangeRefusal> {
  const next = nextState(CHANGE_TABLE, change.state, event);
  if (!next.ok) return next;
  const isMaker = operatorId === change.makerId;
  if (event === 'withdraw' && !isMaker) return err('MAKER_ONLY');
  if (event !== 'withdraw' && isMaker) return err('SECOND_OPERATOR_NEEDED');
  if (event === 'reject' && !hasReason) return err('REASON_REQUIRED');
  return ok(next.value);
}

/** The most that one member may hold: with it, principal × rate × days fits the database's integers. */
export const MEMBER_MAX = 2_500_000_000_000n;

/** The first of the terms that does not fit the others; null when all do. The database has the same bounds. */
export function wrongTerm(terms: ProjectTerms): keyof ProjectTerms | 'closesAt' | null {
  const { termDays, annualRate, min, max, size, early, opensAtMs, closesAtMs } = terms;
  if (termDays < 1 || termDays > 3_650) return 'termDays';
  if (annualRate < 0n || annualRate * BigInt(termDays) >= INTEREST_UNITS) return 'annualRate';
  if (min <= 0n) return 'min';
  if (max < min || max > MEMBER_MAX) return 'max';
  if (size < max) return 'size';
  if (early !== null && (early.lockDays >= termDays || early.annualRate > annualRate)) return 'early';
  return opensAtMs !== null && closesAtMs !== null && closesAtMs <= opensAtMs ? 'closesAt' : null;
}
