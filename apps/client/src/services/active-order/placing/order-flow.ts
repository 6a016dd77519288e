/*
 * What happens to one order from the press of the button to a decided answer, as a pure state machine.
 *
 * One intent has one idempotency key. The key is made once and written down before anything is sent; it stays the same
 * over hosts, retries and reloads. A lost answer never counts as a failure: the state is `unknown` until the server has
 * answered, under the same key, what happened to the order. While one intent is undecided no second one starts.
 */

import type { ErrorKey, ErrorParams } from '@candor/contract/errors';
import type { OrderBody, OrderView } from '@candor/contract/trading';

export type OrderIntent = {
  /** The Idempotency-Key (a UUID). */
  readonly key: string;
  /** The member it belongs to: an intent is never sent under another member's session. */
  readonly account: string;
  readonly body: OrderBody;
  /** The public key that signed the body's request, hex; null if this device has none for the session. */
  readonly signer: string | null;
  /** What the terms on the screen promised for this order; null if an older version of the app stored the intent. */
  readonly promised: PromisedTerms | null;
  /** When the member decided, and the last moment it may have been sent: epoch ms of the server's clock. */
  readonly madeAtMs: number;
  /** The deadline that is signed. */
  readonly acceptByMs: number;
  readonly lastSentAtMs: number;
};

export type PromisedTerms = {
  /** Decimal texts. */
  readonly payoutRate: string;
  readonly fee: string;
  /** How long after its signature the order may be accepted. */
  readonly acceptWithinMs: number;
  /** How many seconds after the first whole one it enters. */
  readonly entryDelaySec: number;
};

export type OrderFlow =
  | { readonly at: 'idle' }
  | { readonly at: 'submitting'; readonly intent: OrderIntent }
  | { readonly at: 'unknown'; readonly intent: OrderIntent; readonly tries: number }
  | {
      readonly at: 'accepted';
      readonly intent: OrderIntent;
      readonly orderId: string;
      /** When this device learned of it. */
      readonly knownAtMs: number;
    }
  | { readonly at: 'termsChanged'; readonly intent: OrderIntent }
  | {
      readonly at: 'refused';
      readonly intent: OrderIntent;
      readonly error: OrderRefusal;
      readonly params: ErrorParams;
    };

/** The server's refusals, and one more: the device could not write the order down, so it was not sent. */
export type OrderRefusal = ErrorKey | 'ORDER_NOT_KEPT';

export type OrderFlowEvent =
  | { readonly type: 'submitted'; readonly intent: OrderIntent }
  /** The same intent with the device's signature. */
  | { readonly type: 'signed'; readonly intent: OrderIntent }
  /** It could not be written down, and was never sent. */
  | { readonly type: 'notKept' }
  /** Found undecided after a reload. */
  | { readonly type: 'resumed'; readonly intent: OrderIntent }
  | { readonly type: 'sent'; readonly atMs: number }
  | { readonly type: 'answered'; readonly order: Pick<OrderView, 'id'>; readonly atMs: number }
  | { readonly type: 'failed'; readonly failure: OrderFailure }
  /** The server has no order under this key, and no request can still be on its way. */
  | { readonly type: 'absent' }
  | { readonly type: 'dismissed' };

/** What the flow must know about a failed call. */
export type OrderFailure = {
  readonly code: number;
  readonly key: ErrorKey;
  readonly params: ErrorParams;
  /** It is not known whether the request was carried out. */
  readonly outcomeUnknown: boolean;
};

export const IDLE: OrderFlow = { at: 'idle' };

/** The signed order that the site did not take, or did not answer: what shows that the member sent it. */
export function droppedOrder(flow: OrderFlow): OrderIntent | null {
  const isDropped = flow.at === 'refused' && (flow.error === 'ORDER_FAILED_RETRY' || flow.error === 'ORDER_EXPIRED');
  return isDropped && flow.intent.body.request !== undefined ? flow.intent : null;
}

/** Whether an order is on its way, so that no second one may start. */
export function isUndecided(flow: OrderFlow): flow is Extract<OrderFlow, { at: 'submitting' | 'unknown' }> {
  return flow.at === 'submitting' || flow.at === 'unknown';
}

/** The next state; an event that does not fit the current one changes nothing. */
export function nextOrderFlow(flow: OrderFlow, event: OrderFlowEvent): OrderFlow {
  if (event.type === 'submitted') return isUndecided(flow) ? flow : { at: 'submitting', intent: event.intent };
  if (event.type === 'resumed') return isUndecided(flow) ? flow : { at: 'unknown', intent: event.intent, tries: 0 };
  if (event.type === 'dismissed') return isUndecided(flow) ? flow : IDLE;
  if (!isUndecided(flow)) return flow;

  const { intent } = flow;
  switch (event.type) {
    case 'signed':
      return flow.at === 'submitting' ? { ...flow, intent: event.intent } : flow;
    case 'sent':
      return { ...flow, intent: { ...intent, lastSentAtMs: event.atMs } };
    case 'answered':
      return { at: 'accepted', intent, orderId: event.order.id, knownAtMs: event.atMs };
    case 'notKept':
      return flow.at === 'submitting' ? { at: 'refused', intent, error: 'ORDER_NOT_KEPT', params: {} } : flow;
    case 'absent':
      return { at: 'refused', intent, error: 'ORDER_FAILED_RETRY', params: {} };
    case 'failed':
      return afterFailure(flow, event.failure);
  }
}

function afterFailure(flow: Extract<OrderFlow, { at: 'submitting' | 'unknown' }>, failure: OrderFailure): OrderFlow {
  const { intent } = flow;
  const tries = flow.at === 'unknown' ? flow.tries + 1 : 0;
  if (leavesUndecided(flow, failure)) return { at: 'unknown', intent, tries };
  if (failure.key === 'TERMS_CHANGED') return { at: 'termsChanged', intent };
  return { at: 'refused', intent, error: failure.key, params: failure.params };
}

const TOOK_NOTHING: ReadonlySet<ErrorKey> = new Set(['ORDER_FAILED_RETRY', 'SIGNATURE_EXPIRED']);

/**
 * If the server says that a key is in use, that is this same request, still being processed. When an outcome is
 * unknown, an answer about the session or the rate limit, or an answer that this request took nothing, says nothing
 * about the first request.
 */
function leavesUndecided(flow: OrderFlow, failure: OrderFailure): boolean {
  if (failure.outcomeUnknown || failure.key === 'IDEMPOTENCY_KEY_REUSED') return true;
  if (flow.at !== 'unknown') return false;
  return failure.code === 401 || failure.code === 429 || TOOK_NOTHING.has(failure.key);
}

/**
 * After this time an order must not be sent again: the member decided on another price. The server is only asked about
 * it.
 */
export const RESEND_MS_MAX = 30_000;

/** A request cannot be on its way for longer than the longest write takes, with a margin. */
export const IN_FLIGHT_MS_MAX = 65_000;

/**
 * How an undecided intent is looked up: by sending the same request under the same key again, or by asking about the
 * key.
 */
export function lookupOf(intent: OrderIntent, nowMs: number): 'resend' | 'ask' {
  const isSendable = intent.acceptByMs > intent.madeAtMs && nowMs - intent.madeAtMs <= RESEND_MS_MAX;
  return isSendable ? 'resend' : 'ask';
}

/** Whether the order is proven not to be placed when the server has no order under the key. */
export function provesAbsence(intent: OrderIntent, nowMs: number): boolean {
  return nowMs - intent.lastSentAtMs > IN_FLIGHT_MS_MAX;
}

const LOOKUP_PAUSES_MS = [1_000, 1_000, 2_000, 3_000] as const;
const LOOKUP_PAUSE_MS_MAX = 5_000;

export function lookupPauseMs(tries: number): number {
  return LOOKUP_PAUSES_MS[tries] ?? LOOKUP_PAUSE_MS_MAX;
}
