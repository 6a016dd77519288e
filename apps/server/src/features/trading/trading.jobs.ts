import type { Bus } from '../../platform/bus/bus.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { paced } from '../../platform/jobs/paced.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import type { Log } from '../../platform/log/log.ts';
import { settleDueOrders } from './settle-due-orders.ts';
import { clearSettledAlarms } from './settlement-alarm-store.ts';

const SWEEP_MS = 250;
const HINT_GAP_MS = 100;
const ALARMS_MS = 10_000;

export interface SettlementDeps {
  readonly pool: Pool;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly log: Log;
  readonly onSettled: (count: number) => void;
  /** When orders that were just settled had ended, epoch ms. */
  readonly onEnded?: (endedAt: readonly number[]) => void;
  /** How many orders could not be settled and wait for another try. */
  readonly onStuck: (count: number) => void;
}

/** The settlement worker. It runs at every published tick, and on its own timer in case a message is lost. */
export function startSettlementWorker(deps: SettlementDeps): { stop: () => Promise<void> } {
  const { pool, bus, log, onSettled, onStuck } = deps;
  let stuck = 0;
  const alarms = repeat('settlement alarms', ALARMS_MS, log, async () => {
    stuck = await clearSettledAlarms(pool);
    onStuck(stuck);
  });
  const worker = repeat('settlement', SWEEP_MS, log, async () => {
    const { settled, quarantined } = await settleDueOrders(pool, undefined, deps.onEnded);
    for (const { orderId, error } of quarantined)
      log.fatal({ err: error, order: orderId }, 'AN ORDER CANNOT BE SETTLED');
    if (quarantined.length > 0 || (stuck > 0 && settled > 0)) alarms.wake();
    if (settled > 0) onSettled(settled);
    // A full batch may have left some orders. A batch that settles none has members held by other transactions, and
    // waits for the timer.
    if (settled > 0) worker.wake();
  });
  // Anyone may send on the bus: many messages are one look.
  const hints = paced<'tick'>(HINT_GAP_MS, () => worker.wake());
  const unsubscribe = bus.subscribe('tick', () => hints.call('tick'));
  return {
    stop: async () => {
      unsubscribe();
      hints.stop();
      await worker.stop();
      await alarms.stop();
    },
  };
}
