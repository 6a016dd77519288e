import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import type { Log } from '../../platform/log/log.ts';
import { selectSettledWindows } from '../../services/house/house-store.ts';
import { COUNTED_MAX, improbableRuns } from '../../services/house/improbable.ts';
import { businessDaysAt } from '../../services/site/date-range.ts';
import type { Site } from '../../services/site/site.ts';
import { tidyHouse } from './house-store.ts';

const TIDY_MS = 1_000;
const LOOK_MS = 60_000;

export interface HouseDeps {
  readonly pool: Pool;
  readonly log: Log;
  readonly clock: Pick<Clock, 'now'>;
  readonly site: Pick<Site, 'defaultWallet' | 'timeZone'>;
  /** The products and durations whose results of today chance does not explain. */
  readonly onImprobable: (runs: readonly { readonly product: string; readonly durationSec: number }[]) => void;
}

/** Folds in what nobody folds because nobody orders, and looks for results that chance does not explain. */
export function startHouseJobs({ pool, log, clock, site, onImprobable }: HouseDeps): { stop: () => Promise<void> } {
  const tidy = repeat('what the house can lose', TIDY_MS, log, async () => await tidyHouse(pool));
  let told = '';
  const look = repeat('improbable results', LOOK_MS, log, async () => {
    const { todayMs } = businessDaysAt(clock.now(), site.timeZone);
    const runs = improbableRuns(await selectSettledWindows(pool, site.defaultWallet, todayMs, COUNTED_MAX));
    onImprobable(runs);
    const names = runs.map(({ product, durationSec }) => `${product} ${durationSec} s`).join(', ');
    if (names !== '' && names !== told) log.error({ runs: names }, 'CHANCE DOES NOT EXPLAIN THE RESULTS OF TODAY');
    told = names;
  });
  return {
    stop: async () => {
      await tidy.stop();
      await look.stop();
    },
  };
}
