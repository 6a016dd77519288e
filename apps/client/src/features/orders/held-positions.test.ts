import { currency } from '@candor/domain/money';
import { expect, test } from 'vitest';
import { addFace, cardsOf, dropFaces, endsSoon, FACE_MS, isDue, phaseOf, totalsOf } from './held-positions.ts';
import { sampleOrder } from '../../lib/testing/sample-order.ts';

const CNY = currency('CNY', 2);

const order = sampleOrder();
const entryMs = Date.parse(order.entryAt);
const closeMs = Date.parse(order.closesAt);
const won = sampleOrder({ status: 'won', profit: '85.00' });
const later = sampleOrder({ id: 'ffffffff-0000-7000-8000-000000000002', closesAt: '2026-11-21T07:35:00.000Z' });

test('an order is pending, running, settling, late and then settled', () => {
  expect(phaseOf({ ...order, entryPrice: null }, entryMs)).toBe('pending');
  expect(phaseOf(order, closeMs - 1)).toBe('running');
  expect(phaseOf(order, closeMs)).toBe('settling');
  expect(phaseOf(order, closeMs + 4_999)).toBe('settling');
  expect(phaseOf(order, closeMs + 5_000)).toBe('late');
  expect(phaseOf(won, closeMs + 60_000)).toBe('settled');
});

test('the server is asked again once an entry or a result is due, never about a settled order', () => {
  const waiting = { ...order, entryPrice: null };
  expect(isDue(waiting, entryMs - 1)).toBe(false);
  expect(isDue(waiting, entryMs)).toBe(true);
  expect(isDue(order, entryMs)).toBe(false);
  expect(isDue(order, closeMs)).toBe(true);
  expect(isDue(won, closeMs)).toBe(false);
});

test('totals add the stakes, and the floating results only when all are known', () => {
  const eth = sampleOrder({ id: 'x', product: 'ETHUSDT', direction: 'down', entryPrice: '3000.00', stake: '50.00' });
  const prices = new Map([['BTCUSDT', '64000.11']]);
  expect(totalsOf([order, eth], prices, entryMs, CNY)).toEqual({ count: 2, stake: '150.00', floating: null });
  expect(totalsOf([order, eth], prices.set('ETHUSDT', '3000.01'), entryMs, CNY)).toMatchObject({ floating: '35.00' });
  expect(totalsOf([], prices, entryMs, CNY)).toEqual({ count: 0, stake: '0.00', floating: '0.00' });
});

test('after the close, a price gives an order no floating result', () => {
  const prices = new Map([[order.product, '1.00']]);
  expect(totalsOf([order], prices, closeMs - 1, CNY).floating).not.toBeNull();
  expect(totalsOf([order], prices, closeMs, CNY).floating).toBeNull();
});

test('a result shows for ten seconds after it was first seen', () => {
  const faces = addFace(addFace([], won, 1_000), won, 5_000);
  expect(faces).toEqual([{ order: won, untilMs: 1_000 + FACE_MS }]);
  expect(dropFaces(faces, 10_999)).toBe(faces);
  expect(dropFaces(faces, 11_000)).toEqual([]);
  expect(addFace([], order, 0)).toEqual([]);
});

test('a result replaces its open card, and the next order to settle comes first', () => {
  expect(cardsOf([later, order], addFace([], won, 0))).toEqual([won, later]);
});

test('an order counts as ending soon in its last minute, until it is settled', () => {
  const closesAt = '2026-11-21T10:01:00.000Z';
  const closesMs = Date.parse(closesAt);
  expect(endsSoon({ status: 'open', closesAt }, closesMs - 60_000)).toBe(false);
  expect(endsSoon({ status: 'open', closesAt }, closesMs - 59_999)).toBe(true);
  expect(endsSoon({ status: 'open', closesAt }, closesMs + 5_000)).toBe(true);
  expect(endsSoon({ status: 'won', closesAt }, closesMs - 1)).toBe(false);
});
