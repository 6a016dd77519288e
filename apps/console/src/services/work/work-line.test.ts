import { Inbox } from 'lucide-react';
import { expect, test } from 'vitest';
import { byTimeLeft, idIn, longestOf, spentOf } from './work-line.ts';
import type { WorkLine } from './work-line.ts';

const NOW = '2026-11-20T08:00:00.000Z';
function line(key: string, minutesAgo: number, promisedMinutes: number | null): WorkLine {
  return {
    key,
    kind: 'deposits',
    icon: Inbox,
    subject: key,
    amount: null,
    since: new Date(Date.parse(NOW) - minutesAgo * 60_000).toISOString(),
    promisedMinutes,
    state: null,
    isMine: false,
    panelTitle: () => null,
    panel: () => null,
    approve: undefined,
    reject: undefined,
  };
}

test('what has least time left comes first, and what nobody was promised has a day', () => {
  const [fresh, late, unpromised, old] = [
    line('fresh', 1, 30),
    line('late', 45, 30),
    line('unpromised', 600, null),
    line('old', 1500, null),
  ];
  expect([unpromised, fresh, old, late].toSorted(byTimeLeft).map(({ key }) => key)).toEqual([
    'old',
    'late',
    'fresh',
    'unpromised',
  ]);
});

test('what waits longest does so whatever was promised', () => {
  const lines = [line('late', 45, 30), line('old', 1500, null), line('fresh', 1, 30)];
  expect(longestOf(lines)?.key).toBe('old');
  expect(longestOf([])).toBeUndefined();
});

test.each([
  [0, 0],
  [15, 0.5],
  [30, 1],
  [300, 1],
  [-5, 0],
])('after %d of 30 minutes, %d of the bar is full', (minutes, spent) => {
  expect(spentOf(line('one', minutes, 30), Date.parse(NOW))).toBe(spent);
});

test('an id belongs to its queue', () => {
  expect(idIn('deposits:7', 'deposits')).toBe('7');
  expect(idIn('withdrawals:7', 'deposits')).toBeNull();
  expect(idIn(null, 'deposits')).toBeNull();
});
