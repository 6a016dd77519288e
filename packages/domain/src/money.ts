import { assert } from './assert.ts';
import { divFloor, divHalfEven, largerOf, pow10, readDecimal, writeDecimal } from './decimal.ts';
import { err, ok } from './result.ts';
import type { Result } from './result.ts';

export { divFloor, divHalfEven } from './decimal.ts';

declare const moneyBrand: unique symbol;
declare const rateBrand: unique symbol;
declare const currencyBrand: unique symbol;

/** An amount in minor units of its currency: 100.00 is 10000n with two decimals. Signed; never a number. */
export type Money = bigint & { readonly [moneyBrand]: true };

/** A fraction in units of 1 / RATE_SCALE: "0.8500" is 8500n. */
export type Rate = bigint & { readonly [rateBrand]: true };

/**
 * Converts between minor units and the text of an amount. Reading or writing text always needs a currency, and there is
 * no default: the same 10000n is 100.00 with two decimals and 1.0000 with four.
 */
export type Currency = {
  readonly code: string;
  readonly decimals: number;
  readonly [currencyBrand]: true;
};

export const CURRENCY_DECIMALS_MAX = 4;

/** The largest amount of any currency: what a bigint column holds. */
export const MINOR_UNITS_MAX = 2n ** 63n - 1n;

export const RATE_DECIMALS = 4;
export const RATE_SCALE = 10_000n;

/** A currency: its code and the number of decimals of its amounts, 0 to 4. */
export function currency(code: string, decimals: number): Currency {
  assert(code !== '', 'a currency has a code');
  assert(
    Number.isInteger(decimals) && decimals >= 0 && decimals <= CURRENCY_DECIMALS_MAX,
    `a currency has 0 to ${CURRENCY_DECIMALS_MAX} decimals, not ${decimals}`,
  );
  return { code, decimals } as Currency;
}

/** Marks a count of minor units as money. */
export function money(minorUnits: bigint): Money {
  return minorUnits as Money;
}

/** Marks a count of ten-thousandths as a rate. */
export function rate(tenThousandths: bigint): Rate {
  return tenThousandths as Rate;
}

export const ZERO: Money = money(0n);

/** An amount given in whole units of a currency: 100 CNY is 10000n, 100 JPY is 100n. */
export function wholeUnits(count: bigint, of: Currency): Money {
  return money(count * pow10(of.decimals));
}

/**
 * Reads "100", "100.0" or "100.00" as minor units. Refuses blanks, exponents, signs, leading zeros and numbers too
 * large for a 64-bit integer. More decimals than the currency has are a separate refusal, even if they are zeros. A
 * minus sign is read only with `signed`.
 */
export function parseMoney(
  text: string,
  of: Currency,
  options: { readonly signed?: boolean } = {},
): Result<Money, 'MONEY_INVALID' | 'MONEY_TOO_PRECISE'> {
  const decimal = readDecimal(text);
  if (decimal === null || (text.startsWith('-') && options.signed !== true)) return err('MONEY_INVALID');
  if (decimal.scale > of.decimals) return err('MONEY_TOO_PRECISE');
  const minorUnits = decimal.units * pow10(of.decimals - decimal.scale);
  return minorUnits > MINOR_UNITS_MAX || minorUnits < -MINOR_UNITS_MAX ? err('MONEY_INVALID') : ok(money(minorUnits));
}

/** "100.00", "-3.50": all decimals of the currency, no grouping. This is the form used in JSON. */
export function formatMoney(amount: Money, of: Currency): string {
  return writeDecimal(amount, of.decimals);
}

/** "¥1,500.00", "−¥3.50": an amount as a person reads it in a sentence, as the screens write it. */
export function moneyInWords(amount: Money, of: Currency, symbol: string): string {
  const text = formatMoney(amount < 0n ? money(-amount) : amount, of);
  return (amount < 0n ? '−' : '') + symbol + text.replace(/^\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, ','));
}

/** Reads "0.85" or "0.8500", at most four decimals, never negative. */
export function parseRate(text: string): Result<Rate, 'RATE_INVALID'> {
  const decimal = readDecimal(text);
  if (decimal === null || text.startsWith('-') || decimal.scale > RATE_DECIMALS) return err('RATE_INVALID');
  return ok(rate(decimal.units * pow10(RATE_DECIMALS - decimal.scale)));
}

/** "0.8500": always four decimals. */
export function formatRate(value: Rate): string {
  return writeDecimal(value, RATE_DECIMALS);
}

/** amount × rate, rounded towards minus infinity to the minor unit. For payouts and fees. */
export function mulRateFloor(amount: Money, by: Rate): Money {
  return money(divFloor(amount * by, RATE_SCALE));
}

/** amount × rate, ties to the even minor unit. For interest. */
export function mulRateHalfEven(amount: Money, by: Rate): Money {
  return money(divHalfEven(amount * by, RATE_SCALE));
}

/** Adds amounts of one currency. */
export function sumMoney(amounts: Iterable<Money>): Money {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return money(total);
}

/** What is left of an amount once another one is taken from it; never below zero. */
export function restOf(amount: Money, taken: Money): Money {
  return largerOf(money(amount - taken), ZERO);
}

/** Asserts that an amount is above zero, as every transfer's must be. */
export function assertPositive(amount: Money, what: string): void {
  assert(amount > 0n, `${what} must be above zero, is ${amount}`);
}
