// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import common from '../../locales/en/common.json';
import { formatClock, formatDateTime } from '../../lib/time.ts';
import { show, startScreens } from '../testing/screen.tsx';
import { Age } from './age.tsx';

startScreens('en');

const DAY_MS = 86_400_000;

async function ageOf(query: { isError: boolean; data: unknown; dataUpdatedAt: number }): Promise<string> {
  await show(<Age query={query} />, { common });
  return document.body.textContent ?? '';
}

test('what can be read has no age', async () => {
  expect(await ageOf({ isError: false, data: [], dataUpdatedAt: Date.now() })).toBe('');
});

test('what cannot be read again says how old it is, with its day where that is another one', async () => {
  const now = Date.now();
  expect(await ageOf({ isError: true, data: [], dataUpdatedAt: now })).toBe(`Updated ${formatClock(now)}`);
});

test('what is of another day names the day', async () => {
  const before = Date.now() - 2 * DAY_MS;
  expect(await ageOf({ isError: true, data: [], dataUpdatedAt: before })).toBe(`Updated ${formatDateTime(before)}`);
});
