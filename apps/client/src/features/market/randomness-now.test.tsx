// @vitest-environment happy-dom
import { listPriceSources } from '@candor/contract/calls/market';
import type { PriceSourcesView } from '@candor/contract/price-evidence';
import { expect, test } from 'vitest';
import market from '../../locales/en/market.json';
import { serve, show, startScreens, until } from '../../services/testing/screen.tsx';
import { RandomnessNow } from './randomness-now.tsx';

startScreens();

const simulator = { source: 'simulator', state: 'up', pricedAt: '2026-11-27T10:00:00.000Z' } as const;

function newest(change: Partial<PriceSourcesView[number]>): PriceSourcesView {
  return [{ product: 'BTCUSDT', feed: 'simulated', round: null, sources: [simulator], ...change }];
}

test.each<[string, Partial<PriceSourcesView[number]>, string]>([
  ['names the round', { round: 24_000_123 }, 'Nobody, the operator included'],
  ['says that the operator could know the prices', {}, 'the operator could know these prices in advance'],
])('%s', async (_, change, words) => {
  serve(listPriceSources.path, newest(change));
  await show(<RandomnessNow product="BTCUSDT" />, { market });
  await until(() => document.querySelector('p'));
  const line = document.querySelector('p')?.textContent ?? '';
  expect(line).toContain(words);
  expect(line.includes('24000123')).toBe(change.round !== undefined);
});

test('says nothing while there are no new prices', async () => {
  serve(listPriceSources.path, newest({ sources: [{ ...simulator, state: 'closed' }] }));
  await show(<RandomnessNow product="BTCUSDT" />, { market });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(document.querySelector('p')).toBeNull();
});
