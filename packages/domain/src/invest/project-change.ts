import { INTEREST_UNITS } from './interest.ts';
import type { ProjectTerms } from './project.ts';

/*
 * New terms of a project, or a new savings rate: one operator proposes, another approves (`proposal.ts`). What is approved holds
 * for new holdings and for dates to come.
 */

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
