import type { SupportMessage } from '@candor/contract/support';
import { expect, test } from 'vitest';
import { groupMessages, isSeen } from './message-groups.ts';

function said(author: SupportMessage['author'], createdAt: string): SupportMessage {
  const nothing = { picture: null, finding: null, answers: null, order: null, checked: null } as const;
  return { id: '1', author, text: 'x', createdAt, ...nothing };
}

function marks(...messages: SupportMessage[]): string {
  return groupMessages(messages)
    .map(({ isFirst, isLast }) => (isFirst ? '[' : '') + '.' + (isLast ? ']' : ''))
    .join('');
}

test.each([
  ['one message', [said('member', '2026-11-22T03:00:00.000Z')], '[.]'],
  [
    'messages of one author in a row',
    [
      said('member', '2026-11-22T03:00:00.000Z'),
      said('member', '2026-11-22T03:01:00.000Z'),
      said('operator', '2026-11-22T03:02:00.000Z'),
    ],
    '[..][.]',
  ],
  [
    'a pause of five minutes',
    [said('member', '2026-11-22T03:00:00.000Z'), said('member', '2026-11-22T03:05:00.000Z')],
    '[.][.]',
  ],
  ['two findings', [said('check', '2026-11-22T03:00:00.000Z'), said('check', '2026-11-22T03:00:01.000Z')], '[.][.]'],
])('%s stand together as they should', (_, messages, expected) => {
  expect(marks(...messages)).toBe(expected);
});

test('a message is seen up to the mark, also when ids grow longer', () => {
  expect(isSeen('9', '10')).toBe(true);
  expect(isSeen('10', '10')).toBe(true);
  expect(isSeen('11', '10')).toBe(false);
  expect(isSeen('100000000000000001', '100000000000000000')).toBe(false);
});

test('a finding that held so far gives way to the next one about the same message, and no other does', () => {
  const nothing = { status: null, reason: null, entry: null, exit: null, profit: null, failed: null } as const;
  const found = (id: string, answers: string, verdict: 'provisional' | 'valid' | 'invalid'): SupportMessage => ({
    ...said('check', '2026-11-22T03:00:00.000Z'),
    id,
    answers,
    finding: { ...nothing, verdict, ticks: 1, checkpoints: 1 },
  });
  const shown = (...messages: SupportMessage[]) => groupMessages(messages).map(({ message }) => message.id);
  expect(shown(found('1', '9', 'provisional'), found('2', '9', 'valid'))).toEqual(['2']);
  expect(shown(found('1', '9', 'provisional'), found('2', '9', 'invalid'))).toEqual(['2']);
  expect(shown(found('1', '8', 'provisional'), found('2', '9', 'valid'))).toEqual(['1', '2']);
  expect(shown(found('1', '9', 'invalid'), found('2', '9', 'valid'))).toEqual(['1', '2']);
  expect(shown(found('1', '9', 'provisional'))).toEqual(['1']);
});
