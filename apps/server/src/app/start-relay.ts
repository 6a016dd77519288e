import { selectMembersOfOrders } from '../features/trading/order-store.ts';
import type { Repeat } from '../platform/jobs/repeat.ts';
import { startOutboxRelay } from '../services/outbox/relay.ts';
import type { Context } from './context.ts';

/** Sends the news in the outbox. Whichever role takes a row sends it. */
export function startRelay(context: Context): Repeat {
  const { pool, bus, log } = context;
  return startOutboxRelay(pool, bus, log, async (orderIds) => await selectMembersOfOrders(pool, orderIds));
}
