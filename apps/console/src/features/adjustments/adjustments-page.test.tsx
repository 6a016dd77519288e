// @vitest-environment happy-dom
import type { AdjustmentView } from '@candor/contract/console-members';
import { beforeEach, expect, test, vi } from 'vitest';
import { navigate } from '../../lib/location.ts';
import common from '../../locales/en/common.json';
import proposals from '../../locales/en/proposals.json';
import {
  button,
  fill,
  key,
  pass,
  press,
  refusal,
  settle,
  show,
  startConsole,
  submit,
  success,
} from '../../services/testing/console.tsx';
import { AdjustmentsPage } from './adjustments-page.tsx';

const ID = '0192f0c1-2b3c-7def-8123-456789abcdef';
const ROW: AdjustmentView = {
  id: ID,
  member: { id: '70', username: 'li', language: null },
  kind: 'add',
  amount: '250.00',
  reason: 'CORRECTION',
  status: 'proposed',
  maker: { id: '8', username: 'bob' },
  checker: null,
  note: 'a correction',
  decisionNote: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  decidedAt: null,
  available: '100.00',
};
const DECIDED: AdjustmentView = {
  ...ROW,
  status: 'approved',
  checker: { id: '9', username: 'cat' },
  decidedAt: '2026-11-20T08:05:00.000Z',
};

let row: AdjustmentView;
let reads: number;
/** The filter of states, as the server applies it. */
startConsole((path, body, query) => {
  if (path === '/api/console/adjustments' && body === null) {
    reads += 1;
    const status = query.get('status');
    return success({ items: status === null || status === row.status ? [row] : [], nextCursor: null });
  }
  if (path === `/api/console/adjustments/${ID}`) return success(row);
  if (path.endsWith('/decision')) return row.status === 'proposed' ? success(row) : refusal('ADJUSTMENT_STATE_CHANGED');
  return success({});
});

beforeEach(() => {
  [row, reads] = [ROW, 0];
});

async function open(query: Record<string, string> = {}): Promise<void> {
  navigate('/adjustments', { row: ID, ...query });
  await settle();
  await show(<AdjustmentsPage />);
  await settle();
}

function seen(): string {
  return document.body.textContent;
}

test('a decision of a colleague arrives by itself, in the list and in the open panel', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 20 });
  await open();
  expect(button(proposals.approve)).toBeDefined();
  row = DECIDED;
  await pass(5_000);
  vi.useRealTimers();
  expect(document.querySelector(`#row-${ID}`)?.textContent).toContain(proposals.stateOf.approved);
  expect(() => button(proposals.approve)).toThrow('there is no button');
  expect(seen()).toContain('cat');
});

test('it arrives too when the row leaves the list that is shown', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 20 });
  await open({ status: 'proposed' });
  row = DECIDED;
  await pass(5_000);
  vi.useRealTimers();
  expect(document.querySelector(`#row-${ID}`)).toBeNull();
  expect(() => button(proposals.approve)).toThrow('there is no button');
  expect(seen()).toContain('cat');
});

test('a decision that comes too late reads the page again, and its button refreshes in place', async () => {
  await open();
  await press(proposals.approve);
  row = DECIDED;
  const before = reads;
  await fill('250.00', '250.00');
  await submit();
  expect(document.querySelector('form [role=alert]')?.textContent).toContain('A decision was already made');
  expect(reads).toBeGreaterThan(before);
  expect(document.querySelector('form [role=alert] button')?.textContent).toBe(common.refresh);
  await press(common.refresh, 'form');
  await settle();
  expect(document.querySelector('form')).toBeNull();
  expect(seen()).toContain('cat');
});

test('while the dialog is open, keys belong to it', async () => {
  await open();
  await key('a');
  expect(document.querySelectorAll('form')).toHaveLength(1);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await key('r');
  expect(document.querySelectorAll('form')).toHaveLength(1);
});
