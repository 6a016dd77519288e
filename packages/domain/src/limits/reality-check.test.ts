import { describe, expect, it } from 'vitest';
import { goOn, isCheckDue, minutesUsed, REALITY_CHECK_MINUTES, seeUse } from './reality-check.ts';
import type { UseClock } from './reality-check.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const fresh: UseClock = { startedAt: NOW, checkedAt: NOW, seenAt: NOW };

/** Seen once a minute. */
function useFor(clock: UseClock, minutes: number): UseClock {
  let seen = clock;
  for (let i = 0; i < minutes; i += 1) seen = seeUse(seen, seen.seenAt + MINUTE);
  return seen;
}

describe('the use clock', () => {
  it('starts when the member is first seen', () => {
    expect(seeUse(null, NOW)).toEqual(fresh);
  });

  it('runs on through a short absence and starts anew after a quarter of an hour', () => {
    const later = NOW + 15 * MINUTE;
    expect(seeUse(fresh, later - 1)).toEqual({ ...fresh, seenAt: later - 1 });
    expect(seeUse(fresh, later).startedAt).toBe(later);
    expect(seeUse({ ...fresh, seenAt: later }, later)).toEqual({ ...fresh, seenAt: later });
  });

  it('is not believed when it lies in the future', () => {
    expect(seeUse(fresh, NOW - 1).startedAt).toBe(NOW - 1);
  });

  it('asks after the interval, and again an interval after the member went on', () => {
    expect(isCheckDue(useFor(fresh, 14), 15)).toBe(false);
    const due = useFor(fresh, 15);
    expect(isCheckDue(due, 15)).toBe(true);
    const on = goOn(due);
    expect(isCheckDue(on, 15)).toBe(false);
    expect(isCheckDue(useFor(on, 15), 15)).toBe(true);
    expect(minutesUsed(useFor(on, 15))).toBe(30);
  });

  it('asks every quarter of an hour, half hour or hour', () => {
    expect(REALITY_CHECK_MINUTES).toEqual([15, 30, 60]);
  });

  it('counts whole minutes', () => {
    expect(minutesUsed({ ...fresh, seenAt: NOW + 2 * MINUTE - 1 })).toBe(1);
  });

  it('never asks a member who chose no interval', () => {
    expect(isCheckDue(useFor(fresh, 600), null)).toBe(false);
  });
});
