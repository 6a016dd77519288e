import type { Bus } from '../../platform/bus/bus.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import { withinMs } from '../../platform/jobs/within-ms.ts';
import type { Repeat } from '../../platform/jobs/repeat.ts';
import type { Log } from '../../platform/log/log.ts';
import { takeOutbox } from './outbox-store.ts';
import type { MemberMessage, Taken } from './outbox-store.ts';

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

type Send = () => Promise<void>;

/**
 * Moves messages from the outbox to the bus. Runs once in every process that writes to the outbox; `wake()` after a
 * commit makes it immediate. If the bus refuses a message, or hangs, that message is lost: HTTP returns the same
 * information. What was taken with it is sent by the next run, before anything newer is taken.
 */
export function startOutboxRelay(pool: Pool, bus: Pick<Bus, 'publish'>, log: Log, readMembers: ReadMembers): Repeat {
  const publish = async (channel: 'me' | 'order' | 'everyone', news: readonly object[]): Promise<void> => {
    if (news.length > 0) await withinMs(PUBLISH_MS_MAX, bus.publish(channel, news));
  };
  const publishOrders = async (orderIds: readonly string[]): Promise<void> => {
    const orders = await readMembers(orderIds);
    await publish(
      'order',
      orders.map(({ orderId, memberId }) => ({ orderId, memberId: memberId.toString() })),
    );
  };
  const sendsOf = (rows: readonly Taken[]): Send[] => {
    const sends: Send[] = [];
    // Messages to single members that stand together are sent together; every other row is sent before the next one.
    let together: MemberMessage[] = [];
    const closeGroup = (): void => {
      const messages = together;
      if (messages.length > 0) sends.push(async () => await publish('me', newsOf(messages)));
      together = [];
    };
    for (const row of rows) {
      if (row.memberId !== null) {
        together.push(row);
        continue;
      }
      closeGroup();
      const { orders, members, message } = row;
      if (orders !== null) sends.push(async () => await publishOrders(orders));
      else if (members !== null)
        for (const part of partsOf(members, message)) sends.push(async () => await publish('me', newsOf(part)));
      else sends.push(async () => await publish('everyone', [message]));
    }
    closeGroup();
    return sends;
  };
  /** What was taken and is not sent yet: at most one batch. */
  const waiting: Send[] = [];
  const relay = repeat('outbox-relay', POLL_MS, log, async () => {
    let mayBeMore = true;
    if (waiting.length === 0) {
      const rows = await takeOutbox(pool, BATCH);
      waiting.push(...sendsOf(rows));
      mayBeMore = rows.length === BATCH;
    }
    for (let send = waiting.shift(); send !== undefined; send = waiting.shift()) await send();
    if (mayBeMore) relay.wake();
  });
  return relay;
}

/** An order's news is news about the member's money too. */
function newsOf(messages: readonly MemberMessage[]): object[] {
  return messages.flatMap(({ memberId, message }) =>
    (message.type === 'order' ? [message, { type: 'money' }] : [message]).map((d) => ({
      memberId: memberId.toString(),
      d,
    })),
  );
}

/** News for many members, in parts of a bounded size. It is always about their money too. */
function partsOf(members: readonly string[], message: MemberMessage['message']): MemberMessage[][] {
  const messages = members.flatMap((digits) => {
    const memberId = BigInt(digits);
    return [
      { memberId, message },
      { memberId, message: { type: 'money' as const } },
    ];
  });
  const count = Math.ceil(messages.length / BATCH);
  return Array.from({ length: count }, (_, part) => messages.slice(part * BATCH, (part + 1) * BATCH));
}
