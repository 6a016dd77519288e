import { describe, expect, it } from 'vitest';
import { decideTry, LOCK_SEC, TRIES_MAX } from './password-tries.ts';

describe('decideTry', () => {
  it('counts down to the try that locks', () => {
    const tries = Array.from({ length: TRIES_MAX }, (_, failures) => decideTry(failures, 0));
    expect(tries).toEqual([4, 3, 2, 1, 0].map((left) => ({ kind: 'check', left, locks: left === 0 })));
  });

  it('checks nothing while it is locked', () => {
    expect(decideTry(5, 1)).toEqual({ kind: 'locked' });
    expect(decideTry(0, 1)).toEqual({ kind: 'locked' });
  });

  it('starts again after the lock, a day later', () => {
    expect(LOCK_SEC).toBe(86_400);
    expect(decideTry(5, 0)).toEqual({ kind: 'check', left: 4, locks: false });
  });
});
