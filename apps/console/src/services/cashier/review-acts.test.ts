import { expect, test } from 'vitest';
import { actsOf, lastHand } from './review-acts.ts';
import type { ReviewItem } from './review-acts.ts';

const member = { id: '7', username: 'li' };
const ann = { id: '1', username: 'ann' };
const bob = { id: '2', username: 'bob' };

function item(status: string, more: Partial<ReviewItem> = {}): ReviewItem {
  return { status, version: 1, member, takenBy: null, firstBy: null, secondBy: null, steps: [], ...more };
}

test.each([
  ['what waits is taken first', item('pending'), ann.id, ['take'], null],
  ['what one has is decided', item('reviewing', { takenBy: ann }), ann.id, ['release', 'approve', 'reject'], null],
  ['what a colleague has is closed', item('reviewing', { takenBy: bob }), ann.id, [], 'taken'],
  [
    'a proposal waits for another',
    item('seconding', { takenBy: ann, firstBy: ann }),
    ann.id,
    ['release', 'reject'],
    'second',
  ],
  [
    'the other decides it',
    item('seconding', { takenBy: ann, firstBy: ann }),
    bob.id,
    ['release', 'approve', 'reject'],
    null,
  ],
  ['nobody decides for themselves', item('pending'), member.id, [], 'own'],
  ['what is decided is closed', item('approved', { firstBy: ann }), ann.id, [], null],
  ['what nobody paid is closed', item('recharging'), ann.id, [], null],
] as const)('%s', (_, row, operator, open, because) => {
  expect(actsOf(row, operator)).toEqual({ open, because });
});

test('while no money may leave to the member, nobody approves; the rest stays', () => {
  const mine = item('reviewing', { takenBy: ann });
  expect(actsOf(mine, ann.id, true)).toEqual({ open: ['release', 'reject'], because: null });
  expect(actsOf(item('seconding', { firstBy: bob }), ann.id, true).open).toEqual(['release', 'reject']);
  expect(actsOf(item('pending'), ann.id, true).open).toEqual(['take']);
});

test('the last hand is that of the last step', () => {
  const steps = [
    { state: 'pending', by: null },
    { state: 'reviewing', by: ann },
    { state: 'pending', by: bob },
  ];
  expect([1, 2, 3].map((count) => lastHand(item('pending', { steps: steps.slice(0, count) })))).toEqual([
    null,
    ann,
    bob,
  ]);
  expect(lastHand(item('pending'))).toBeNull();
});
