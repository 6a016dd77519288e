// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import common from '../../locales/en/common.json';
import { formatClock } from '../../lib/time.ts';
import { show, startScreens } from '../testing/screen.tsx';
import { Age } from './age.tsx';

startScreens('en');

async function ageOf(query: { isError: boolean; data: unknown; dataUpdatedAt: number }): Promise<string> {
  await show(<Age query={query} />, { common });
  return document.body.textContent ?? '';
}

test('what can be read has no age', async () => {
  expect(await ageOf({ isError: false, data: [], dataUpdatedAt: Date.now() })).toBe('');
});

test('what cannot be read again says how old it is', async () => {
  const now = Date.now();
  expect(await ageOf({ isError: true, data: [], dataUpdatedAt: now })).toBe(`Updated ${formatClock(now)}`);
});
