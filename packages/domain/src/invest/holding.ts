import { money, ZERO } from '../money.ts';
import type { Money, Rate } from '../money.ts';
import type { DayNumber } from '../market/local-time.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import type { StateTable } from '../cashier/state-table.ts';
import { accrualOfDay, accruedAfter } from './interest.ts';
import type { EarlyTerms, InterestPayment } from './project.ts';

/*
 * A member's share of a project. It earns on every business date from its start, included, to its maturity, not included.
 * Principal and interest come back once: at maturity, or at an early redemption.
 */

export const HOLDING_STATES = ['running', 'matured', 'redeemed'] as const;
export type HoldingState = (typeof HOLDING_STATES)[number];
export const HOLDING_EVENTS = ['mature', 'redeem'] as const;
export type HoldingEvent = (typeof HOLDING_EVENTS)[number];

export const HOLDING_TABLE: StateTable<HoldingState, HoldingEvent> = {
  running: { mature: 'matured', redeem: 'redeemed' },
  matured: {},
  redeemed: {},
};

export interface Holding {
  readonly principal: Money;
  readonly annualRate: Rate;
  readonly termDays: number;
  readonly interest: InterestPayment;
  readonly early: EarlyTerms | null;
  readonly startsOn: DayNumber;
}

/** The date on which principal and interest come back. It earns nothing any more. */
export function maturesOn({ startsOn, termDays }: Pick<Holding, 'startsOn' | 'termDays'>): DayNumber {
  return startsOn + termDays;
}

/** Days that have earned before a business date. */
export function daysEarned(holding: Pick<Holding, 'startsOn' | 'termDays'>, day: DayNumber): number {
  return Math.min(Math.max(day - holding.startsOn, 0), holding.termDays);
}

export function termInterest({ principal, annualRate, termDays }: Holding): Money {
  return accruedAfter(principal, annualRate, termDays);
}

export interface Repayment {
  readonly day: DayNumber;
  readonly interest: Money;
  readonly principal: Money;
}

/** What is paid and when. Interest of a day is paid on the next one; without daily payment all of it at maturity. */
export function repaymentsOf(holding: Holding): Repayment[] {
  const { principal, annualRate, termDays, startsOn } = holding;
  if (holding.interest === 'maturity') return [{ day: maturesOn(holding), interest: termInterest(holding), principal }];
  return Array.from({ length: termDays }, (_, day) => ({
    day: startsOn + day + 1,
    interest: accrualOfDay(principal, annualRate, day),
    principal: day === termDays - 1 ? principal : ZERO,
  }));
}

/** The first date of an early redemption; null: never. */
export function redeemableFrom({ startsOn, early }: Pick<Holding, 'startsOn' | 'early'>): DayNumber | null {
  return early === null ? null : startsOn + early.lockDays;
}

export interface Redemption {
  readonly daysHeld: number;
  /** All interest, at the rate of early redemption. */
  readonly interest: Money;
  /** What the contract's rate had accrued above it. */
  readonly lost: Money;
  /** Interest still to pay; below zero where more was paid than the early rate gives. */
  readonly due: Money;
  readonly credited: Money;
}

export type RedemptionRefusal =
  | { readonly key: 'REDEMPTION_NOT_ALLOWED' | 'HOLDING_STATE_CHANGED' }
  | { readonly key: 'REDEMPTION_LOCKED'; readonly from: DayNumber }
  | { readonly key: 'REDEMPTION_CHANGED'; readonly credited: Money };

/** What a redemption on `today` gives, whether or not it is allowed. `paid`: the interest that was paid before. */
export function redemptionOf(holding: Holding, paid: Money, today: DayNumber): Redemption {
  const daysHeld = daysEarned(holding, today);
  const accrued = accruedAfter(holding.principal, holding.annualRate, daysHeld);
  const interest =
    holding.early === null ? accrued : accruedAfter(holding.principal, holding.early.annualRate, daysHeld);
  const due = money(interest - paid);
  return { daysHeld, interest, lost: money(accrued - interest), due, credited: money(holding.principal + due) };
}

/**
 * What an early redemption on `today` does, or why it may not be. From its maturity on, only the end of day repays a holding.
 * `seen`: the amount that the member saw, where they named it.
 */
export function planRedemption(
  holding: Holding & { readonly state: HoldingState; readonly paid: Money },
  today: DayNumber,
  seen: Money | undefined,
): Result<Redemption, RedemptionRefusal> {
  const next = HOLDING_TABLE[holding.state].redeem;
  if (next === undefined || today >= maturesOn(holding)) return err({ key: 'HOLDING_STATE_CHANGED' });
  const from = redeemableFrom(holding);
  if (from === null) return err({ key: 'REDEMPTION_NOT_ALLOWED' });
  if (today < from) return err({ key: 'REDEMPTION_LOCKED', from });
  const redemption = redemptionOf(holding, holding.paid, today);
  if (seen !== undefined && seen !== redemption.credited)
    return err({ key: 'REDEMPTION_CHANGED', credited: redemption.credited });
  return ok(redemption);
}
