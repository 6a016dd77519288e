import type { Bus } from '../../platform/bus/bus.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import type { Log } from '../../platform/log/log.ts';
import { settleDueOrders } from './settle-due-orders.ts';

const SWEEP_MS = 250;

/** The settlement worker: runs at every published tick, and by its own timer in case a message is lost. */
export function startSettlementWorker(
  pool: Pool,
  bus: Bus,
  log: Log,
  onSettled: (count: number) => void,
): { stop: () => Promise<void> } {
  const worker = repeat('settlement', SWEEP_MS, log, async () => {
    const { due, settled } = await settleDueOrders(pool);
    if (settled > 0) onSettled(settled);
    // A full batch may have left some; a batch that settled none is held by others and waits for the timer.
    if (settled > 0 && due > settled - 1) worker.wake();
  });
  const unsubscribe = bus.subscribe('tick', () => worker.wake());
  return {
    stop: async () => {
      unsubscribe();
      await worker.stop();
    },
  };
}
