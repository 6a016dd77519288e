import { afterEach, expect, test, vi } from 'vitest';
import { deviceSkewMs, serverNow, setServerTime } from './server-clock.ts';

afterEach(() => {
  vi.useRealTimers();
});

function iso(ms: number) {
  return new Date(ms).toISOString();
}

test('the offset is taken at the middle of the trip; a slower answer changes nothing until the estimate is old', () => {
  vi.useFakeTimers();
  const local = Date.parse('2026-11-21T00:00:00.000Z');
  vi.setSystemTime(local);
  // The device is an hour ahead; the answer took 100 ms.
  setServerTime(iso(local - 3_600_000 + 50), local, local + 100);
  expect(serverNow()).toBe(local - 3_600_000);
  expect(deviceSkewMs()).toBe(3_600_000);

  setServerTime(iso(local), local, local + 4_000);
  expect(serverNow()).toBe(local - 3_600_000);

  const later = local + 301_000;
  setServerTime(iso(later + 2_000), later, later + 4_000);
  expect(deviceSkewMs()).toBe(0);

  setServerTime('nonsense', later, later);
  expect(deviceSkewMs()).toBe(0);
});
