// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readKept, removeKept, writeKept } from '../../lib/kept-store.ts';
import { setServerTime } from '../live/server-clock.ts';
import { keepAlarm, putAlarmsAway, readAlarms, recallAlarms } from './alarms.ts';
import { watchClock } from './watch-clock.ts';

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  await removeKept('proof:alarms');
  await recallAlarms();
});
afterEach(() => vi.useRealTimers());

async function problems(): Promise<string[]> {
  return readAlarms(await readKept('proof:alarms')).map(({ problem }) => problem);
}

function answer(serverMs: number): void {
  setServerTime(new Date(serverMs).toISOString(), Date.now() - 100, Date.now());
}

test('a jump of the site’s clock is an alarm of its own, and hides no other', async () => {
  const stop = watchClock();
  const ahead = 3_600_000;
  answer(Date.now() + ahead);
  vi.advanceTimersByTime(20_000);
  answer(Date.now() + ahead);
  expect(await problems()).toEqual([]);
  vi.advanceTimersByTime(20_000);
  answer(Date.now() + ahead + 5_000);
  await vi.waitFor(async () => expect(await problems()).toEqual(['CLOCK_JUMPED']));
  const about = { product: '', slot: new Date().toISOString(), kept: '', served: '', orderId: null };
  await keepAlarm({ ...about, problem: 'LOG_FORKED' });
  expect(await problems()).toEqual(['CLOCK_JUMPED', 'LOG_FORKED']);
  stop();
});

test('a jump that was put away is not told again when the watch starts anew', async () => {
  const stop = watchClock();
  vi.advanceTimersByTime(20_000);
  answer(Date.now() + 7_200_000);
  vi.advanceTimersByTime(20_000);
  answer(Date.now() + 7_500_000);
  await vi.waitFor(async () => expect(await problems()).toEqual(['CLOCK_JUMPED']));
  await putAlarmsAway();
  stop();
  watchClock()();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await problems()).toEqual([]);
});

test('putting it away forgets nothing of the order log', async () => {
  await writeKept('proof:log-head', 'kept');
  const about = { product: '', slot: new Date().toISOString(), kept: '', served: '', orderId: null };
  await keepAlarm({ ...about, problem: 'CLOCK_JUMPED' });
  await putAlarmsAway();
  expect([await problems(), await readKept('proof:log-head')]).toEqual([[], 'kept']);
  await removeKept('proof:log-head');
});
