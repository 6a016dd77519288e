/* Orders that were decided but not yet answered, as this device stores them. */

import { createKeptIntents } from '@candor/api-client/kept-intents';
import { orderBody } from '@candor/contract/trading';
import { keptStore } from '../../../lib/kept-store.ts';
import type { OrderIntent } from './order-flow.ts';

export const {
  keep: keepIntent,
  drop: dropIntent,
  of: keptIntents,
} = createKeptIntents(keptStore, 'order-intents', readIntent);

/** The intent in a stored value; null for anything else. */
export function readIntent(entry: unknown): OrderIntent | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { key, account, body, madeAtMs, lastSentAtMs }: Record<string, unknown> = { ...entry };
  const order = orderBody.safeParse(body);
  if (typeof key !== 'string' || typeof account !== 'string' || !order.success) return null;
  if (typeof madeAtMs !== 'number' || typeof lastSentAtMs !== 'number') return null;
  return { key, account, body: order.data, madeAtMs, lastSentAtMs };
}
