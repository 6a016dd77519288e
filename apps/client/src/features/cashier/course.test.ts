import { describe, expect, it } from 'vitest';
import { depositSteps, withdrawalSteps } from './course.ts';

const [T0, T1, T2, T3, T4] = ['00', '01', '02', '03', '04'].map((second) => `2026-11-22T08:00:${second}.000Z`);
if (T0 === undefined || T1 === undefined || T2 === undefined || T3 === undefined || T4 === undefined) throw new Error();

function step(state: string, at: string) {
  return { state, at };
}

function told(steps: readonly { key: string; state: string; at: string | null }[]): string {
  return steps.map(({ key, state, at }) => `${key} ${state}${at === null ? '' : ` ${at.slice(17, 19)}`}`).join(', ');
}

describe('a deposit', () => {
  const deposit = { createdAt: T0, paidAt: null, decidedAt: null, reason: null, steps: [step('recharging', T0)] };
  it.each([
    ['recharging', {}, 'submitted done 00, awaitingPayment now, reviewing toCome, toCredit toCome'],
    ['pending', { paidAt: T1 }, 'submitted done 00, paid done 01, awaitingReview now, toCredit toCome'],
    // Given back to the queue and taken again: the last time counts.
    [
      'reviewing',
      { paidAt: T1, steps: [step('reviewing', T2), step('pending', T3), step('reviewing', T4)] },
      'submitted done 00, paid done 01, reviewing now 04, toCredit toCome',
    ],
    ['approved', { paidAt: T1, decidedAt: T3 }, 'submitted done 00, paid done 01, credited done 03'],
    // A payment service credits what the member never reported.
    ['approved', { decidedAt: T3 }, 'submitted done 00, credited done 03'],
    ['rejected', { paidAt: T1, decidedAt: T3 }, 'submitted done 00, paid done 01, rejected failed 03'],
    ['cancelled', { decidedAt: T3, reason: 'BY_MEMBER' }, 'submitted done 00, cancelled ended 03'],
    ['cancelled', { decidedAt: T3, reason: 'EXPIRED' }, 'submitted done 00, expired ended 03'],
  ] as const)('that is %s', (status, more, course) => {
    expect(told(depositSteps({ ...deposit, ...more, status }))).toBe(course);
  });
});

describe('a withdrawal', () => {
  const withdrawal = { payout: 'none', createdAt: T0, decidedAt: null, steps: [step('reviewing', T1)] } as const;
  const paid = { status: 'approved', decidedAt: T2 } as const;
  it.each([
    [{ status: 'pending' }, 'submitted done 00, awaitingReview now, toPay toCome, toArrive toCome'],
    [{ status: 'reviewing' }, 'submitted done 00, reviewing now 01, toPay toCome, toArrive toCome'],
    [paid, 'submitted done 00, approved done 02, preparing now, toArrive toCome'],
    [
      { ...paid, payout: 'sent', steps: [step('sent', T3)] },
      'submitted done 00, approved done 02, paying now 03, toArrive toCome',
    ],
    [
      { ...paid, payout: 'arrived', steps: [step('sent', T3), step('arrived', T4)] },
      'submitted done 00, approved done 02, sent done 03, arrived done 04',
    ],
    [
      { ...paid, payout: 'returned', steps: [step('sent', T3), step('returned', T4)] },
      'submitted done 00, approved done 02, sent done 03, returned failed 04',
    ],
    [{ status: 'rejected', decidedAt: T2 }, 'submitted done 00, rejected failed 02'],
    [{ status: 'cancelled', decidedAt: T2 }, 'submitted done 00, cancelled ended 02'],
  ] as const)('with %o', (more, course) => {
    expect(told(withdrawalSteps({ ...withdrawal, ...more }))).toBe(course);
  });
});
