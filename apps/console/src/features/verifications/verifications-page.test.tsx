// @vitest-environment happy-dom
import type { ReviewView } from '@candor/contract/verification';
import { beforeEach, expect, test, vi } from 'vitest';
import { navigate } from '../../lib/location.ts';
import verifications from '../../locales/en/verifications.json';
import {
  button,
  key,
  pass,
  press,
  refusal,
  settle,
  show,
  startConsole,
  success,
} from '../../services/testing/console.tsx';
import { VerificationsPage } from './verifications-page.tsx';

const AT = '2026-11-20T08:00:00.000Z';
const ID = '12';
const MINE = { username: 'ann', isMe: true };
const TAKEN: ReviewView = {
  id: ID,
  language: null,
  status: 'pending',
  version: 2,
  submittedAt: AT,
  takenBy: MINE,
  decidedBy: null,
  decidedAt: null,
  reason: null,
  note: null,
  wrong: [],
  realName: 'Li Lei',
  idNumber: '110101199001011234',
  birthDate: '1990-01-01',
  member: {
    id: '70',
    username: 'li',
    phone: '138****0000',
    country: 'CN',
    registeredAt: AT,
    frozen: false,
    givenName: null,
    cardHolder: null,
    cardBank: null,
  },
  earlier: [],
  duplicates: [],
};
const DECIDED: ReviewView = {
  ...TAKEN,
  status: 'verified',
  version: 3,
  takenBy: null,
  decidedBy: { username: 'bob', isMe: false },
  decidedAt: AT,
};

let view: ReviewView;
/** How often the submission was opened: each time is an entry of the audit log. */
let opened: number;
startConsole((path, body) => {
  if (path === '/api/console/verifications') {
    const { id, language, status, version, submittedAt, takenBy, member } = view;
    const item = {
      id,
      language,
      status,
      version,
      submittedAt,
      takenBy,
      username: member.username,
      earlier: 0,
      duplicates: 0,
    };
    const items = view.status === 'pending' ? [item] : [];
    return success({ items, nextCursor: null, waiting: items.length });
  }
  if (path === `/api/console/verifications/${ID}` && body === null) {
    opened += 1;
    return success(view);
  }
  if (path.endsWith('/verify')) {
    if (view.status !== 'pending') return refusal('VERIFICATION_CHANGED');
    view = { ...DECIDED, decidedBy: MINE };
    return success(view);
  }
  return success({});
});

beforeEach(async () => {
  [view, opened] = [TAKEN, 0];
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 20 });
  navigate('/verifications', { row: ID });
  await settle();
  await show(<VerificationsPage />);
  await settle();
  return () => void vi.useRealTimers();
});

function panel(): string {
  return document.querySelector('[role=dialog]')?.textContent ?? '';
}

test('a decision of a colleague arrives by itself, and nobody can decide again', async () => {
  expect(button(verifications.verify)).toBeDefined();
  view = DECIDED;
  await pass(5_000);
  await settle();
  expect(document.querySelector(`#row-${ID}`)).toBeNull();
  expect(panel()).toContain('bob');
  expect(() => button(verifications.verify)).toThrow('there is no button');
  expect(opened).toBe(2);
});

test('a submission that a colleague took is read again', async () => {
  view = { ...TAKEN, version: 3, takenBy: { username: 'bob', isMe: false } };
  await pass(5_000);
  await settle();
  expect(panel()).toContain('bob');
  expect(() => button(verifications.verify)).toThrow('there is no button');
});

test('an own decision opens nothing a second time', async () => {
  await press(verifications.verify);
  await key('Enter');
  await settle();
  await pass(5_000);
  expect(panel()).toContain('ann');
  expect(opened).toBe(1);
});

test('a decision that comes too late is said so, and refreshes in place', async () => {
  await press(verifications.verify);
  view = DECIDED;
  await key('Enter');
  await settle();
  expect(document.body.textContent).toContain('has changed since you opened it');
  await press('Refresh', '[role=alert]');
  await settle();
  expect(document.querySelectorAll('[role=dialog]')).toHaveLength(1);
  expect(panel()).toContain('bob');
});
