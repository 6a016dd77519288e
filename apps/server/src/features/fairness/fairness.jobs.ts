import type { Pool, PoolOptions } from '../../platform/db/pool.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import type { Repeat } from '../../platform/jobs/repeat.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Site } from '../../services/site/site.ts';
import { countDays } from './count-days.ts';
import { countMonths } from './count-months.ts';

const COUNTING_MS = 300_000;
/** A month is counted in one statement over all of its orders. */
const MONTH_MS_MAX = 1_800_000;

export interface CountingDeps {
  readonly pool: Pool;
  readonly openPool: (options: Omit<PoolOptions, 'url' | 'role'>) => Pool;
  readonly site: Pick<Site, 'timeZone'>;
  readonly log: Log;
}

/** Counts days, and months on a connection of their own: a busy one takes long, and holds nothing up. The second one is to end it. */
export function startCounting({ pool, openPool, site, log }: CountingDeps, signal: AbortSignal): Repeat {
  const months = openPool({
    max: 2,
    name: 'candor-months',
    statementMsMax: MONTH_MS_MAX,
    transactionMsMax: MONTH_MS_MAX + 10_000,
    answerMsMax: MONTH_MS_MAX + 20_000,
  });
  return repeat('fairness', COUNTING_MS, log, async () => {
    await countDays(pool, site.timeZone);
    await countMonths(months, site.timeZone, signal);
  });
}
