import type { OrderView } from '@candor/contract/trading';
import { STEP_KEYS } from '@candor/proof/verify-receipt';
import { expect, test } from 'vitest';
import { sampleOrder } from '../../lib/testing/sample-order.ts';
import { CHECK_STEPS, compareWithScreen, stepStates } from './check-steps.ts';
import { receiptFigures } from './receipt-file.ts';

const ID = '019a9f00-0000-7000-8000-000000000001';

/** The figures of the receipt, with the changes of a false or broken one. */
function figures(order: object, outcome: object | null) {
  const receipt = { order: { id: ID, termsVersion: 2, ...order }, outcome, ticks: [[], []], checkpoints: ['a'] };
  return receiptFigures(JSON.stringify(receipt));
}

const WON = { status: 'won', profit: '85.00', entry: { price: '1.10' }, exit: { price: '1.20' } };

function shown(changes: Partial<OrderView> = {}): OrderView {
  return sampleOrder({
    id: ID,
    durationSec: 5,
    entryPrice: '1.10',
    closesAt: '2026-11-21T07:30:06.000Z',
    exitPrice: '1.20',
    exitAt: '2026-11-21T07:30:06.000Z',
    settledAt: '2026-11-21T07:30:06.100Z',
    status: 'won',
    profit: '85.00',
    termsVersion: 2,
    secondsLeft: 0,
    ...changes,
  });
}

test('the steps are those of the verifier, after the key and before the checks of this device', () => {
  expect(CHECK_STEPS).toEqual(['key', ...STEP_KEYS, 'screen', 'kept']);
});

test('the first step without a result is the running one', () => {
  const states = (isRunning: boolean) => stepStates([{ key: 'key', ended: 'ok' }], isRunning).map(({ state }) => state);
  expect(states(true)).toEqual(['ok', 'running', ...CHECK_STEPS.slice(2).map(() => 'pending')]);
  expect(states(false)).toEqual(['ok', ...CHECK_STEPS.slice(1).map(() => 'pending')]);
});

test('a signature of another device is a step of its own: no green one, and no doubt', () => {
  const stateOf = (signer: 'this' | 'other') =>
    stepStates([{ key: 'request', ended: 'ok', signer }], false).find(({ key }) => key === 'request')?.state;
  expect([stateOf('this'), stateOf('other')]).toEqual(['ok', 'elsewhere']);
});

test('a place in the order log counts from one; a receipt may have none, or not know a log', () => {
  const placeOf = (log: unknown) => receiptFigures(JSON.stringify({ log })).logPlace;
  expect([placeOf({ index: 0 }), placeOf({ index: 41 }), placeOf(null), placeOf(undefined)]).toEqual([
    1,
    42,
    'absent',
    'none',
  ]);
});

test('so does the place of the settlement; a receipt may have none yet, or say nothing of it', () => {
  const placeOf = (settled: unknown) => receiptFigures(JSON.stringify({ settled })).settledPlace;
  expect([placeOf({ index: 0 }), placeOf({ index: 41 }), placeOf(null), placeOf(undefined)]).toEqual([
    1,
    42,
    null,
    null,
  ]);
});

test('the seconds whose reports a receipt shows are counted; one of before shows none', () => {
  const secondsOf = (sources: unknown) => receiptFigures(JSON.stringify({ sources })).reportedSeconds;
  expect([
    secondsOf([
      [7, []],
      [67, []],
    ]),
    secondsOf(undefined),
  ]).toEqual([2, 0]);
});

test('an order is signed by a device, or not, or from before', () => {
  const requestOf = (request: unknown) => receiptFigures(JSON.stringify({ request })).request;
  expect([requestOf({}), requestOf(null), requestOf(undefined)]).toEqual(['signed', 'unsigned', 'none']);
});

test('figures come from a receipt; any other text gives none', () => {
  expect(figures({}, WON)).toMatchObject({ orderId: ID, termsVersion: 2, ticks: 2, checkpoints: 1, exitPrice: '1.20' });
  for (const text of ['', '[]', 'null', '{"ticks":7}', '{"order":"x"}']) {
    expect(receiptFigures(text)).toMatchObject({ orderId: '', ticks: 0, status: null });
  }
});

test('a receipt of another order, result or price does not match the page', () => {
  const problem = (order: object, outcome: object | null) =>
    compareWithScreen(figures(order, outcome), shown()).problem;
  expect(problem({}, WON)).toBeUndefined();
  expect(problem({ id: '019a9f00-0000-7000-8000-000000000002' }, WON)).toBe('OTHER_ORDER');
  expect(problem({}, { ...WON, status: 'lost' })).toBe('OTHER_RESULT');
  expect(problem({}, { ...WON, profit: '84.99' })).toBe('OTHER_RESULT');
  expect(problem({}, { ...WON, exit: { price: '1.21' } })).toBe('OTHER_RESULT');
});

test('while one side has no result there is nothing to compare', () => {
  expect(compareWithScreen(figures({}, null), shown()).ended).toBe('ok');
  expect(compareWithScreen(figures({}, WON), shown({ status: 'open', profit: null })).ended).toBe('ok');
});
