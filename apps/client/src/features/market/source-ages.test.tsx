// @vitest-environment happy-dom
import { listPriceSources } from '@candor/contract/calls/market';
import type { PriceSourcesView } from '@candor/contract/price-evidence';
import { expect, test } from 'vitest';
import market from '../../locales/en/market.json';
import { serverNow } from '../../services/live/server-clock.ts';
import { serve, show, startScreens, until } from '../../services/testing/screen.tsx';
import { SourceAges } from './source-ages.tsx';

startScreens();

test('names each exchange with the age of its last price; one without a new price is never called fine', async () => {
  const ago = (ms: number) => new Date(serverNow() - ms).toISOString();
  const sources: PriceSourcesView = [
    { product: 'ETHUSDT', feed: 'live', round: null, sources: [] },
    {
      product: 'BTCUSDT',
      feed: 'live',
      round: null,
      sources: [
        { source: 'binance', state: 'up', pricedAt: ago(2_000) },
        { source: 'okx', state: 'silent', pricedAt: ago(42_000) },
        { source: 'kraken', state: 'missing', pricedAt: null },
      ],
    },
  ];
  serve(listPriceSources.path, sources);
  await show(<SourceAges product="BTCUSDT" />, { market });
  await until(() => document.querySelector('li'));
  expect([...document.querySelectorAll('li')].map((line) => line.textContent)).toEqual([
    'Binancenew price 2 seconds ago',
    'OKXno new price for 42 seconds',
    'Krakenno price yet',
  ]);
});
