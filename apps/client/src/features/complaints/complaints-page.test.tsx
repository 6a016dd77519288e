// @vitest-environment happy-dom
import { listComplaints, openComplaint, withdrawComplaint } from '@candor/contract/calls/complaints';
import type { ComplaintView } from '@candor/contract/complaints';
import { pathOf } from '@candor/contract/operation';
import { act } from 'react';
import { expect, test } from 'vitest';
import common from '../../locales/en/common.json';
import complaints from '../../locales/en/complaints.json';
import {
  answer,
  button,
  findButton,
  press,
  sentTo,
  serve,
  show,
  startScreens,
  success,
  until,
} from '../../services/testing/screen.tsx';
import { ComplaintsPage } from './complaints-page.tsx';

startScreens();

const OPEN = `POST ${openComplaint.path}`;
const MADE: ComplaintView = {
  id: '1007',
  topic: 'service',
  text: 'Nobody answered',
  about: null,
  state: 'asked',
  decision: null,
  openedAt: '2026-11-20T08:00:00.000Z',
  dueOn: '2026-12-11',
  dueAt: '2026-12-11T16:00:00.000Z',
  daysLeft: 10,
  endedAt: null,
  steps: [
    { seq: 1, kind: 'received', text: null, decision: null, at: '2026-11-20T08:00:00.000Z' },
    { seq: 2, kind: 'taken', text: null, decision: null, at: '2026-11-20T09:00:00.000Z' },
    { seq: 3, kind: 'asked', text: 'When was it?', decision: null, at: '2026-11-20T09:05:00.000Z' },
  ],
};
const ANSWERED: ComplaintView = {
  ...MADE,
  state: 'answered',
  decision: 'upheld',
  daysLeft: null,
  endedAt: '2026-11-21T09:05:00.000Z',
  steps: [
    ...MADE.steps,
    { seq: 4, kind: 'answered', text: 'We are sorry.', decision: 'upheld', at: '2026-11-21T09:05:00.000Z' },
  ],
};

async function open(items: readonly ComplaintView[]): Promise<void> {
  serve(listComplaints.path, { items, nextCursor: null });
  await show(<ComplaintsPage />, { common, complaints });
  await until(() => expect(document.querySelectorAll('article')).toHaveLength(items.length));
}

async function write(text: string): Promise<void> {
  const area = document.querySelector('textarea');
  if (area === null) throw new Error('there is no field');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text);
    area.dispatchEvent(new Event('input', { bubbles: true }));
    await Promise.resolve();
  });
}

test('a complaint shows its number, its clock, each step, and that its answer is to come', async () => {
  await open([MADE]);
  const text = document.querySelector('article')?.textContent ?? '';
  expect(text).toContain('1007');
  expect(text).toContain('10 business days left');
  expect([...document.querySelectorAll('ol > li')]).toHaveLength(4);
  expect(text).toContain('When was it?');
  expect(text).toContain(complaints.answerComes);
  expect(button(complaints.reply)).toBeDefined();
});

test('an answer ends it, with its outcome in words', async () => {
  await open([ANSWERED]);
  const text = document.querySelector('article')?.textContent ?? '';
  expect(text).toContain(complaints.decisionOf.upheld);
  expect(text).not.toContain(complaints.answerComes);
  expect([findButton(complaints.add), findButton(complaints.reply)]).toEqual([undefined, undefined]);
});

test('one that is late says so', async () => {
  await open([{ ...MADE, daysLeft: -2 }]);
  expect(document.querySelector('article')?.textContent).toContain('2 business days late');
});

test('a new one is sent once, with its topic', async () => {
  await open([]);
  await press(complaints.new);
  await write('My deposit is missing');
  answer(OPEN, success(MADE));
  await press(complaints.send);
  await until(() => expect(sentTo(OPEN)).toHaveLength(1));
  expect(sentTo(OPEN)[0]?.body).toEqual({ topic: 'other', text: 'My deposit is missing' });
  expect(sentTo(OPEN)[0]?.key).not.toBeNull();
});

test('taking one back is asked twice', async () => {
  const route = `POST ${pathOf(withdrawComplaint, { id: MADE.id })}`;
  await open([MADE]);
  await press(complaints.withdraw);
  expect(sentTo(route)).toEqual([]);
  answer(route, success({ ...MADE, state: 'withdrawn', daysLeft: null, endedAt: '2026-11-21T09:05:00.000Z' }));
  await press(complaints.withdraw);
  await until(() => expect(sentTo(route)).toHaveLength(1));
});
