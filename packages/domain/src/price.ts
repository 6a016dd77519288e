import { assertDecimals, divHalfEven, pow10, readDecimal, writeDecimal } from './decimal.ts';
import { err, ok } from './result.ts';
import type { Result } from './result.ts';

declare const priceBrand: unique symbol;

/** A price in units of 10^-decimals of its product: with 5 decimals, 1.0834 is 108340n. */
export type Price = bigint & { readonly [priceBrand]: true };

/** A larger price would not fit the 64-bit column it is stored in. */
const PRICE_UNITS_LIMIT = 10n ** 18n;

/** Marks a count of units as a price. */
export function price(units: bigint): Price {
  return units as Price;
}

/**
 * Reads a decimal text at the product's decimals, exactly. A text with more decimals is refused, unless `round` is set:
 * some sources quote more decimals than we publish.
 */
export function parsePrice(
  text: string,
  decimals: number,
  options: { readonly round?: 'HALF_EVEN' } = {},
): Result<Price, 'PRICE_INVALID'> {
  assertDecimals(decimals);
  const decimal = readDecimal(text);
  if (decimal === null) return err('PRICE_INVALID');
  if (decimal.scale > decimals && options.round !== 'HALF_EVEN') return err('PRICE_INVALID');
  const units =
    decimal.scale > decimals
      ? divHalfEven(decimal.units, pow10(decimal.scale - decimals))
      : decimal.units * pow10(decimals - decimal.scale);
  if (units >= PRICE_UNITS_LIMIT || units <= -PRICE_UNITS_LIMIT) return err('PRICE_INVALID');
  return ok(price(units));
}

/** The published text of the price: exactly the product's decimals. */
export function formatPrice(value: Price, decimals: number): string {
  return writeDecimal(value, decimals);
}
