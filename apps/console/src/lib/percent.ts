/* Rates as operators read and type them: in percent, with at most two decimals. */

import { formatRate, parseRate, rate } from '@candor/domain/money';
import { readAmount } from '@candor/domain/text/typed-amount';

/** How a percentage is typed. */
export const PERCENT_STYLE = { decimals: 2, marks: ['%'] } as const;
const PERCENT_DIGITS_MAX = 3;

/** "3.5" and "3,5" → "0.0350"; null when it is no percentage. */
export function rateOfPercent(text: string): string | null {
  const read = readAmount(text, PERCENT_STYLE);
  const [whole = '', decimals = ''] = read.ok ? read.value.split('.') : [];
  if (whole === '' || whole.length > PERCENT_DIGITS_MAX) return null;
  return formatRate(rate(BigInt(whole + decimals.padEnd(2, '0'))));
}

/** "0.0350" → "3.5". */
export function percentOfRate(text: string): string {
  const read = parseRate(text);
  if (!read.ok) return '';
  const digits = read.value.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.?0+$/, '');
}
