import { expect, test } from 'vitest';
import { matchingProducts } from './matching-products.ts';

const products = [
  { code: 'BTCUSDT', names: { 'zh-Hans': '比特币/USDT', 'zh-Hant': '比特幣/USDT', en: 'Bitcoin / Tether' } },
  { code: 'XAUUSD', names: { 'zh-Hans': '黄金/美元', 'zh-Hant': '黃金/美元', en: 'Gold / US dollar' } },
];

test.each([
  ['btc/usdt', ['BTCUSDT']],
  ['  gold ', ['XAUUSD']],
  ['黃金', ['XAUUSD']],
  ['usd', ['BTCUSDT', 'XAUUSD']],
  ['', ['BTCUSDT', 'XAUUSD']],
  ['silver', []],
] as const)('"%s"', (text, codes) => {
  expect(matchingProducts(products, text).map((product) => product.code)).toEqual(codes);
});
