import { describe, expect, test } from 'vitest';
import { lockSec } from '@candor/domain/identity/login-wait';
import { budgetWaitSec, decideLogin, NAME_BUDGET, NETWORK_BUDGET, usedOf } from './login-lock.ts';
import type { Budget, LoginFacts } from './login-lock.ts';

test('four failures are free, then the waits grow to half an hour', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10_000].map(lockSec)).toEqual([
    0, 0, 0, 0, 0, 60, 120, 300, 900, 1_800, 1_800, 1_800,
  ]);
});

const DAY_SEC = 86_400;

test('one limit bucket can try 56 times in the first day and 48 times on each later day', () => {
  let [at, failures] = [0, 0];
  const tried = [0, 0, 0];
  for (; at < 3 * DAY_SEC; at += lockSec(failures)) {
    failures += 1;
    tried[Math.floor(at / DAY_SEC)] = (tried[Math.floor(at / DAY_SEC)] ?? 0) + 1;
  }
  expect(tried).toEqual([56, 48, 48]);
});

/** Attempts in each of three days by somebody who uses every attempt that is allowed. */
function attemptsByDay(budget: Budget): number[] {
  const tried = [0, 0, 0];
  let drainedAt = 0;
  for (let at = 0; at < 3 * DAY_SEC;) {
    const waitSec = budgetWaitSec(drainedAt - at, budget);
    if (waitSec === 0) {
      tried[Math.floor(at / DAY_SEC)] = (tried[Math.floor(at / DAY_SEC)] ?? 0) + 1;
      drainedAt = Math.max(drainedAt, at) + budget.refillSec;
    }
    at += waitSec;
  }
  return tried;
}

test('any number of strangers can try a name 400 times in the first day and 300 times on each later day', () => {
  const [first = 0, ...later] = attemptsByDay(NAME_BUDGET);
  expect(first).toBeLessThanOrEqual(400);
  expect(Math.max(...later)).toBeLessThanOrEqual(300);
  expect(first).toBeGreaterThan(390);
});

test('one network can try strange names 1,640 times in the first day and 1,440 times on each later day', () => {
  const [first = 0, ...later] = attemptsByDay(NETWORK_BUDGET);
  expect(first).toBeLessThanOrEqual(1_640);
  expect(Math.max(...later)).toBeLessThanOrEqual(1_440);
});

test('one network alone never empties the budget of a name, nor makes its captchas harder', () => {
  let [drainedAt, failures, usedMost] = [0, 0, 0];
  for (let at = 0; at < 3 * DAY_SEC; at += lockSec(failures)) {
    failures += 1;
    drainedAt = Math.max(drainedAt, at) + NAME_BUDGET.refillSec;
    usedMost = Math.max(usedMost, usedOf(drainedAt - at, NAME_BUDGET));
  }
  expect(usedMost).toBeLessThan(10);
});

describe('a budget', () => {
  const budget: Budget = { most: 3, refillSec: 10 };

  test.each([
    [-5, 0, 0],
    [0, 0, 0],
    [1, 1, 0],
    [10, 1, 0],
    [20, 2, 0],
    [20.5, 3, 1],
    [30, 3, 10],
  ])('that is full again in %d s has %d used and %d s to wait', (drainsInSec, used, waitSec) => {
    expect([usedOf(drainsInSec, budget), budgetWaitSec(drainsInSec, budget)]).toEqual([used, waitSec]);
  });
});

const CALM: LoginFacts = {
  caller: 'stranger',
  bucketWaitSec: 0,
  nameDrainsInSec: 0,
  networkDrainsInSec: 0,
  captchaLevel: 0,
};
const LOOK = { kind: 'look' };
function nameUsed(used: number): Partial<LoginFacts> {
  return { nameDrainsInSec: used * NAME_BUDGET.refillSec };
}

function networkUsed(used: number): Partial<LoginFacts> {
  return { networkDrainsInSec: used * NETWORK_BUDGET.refillSec };
}

test.each<[string, Partial<LoginFacts>, unknown]>([
  ['nothing has happened', {}, LOOK],
  ['the limit bucket waits', { bucketWaitSec: 60 }, { kind: 'wait', retryAfterSec: 60 }],
  [
    'the limit bucket of a known device waits',
    { caller: 'known device', bucketWaitSec: 60 },
    { kind: 'wait', retryAfterSec: 60 },
  ],
  ['9 attempts at the name', nameUsed(9), LOOK],
  ['10 attempts at the name', nameUsed(10), { kind: 'harder', level: 1 }],
  ['10 attempts, and the longer captcha', { ...nameUsed(10), captchaLevel: 1 }, LOOK],
  ['40 attempts, and the longer captcha', { ...nameUsed(40), captchaLevel: 1 }, { kind: 'harder', level: 2 }],
  ['40 attempts, and the longest captcha', { ...nameUsed(40), captchaLevel: 2 }, LOOK],
  ['59 attempts of the network', networkUsed(59), LOOK],
  ['60 attempts of the network', networkUsed(60), { kind: 'harder', level: 1 }],
  ['120 attempts of the network', networkUsed(120), { kind: 'harder', level: 2 }],
  ['both limits used, the stricter one counts', { ...nameUsed(40), ...networkUsed(60) }, { kind: 'harder', level: 2 }],
  ['the name is used up', { ...nameUsed(100), captchaLevel: 2 }, { kind: 'wait', retryAfterSec: 288 }],
  ['the network is used up', { ...networkUsed(200), captchaLevel: 2 }, { kind: 'wait', retryAfterSec: 60 }],
  ['the longer wait counts', { ...nameUsed(100), bucketWaitSec: 900 }, { kind: 'wait', retryAfterSec: 900 }],
  ['all is used up, in a known network', { caller: 'known network', ...nameUsed(100), captchaLevel: 2 }, LOOK],
  [
    'a known network solves the harder captcha',
    { caller: 'known network', ...nameUsed(100) },
    { kind: 'harder', level: 2 },
  ],
  ['all is used up, on a known device', { caller: 'known device', ...nameUsed(500), ...networkUsed(500) }, LOOK],
  ['a site without captchas', { ...nameUsed(99), captchaLevel: undefined }, LOOK],
  [
    'a site without captchas waits as well',
    { ...nameUsed(100), captchaLevel: undefined },
    { kind: 'wait', retryAfterSec: 288 },
  ],
])('%s: %j', (_, facts, decision) => {
  expect(decideLogin({ ...CALM, ...facts })).toEqual(decision);
});
