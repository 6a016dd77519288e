/**
 * The currency of every test that does not choose another. `TEST_CURRENCY_DECIMALS` sets its decimals, so that the same
 * tests run with 0, 2 and 4 decimals (`npm run test:decimals`).
 */
import { assert } from '../assert.ts';
import { currency, formatMoney, money, parseMoney } from '../money.ts';
import type { Money } from '../money.ts';

// The types of Node are not loaded for packages that also run in a browser.
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

const DECIMALS = process.env['TEST_CURRENCY_DECIMALS'] ?? '2';
assert(/^[0-4]$/.test(DECIMALS), `TEST_CURRENCY_DECIMALS is 0 to 4, not ${DECIMALS}`);

export const TEST_CURRENCY = currency('CNY', Number(DECIMALS));

/** The settings that give a server the test currency. */
export const TEST_CURRENCY_SETTINGS = { SITE_CURRENCY: TEST_CURRENCY.code, SITE_CURRENCY_DECIMALS: DECIMALS };

/** "100" as minor units. A text with more decimals than the test currency is a mistake of the test. */
export function minor(text: string): Money {
  const parsed = parseMoney(text, TEST_CURRENCY, { signed: true });
  assert(parsed.ok, `${text} is not an amount with ${DECIMALS} decimals`);
  return parsed.value;
}

/** "100" in its wire form: "100" with no decimals, "100.00" with two. */
export function amount(text: string): string {
  return formatMoney(minor(text), TEST_CURRENCY);
}

/** Minor units in their wire form: 1n is the smallest amount there is. */
export function amountOf(minorUnits: bigint): string {
  return formatMoney(money(minorUnits), TEST_CURRENCY);
}
