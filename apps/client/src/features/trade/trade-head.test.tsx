// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { sampleProduct } from '../../lib/testing/sample-product.ts';
import common from '../../locales/en/common.json';
import trade from '../../locales/en/trade.json';
import { seedPrices } from '../../services/live/live.ts';
import { show, startScreens, until } from '../../services/testing/screen.tsx';
import { TradeHead } from './trade-head.tsx';

startScreens('en');

test('the change moves with the price, as in the list beside it', async () => {
  const product = sampleProduct({ code: 'BTCUSDT', change24h: '0.0100', sparkline: ['100.00', '101.00'] });
  const last = (seq: number, price: string) => ({ seq, at: new Date().toISOString(), price });
  seedPrices([{ code: product.code, last: last(1, '102.00') }]);
  await show(<TradeHead product={product} />, { common, trade });
  expect(document.body.textContent).toContain('+2.00%');
  act(() => seedPrices([{ code: product.code, last: last(2, '97.00') }]));
  await until(() => expect(document.body.textContent).toContain('−3.00%'));
});
