import * as z from 'zod/mini';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Db } from '../../platform/db/pool.ts';
import { eachAlone } from '../../platform/jobs/each-alone.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import type { Repeat } from '../../platform/jobs/repeat.ts';
import type { Log } from '../../platform/log/log.ts';
import { memberHints } from '../../services/outbox/member-news.ts';
import {
  hasSubscriptions,
  queueDeposits,
  queueMessages,
  queueNotices,
  queueOpenings,
  queuePriceAlerts,
  queueSettlements,
  queueWithdrawals,
} from './push-store.ts';

const EVERY_MS = 1_000;
/** Ids of one kind; of messages, the members that have one. What comes beyond that is not pushed: the screens show it all the same. */
const WAITING_MAX = 10_000;
const AT_ONCE = 1_000;

const uuid = z.uuid();
const orders = z.array(z.object({ orderId: uuid }));
const everyone = z.array(z.looseObject({ type: z.string() }));

const QUEUES = {
  order: queueSettlements,
  deposit: queueDeposits,
  withdrawal: queueWithdrawals,
  price_alert: queuePriceAlerts,
  market_open: queueOpenings,
  message: queueMessages,
} as const;
type Heard = keyof typeof QUEUES;
const HEARD = [
  'order',
  'deposit',
  'withdrawal',
  'price_alert',
  'market_open',
  'message',
] as const satisfies readonly Heard[];

/**
 * Listens to the news that sockets get, and puts down which devices are told. It costs the writers nothing: an order is
 * placed and settled as if there were no devices. News that is lost on the bus is not pushed. A message of the bus is only
 * a hint: the database says whether it is true, and of today.
 */
export function startQueueingPush(
  { pool, bus, log }: { pool: Db; bus: Pick<Bus, 'subscribe' | 'watch'>; log: Log },
  onQueued: () => void,
): Repeat {
  const waiting: Record<Heard, Set<string>> = {
    order: new Set(),
    deposit: new Set(),
    withdrawal: new Set(),
    price_alert: new Set(),
    market_open: new Set(),
    message: new Set(),
  };
  // At first too: an announcement may be half told from before a restart.
  let hasNotices = true;
  const hear = (kind: Heard, id: string): void => {
    if (waiting[kind].size < WAITING_MAX) waiting[kind].add(id);
  };
  const stops = [
    bus.subscribe('order', (message) => {
      for (const { orderId } of orders.safeParse(message).data ?? []) hear('order', orderId);
    }),
    bus.subscribe('me', (message) => {
      for (const { memberId, d } of memberHints(message)) {
        // It names no row: the database says which messages are new.
        if (d.type === 'notice') hear('message', memberId);
        const kind = HEARD.find((name) => name === d.type);
        if (kind !== undefined && d.id !== undefined) hear(kind, d.id);
      }
    }),
    bus.subscribe('everyone', (message) => {
      if (everyone.safeParse(message).data?.some(({ type }) => type === 'notice') === true) hasNotices = true;
    }),
    bus.watch((trouble) => {
      if (trouble === 'gap') hasNotices = true;
    }),
  ];
  /** What a fault leaves undone waits for the next look; the same id may be heard again meanwhile. */
  const queueIds = async (kind: Heard): Promise<void> => {
    const ids = [...waiting[kind]];
    waiting[kind].clear();
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      try {
        if ((await QUEUES[kind](pool, ids.slice(at, at + AT_ONCE))) > 0) onQueued();
      } catch (error) {
        for (const id of ids.slice(at)) hear(kind, id);
        throw error;
      }
    }
  };
  const queueNextNotices = async (): Promise<void> => {
    if (!hasNotices) return;
    hasNotices = false;
    try {
      const { queued, isLeft } = await queueNotices(pool);
      // Another announcement may have come meanwhile.
      hasNotices ||= isLeft;
      if (queued > 0) onQueued();
    } catch (error) {
      hasNotices = true;
      throw error;
    }
  };
  const queueing = repeat('push queue', EVERY_MS, log, async () => {
    if (!hasNotices && Object.values(waiting).every((ids) => ids.size === 0)) return;
    if (await hasSubscriptions(pool)) {
      await eachAlone(log, {
        ...Object.fromEntries(HEARD.map((kind) => [kind, async () => await queueIds(kind)])),
        notice: queueNextNotices,
      });
    } else {
      hasNotices = false;
      for (const kind of HEARD) waiting[kind].clear();
    }
  });
  return {
    wake: () => queueing.wake(),
    stop: async () => {
      for (const stop of stops) stop();
      await queueing.stop();
    },
  };
}
