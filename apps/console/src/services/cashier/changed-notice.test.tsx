// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { OPERATOR, show, startConsole, success } from '../testing/console.tsx';
import { ChangedNotice } from './changed-notice.tsx';
import type { ReviewItem } from './review-acts.ts';
import { StepList } from './step-list.tsx';

startConsole(() => success({}));

const me = { id: OPERATOR.id, username: OPERATOR.username };
const bob = { id: '8', username: 'bob' };
function step(state: string, by: typeof me | null) {
  return {
    state,
    by,
    at: '2026-11-20T08:00:00Z',
    reason: null,
    note: null,
  };
}

function item(version: number, status: string, steps: ReviewItem['steps']): ReviewItem {
  const nobody = { takenBy: null, firstBy: null, secondBy: null };
  return { ...nobody, status, version, member: { id: '70', username: 'li' }, steps };
}

const asked = item(1, 'pending', [step('pending', null)]);
function notice(): string | undefined {
  return document.querySelector('[role=status]')?.textContent;
}

test.each([
  ['taken', item(2, 'reviewing', [...asked.steps, step('reviewing', me)])],
  ['released', item(3, 'pending', [...asked.steps, step('reviewing', me), step('pending', me)])],
  ['approved first', item(3, 'seconding', [...asked.steps, step('reviewing', me), step('seconding', me)])],
  ['sent', item(5, 'approved', [...asked.steps, step('approved', bob), step('sent', me)])],
])('what the reader did themselves is no news: %s', async (_, own) => {
  await show(<ChangedNotice item={asked} />);
  await show(<ChangedNotice item={own} />);
  expect(notice()).toBeUndefined();
});

test.each([
  ['taken', item(2, 'reviewing', [...asked.steps, step('reviewing', bob)]), 'In review'],
  ['released', item(3, 'pending', [...asked.steps, step('reviewing', me), step('pending', bob)]), 'Awaiting review'],
  ['sent', item(5, 'approved', [...asked.steps, step('approved', me), step('sent', bob)]), 'Paying out'],
])('what a colleague did is told with their name and the state that it reached: %s', async (_, changed, state) => {
  await show(<ChangedNotice item={asked} />);
  await show(<ChangedNotice item={changed} />);
  expect(notice()).toContain(`bob has just changed this item. It is now: ${state}`);
});

test('each step names who made it', async () => {
  const steps = [
    step('recharging', null),
    step('pending', null),
    step('reviewing', me),
    step('approved', bob),
    step('arrived', null),
    step('cancelled', null),
    { ...step('cancelled', null), reason: 'EXPIRED' },
  ];
  await show(<StepList steps={steps} />);
  const hands = [...document.querySelectorAll('.figures')].map(({ textContent }) => textContent.split(' · ')[1]);
  expect(hands).toEqual(['the member', 'the member', 'ann', 'bob', 'the site', 'the member', 'the site']);
});
