import { smallerOf } from '../decimal.ts';
import { money, restOf } from '../money.ts';
import type { Money, Rate } from '../money.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';

/*
 * What is offered: a project and the version of its terms that is sold now. Terms never change; a new version is sold from
 * its approval on, and running holdings keep the version they were bought under.
 */

export type InterestPayment = 'daily' | 'maturity';

/** Possible once `lockDays` days have passed. All interest is then calculated anew at `annualRate`. */
export interface EarlyTerms {
  readonly lockDays: number;
  readonly annualRate: Rate;
}

export interface ProjectTerms {
  readonly termDays: number;
  readonly annualRate: Rate;
  /** The least of one purchase, and the most that one member may hold. */
  readonly min: Money;
  readonly max: Money;
  /** The most that all members together may hold. */
  readonly size: Money;
  readonly interest: InterestPayment;
  readonly early: EarlyTerms | null;
  readonly opensAtMs: number | null;
  readonly closesAtMs: number | null;
}

export type ProjectStatus = 'upcoming' | 'open' | 'soldOut' | 'closed';

/** `sold`: the principal of all running holdings of the project. */
export interface ProjectFacts {
  readonly nowMs: number;
  readonly active: boolean;
  readonly sold: Money;
}

export function leftOf(terms: Pick<ProjectTerms, 'size'>, sold: Money): Money {
  return restOf(terms.size, sold);
}

/** Sold out: what is left is less than anybody may buy. */
export function projectStatus(terms: ProjectTerms, { nowMs, active, sold }: ProjectFacts): ProjectStatus {
  if (!active || (terms.closesAtMs !== null && nowMs >= terms.closesAtMs)) return 'closed';
  if (terms.opensAtMs !== null && nowMs < terms.opensAtMs) return 'upcoming';
  return leftOf(terms, sold) < terms.min ? 'soldOut' : 'open';
}

/** What one more purchase of a member may be at most. */
export function investable(terms: ProjectTerms, sold: Money, held: Money): Money {
  return smallerOf(restOf(terms.max, held), leftOf(terms, sold));
}

export interface BuyFacts extends ProjectFacts {
  /** Principal of the member's running holdings of this project. */
  readonly held: Money;
  readonly available: Money;
  /** The versions of terms and agreement that hold now. */
  readonly versions: Versions;
}

export interface Versions {
  readonly terms: number;
  readonly agreement: number;
}

export type BuyRefusal =
  | { readonly key: 'INVEST_TERMS_CHANGED' }
  | { readonly key: 'PROJECT_NOT_OPEN' | 'PROJECT_CLOSED' | 'PROJECT_SOLD_OUT' }
  | { readonly key: 'INVEST_AMOUNT_BELOW_MINIMUM'; readonly min: Money; readonly short: Money }
  | { readonly key: 'INVEST_AMOUNT_ABOVE_MAXIMUM'; readonly max: Money; readonly over: Money }
  | { readonly key: 'PROJECT_LEFT_INSUFFICIENT'; readonly left: Money; readonly over: Money }
  | { readonly key: 'INVEST_BALANCE_INSUFFICIENT'; readonly missing: Money };

/**
 * Whether an amount may be invested now. A refusal carries the exact difference. `seen`: the versions that the member saw,
 * where they named them.
 */
export function planPurchase(
  {
    amount,
    seen,
  }: { readonly amount: Money; readonly seen: { readonly [name in keyof Versions]: number | undefined } },
  terms: ProjectTerms,
  facts: BuyFacts,
): Result<null, BuyRefusal> {
  const { versions } = facts;
  if (
    (seen.terms ?? versions.terms) !== versions.terms ||
    (seen.agreement ?? versions.agreement) !== versions.agreement
  )
    return err({ key: 'INVEST_TERMS_CHANGED' });
  const status = projectStatus(terms, facts);
  if (status === 'closed') return err({ key: 'PROJECT_CLOSED' });
  if (status === 'upcoming') return err({ key: 'PROJECT_NOT_OPEN' });
  if (status === 'soldOut') return err({ key: 'PROJECT_SOLD_OUT' });
  const { min, max } = terms;
  if (amount < min) return err({ key: 'INVEST_AMOUNT_BELOW_MINIMUM', min, short: money(min - amount) });
  const after = facts.held + amount;
  if (after > max) return err({ key: 'INVEST_AMOUNT_ABOVE_MAXIMUM', max, over: money(after - max) });
  const left = leftOf(terms, facts.sold);
  if (amount > left) return err({ key: 'PROJECT_LEFT_INSUFFICIENT', left, over: money(amount - left) });
  if (amount > facts.available)
    return err({ key: 'INVEST_BALANCE_INSUFFICIENT', missing: money(amount - facts.available) });
  return ok(null);
}
