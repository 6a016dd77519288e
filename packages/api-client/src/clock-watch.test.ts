import { expect, test } from 'vitest';
import { createClockWatch } from './clock-watch.ts';

const START = Date.parse('2026-11-27T08:00:00.000Z');

/** A device whose clocks run; each step says how far. */
function device() {
  const watch = createClockWatch();
  const now = { serverMs: START, wallMs: START + 3_600_000, monotonicMs: 5_000 };
  return {
    /** Time passes: on the server, and on the clocks of the device, which go with it if nothing else is said. */
    after: (serverMs: number, { wallMs = serverMs, monotonicMs = serverMs, tripMs = 100 } = {}) => {
      now.serverMs += serverMs;
      now.wallMs += wallMs;
      now.monotonicMs += monotonicMs;
      return watch.add({ ...now, serverMs: now.serverMs - tripMs / 2, tripMs });
    },
  };
}

test('a device whose clock is an hour wrong raises nothing', () => {
  const { after } = device();
  for (const ms of [0, 20_000, 20_000, 3_600_000, 20_000]) expect(after(ms)).toBeNull();
});

test('a site whose clock jumps by five seconds is seen, forward and back, once each', () => {
  const { after } = device();
  after(0);
  expect(after(25_000, { wallMs: 20_000, monotonicMs: 20_000 })).toBe(5_000);
  expect(after(20_000)).toBeNull();
  expect(after(15_000, { wallMs: 20_000, monotonicMs: 20_000 })).toBe(-5_000);
});

test('a site that creeps ahead is seen before it has gained two seconds', () => {
  const { after } = device();
  after(0);
  let gained = 0;
  let seen: number | null = null;
  while (seen === null && gained < 5_000) {
    gained += 100;
    seen = after(20_100, { wallMs: 20_000, monotonicMs: 20_000 });
  }
  expect(seen).toBe(gained);
  expect(gained).toBeLessThan(2_000);
});

test.each([
  ['its clock was set by a minute', { wallMs: 80_000, monotonicMs: 20_000 }],
  ['it slept, and the page’s clock stood still', { wallMs: 20_000, monotonicMs: 500 }],
])('the device is not judged by itself: %s', (_, clocks) => {
  const { after } = device();
  after(0);
  expect(after(20_000, clocks)).toBeNull();
  expect(after(20_000)).toBeNull();
  expect(after(23_000, { wallMs: 20_000, monotonicMs: 20_000 })).toBe(3_000);
});

test('a slow network raises nothing: what a trip hides is allowed, and a very slow answer is left out', () => {
  const { after } = device();
  after(0);
  expect(after(22_500, { wallMs: 20_000, monotonicMs: 20_000, tripMs: 3_000 })).toBeNull();
  expect(after(20_000 + 60_000, { wallMs: 20_000, monotonicMs: 20_000, tripMs: 4_001 })).toBeNull();
});

test('drift of an honest computer over a day raises nothing', () => {
  const { after } = device();
  after(0);
  for (let minute = 0; minute < 24 * 60; minute += 1)
    expect(after(60_020, { wallMs: 60_000, monotonicMs: 60_000 })).toBeNull();
});
