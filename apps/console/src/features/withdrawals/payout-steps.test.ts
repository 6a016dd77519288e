import { expect, test } from 'vitest';
import { nextPayouts } from './payout-steps.ts';

const [ann, bob, cem] = [
  { id: '1', username: 'ann' },
  { id: '2', username: 'bob' },
  { id: '3', username: 'cem' },
] as const;
const member = { id: '7', username: 'li' };
const item = { status: 'approved', payout: 'none', block: null, member, sentBy: null, returnBy: null } as const;
const sent = { ...item, payout: 'sent', sentBy: ann } as const;
const returning = { ...sent, payout: 'returning', returnBy: bob } as const;

test.each([
  ['what is approved is sent', item, ann, ['sent'], null],
  [
    'nothing is sent to a member who may not have it',
    { ...item, block: { why: 'frozen', until: null } },
    ann,
    [],
    null,
  ],
  ['what is sent arrives or comes back', sent, ann, ['arrived', 'returning'], null],
  ['a third approves a return', returning, cem, ['returned', 'kept'], null],
  ['who proposed a return takes it back', returning, bob, ['kept'], 'own'],
  ['who sent the payment may only refuse its return', returning, ann, ['kept'], 'sender'],
  ['nothing is paid before two operators approved', { ...item, status: 'seconding' }, ann, [], null],
  ['nobody pays themselves', item, member, [], null],
  ['what arrived is over', { ...sent, payout: 'arrived' }, ann, [], null],
  ['what came back is over', { ...sent, payout: 'returned' }, ann, [], null],
] as const)('%s', (_, payout, operator, open, because) => {
  expect(nextPayouts(payout, operator.id)).toEqual({ open, because });
});
