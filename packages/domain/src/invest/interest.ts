import { assert } from '../assert.ts';
import { divHalfEven, money, RATE_SCALE } from '../money.ts';
import type { Money, Rate } from '../money.ts';

/*
 * Interest by ACT/365F: every calendar day earns 1/365 of the annual rate, in leap years too. Interest is cumulative: what
 * has accrued through a day is the exact sum, rounded once (HALF_EVEN). A day's row is the difference to the day before,
 * so that the rows of a term add up to the formula of the whole term, to the minor unit.
 */

const DAYS_OF_YEAR = 365n;
/** Interest of one day in units of 1 / this of a minor unit: balance × rate, without any rounding. */
export const INTEREST_UNITS = RATE_SCALE * DAYS_OF_YEAR;

/** Interest of `days` days with one balance and one rate, in INTEREST_UNITS. Exact. */
export function interestUnits(balance: Money, annualRate: Rate, days: number): bigint {
  assert(Number.isInteger(days) && days >= 0, `days are a whole number, not ${days}`);
  return balance * annualRate * BigInt(days);
}

/** Exact interest as money. */
export function roundInterest(units: bigint): Money {
  return money(divHalfEven(units, INTEREST_UNITS));
}

/** What a principal has accrued after its first `days` days. */
export function accruedAfter(principal: Money, annualRate: Rate, days: number): Money {
  return roundInterest(interestUnits(principal, annualRate, days));
}

/** The row of one day: `day` is 0 for the first. */
export function accrualOfDay(principal: Money, annualRate: Rate, day: number): Money {
  return money(accruedAfter(principal, annualRate, day + 1) - accruedAfter(principal, annualRate, day));
}
