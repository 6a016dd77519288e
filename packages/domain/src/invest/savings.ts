import { money, restOf } from '../money.ts';
import type { Money, Rate } from '../money.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import type { DayNumber } from '../market/local-time.ts';
import { interestUnits, roundInterest } from './interest.ts';

/*
 * Savings earn interest on the balance at the end of each business date, at the rate of that date. It is posted on the next
 * business date and earns from then on, also where the posting came late.
 */

/** A rate and the first business date that it holds for. */
export interface SavingsRate {
  readonly from: DayNumber;
  readonly annualRate: Rate;
}

/** The rate of a business date: of the newest entry that is not after it. Null before the first. */
export function savingsRateOf(history: readonly SavingsRate[], day: DayNumber): Rate | null {
  const [newest] = history.filter(({ from }) => from <= day).toSorted((a, b) => b.from - a.from);
  return newest?.annualRate ?? null;
}

/**
 * What earns on a business date: the ledger's balance when the date ended, and the interest of earlier dates that should
 * have been posted by then but was not, because the end of day ran late.
 */
export function earningBalance(balanceAtEnd: Money, lateInterest: Money): Money {
  return money(balanceAtEnd + lateInterest);
}

/** The row of one business date. `unitsBefore`: the exact interest of all dates before, in INTEREST_UNITS. */
export function accrueSavings(
  unitsBefore: bigint,
  balance: Money,
  annualRate: Rate,
): { readonly units: bigint; readonly interest: Money } {
  const units = unitsBefore + interestUnits(balance, annualRate, 1);
  return { units, interest: money(roundInterest(units) - roundInterest(unitsBefore)) };
}

export interface SavingsFacts {
  readonly available: Money;
  readonly savings: Money;
}

export type SavingsRefusal = {
  readonly key: 'INVEST_BALANCE_INSUFFICIENT' | 'SAVINGS_INSUFFICIENT';
  readonly missing: Money;
};

/** Whether an amount can be moved in or out. */
export function planSavingsTransfer(
  direction: 'in' | 'out',
  amount: Money,
  { available, savings }: SavingsFacts,
): Result<null, SavingsRefusal> {
  const source = direction === 'in' ? available : savings;
  if (amount <= source) return ok(null);
  const missing = money(amount - source);
  return err({ key: direction === 'in' ? 'INVEST_BALANCE_INSUFFICIENT' : 'SAVINGS_INSUFFICIENT', missing });
}

/** What the member's own choice moves into the savings: all that is available above what they keep. */
export function idleMoney(available: Money, keep: Money): Money {
  return restOf(available, keep);
}
