/*
 * Placing: from a submitted intent to a decided answer. It passes an accepted order to following, and does not know what
 * shows it.
 *
 * It signs the intent, writes it down, sends it, and looks it up by its key until the server has said what happened to it. The
 * rules are in order-flow.ts; this file only acts on them. It must never make a second key for one intent, and never
 * send an intent that is not written down.
 */

import type { ErrorKey } from '@candor/contract/errors';
import { listOrders, placeOrder } from '@candor/contract/calls/trading';
import { PREFERS_SHARED_ACCEPTANCE } from '@candor/contract/trading';
import type { OrderView } from '@candor/contract/trading';
import { ApiError, isNetworkError, isOutcomeUnknown } from '@candor/api-client/api-error';
import { followOnline, isOnline } from '../../../lib/online.ts';
import { call } from '../../api/request.ts';
import { serverNow } from '../../live/server-clock.ts';
import { fetchAcceptance } from '../../proof/fetch-acceptance.ts';
import { noteProduct } from '../../proof/followed-products.ts';
import { keepAcceptance, keptAcceptance } from '../../proof/kept-proof.ts';
import { currentToken } from '../../session/session.ts';
import { readServerTime } from '../../session/site.ts';
import { followOrder } from '../following/active-orders.ts';
import { tellLateOrder } from '../late-orders.ts';
import { noteDenied } from './denied-orders.ts';
import { isUndecided, lookupOf, lookupPauseMs, nextOrderFlow, provesAbsence } from './order-flow.ts';
import type { OrderFailure, OrderFlow, OrderIntent } from './order-flow.ts';
import { dropIntent, keepIntent, keptIntents } from './order-intents.ts';
import { signOrder } from './sign-order.ts';
import { advanceOrderFlow, orderFlow } from './current-flow.ts';

export { warmSigning } from './sign-order.ts';

/** Signs, writes down and sends an intent that was submitted just now. One that was forgotten meanwhile is not sent. */
export async function sendOrder(submitted: OrderIntent): Promise<void> {
  const intent = isCurrent(submitted) ? await signed(submitted) : null;
  if (!isCurrent(submitted)) return;
  if (intent === null) {
    // It could not be signed. Nothing was sent.
    advanceOrderFlow({ type: 'absent' });
    return;
  }
  advanceOrderFlow({ type: 'signed', intent });
  try {
    await keepIntent(intent);
  } catch {
    advanceOrderFlow({ type: 'notKept' });
    return;
  }
  await send(intent);
}

async function signed(intent: OrderIntent): Promise<OrderIntent | null> {
  try {
    return await signOrder(intent);
  } catch {
    return null;
  }
}

/** The keys of those that an earlier visit, or session, left undecided: the member is told what became of them. */
const resumed = new Set<string>();

/** Continues the intents that an earlier visit left undecided, one after the other. */
export async function resumeOrders(account: string): Promise<void> {
  if (account === '' || isUndecided(orderFlow())) return;
  const [intent] = await keptIntents(account, serverNow());
  if (!intent || isUndecided(orderFlow())) return;
  resumed.add(intent.key);
  advanceOrderFlow({ type: 'resumed', intent });
  await lookUp(intent);
}

function isCurrent(intent: OrderIntent): boolean {
  const now = orderFlow();
  return isUndecided(now) && now.intent.key === intent.key;
}

async function send(intent: OrderIntent, isRetimed = false): Promise<void> {
  const before = orderFlow();
  const sentAt = performance.now();
  try {
    const order = await call(placeOrder, {
      body: intent.body,
      idempotencyKey: intent.key,
      headers: { Prefer: PREFERS_SHARED_ACCEPTANCE },
    });
    if (resumed.has(intent.key)) await tellIfLate(intent, order);
    // Kept even if the session ends: the answer may not come twice.
    void keepAcceptance(order).catch(() => undefined);
    void noteProduct(order.product);
    // Only the answer to the first request says how long the site took.
    void checkLater(intent, order, before.at === 'submitting' ? serverNow() : null);
    await decided(intent, order);
  } catch (error) {
    const again = before.at === 'submitting' && !isRetimed ? await retimed(intent, error, sentAt) : null;
    if (again !== null) return await send(again, true);
    // The last try of several hosts ended just now: until then a copy may have been sent.
    await failed(sentUntilNow(intent), error, before);
  }
}

/**
 * The same order, signed for the site's time; null for any other refusal than the one of its moment. The clock of a device may
 * be set while the page is open, or stand still while the device sleeps. It waits no longer than it would have: the time that the
 * refusal took is over, so a site gains none by refusing.
 */
async function retimed(intent: OrderIntent, error: unknown, sentAt: number): Promise<OrderIntent | null> {
  if (!(error instanceof ApiError) || error.key !== 'SIGNATURE_EXPIRED' || !isCurrent(intent)) return null;
  try {
    await readServerTime();
    const now = serverNow();
    // After the site told its time: it gains none by being slow with that, either.
    const leftMs = intent.acceptByMs - intent.madeAtMs - (performance.now() - sentAt);
    if (leftMs < 1) return null;
    const again = await signed({ ...intent, madeAtMs: now, acceptByMs: now + leftMs, lastSentAtMs: now });
    if (again === null || !isCurrent(intent)) return null;
    await keepIntent(again);
    advanceOrderFlow({ type: 'signed', intent: again });
    return again;
  } catch {
    return null;
  }
}

const CHECK_PAUSES_MS = [0, 2_000, 10_000, 60_000] as const;

/** The check, and its code, come after the order itself. Without a network it is tried again a few times. */
async function checkLater(intent: OrderIntent, order: OrderView, arrivedAtMs: number | null): Promise<void> {
  for (const pauseMs of CHECK_PAUSES_MS) {
    await pause(pauseMs);
    try {
      const { checkAnswerTo } = await import('./check-answer-to.ts');
      return await checkAnswerTo(intent, order, arrivedAtMs);
    } catch {
      // Try again after the pause. The receipt is checked in any case when the member asks for it.
    }
  }
}

function sentUntilNow(intent: OrderIntent): OrderIntent {
  const atMs = serverNow();
  if (isCurrent(intent)) advanceOrderFlow({ type: 'sent', atMs });
  return { ...intent, lastSentAtMs: atMs };
}

/** Before this tab keeps the answer: where it is kept already, another tab has had it, and it is not late. */
async function tellIfLate(intent: OrderIntent, order: OrderView): Promise<void> {
  const kept = await keptAcceptance(order.id).catch(() => null);
  if (kept === null && isCurrent(intent)) void tellLateOrder(order, intent.account, false);
}

async function decided(intent: OrderIntent, order: OrderView): Promise<void> {
  if (!isCurrent(intent)) return;
  followOrder(order);
  advanceOrderFlow({ type: 'answered', order, atMs: serverNow() });
  await dropIntent(intent.key);
}

/** @param before the flow when the request was sent: if the session ends meanwhile, the flow forgets the intent */
async function failed(intent: OrderIntent, error: unknown, before: OrderFlow = orderFlow()): Promise<void> {
  const failure = failureOf(error);
  if (!isCurrent(intent)) {
    // A refusal is final. If the intent were kept, the next login would send the order again.
    const wasAsked = isUndecided(before) && before.intent.key === intent.key;
    if (wasAsked && !isUndecided(nextOrderFlow(before, { type: 'failed', failure }))) await denied(intent);
    return;
  }
  advanceOrderFlow({ type: 'failed', failure });
  if (isCurrent(intent)) await lookUpLater(intent);
  else await denied(intent);
}

/** It is not sent again. Later visits look whether the site took it all the same. */
async function denied(intent: OrderIntent): Promise<void> {
  await noteDenied(intent).catch(() => undefined);
  await dropIntent(intent.key);
}

async function lookUpLater(intent: OrderIntent): Promise<void> {
  const now = orderFlow();
  await pause(lookupPauseMs(now.at === 'unknown' ? now.tries : 0));
  await lookUp(intent);
}

async function lookUp(intent: OrderIntent): Promise<void> {
  await online();
  // Without a session the server cannot be asked; the next login continues the intent.
  if (!isCurrent(intent) || currentToken() === null) return;
  if (lookupOf(intent, serverNow()) === 'ask') return ask(intent);
  const sent: OrderIntent = { ...intent, lastSentAtMs: serverNow() };
  try {
    await keepIntent(sent);
  } catch {
    // If it were sent now, a later visit could call it absent too early.
    return failed(intent, null);
  }
  advanceOrderFlow({ type: 'sent', atMs: sent.lastSentAtMs });
  return send(sent);
}

/** Asks what happened to the key; places nothing. */
async function ask(intent: OrderIntent): Promise<void> {
  const askedAtMs = serverNow();
  try {
    const { items } = await call(listOrders, { query: { key: intent.key } });
    const [found] = items;
    if (found !== undefined) {
      void noteProduct(found.product);
      if (resumed.has(intent.key)) await tellIfLate(intent, found);
      void fetchAcceptance(found.id, (order) => checkLater(intent, order, null));
      return await decided(intent, found);
    }
  } catch (error) {
    return failed(intent, asUnknown(error));
  }
  if (!provesAbsence(intent, askedAtMs)) return failed(intent, null);
  if (!isCurrent(intent)) return;
  advanceOrderFlow({ type: 'absent' });
  await denied(intent);
}

/** A failed read says nothing about the order. */
function asUnknown(error: unknown): unknown {
  return error instanceof ApiError && error.code === 401 ? error : null;
}

function failureOf(error: unknown): OrderFailure {
  if (!(error instanceof ApiError)) return { code: 0, key: 'OUTCOME_UNKNOWN', params: {}, outcomeUnknown: true };
  // An answer that cannot be read is not an answer.
  const unreadable = error.key === 'UNKNOWN_ERROR' && (error.code === 200 || error.code === 0);
  const outcomeUnknown = isOutcomeUnknown(error) || isNetworkError(error) || unreadable;
  return { code: error.code, key: fieldKey(error) ?? error.key, params: error.params, outcomeUnknown };
}

/** The error of a field is more precise than the error of the form. */
function fieldKey(error: ApiError): ErrorKey | undefined {
  return Object.values(error.fields)[0];
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Resolves when the device reports that it is online, or the server was heard. After ten seconds it resolves anyway, because that report is not
 * reliable.
 */
function online(): Promise<void> {
  if (isOnline()) return Promise.resolve();
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(go, 10_000);
    const stop = followOnline(() => isOnline() && go());
  });
}
