// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { navigate } from '../../lib/location.ts';
import { settle, show, startConsole, success } from '../../services/testing/console.tsx';
import { AuditPage } from './audit-page.tsx';

const ID = '0192f0c1-2b3c-7def-8123-456789abcdef';
const HASH = 'ab'.repeat(32);

startConsole(() =>
  success({
    items: [
      {
        id: '5',
        seq: 5,
        at: '2026-11-20T17:30:00.000Z',
        actorId: '1234567',
        actor: 'bob',
        command: 'console/deposits/approve',
        subjectType: 'deposit',
        subjectId: ID,
        subject: { name: 'D202611208F3K', names: null, member: { id: '70', username: 'li_wei' } },
        detail: { from: 'reviewing', to: 'approved', amount: '1000000', credited: '999950', reason: 'AMOUNT_DIFFERS' },
        hash: HASH,
        isOutside: false,
      },
    ],
    nextCursor: null,
  }),
);

test('an entry shows money with its currency, words for states, what people know its subject by, and the business zone', async () => {
  navigate('/audit');
  await settle();
  await show(<AuditPage />);
  await settle();
  // Beside an open panel the line leaves out what the panel says.
  const line = document.querySelector('#row-5')?.textContent ?? '';
  navigate('/audit', { row: '5' });
  await settle();
  const panel = document.querySelector('[role=dialog]');
  for (const text of [line, panel?.textContent ?? '']) {
    for (const shown of [
      'Approved a deposit',
      '¥10,000.00',
      '¥9,999.50',
      'In review',
      'Approved',
      'Another amount arrived',
      'D202611208F3K · li_wei',
    ])
      expect(text).toContain(shown);
    expect(text).toContain('2026-11-21 01:30:00 UTC+8');
    expect(text).not.toMatch(/1000000|999950|…/);
  }
  // What people know stands in the line; the whole id is in the panel.
  expect(line).not.toContain(ID);
  expect(panel?.textContent).toContain(ID);
  const links = [...(panel?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'));
  expect(links).toEqual([`#/deposits?row=${ID}`, '#/members?q=li_wei&row=70']);
  expect(panel?.textContent).toContain(HASH);
  const copies = [...document.querySelectorAll('[role=dialog] button')].map((one) => one.getAttribute('aria-label'));
  expect(copies).toEqual(expect.arrayContaining(['Copy: Subject', 'Copy: Hash', 'Copy: Actor id']));
});

test('copying an id in the list opens no row', async () => {
  navigate('/audit');
  await settle();
  await show(<AuditPage />);
  await settle();
  document.querySelector<HTMLElement>('#row-5 button[aria-label="Copy: Subject"]')?.click();
  await settle();
  expect(document.querySelector('[role=dialog]')).toBeNull();
});
