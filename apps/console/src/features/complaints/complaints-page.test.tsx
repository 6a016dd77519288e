// @vitest-environment happy-dom
import type { ComplaintFiguresView, OperatorComplaintView } from '@candor/contract/complaints';
import { beforeEach, expect, test } from 'vitest';
import complaints from '../../locales/en/complaints.json';
import { navigate } from '../../lib/location.ts';
import { button, key, press, settle, show, startConsole, success } from '../../services/testing/console.tsx';
import { ComplaintsPage } from './complaints-page.tsx';

const ROW: OperatorComplaintView = {
  id: '1007',
  topic: 'deposit',
  text: 'My deposit is missing',
  about: null,
  state: 'taken',
  decision: null,
  openedAt: '2026-11-20T08:00:00.000Z',
  dueOn: '2026-12-11',
  dueAt: '2026-12-11T16:00:00.000Z',
  daysLeft: -3,
  endedAt: null,
  member: { id: '70', username: 'li' },
  operator: { id: '7', username: 'ann' },
  recordedBy: null,
  messageId: null,
  steps: [
    { seq: 1, kind: 'received', text: null, decision: null, at: '2026-11-20T08:00:00.000Z', operator: null },
    { seq: 2, kind: 'taken', text: null, decision: null, at: '2026-11-20T09:00:00.000Z', operator: 'ann' },
  ],
};
const FIGURES: ComplaintFiguresView = {
  open: 4,
  late: 1,
  opened: 12,
  answered: 8,
  withdrawn: 1,
  upheld: 3,
  partly: 2,
  rejected: 3,
  inTime: 6,
  medianDays: 4,
  topics: [{ topic: 'deposit', complaints: 9 }],
};

let row: OperatorComplaintView;
startConsole((path, body) => {
  if (path === '/api/console/complaint-figures') return success(FIGURES);
  if (path === '/api/console/complaints' && body === null) return success({ items: [row], nextCursor: null });
  if (path === `/api/console/complaints/${ROW.id}`) return success(row);
  return success({});
});

beforeEach(() => {
  row = ROW;
});

async function open(): Promise<void> {
  navigate('/complaints', { row: ROW.id });
  await settle();
  await show(<ComplaintsPage />);
  await settle();
}

function isDisabled(name: string): boolean {
  return button(name).disabled;
}

test('the register shows its figures, who is late, and the steps of the open one', async () => {
  await open();
  const text = document.body.textContent ?? '';
  expect(text).toContain('75 %');
  expect(text).toContain('4 business days');
  expect(text).toContain('3 / 2 / 3');
  expect(text).toContain('3 days late');
  expect(text).toContain('My deposit is missing');
  expect(text).toContain(complaints.stepOf.taken);
});

test('whoever has it asks and answers', async () => {
  await open();
  expect([isDisabled(complaints.ask), isDisabled(complaints.answer)]).toEqual([false, false]);
});

test('a colleague takes it over first', async () => {
  row = { ...ROW, operator: { id: '8', username: 'bob' } };
  await open();
  expect(button(complaints.takeOver).disabled).toBe(false);
  expect([isDisabled(complaints.ask), isDisabled(complaints.answer)]).toEqual([true, true]);
});

test.each([
  ['that nobody took opens the answer', null, true],
  ['of one’s own opens the answer', ROW.operator, true],
  ['of a colleague stays theirs until it is taken over', { id: '8', username: 'bob' }, false],
] as const)('the key A on a complaint %s', async (_, operator, opens) => {
  row = { ...ROW, operator };
  await open();
  await key('a');
  expect(document.querySelector('form') !== null).toBe(opens);
});

test('the key A writes nothing about a complaint that ended', async () => {
  row = { ...ROW, state: 'answered', decision: 'rejected', endedAt: '2026-12-01T08:00:00.000Z' };
  await open();
  await key('a');
  expect(document.querySelector('form')).toBeNull();
});

test('an answer needs an outcome and words', async () => {
  await open();
  await press(complaints.answer);
  expect(document.querySelector('form')?.textContent).toContain(complaints.answerSeen);
  await press(complaints.answer, 'form');
  expect(document.querySelector('form')?.textContent).toContain(complaints.decisionRequired);
  expect(document.querySelector('form')?.textContent).toContain(complaints.textRequired);
});
