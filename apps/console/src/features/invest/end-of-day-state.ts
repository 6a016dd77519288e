/* How the end of day of a business date stands. */

import type { EndOfDayException, EndOfDayReport } from '@candor/contract/console-invest';

export type EndOfDayState = 'done' | 'busy' | 'late' | 'quarantined';

type Progress = Pick<EndOfDayReport, 'date' | 'closedAt'> & { setAside: readonly Pick<EndOfDayException, 'endedAt'>[] };

/** Late: its turn has come and it is still not closed. setAside: closed, but a row of it is not written yet. */
export function endOfDayState({ date, closedAt, setAside }: Progress, lateSince: string | null): EndOfDayState {
  if (closedAt !== null) return setAside.some(({ endedAt }) => endedAt === null) ? 'quarantined' : 'done';
  return lateSince !== null && date >= lateSince ? 'late' : 'busy';
}

/** Rows that the end of day of a date wrote. */
export function rowsOf(report: EndOfDayReport): number {
  const { holdingsAccrued, savingsAccrued, holdingsPaid, savingsPosted, matured, autoSaved } = report;
  return [holdingsAccrued, savingsAccrued, holdingsPaid, savingsPosted, matured, autoSaved].reduce(
    (sum, { count }) => sum + count,
    0,
  );
}

/** "850 ms", "1.25 s", "3:07 min". */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(2)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
}
