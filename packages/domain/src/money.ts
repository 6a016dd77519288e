import { assert } from './assert.ts';
import { assertDecimals, divFloor, divHalfEven, pow10, readDecimal, writeDecimal } from './decimal.ts';
import { err, ok } from './result.ts';
import type { Result } from './result.ts';

export { divFloor, divHalfEven } from './decimal.ts';

declare const moneyBrand: unique symbol;
declare const rateBrand: unique symbol;

/** An amount in minor units of its currency: 100.00 is 10000n. Signed; never a number. */
export type Money = bigint & { readonly [moneyBrand]: true };

/** A fraction in units of 1 / RATE_SCALE: "0.8500" is 8500n. */
export type Rate = bigint & { readonly [rateBrand]: true };

export const RATE_DECIMALS = 4;
export const RATE_SCALE = 10_000n;

/** Names a count of minor units as money. */
export function money(minorUnits: bigint): Money {
  return minorUnits as Money;
}

/** Names a count of ten-thousandths as a rate. */
export function rate(tenThousandths: bigint): Rate {
  return tenThousandths as Rate;
}

export const ZERO: Money = money(0n);

/**
 * Reads "100", "100.0" or "100.00" as minor units. Refuses blanks, exponents, signs, leading zeros, more decimals than
 * the currency has and more than 15 whole digits. A minus sign is read only with `signed`.
 */
export function parseMoney(
  text: string,
  decimals = 2,
  options: { readonly signed?: boolean } = {},
): Result<Money, 'MONEY_INVALID'> {
  assertDecimals(decimals);
  const decimal = readDecimal(text);
  if (decimal === null || decimal.scale > decimals) return err('MONEY_INVALID');
  if (text.startsWith('-') && options.signed !== true) return err('MONEY_INVALID');
  return ok(money(decimal.units * pow10(decimals - decimal.scale)));
}

/** "100.00", "-3.50": every decimal shown, no grouping, as it travels in JSON. */
export function formatMoney(amount: Money, decimals = 2): string {
  return writeDecimal(amount, decimals);
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

/** amount × rate, rounded towards minus infinity to the minor unit: payouts and fees. */
export function mulRateFloor(amount: Money, by: Rate): Money {
  return money(divFloor(amount * by, RATE_SCALE));
}

/** amount × rate, ties to the even minor unit: interest. */
export function mulRateHalfEven(amount: Money, by: Rate): Money {
  return money(divHalfEven(amount * by, RATE_SCALE));
}

/** Adds amounts of one currency. */
export function sumMoney(amounts: Iterable<Money>): Money {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return money(total);
}

/** Asserts that an amount is above zero, as every transfer's must be. */
export function assertPositive(amount: Money, what: string): void {
  assert(amount > 0n, `${what} must be above zero, is ${amount}`);
}
