import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  decideReview,
  keptParts,
  MAY_SUBMIT,
  VERIFICATION_PARTS,
  SUBMISSION_EDGES,
  SUBMISSION_STATES,
  TAKEN_MS_MAX,
} from './verification.ts';
import type { Given, ReviewAction, Submission } from './verification.ts';

const NOTHING: Given<string> = { realName: undefined, idNumber: undefined, front: undefined, back: undefined };
const ALL: Given<string> = { realName: 'a', idNumber: 'b', front: 'c', back: 'd' };

describe('a submission', () => {
  it('needs all parts at first, and only the wrong ones again', () => {
    expect(keptParts(ALL, undefined)).toEqual({ ok: true, value: [] });
    expect(keptParts({ ...ALL, back: undefined }, undefined)).toEqual({ ok: false, error: ['back'] });
    const named = { ...ALL, realName: undefined };
    expect(keptParts(named, undefined, ['realName'])).toEqual({ ok: true, value: ['realName'] });
    expect(keptParts(named, { state: 'rejected', wrong: ['realName'] }, ['realName'])).toEqual({
      ok: false,
      error: ['realName'],
    });
    const rejected = { state: 'rejected', wrong: ['front'] } as const;
    expect(keptParts({ ...NOTHING, front: 'new' }, rejected)).toEqual({
      ok: true,
      value: ['realName', 'idNumber', 'back'],
    });
    expect(keptParts(NOTHING, rejected)).toEqual({ ok: false, error: ['front'] });
    expect(keptParts(ALL, rejected)).toEqual({ ok: true, value: [] });
  });

  it.each([
    ['pending', 'VERIFICATION_PENDING'],
    ['verified', 'VERIFICATION_DONE'],
  ] as const)('is refused while another is %s', (state, error) => {
    expect(keptParts(ALL, { state, wrong: [] })).toEqual({ ok: false, error });
  });

  test('is never complete without a part that was found wrong', () => {
    fc.assert(
      fc.property(fc.subarray([...VERIFICATION_PARTS]), fc.subarray([...VERIFICATION_PARTS]), (wrong, given) => {
        const parts: Given<string> = Object.assign(
          { ...NOTHING },
          Object.fromEntries(given.map((part) => [part, 'x'])),
        );
        const answer = keptParts(parts, { state: 'rejected', wrong });
        expect(answer.ok).toBe(wrong.every((part) => given.includes(part)));
        if (answer.ok) expect([...answer.value, ...given].toSorted()).toEqual([...VERIFICATION_PARTS].toSorted());
      }),
    );
  });
});

describe('a review', () => {
  const pending: Submission = { state: 'pending', memberId: 1n, version: 3, takenBy: null };
  const taken: Submission = { ...pending, takenBy: 7n };

  it.each<[string, Submission, bigint, ReviewAction, number, unknown]>([
    ['is taken', pending, 7n, 'take', 3, 'pending'],
    ['is decided by who took it', taken, 7n, 'verify', 3, 'verified'],
    ['is rejected by who took it', taken, 7n, 'reject', 3, 'rejected'],
    ['is given back', taken, 7n, 'release', 3, 'pending'],
    ['is not one’s own', taken, 1n, 'take', 3, 'VERIFICATION_OWN'],
    ['is not decided on an old view', taken, 7n, 'verify', 2, 'VERIFICATION_CHANGED'],
    ['is not decided twice', { ...taken, state: 'verified' }, 7n, 'reject', 3, 'VERIFICATION_CHANGED'],
    ['is not taken from another', taken, 8n, 'take', 3, 'VERIFICATION_TAKEN'],
    ['is not decided by another', taken, 8n, 'verify', 3, 'VERIFICATION_TAKEN'],
    ['is not decided before it is taken', pending, 7n, 'verify', 3, 'VERIFICATION_NOT_TAKEN'],
  ])('%s', (_, submission, operatorId, action, seen, expected) => {
    const answer = decideReview(submission, { operatorId, action, seen });
    expect(answer.ok ? answer.value : answer.error).toBe(expected);
  });

  test('changes a state only along the table', () => {
    const submissions = fc.record({
      state: fc.constantFrom(...SUBMISSION_STATES),
      memberId: fc.bigInt(1n, 3n),
      version: fc.integer({ min: 1, max: 2 }),
      takenBy: fc.option(fc.bigInt(1n, 3n)),
    });
    const actions = fc.constantFrom<ReviewAction>('take', 'release', 'verify', 'reject');
    fc.assert(
      fc.property(
        submissions,
        fc.bigInt(1n, 3n),
        actions,
        fc.integer({ min: 1, max: 2 }),
        (submission, operatorId, action, seen) => {
          const answer = decideReview(submission, { operatorId, action, seen });
          if (!answer.ok) return;
          expect(operatorId).not.toBe(submission.memberId);
          if (answer.value !== submission.state) expect(SUBMISSION_EDGES[submission.state]).toContain(answer.value);
        },
      ),
    );
  });
});

test('the table says from where a member submits', () => {
  expect(MAY_SUBMIT).toEqual({ none: true, pending: false, verified: false, rejected: true });
});

test('who took a submission has a quarter of an hour to decide it', () => {
  expect(TAKEN_MS_MAX).toBe(900_000);
});
