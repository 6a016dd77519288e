/* The one order of this device that may be on its way, and what became of it. The rules are in order-flow.ts. */

import { observable } from '@candor/api-client/observable';
import { useObservable } from '../../../lib/observable.ts';
import { onSessionEnd } from '../../session/session.ts';
import { IDLE, nextOrderFlow } from './order-flow.ts';
import type { OrderFlow, OrderFlowEvent } from './order-flow.ts';

const flow = observable<OrderFlow>(IDLE);

export function useOrderFlow(): OrderFlow {
  return useObservable(flow);
}

export function orderFlow(): OrderFlow {
  return flow.get();
}

export function advanceOrderFlow(event: OrderFlowEvent): void {
  flow.set(nextOrderFlow(flow.get(), event));
}

/** Dismisses a decided flow; an undecided one stays. */
export function dismissOrderFlow(): void {
  advanceOrderFlow({ type: 'dismissed' });
}

/** Forgets the flow of a member who left; the written intent stays until they return. */
export function forgetOrderFlow(): void {
  flow.set(IDLE);
}

// Here, not in the layer that follows orders: a session may end while the code of that layer, and what sends, is on its way.
onSessionEnd(forgetOrderFlow);
