import { selectMembersOfOrders } from '../features/trading/order-store.ts';
import type { Repeat } from '../platform/jobs/repeat.ts';
import { startOutboxRelay } from '../services/outbox/relay.ts';
import type { Context } from './context.ts';
import type { Metrics } from './metrics.ts';

/** Sends the news in the outbox. Whichever role takes a row sends it. */
export function startRelay({ pool, bus, log }: Context, metrics?: Metrics): Repeat {
  return startOutboxRelay({
    pool,
    bus,
    log,
    readMembers: async (orderIds) => await selectMembersOfOrders(pool, orderIds),
    onLost: () => metrics?.newsLost.inc({ place: 'relay' }),
  });
}
