/* How this app formats figures; formats that the chart also uses are in packages/ui. */

import { formatPercent, groupDigits } from '@candor/ui/figures';
import { BADGE_MAX } from './spec-constants.ts';

export { directionOf, formatCompact, formatMoney, formatPercent, groupDigits } from '@candor/ui/figures';
export type { FigureDirection } from '@candor/ui/figures';

export const UNKNOWN_FIGURE = '--';

/** A price exactly as published, with digit groups; "--" if there is none. */
export function formatPrice(text: string | null | undefined): string {
  return text === null || text === undefined ? UNKNOWN_FIGURE : groupDigits(text);
}

/** "0.8500" → "85%": for payout rates, where trailing zeros have no meaning. */
export function formatRate(text: string): string {
  return formatPercent(text).replace(/\.?0+%$/, '%');
}

/** 1200 → "999+". */
export function formatBadge(count: number): string {
  return count > BADGE_MAX ? `${BADGE_MAX}+` : String(count);
}

/** Shows the first and last letters of an account: "demo_member" → "de***er". */
export function maskAccount(name: string): string {
  const letters = [...name];
  if (letters.length <= 2) return name;
  const keep = letters.length > 5 ? 2 : 1;
  return `${letters.slice(0, keep).join('')}***${letters.slice(-keep).join('')}`;
}
