/* Rates as operators read and type them: in percent, with at most two decimals. */

import { formatRate, parseRate, rate } from '@candor/domain/money';

/** "3.5" → "0.0350"; null when it is no percentage. */
export function rateOfPercent(text: string): string | null {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (match === null) return null;
  const [, whole = '0', decimals = ''] = match;
  return formatRate(rate(BigInt(whole + decimals.padEnd(2, '0'))));
}

/** "0.0350" → "3.5". */
export function percentOfRate(text: string): string {
  const read = parseRate(text);
  if (!read.ok) return '';
  const digits = read.value.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.?0+$/, '');
}
