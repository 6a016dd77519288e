// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { readKept, removeKept } from '../../lib/kept-store.ts';
import { keepAlarm, readAlarms } from './alarms.ts';

beforeEach(async () => await removeKept('proof:alarms'));

async function keep(...found: (readonly [product: string, problem: string])[]) {
  for (const [product, problem] of found) {
    await keepAlarm({ product, slot: '2026-11-27T03:00:00.000Z', problem, kept: '', served: '', orderId: null });
  }
  return readAlarms(await readKept('proof:alarms')).map((alarm) => `${alarm.product} ${alarm.problem}`.trim());
}

test('of one price history the first alarm is kept', async () => {
  expect(await keep(['BTCUSDT', 'CHAIN_BROKEN'], ['BTCUSDT', 'PRICE_CHANGED'], ['ETHUSDT', 'CHAIN_BROKEN'])).toEqual([
    'BTCUSDT CHAIN_BROKEN',
    'ETHUSDT CHAIN_BROKEN',
  ]);
});

test('an alarm about the whole site hides no other one', async () => {
  const kept = await keep(['', 'KEY_REPLACED'], ['', 'LOG_FORKED'], ['', 'KEY_REPLACED'], ['', 'CLOCK_JUMPED']);
  expect(kept).toEqual(['KEY_REPLACED', 'LOG_FORKED', 'CLOCK_JUMPED']);
});
