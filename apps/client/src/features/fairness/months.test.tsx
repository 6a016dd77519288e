// @vitest-environment happy-dom
import { listFairnessMonths } from '@candor/contract/calls/fairness';
import type { FairnessMonthsView } from '@candor/contract/fairness';
import { expect, test } from 'vitest';
import fairness from '../../locales/en/fairness.json';
import { link, serve, show, startScreens, until } from '../../services/testing/screen.tsx';
import { Months } from './months.tsx';

startScreens();

const VIEW: FairnessMonthsView = {
  wallet: 'practice',
  items: [
    {
      month: '2026-10',
      won: 480,
      lost: 520,
      tied: 3,
      accounts: 25,
      losing: 16,
      losingRate: '0.6400',
      staked: '100000.00',
      paid: '91230.00',
      returnRate: '0.9123',
      countedAt: '2026-11-01T00:02:00.000Z',
    },
    {
      month: '2026-09',
      won: 4,
      lost: 2,
      tied: 0,
      accounts: 3,
      losing: null,
      losingRate: null,
      staked: null,
      paid: null,
      returnRate: null,
      countedAt: '2026-10-01T00:02:00.000Z',
    },
  ],
};

test('a month says what came back and how many accounts lost; one of few accounts does not', async () => {
  serve(listFairnessMonths.path, VIEW);
  await show(<Months wallet="practice" />, { fairness });
  await until(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(2));
  const [first, second] = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent);
  expect(first).toContain('91.23%');
  expect(first).toContain('64.00% of 25');
  expect(link('2026-10')?.href).toContain('month=2026-10');
  expect(second).toContain(fairness.months.few);
  expect(link('2026-09')).toBeUndefined();
});

test('before the first whole month there is nothing', async () => {
  serve(listFairnessMonths.path, { ...VIEW, items: [] });
  await show(<Months wallet="practice" />, { fairness });
  await until(() => expect(document.querySelector('[data-months]')).toBeNull());
});
