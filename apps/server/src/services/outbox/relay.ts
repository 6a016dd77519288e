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

/** An order that has news, and its member. What the news says is read by a process that has a socket of the member. */
export interface OrderOfMember {
  readonly orderId: string;
  readonly memberId: bigint;
}

/** Whose orders these are. An order may be missing from the answer; nothing is added to it. */
export type ReadMembers = (orderIds: readonly string[]) => Promise<readonly OrderOfMember[]>;

/**
 * Moves messages from the outbox to the bus. Runs once in every process that writes to the outbox; `wake()` after a
 * commit makes it immediate.
 */
export function startOutboxRelay(pool: Pool, bus: Pick<Bus, 'publish'>, log: Log, readMembers: ReadMembers): Repeat {
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
  const publishOrders = async (orders: readonly OrderOfMember[]): Promise<void> => {
    if (orders.length === 0) return;
    const news = orders.map(({ orderId, memberId }) => ({ orderId, memberId: memberId.toString() }));
    await withinMs(PUBLISH_MS_MAX, bus.publish('order', news));
  };
  const relay = repeat('outbox-relay', POLL_MS, log, async () => {
    const rows = await takeOutbox(pool, BATCH);
    // Rows that stand together are sent together; the orders of a row are sent before the next row.
    let together: MemberMessage[] = [];
    for (const row of rows) {
      if (row.orders === null) together.push(row);
      else {
        await publish(together);
        together = [];
        await publishOrders(await readMembers(row.orders));
      }
    }
    await publish(together);
    if (rows.length === BATCH) relay.wake();
  });
  return relay;
}
