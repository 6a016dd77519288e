import { expect, test } from 'vitest';
import {
  droppedOrder,
  IDLE,
  IN_FLIGHT_MS_MAX,
  RESEND_MS_MAX,
  isUndecided,
  lookupOf,
  lookupPauseMs,
  nextOrderFlow,
  provesAbsence,
} from './order-flow.ts';
import type { OrderFailure, OrderFlow, OrderFlowEvent, OrderIntent } from './order-flow.ts';

const NOW = Date.parse('2026-11-21T03:00:00.000Z');

const intent: OrderIntent = {
  key: '0b7f55c4-5b0a-4f0f-9a57-3c8f1e1d8a01',
  account: 'demo',
  body: { product: 'BTCUSDT', direction: 'up', durationSec: 60, stake: '100', wallet: 'practice', termsVersion: 1 },
  signer: null,
  promised: { payoutRate: '0.8500', fee: '0.00', acceptWithinMs: 3000, entryDelaySec: 0 },
  madeAtMs: NOW,
  acceptByMs: NOW + 3000,
  lastSentAtMs: NOW,
};
const other: OrderIntent = { ...intent, key: '0b7f55c4-5b0a-4f0f-9a57-3c8f1e1d8a02' };

function failure(facts: Partial<OrderFailure>): OrderFlowEvent {
  return {
    type: 'failed',
    failure: { code: 500, key: 'BALANCE_INSUFFICIENT', params: {}, outcomeUnknown: false, ...facts },
  };
}

const LOST = failure({ code: 0, key: 'OUTCOME_UNKNOWN', outcomeUnknown: true });

function run(...events: OrderFlowEvent[]): OrderFlow {
  return events.reduce(nextOrderFlow, IDLE);
}

test('a signed order that was not taken can be shown; one that was refused for a reason, or never signed, is none', () => {
  const request = {
    signedAt: '2026-11-21T03:00:00.000Z',
    acceptBy: '2026-11-21T03:00:03.000Z',
    signature: 'ab'.repeat(64),
  };
  const own = { ...intent, body: { ...intent.body, request } };
  const flowOf = (...more: OrderFlowEvent[]) =>
    run({ type: 'submitted', intent }, { type: 'signed', intent: own }, LOST, ...more);
  expect(droppedOrder(flowOf({ type: 'absent' }))).toEqual(own);
  expect(droppedOrder(flowOf(failure({})))).toBeNull();
  expect(droppedOrder(flowOf())).toBeNull();
  expect(droppedOrder(run({ type: 'submitted', intent }, { type: 'absent' }))).toBeNull();
});

test('an order is submitted, accepted and dismissed', () => {
  const accepted = run({ type: 'submitted', intent }, { type: 'answered', order: { id: 'one' }, atMs: NOW });
  expect(accepted).toEqual({ at: 'accepted', intent, orderId: 'one', knownAtMs: NOW });
  expect(nextOrderFlow(accepted, { type: 'dismissed' })).toEqual(IDLE);
});

test.each([
  ['while it is sent', [{ type: 'submitted', intent }]],
  ['while its outcome is unknown', [{ type: 'submitted', intent }, LOST]],
  ['after a reload', [{ type: 'resumed', intent }]],
] as const)('no second intent starts and none is dismissed %s', (_, events) => {
  const before = run(...events);
  expect(isUndecided(before)).toBe(true);
  expect(nextOrderFlow(before, { type: 'submitted', intent: other })).toBe(before);
  expect(nextOrderFlow(before, { type: 'resumed', intent: other })).toBe(before);
  expect(nextOrderFlow(before, { type: 'dismissed' })).toBe(before);
});

test('a lost answer is unknown, keeps its key over every retry, and ends with the server’s answer', () => {
  const unknown = run({ type: 'submitted', intent }, LOST, LOST, LOST);
  expect(unknown).toEqual({ at: 'unknown', intent, tries: 2 });
  expect(nextOrderFlow(unknown, { type: 'answered', order: { id: 'one' }, atMs: NOW })).toMatchObject({
    at: 'accepted',
  });
  expect(nextOrderFlow(unknown, failure({}))).toMatchObject({ at: 'refused', error: 'BALANCE_INSUFFICIENT' });
  expect(nextOrderFlow(unknown, { type: 'absent' })).toMatchObject({ at: 'refused', error: 'ORDER_FAILED_RETRY' });
});

test('sending again records the time and nothing else', () => {
  const sent = run({ type: 'submitted', intent }, LOST, { type: 'sent', atMs: NOW + 2_000 });
  expect(sent).toEqual({ at: 'unknown', intent: { ...intent, lastSentAtMs: NOW + 2_000 }, tries: 0 });
});

test.each([
  [401, 'SESSION_INVALID'],
  [429, 'RATE_LIMITED'],
  [500, 'ORDER_FAILED_RETRY'],
] as const)('code %i refuses a first request but leaves an unknown one unknown', (code, key) => {
  expect(run({ type: 'submitted', intent }, failure({ code, key }))).toMatchObject({ at: 'refused', error: key });
  expect(run({ type: 'submitted', intent }, LOST, failure({ code, key }))).toMatchObject({ at: 'unknown', tries: 1 });
});

test('a key in use means that this same request is still in progress', () => {
  const inUse = failure({ code: 409, key: 'IDEMPOTENCY_KEY_REUSED' });
  expect(run({ type: 'submitted', intent }, inUse)).toMatchObject({ at: 'unknown' });
});

test('changed terms are their own state, from which a new intent may start', () => {
  const changed = run({ type: 'submitted', intent }, failure({ code: 409, key: 'TERMS_CHANGED' }));
  expect(changed).toEqual({ at: 'termsChanged', intent });
  expect(nextOrderFlow(changed, { type: 'submitted', intent: other })).toEqual({ at: 'submitting', intent: other });
});

test('an order that could not be stored is refused, unless it was already sent', () => {
  const refused = run({ type: 'submitted', intent }, { type: 'notKept' });
  expect(refused).toMatchObject({ at: 'refused', error: 'ORDER_NOT_KEPT' });
  expect(nextOrderFlow(refused, { type: 'submitted', intent: other })).toEqual({ at: 'submitting', intent: other });
  expect(run({ type: 'submitted', intent }, LOST, { type: 'notKept' })).toMatchObject({ at: 'unknown' });
});

test('late answers change nothing after the decision', () => {
  const refused = run({ type: 'submitted', intent }, failure({}));
  expect(nextOrderFlow(refused, { type: 'answered', order: { id: 'one' }, atMs: NOW })).toBe(refused);
  expect(nextOrderFlow(refused, LOST)).toBe(refused);
});

test('an old intent is looked up but never sent again', () => {
  expect(lookupOf(intent, NOW + RESEND_MS_MAX)).toBe('resend');
  expect(lookupOf(intent, NOW + RESEND_MS_MAX + 1)).toBe('ask');
});

test('an order is known to be absent only when no request can be in flight', () => {
  expect(provesAbsence(intent, NOW + IN_FLIGHT_MS_MAX)).toBe(false);
  expect(provesAbsence(intent, NOW + IN_FLIGHT_MS_MAX + 1)).toBe(true);
  expect(provesAbsence({ ...intent, lastSentAtMs: NOW + 5_000 }, NOW + IN_FLIGHT_MS_MAX + 1)).toBe(false);
});

test('the pause between lookups grows to five seconds', () => {
  expect([0, 1, 2, 3, 4, 40].map(lookupPauseMs)).toEqual([1_000, 1_000, 2_000, 3_000, 5_000, 5_000]);
});
