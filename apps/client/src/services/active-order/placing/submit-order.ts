/*
 * Placing: the press of the button. What signs, sends and looks up an order (send-order.ts) loads beside the ticket, or
 * with the press itself: a page that shows a market does not need it.
 */

import { newKey } from '@candor/api-client/new-key';
import type { OrderBody } from '@candor/contract/trading';
import { ACCEPT_WITHIN_MS_MAX } from '@candor/domain/trading/terms';
import { serverNow } from '../../live/server-clock.ts';
import { advanceOrderFlow, orderFlow } from './current-flow.ts';
import { hasSubmitted } from './has-submitted.ts';
import { isUndecided } from './order-flow.ts';
import type { PromisedTerms } from './order-flow.ts';

/** Loads what sends an order, and reads the key that signs it: the next press of the button need not wait for either. */
export function prepareToSubmit(): void {
  void loadSender()
    .then(({ warmSigning }) => warmSigning())
    .catch(() => undefined);
}

/**
 * Starts an intent for this member. While another one is undecided, it does nothing and returns false. An intent that
 * cannot be written down is not sent, and the flow says so: after a reload it could not be looked up.
 */
export async function submitOrder(account: string, body: OrderBody, promised: PromisedTerms | null): Promise<boolean> {
  if (isUndecided(orderFlow())) return false;
  const now = serverNow();
  const acceptByMs = now + (promised?.acceptWithinMs ?? ACCEPT_WITHIN_MS_MAX);
  const moments = { madeAtMs: now, acceptByMs, lastSentAtMs: now };
  const intent = { key: newKey(), account, body, signer: null, promised, ...moments };
  advanceOrderFlow({ type: 'submitted', intent });
  hasSubmitted.set(true);
  const sender = await loadSender().catch(() => null);
  // Without its code nothing was signed or sent.
  if (sender === null) advanceOrderFlow({ type: 'absent' });
  else await sender.sendOrder(intent);
  return true;
}

async function loadSender() {
  return await import('./send-order.ts');
}
