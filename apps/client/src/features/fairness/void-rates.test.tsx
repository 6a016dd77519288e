// @vitest-environment happy-dom
import { readFairnessVoids } from '@candor/contract/calls/fairness';
import { listProducts } from '@candor/contract/calls/market';
import type { FairnessVoidsView } from '@candor/contract/fairness';
import { act } from 'react';
import { expect, test } from 'vitest';
import common from '../../locales/en/common.json';
import fairness from '../../locales/en/fairness.json';
import { findButton, serve, show, startScreens, until } from '../../services/testing/screen.tsx';
import { VoidRates } from './void-rates.tsx';

startScreens();

const view: FairnessVoidsView = {
  wallet: 'practice',
  from: '2026-11-20T10:00:00.000Z',
  countedAt: '2026-11-27T10:00:00.000Z',
  products: [
    { product: 'BTCUSDT', orders: 1200, voided: 12, known: 8, wouldHaveWon: 5 },
    { product: 'ETHUSDT', orders: 40, voided: 0, known: 0, wouldHaveWon: 0 },
  ],
  hours: [
    { hour: '2026-11-27T09:00:00.000Z', product: 'BTCUSDT', orders: 90, voided: 12, known: 8, wouldHaveWon: 5 },
    { hour: '2026-11-27T09:00:00.000Z', product: 'ETHUSDT', orders: 9, voided: 1, known: 0, wouldHaveWon: 0 },
  ],
};

test('shows the void orders of each product and hour, and how many would have won', async () => {
  serve(listProducts.path, []);
  serve(readFairnessVoids.path, view);
  await show(<VoidRates wallet="practice" />, { fairness });
  await until(() => document.querySelector('[data-voids]'));
  const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent);
  expect(rows[0]).toContain('BTCUSDT');
  expect(rows[0]).toContain('12 (1.00%)');
  expect(rows[0]).toContain('5 of 8');
  expect(rows[1]).toContain('0 (0.00%)');
  const details = document.querySelector('details');
  expect(document.querySelector('summary')?.textContent).toContain('1');
  expect(document.querySelector('summary')?.textContent).not.toContain('2');
  expect(document.querySelector('li')).toBeNull();
  await act(async () => {
    if (details !== null) details.open = true;
    details?.dispatchEvent(new Event('toggle'));
  });
  expect(document.querySelector('li')?.textContent).toContain('12 of 90 void · 5 of 8 would have won');
});

test('says that no order was void', async () => {
  serve(listProducts.path, []);
  serve(readFairnessVoids.path, { ...view, hours: [] });
  await show(<VoidRates wallet="practice" />, { fairness });
  await until(() => document.querySelector('[data-voids]'));
  expect(document.querySelector('[data-voids]')?.textContent).toContain('No order was void');
});

test('figures that did not load say so, and can be asked for again', async () => {
  await show(<VoidRates wallet="practice" />, { fairness, common });
  await until(() => expect(findButton(common.actions.retry)).toBeDefined());
});
