import { tickTopic } from '@candor/contract/live';
import { formatPrice } from '@candor/domain/price';
import { paced } from '../platform/jobs/paced.ts';
import { repeat } from '../platform/jobs/repeat.ts';
import type { LiveHub } from '../platform/live/live-hub.ts';
import type { Log } from '../platform/log/log.ts';
import type { ShownTick } from '../services/ticks/tick-store.ts';

/** However many hints come, the table is read ten times a second at most. */
const GAP_MS = 100;
/** When no hint comes for this long, the table is read all the same: a lost or crowded bus costs no tick. */
const SILENT_MS = 1_200;
/** So many missed ticks of a product are sent after a pause; older ones are read by HTTP. */
const MISSED_MAX = 5n;

export interface TickReads {
  /** The newest tick of every product. */
  readonly heads: () => Promise<readonly ShownTick[]>;
  readonly between: (product: string, fromSeq: bigint, toSeq: bigint) => Promise<readonly ShownTick[]>;
}

/**
 * Table → sockets: one read for all products and all sockets of the process. A hint only says that there may be new ticks;
 * what is sent is what the table holds, each tick once and in order.
 */
export function forwardTicks(hub: Pick<LiveHub, 'publish' | 'size'>, reads: TickReads, log: Log) {
  const sent = new Map<string, bigint>();
  const send = (tick: ShownTick): void => {
    sent.set(tick.product, tick.seq);
    hub.publish(tickTopic(tick.product), {
      seq: Number(tick.seq),
      at: new Date(tick.at).toISOString(),
      price: formatPrice(tick.price, tick.decimals),
      status: tick.status,
    });
  };
  const job = repeat('live ticks', SILENT_MS, log, async () => {
    if (hub.size() === 0) {
      sent.clear();
      return;
    }
    for (const head of await reads.heads()) {
      const last = sent.get(head.product);
      if (last !== undefined && head.seq <= last) continue;
      const missed = last === undefined ? 0n : head.seq - last - 1n;
      if (missed > 0n && missed <= MISSED_MAX)
        for (const tick of await reads.between(head.product, head.seq - missed, head.seq - 1n)) send(tick);
      send(head);
    }
  });
  const hints = paced<'tick'>(GAP_MS, () => job.wake());
  return {
    hint: () => hints.call('tick'),
    stop: async () => {
      hints.stop();
      await job.stop();
    },
  };
}
