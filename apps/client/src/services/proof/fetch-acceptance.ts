/* The signed acceptance of an order whose own answer was lost: it is requested again, and kept like any other. */

import { readOrder } from '@candor/contract/calls/trading';
import type { OrderView } from '@candor/contract/trading';
import { call } from '../api/request.ts';
import { currentToken } from '../session/session.ts';
import { keepAcceptance } from './kept-proof.ts';

const PAUSES_MS = [1_000, 3_000, 10_000, 30_000] as const;

/**
 * Lists of orders come without acceptances. After a while this gives up. A missing acceptance does not mean a missing
 * order.
 */
export async function fetchAcceptance(orderId: string, onFetched: (order: OrderView) => Promise<void>): Promise<void> {
  for (const pauseMs of [0, ...PAUSES_MS]) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (currentToken() === null) return;
    try {
      const order = await call(readOrder, { params: { id: orderId } });
      await keepAcceptance(order);
      return await onFetched(order);
    } catch {
      // Try again after the pause.
    }
  }
}
