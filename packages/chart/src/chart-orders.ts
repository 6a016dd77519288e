/* Open orders as the chart draws them. */

export type ChartOrder = {
  id: string;
  direction: 'up' | 'down';
  /** Decimal text; null until the entry tick. */
  entryPrice: string | null;
  /** ISO. */
  entryAt: string;
  /** ISO. */
  closesAt: string;
  /** Decimal text of the account currency. */
  stake: string;
};

/**
 * The place of a moment between two bars, in bars from the centre of the bar that contains it: −0.5 at its opening,
 * just under 0.5 at its end.
 */
export function offsetInBar(atMs: number, intervalMs: number): number {
  return (((atMs % intervalMs) + intervalMs) % intervalMs) / intervalMs - 0.5;
}
