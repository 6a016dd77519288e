import { sumMoney } from '../money.ts';
import type { Money } from '../money.ts';

/*
 * Which results a member has not learned on this device, because they settled while it did not look. A device remembers the
 * moment up to which it told every result. What it tells live is told by the order itself.
 */

export type SettledResult = {
  readonly id: string;
  /** Epoch ms. */
  readonly settledAtMs: number;
  /** Net result, signed. */
  readonly profit: Money;
};

/**
 * The results that settled at `untilMs` or later. Several orders settle in one moment, so the moment itself counts: a result
 * of it that was told before is told apart by its id.
 */
export function resultsSince<Result extends SettledResult>(results: readonly Result[], untilMs: number): Result[] {
  return results.filter(({ settledAtMs }) => settledAtMs >= untilMs);
}

/** Up to which moment everything is told after these results were. It never goes back. */
export function toldUntil(results: readonly SettledResult[], untilMs: number): number {
  return results.reduce((latest, { settledAtMs }) => Math.max(latest, settledAtMs), untilMs);
}

export type AwayNews = {
  readonly count: number;
  /** What they brought together, signed; null if there are more results than were read. */
  readonly profit: Money | null;
};

/** What to say of results that were not told yet; null if there is nothing to say. `isAll`: no older ones were left unread. */
export function awayNews(untold: readonly SettledResult[], isAll: boolean): AwayNews | null {
  if (untold.length === 0) return null;
  return { count: untold.length, profit: isAll ? sumMoney(untold.map(({ profit }) => profit)) : null };
}
