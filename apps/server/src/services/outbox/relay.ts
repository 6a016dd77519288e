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
/** Messages that a hanging bus does not take in this time are lost: every socket is told to read again. */
const PUBLISH_MS_MAX = 5_000;

/** An order that has news, and its member. What the news says is read by a process that has a socket of the member. */
export interface OrderOfMember {
  readonly orderId: string;
  readonly memberId: bigint;
}

/** Whose orders these are. An order may be missing from the answer; nothing is added to it. */
export type ReadMembers = (orderIds: readonly string[]) => Promise<readonly OrderOfMember[]>;

type Send = () => Promise<void>;

/** Says on the bus that news may be lost. It is a hint as every other message (app/forward-to-sockets.ts). */
export const READ_AGAIN = 'again';

interface RelayDeps {
  readonly pool: Pool;
  readonly bus: Pick<Bus, 'publish' | 'isOpen'>;
  readonly log: Log;
  readonly readMembers: ReadMembers;
  /** A message was lost. */
  readonly onLost?: () => void;
}

/**
 * Moves messages from the outbox to the bus. Runs once in every process that writes to the outbox; `wake()` after a
 * commit makes it immediate. Without a connection, what was taken waits, and the rest stays in the outbox. If the bus refuses
 * a message, or hangs, that message is lost, and so is what a process had taken that died: then all are told to read again.
 * What was taken with a lost message is sent by the next run, before anything newer is taken.
 */
export function startOutboxRelay({ pool, bus, log, readMembers, onLost = () => undefined }: RelayDeps): Repeat {
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
  /** True at first: a process that died may have taken messages and not sent them. */
  let isGap = true;
  const relay = repeat('outbox-relay', POLL_MS, log, async () => {
    if (!bus.isOpen()) return;
    if (isGap) {
      await publish('everyone', [{ type: READ_AGAIN }]);
      isGap = false;
    }
    let mayBeMore = true;
    if (waiting.length === 0) {
      const rows = await takeOutbox(pool, BATCH);
      waiting.push(...sendsOf(rows));
      mayBeMore = rows.length === BATCH;
    }
    for (let send = waiting.shift(); send !== undefined; send = waiting.shift()) {
      if (!bus.isOpen()) {
        waiting.unshift(send);
        return;
      }
      try {
        await send();
      } catch (error) {
        isGap = true;
        onLost();
        throw error;
      }
    }
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
