import { memberEvent, productTopic, tickTopic } from '@candor/contract/live';
import * as z from 'zod/mini';
import type { OrderNews } from '../features/trading/order-news.ts';
import type { Bus } from '../platform/bus/bus.ts';
import { together } from '../platform/jobs/together.ts';
import type { LiveHub } from '../platform/live/live-hub.ts';

const code = z.string();
const ticks = z.array(z.looseObject({ product: code }));
const products = z.array(z.looseObject({ code }));
const members = z.array(z.object({ memberId: z.string(), d: memberEvent }));
const everyone = z.array(memberEvent);
const orders = z.array(z.object({ memberId: z.string(), orderId: z.string() }));

/** Orders of one read, and how many may wait for theirs. News beyond that is lost; HTTP returns the same information. */
const READS = {
  itemsMax: 500,
  runningMax: 1,
  waitingMax: 8_192,
  full: () => new Error('too much news of orders waits to be read'),
} as const;

export interface ForwardDeps {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly hub: Pick<LiveHub, 'publish' | 'publishToMember' | 'publishToMembers' | 'hasMember'>;
  /** Orders as they are now, with their members. An order may be missing. */
  readonly readOrderNews: (orderIds: readonly string[]) => Promise<readonly OrderNews[]>;
  readonly onError: (error: unknown) => void;
}

/**
 * Bus → sockets. A message of unknown shape comes from another version and is skipped. Of an order the bus brings only
 * the id: it is read where its member has a socket, and nowhere else.
 */
export function forwardToSockets({ bus, hub, readOrderNews, onError }: ForwardDeps): () => void {
  const read = together(async (orderIds: readonly string[]) => {
    const found = new Map((await readOrderNews(orderIds)).map((news) => [news.order.id, news]));
    return orderIds.map((orderId) => found.get(orderId));
  }, READS);
  const forwardOrder = async (orderId: string): Promise<void> => {
    const news = await read(orderId);
    if (news === undefined) return;
    hub.publishToMember(news.memberId, { type: 'order', order: news.order });
    // An order takes or pays money.
    hub.publishToMember(news.memberId, { type: 'money' });
  };
  const stops = [
    bus.subscribe('tick', (message) => {
      for (const { product, ...tick } of ticks.safeParse(message).data ?? []) hub.publish(tickTopic(product), tick);
    }),
    bus.subscribe('product', (message) => {
      for (const product of products.safeParse(message).data ?? []) hub.publish(productTopic(product.code), product);
    }),
    bus.subscribe('me', (message) => {
      for (const { memberId, d } of members.safeParse(message).data ?? []) hub.publishToMember(BigInt(memberId), d);
    }),
    bus.subscribe('everyone', (message) => {
      for (const d of everyone.safeParse(message).data ?? []) hub.publishToMembers(d);
    }),
    bus.subscribe('order', (message) => {
      for (const { memberId, orderId } of orders.safeParse(message).data ?? [])
        if (hub.hasMember(BigInt(memberId))) forwardOrder(orderId).catch(onError);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
