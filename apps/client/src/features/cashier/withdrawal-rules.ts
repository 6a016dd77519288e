/* The form of a withdrawal: what may be asked for, its fee, and what is wrong with it. */

import type { WithdrawalTermsView } from '@candor/contract/cashier';
import { withdrawalFee } from '@candor/domain/cashier/withdrawal';
import { formatMoney, money, parseMoney, parseRate } from '@candor/domain/money';
import type { Currency, Money } from '@candor/domain/money';
import { readMoney } from '@candor/domain/text/typed-amount';
import type { ErrorKey } from '@candor/contract/error-keys';

type Terms = Pick<
  WithdrawalTermsView,
  'available' | 'min' | 'max' | 'remainingToday' | 'feeRate' | 'feeMin' | 'feeMax'
>;

/** The most that can be asked for now; null when that is less than the least. */
export function mostOf(terms: Terms, of: Currency): string | null {
  const most = [terms.available, terms.max, terms.remainingToday].map((text) => read(text, of)).reduce(lesser);
  return most < read(terms.min, of) ? null : formatMoney(most, of);
}

/** An amount, its fee and what arrives of it; null while it is not an amount. */
export function payoutOf(
  terms: Terms,
  amount: string,
  of: Currency,
): { amount: string; fee: string; arrives: string } | null {
  const asked = readMoney(amount, of);
  if (!asked.ok || asked.value <= 0n) return null;
  const fee = feeOf(terms, asked.value, of);
  if (fee >= asked.value) return null;
  const text = (value: Money) => formatMoney(value, of);
  return { amount: text(asked.value), fee: text(fee), arrives: text(money(asked.value - fee)) };
}

/** The first reason why this amount would be refused, in the order of the server's own checks. */
export function amountError(terms: Terms, amount: string, of: Currency): ErrorKey | null {
  const asked = readMoney(amount, of);
  if (!asked.ok) return asked.error;
  if (asked.value <= 0n) return 'AMOUNT_INVALID';
  if (asked.value < read(terms.min, of) || asked.value <= feeOf(terms, asked.value, of)) return 'AMOUNT_BELOW_MINIMUM';
  if (asked.value > read(terms.max, of)) return 'AMOUNT_ABOVE_MAXIMUM';
  if (asked.value > read(terms.remainingToday, of)) return 'WITHDRAWAL_DAILY_LIMIT';
  return asked.value > read(terms.available, of) ? 'AVAILABLE_INSUFFICIENT' : null;
}

function feeOf(terms: Terms, amount: Money, of: Currency): Money {
  const feeRate = parseRate(terms.feeRate);
  if (!feeRate.ok) throw new Error('the server sent a rate that cannot be read');
  return withdrawalFee(amount, {
    feeRate: feeRate.value,
    feeMin: read(terms.feeMin, of),
    feeMax: read(terms.feeMax, of),
  });
}

function read(text: string, of: Currency): Money {
  const amount = parseMoney(text, of, { signed: true });
  if (!amount.ok) throw new Error(`the server sent an amount that cannot be read: ${text}`);
  return amount.value;
}

function lesser(a: Money, b: Money): Money {
  return a < b ? a : b;
}
