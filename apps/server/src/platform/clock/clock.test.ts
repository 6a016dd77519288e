import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Db } from '../db/pool.ts';
import { createDatabaseClock } from './clock.ts';

/** How far the database's clock is ahead of this machine's. */
let aheadMs: number;
/** Round-trip time of each query; the last value is repeated. */
let tripsMs: number[];
let isAway: boolean;
let asked: number;

function localMs(): number {
  return performance.timeOrigin + performance.now();
}

const db = {
  query: ({ text }: { text: string }) => {
    asked += 1;
    if (isAway) return Promise.reject(new Error('away'));
    if (!text.includes('clock_timestamp()')) return Promise.reject(new Error('not the clock of this moment'));
    const tripMs = tripsMs.length > 1 ? (tripsMs.shift() ?? 0) : (tripsMs[0] ?? 0);
    vi.advanceTimersByTime(tripMs / 2);
    const ms = (localMs() + aheadMs).toString();
    vi.advanceTimersByTime(tripMs / 2);
    return Promise.resolve({ rows: [[ms]], rowCount: 1, fields: [{ name: 'ms' }] });
  },
} as unknown as Db;

beforeEach(() => {
  vi.useFakeTimers();
  [aheadMs, tripsMs, isAway, asked] = [5_000, [0], false, 0];
});
afterEach(() => void vi.useRealTimers());

describe('the database clock', () => {
  it.each([[[20, 400, 200]], [[400, 20, 200]], [[400, 200, 20]]])(
    'shows the database’s time, with an error of at most half the shortest round trip: %j',
    async (trips) => {
      tripsMs = [...trips];
      const clock = await createDatabaseClock(db);
      expect(Math.abs(clock.now() - (localMs() + 5_000))).toBeLessThanOrEqual(1);
      const sinceShortestMs = trips.slice(trips.indexOf(20) + 1).reduce((sum, trip) => sum + trip, 0);
      expect(clock.uncertaintyMs()).toBeCloseTo(10 + sinceShortestMs * 0.0001, 6);
      expect(asked).toBe(3);
      clock.stop();
    },
  );

  it('asks the database every ten seconds until it is stopped', async () => {
    const clock = await createDatabaseClock(db);
    aheadMs = 9_000;
    await vi.advanceTimersByTimeAsync(9_999);
    expect(Math.abs(clock.now() - (localMs() + 5_000))).toBeLessThanOrEqual(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(Math.abs(clock.now() - (localMs() + 9_000))).toBeLessThanOrEqual(1);
    clock.stop();
    const before = asked;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(before);
  });

  it('keeps running while the database is unreachable, with growing uncertainty', async () => {
    const clock = await createDatabaseClock(db);
    const certain = clock.uncertaintyMs();
    isAway = true;
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(Math.abs(clock.now() - (localMs() + 5_000))).toBeLessThanOrEqual(1);
    expect(clock.uncertaintyMs() - certain).toBeCloseTo(100, 6);
    isAway = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(clock.uncertaintyMs()).toBeLessThan(1);
    clock.stop();
  });

  it('shows whole milliseconds, those that are over', async () => {
    aheadMs = 1 - (localMs() % 1) + 0.7;
    const clock = await createDatabaseClock(db);
    expect(clock.now()).toBe(Math.floor(localMs()) + 1);
    clock.stop();
  });
});
