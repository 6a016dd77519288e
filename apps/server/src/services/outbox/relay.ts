import type { Bus } from '../../platform/bus/bus.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import { withinMs } from '../../platform/jobs/within-ms.ts';
import type { Repeat } from '../../platform/jobs/repeat.ts';
import type { Log } from '../../platform/log/log.ts';
import { takeOutbox } from './outbox-store.ts';
import type { MemberMessage } from './outbox-store.ts';

const BATCH = 500;
const POLL_MS = 200;
/** Messages that a hanging bus does not take in this time are lost; HTTP returns the same information. */
const PUBLISH_MS_MAX = 5_000;

/** Messages about orders as they are now. An order may be gone from the list; nothing is added to it. */
export type ReadOrderNews = (orderIds: readonly string[]) => Promise<readonly MemberMessage[]>;

/**
 * Moves messages from the outbox to the bus. Runs once in every process that writes to the outbox; `wake()` after a
 * commit makes it immediate.
 */
export function startOutboxRelay(
  pool: Pool,
  bus: Pick<Bus, 'publish'>,
  log: Log,
  readOrderNews: ReadOrderNews,
): Repeat {
  const publish = async (messages: readonly MemberMessage[]): Promise<void> => {
    if (messages.length === 0) return;
    const news = messages.flatMap(({ memberId, message }) =>
      (message.type === 'order' ? [message, { type: 'money' }] : [message]).map((d) => ({
        memberId: memberId.toString(),
        d,
      })),
    );
    await withinMs(PUBLISH_MS_MAX, bus.publish('me', news));
  };
  const relay = repeat('outbox-relay', POLL_MS, log, async () => {
    const rows = await takeOutbox(pool, BATCH);
    // Rows that stand together are sent together; the orders of a row are read and sent before the next.
    let together: MemberMessage[] = [];
    for (const row of rows) {
      if (row.orders === null) together.push(row);
      else {
        await publish(together);
        together = [];
        await publish(await readOrderNews(row.orders));
      }
    }
    await publish(together);
    if (rows.length === BATCH) relay.wake();
  });
  return relay;
}
