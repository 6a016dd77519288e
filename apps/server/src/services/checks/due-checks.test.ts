import { describe, expect, it } from 'vitest';
import { isDue, unanswered } from './due-checks.ts';

const ZONE = 'Asia/Shanghai';
const MINUTE = 60_000;
/** 23:50 in Shanghai. */
const LATE = Date.UTC(2026, 9, 4, 15, 50);

function asked(begunAt: number, more: Partial<Parameters<typeof isDue>[1]> = {}) {
  return { begunAt, endedAt: begunAt + 1, failingSince: null, error: null, ...more };
}

describe('a check is asked', () => {
  it.each([
    ['at once when it never was', 'day', undefined, LATE, true],
    ['every minute where it is cheap', 'minute', asked(LATE), LATE + MINUTE, true],
    ['no sooner', 'minute', asked(LATE), LATE + MINUTE - 1, false],
    ['once a business day', 'day', asked(LATE), LATE + 9 * MINUTE, false],
    ['when the next one has begun in the zone of the site', 'day', asked(LATE), LATE + 10 * MINUTE, true],
    ['again soon after it found something', 'day', asked(LATE, { failingSince: LATE }), LATE + 15 * MINUTE, true],
    ['not at once', 'day', asked(LATE - 60 * MINUTE, { failingSince: LATE }), LATE - 46 * MINUTE, false],
    ['again after it got no answer', 'day', asked(LATE - 60 * MINUTE, { error: '57014' }), LATE - 45 * MINUTE, true],
    ['not while somebody asks it', 'minute', asked(LATE, { endedAt: null }), LATE + 5 * MINUTE, false],
    ['when whoever asked is gone', 'minute', asked(LATE, { endedAt: LATE - 1 }), LATE + 10 * MINUTE, true],
  ] as const)('%s', (_, pace, known, nowMs, expected) => {
    expect(isDue(pace, known, nowMs, ZONE)).toBe(expected);
  });
});

describe('a check is unanswered', () => {
  const CHECKS = [
    { name: 'cheap', pace: 'minute' },
    { name: 'whole', pace: 'day' },
  ] as const;

  it.each([
    ['that was never asked', [], ['cheap', 'whole']],
    ['never', [row('cheap', LATE), row('whole', LATE)], []],
    ['that got an error', [row('cheap', LATE), row('whole', LATE, '57014 canceled')], ['whole']],
    ['after its time', [row('cheap', LATE - 16 * MINUTE), row('whole', LATE - 27 * 60 * MINUTE)], ['cheap', 'whole']],
    ['not before', [row('cheap', LATE - 15 * MINUTE), row('whole', LATE - 26 * 60 * MINUTE)], []],
  ] as const)('%s', (_, states, expected) => {
    expect(unanswered(CHECKS, states, LATE)).toEqual(expected);
  });

  function row(name: string, endedAt: number, error: string | null = null) {
    return { name, endedAt, error };
  }
});
