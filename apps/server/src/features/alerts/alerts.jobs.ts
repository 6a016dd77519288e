import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { paced } from '../../platform/jobs/paced.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import type { Log } from '../../platform/log/log.ts';
import { firePriceAlerts } from './fire-alerts.ts';
import { tellOpenings } from './tell-openings.ts';

const SWEEP_MS = 5_000;
const OPENINGS_MS = 5_000;
const HINT_GAP_MS = 250;

export interface AlertJobs {
  readonly pool: Pool;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** News was written for members. */
  readonly onTold: () => void;
}

/** Price alerts and reminders, in the worker role. Alerts are looked at after every publish of ticks, and on a timer. */
export function startAlerts({ pool, bus, clock, log, onTold }: AlertJobs): { stop: () => Promise<void> } {
  const alerts = repeat('price alerts', SWEEP_MS, log, async () => {
    const { fired, isBehind, troubled } = await firePriceAlerts(pool);
    for (const { product, alert, error } of troubled)
      log.error({ err: error, product, alert }, 'a price alert could not be looked at');
    if (fired > 0) onTold();
    if (isBehind) alerts.wake();
  });
  const openings = repeat('openings', OPENINGS_MS, log, async () => {
    const { told, isBehind, troubled } = await tellOpenings(pool, clock.now());
    for (const { product, reminder, error } of troubled)
      log.error({ err: error, product, reminder }, 'a reminder of an opening could not be told');
    if (told > 0) onTold();
    if (isBehind) openings.wake();
  });
  // Anyone may send on the bus: many messages are one look.
  const hints = paced<'tick'>(HINT_GAP_MS, () => alerts.wake());
  const unsubscribe = bus.subscribe('tick', () => hints.call('tick'));
  return {
    stop: async () => {
      unsubscribe();
      hints.stop();
      await alerts.stop();
      await openings.stop();
    },
  };
}
