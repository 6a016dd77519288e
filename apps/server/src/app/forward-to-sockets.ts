import type { ProductView } from '@candor/contract/market';
import type { Bus } from '../platform/bus/bus.ts';
import type { LiveHub } from '../platform/live/live-hub.ts';
import type { Log } from '../platform/log/log.ts';
import { forwardMembers } from './forward-members.ts';
import type { MemberReads } from './forward-members.ts';
import { forwardProducts } from './forward-products.ts';
import { forwardTicks } from './forward-ticks.ts';
import type { TickReads } from './forward-ticks.ts';

export interface ForwardDeps {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly hub: Pick<LiveHub, 'publish' | 'publishToMember' | 'publishToMembers' | 'hasMember' | 'size'>;
  readonly ticks: TickReads;
  readonly readProducts: () => Promise<readonly ProductView[]>;
  readonly members: MemberReads;
  readonly log: Log;
  readonly onError: (error: unknown) => void;
}

/**
 * Bus → sockets. Every login of the database may send on the bus, so nothing of a message is ever sent on: it only says
 * where to look, and what sockets get is read from the tables. A message of unknown shape is skipped.
 */
export function forwardToSockets({ bus, hub, ticks, readProducts, members, log, onError }: ForwardDeps) {
  const ticking = forwardTicks(hub, ticks, log);
  const products = forwardProducts(hub, readProducts, log);
  const news = forwardMembers({ hub, reads: members, onError });
  const stops = [
    bus.subscribe('tick', ticking.hint),
    bus.subscribe('product', products.hint),
    bus.subscribe('me', news.me),
    bus.subscribe('everyone', news.everyone),
    bus.subscribe('order', news.order),
  ];
  return async (): Promise<void> => {
    for (const stop of stops) stop();
    news.stop();
    await ticking.stop();
    await products.stop();
  };
}
