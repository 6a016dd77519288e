import type { ProductView } from '@candor/contract/market';
import type { Bus } from '../platform/bus/bus.ts';
import type { LiveHub } from '../platform/live/live-hub.ts';
import type { Log } from '../platform/log/log.ts';
import { forwardMembers } from './forward-members.ts';
import type { MemberReads } from './forward-members.ts';
import { productTopic, tickTopic } from '@candor/contract/live';
import { formatPrice } from '@candor/domain/price';
import { tellToReadAgain } from './tell-to-read-again.ts';
import { paced } from '../platform/jobs/paced.ts';
import { repeat } from '../platform/jobs/repeat.ts';
import type { ShownTick } from '../services/ticks/tick-store.ts';

interface ForwardDeps {
  readonly bus: Pick<Bus, 'subscribe' | 'watch'>;
  readonly hub: Pick<
    LiveHub,
    'publish' | 'publishToMember' | 'publishToMembers' | 'hasMember' | 'size' | 'readAgain' | 'memberReadsAgain'
  >;
  readonly ticks: TickReads;
  readonly readProducts: () => Promise<readonly ProductView[]>;
  readonly members: MemberReads;
  readonly log: Log;
  readonly onError: (error: unknown) => void;
  /** News did not reach a member. */
  readonly onLost: () => void;
  /** Sockets were told to read again. */
  readonly onReadAgain: (why: 'all' | 'member') => void;
  /** Between two times that all are told to. */
  readonly readAgainPauseMs?: number | undefined;
}

/**
 * Bus → sockets. Every login of the database may send on the bus, so nothing of a message is ever sent on: it only says
 * where to look, and what sockets get is read from the tables. A message of unknown shape is skipped. After a gap of the bus, and
 * where news could not be read, sockets are told to read again.
 */
export function forwardToSockets(deps: ForwardDeps) {
  const { bus, hub, ticks, readProducts, members, log, onError, onLost, onReadAgain, readAgainPauseMs } = deps;
  const again = tellToReadAgain(hub, onReadAgain, readAgainPauseMs);
  const ticking = forwardTicks(hub, ticks, log);
  const products = forwardProducts(hub, readProducts, log);
  const news = forwardMembers({
    hub,
    reads: members,
    onError,
    onLost: (memberId) => {
      onLost();
      again.member(memberId);
    },
    onGap: again.all,
  });
  const stops = [
    bus.subscribe('tick', ticking.hint),
    bus.subscribe('product', products.hint),
    bus.subscribe('me', news.me),
    bus.subscribe('everyone', news.everyone),
    bus.subscribe('order', news.order),
    bus.watch((trouble) => {
      if (trouble === 'gap') again.all();
    }),
    again.stop,
  ];
  return async (): Promise<void> => {
    for (const stop of stops) stop();
    news.stop();
    await ticking.stop();
    await products.stop();
  };
}

/** However many hints come, the table is read ten times a second at most. */
const TICK_GAP_MS = 100;
/** When no hint comes for this long, the table is read all the same: a lost or crowded bus costs no tick. */
const TICK_SILENT_MS = 1_200;
/** So many missed ticks of a product are sent after a pause; older ones are read by HTTP. */
const MISSED_MAX = 5n;

interface TickReads {
  /** The newest tick of every product. */
  readonly heads: () => Promise<readonly ShownTick[]>;
  readonly between: (product: string, fromSeq: bigint, toSeq: bigint) => Promise<readonly ShownTick[]>;
}

/**
 * Table → sockets: one read for all products and all sockets of the process. A hint only says that there may be new ticks;
 * what is sent is what the table holds, each tick once and in order.
 */
function forwardTicks(hub: Pick<LiveHub, 'publish' | 'size'>, reads: TickReads, log: Log) {
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
  const job = repeat('live ticks', TICK_SILENT_MS, log, async () => {
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
  const hints = paced<'tick'>(TICK_GAP_MS, () => job.wake());
  return {
    hint: () => hints.call('tick'),
    stop: async () => {
      hints.stop();
      await job.stop();
    },
  };
}

const PRODUCT_GAP_MS = 1_000;
/** A change whose hint is lost is seen by then. */
const PRODUCT_SILENT_MS = 10_000;

/** Table → sockets: a product whose status or terms changed since the last look. A hint only says that one may have. */
function forwardProducts(
  hub: Pick<LiveHub, 'publish' | 'size'>,
  readProducts: () => Promise<readonly ProductView[]>,
  log: Log,
) {
  const known = new Map<string, string>();
  const job = repeat('live products', PRODUCT_SILENT_MS, log, async () => {
    if (known.size > 0 && hub.size() === 0) return;
    for (const product of await readProducts()) {
      const before = known.get(product.code);
      const now = lastingPart(product);
      known.set(product.code, now);
      if (before !== undefined && before !== now) hub.publish(productTopic(product.code), product);
    }
  });
  const hints = paced<'product'>(PRODUCT_GAP_MS, () => job.wake());
  return {
    hint: () => hints.call('product'),
    stop: async () => {
      hints.stop();
      await job.stop();
    },
  };
}

/** Without what every tick and candle changes. */
function lastingPart(product: ProductView): string {
  return JSON.stringify({ ...product, last: null, change24h: null, sparkline: null, feed: null });
}
