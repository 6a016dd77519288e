/* Orders that were decided but not yet answered, as this device stores them. */

import { createKeptIntents } from '@candor/api-client/kept-intents';
import { orderBody } from '@candor/contract/trading';
import { ACCEPT_WITHIN_MS_MAX } from '@candor/domain/trading/terms';
import { keptStore } from '../../../lib/kept-store.ts';
import type { OrderIntent, PromisedTerms } from './order-flow.ts';

export const {
  keep: keepIntent,
  drop: dropIntent,
  of: keptIntents,
} = createKeptIntents(keptStore, 'order-intents', readIntent);

/** The intent in a stored value; null for anything else. */
export function readIntent(entry: unknown): OrderIntent | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { key, account, body, signer, madeAtMs, acceptByMs, lastSentAtMs }: Record<string, unknown> = { ...entry };
  // An older version of the app signed no deadline: what it signed is not sent again, and the order is only looked up.
  const order = [body, withoutRequest(body)].map((each) => orderBody.safeParse(each)).find(({ success }) => success);
  if (typeof key !== 'string' || typeof account !== 'string' || order?.success !== true) return null;
  if (typeof madeAtMs !== 'number' || typeof lastSentAtMs !== 'number') return null;
  const readSigner = typeof signer === 'string' ? signer : null;
  const moments = { madeAtMs, acceptByMs: typeof acceptByMs === 'number' ? acceptByMs : madeAtMs, lastSentAtMs };
  return { key, account, body: order.data, signer: readSigner, promised: readPromised(entry), ...moments };
}

function readPromised(entry: object): PromisedTerms | null {
  const { promised }: { promised?: unknown } = entry;
  if (typeof promised !== 'object' || promised === null) return null;
  const { payoutRate, fee, acceptWithinMs, entryDelaySec }: Record<string, unknown> = { ...promised };
  if (typeof payoutRate !== 'string' || typeof fee !== 'string') return null;
  return {
    payoutRate,
    fee,
    acceptWithinMs: typeof acceptWithinMs === 'number' ? acceptWithinMs : ACCEPT_WITHIN_MS_MAX,
    // An older version of the app knew of none, and its terms had none.
    entryDelaySec: typeof entryDelaySec === 'number' ? entryDelaySec : 0,
  };
}

function withoutRequest(body: unknown): unknown {
  return typeof body === 'object' && body !== null ? { ...body, request: undefined } : body;
}
