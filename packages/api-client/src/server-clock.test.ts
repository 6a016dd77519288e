import { afterEach, expect, test, vi } from 'vitest';
import { createServerClock } from './server-clock.ts';

afterEach(() => {
  vi.useRealTimers();
});

function iso(ms: number) {
  return new Date(ms).toISOString();
}

test('the offset is measured at the middle of the round trip; a slower answer changes nothing until the estimate is old', () => {
  vi.useFakeTimers();
  const clock = createServerClock();
  const local = Date.parse('2026-11-21T00:00:00.000Z');
  vi.setSystemTime(local);
  // The device is one hour ahead; the answer took 100 ms.
  clock.set(iso(local - 3_600_000 + 50), local, local + 100);
  expect(clock.now()).toBe(local - 3_600_000);
  expect(clock.skewMs()).toBe(3_600_000);

  // Its own estimate is off by 1.9 s, which a trip of 4 s allows.
  clock.set(iso(local - 3_600_000 + 100), local, local + 4_000);
  expect(clock.skewMs()).toBe(3_600_000);

  // The estimate was made when its answer came, at 100 ms; five minutes later it is not old yet.
  clock.set(iso(local - 3_600_000 + 296_200), local + 296_100, local + 300_100);
  expect(clock.skewMs()).toBe(3_600_000);

  const later = local + 301_000;
  clock.set(iso(later - 3_600_000 + 100), later, later + 4_000);
  expect(clock.skewMs()).toBe(3_601_900);

  clock.set('nonsense', later, later);
  expect(clock.skewMs()).toBe(3_601_900);
});

test('a clock that is set while the page is open is noticed with the next answer, however slow', () => {
  vi.useFakeTimers();
  const clock = createServerClock();
  const local = Date.parse('2026-11-21T00:00:00.000Z');
  clock.set(iso(local + 50), local, local + 100);
  expect(clock.skewMs()).toBe(0);
  // What both estimates may be off together, and the drift.
  const setTo = (aheadMs: number) => clock.set(iso(local + 10_100), local + 10_000 + aheadMs, local + 10_200 + aheadMs);
  setTo(650);
  expect(clock.skewMs()).toBe(0);
  setTo(651);
  expect(clock.skewMs()).toBe(651);
});

test('until a server answers, the device’s own clock counts; an answer before its question does not', () => {
  vi.useFakeTimers();
  const local = Date.parse('2026-11-21T00:00:00.000Z');
  vi.setSystemTime(local);
  const clock = createServerClock();
  expect([clock.now(), clock.skewMs()]).toEqual([local, 0]);
  clock.set(iso(local + 9_000), local, local - 1);
  expect(clock.now()).toBe(local);
  // As fast as can be, and then as fast again: the newer one counts.
  clock.set(iso(local + 1_000), local, local);
  expect(clock.now()).toBe(local + 1_000);
  clock.set(iso(local + 2_000), local, local);
  expect(clock.now()).toBe(local + 2_000);
});

test('a slow answer says how far it may be off: half of its round trip, and a faster one less', () => {
  vi.useFakeTimers();
  const local = Date.parse('2026-11-21T00:00:00.000Z');
  const clock = createServerClock();
  expect(clock.skewErrorMs()).toBe(0);
  // Both clocks agree, but all 5 s were spent on the way back.
  clock.set(iso(local), local, local + 5_000);
  expect([clock.skewMs(), clock.skewErrorMs()]).toEqual([2_500, 2_500]);
  clock.set(iso(local + 6_050), local + 6_000, local + 6_100);
  expect([clock.skewMs(), clock.skewErrorMs()]).toEqual([0, 50]);
});
