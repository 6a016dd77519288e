import { dateText, dayOfDate, localToUtc } from '@candor/domain/market/local-time';
import type { Connection, Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { endedBy } from '../../services/checks/ended-by.ts';
import { insertMonth, selectMonthProgress } from './month-store.ts';

/**
 * Counts every whole month that is not yet counted, oldest first and without gaps. Returns how many. `signal` ends the one that is being
 * counted, and those to come.
 */
export async function countMonths(pool: Pool, timeZone: string, signal?: AbortSignal): Promise<number> {
  for (let counted = 0; ; counted += 1) {
    const { nextMonth, lastDay } = await selectMonthProgress(pool);
    if (nextMonth === null || lastDay === null) return counted;
    const first = dayOfDate(nextMonth);
    const next = dayOfDate(monthAfter(nextMonth));
    if (dayOfDate(lastDay) < next - 1) return counted;
    const [fromMs, toMs] = [localToUtc(timeZone, first, 0), localToUtc(timeZone, next, 0)];
    const count = async (connection: Connection) => await insertMonth(connection, dateText(first), fromMs, toMs);
    if (!(await countAlone(pool, count, signal))) return counted;
  }
}

/** False when it was ended: it is counted by whoever comes after. */
async function countAlone(
  pool: Pool,
  count: (connection: Connection) => Promise<boolean>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    return await withTransaction(
      pool,
      async (connection) => await endedBy(signal, pool, connection, async () => await count(connection)),
    );
  } catch (error) {
    if (signal?.aborted === true) return false;
    throw error;
  }
}

/** The first day of the next month, of the first day of one. */
function monthAfter(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const next = number === 12 ? { year: year + 1, number: 1 } : { year, number: number + 1 };
  return `${next.year.toString().padStart(4, '0')}-${next.number.toString().padStart(2, '0')}-01`;
}
