import type { ProductView } from '@candor/contract/market';
import { expect, test } from 'vitest';
import {
  bestPayoutRate,
  changeNow,
  glyphOf,
  groupsOf,
  productsOf,
  searchProducts,
  sortProducts,
  sparklineOf,
} from './product-list.ts';

function product(code: string, facts: Partial<ProductView> = {}): ProductView {
  return {
    code,
    names: { 'zh-Hans': `名${code}`, 'zh-Hant': `名${code}`, en: `Name ${code}` },
    category: 'crypto',
    decimals: 2,
    status: 'trading',
    opensAt: null,
    feed: 'simulated',
    last: null,
    change24h: '0.0000',
    durations: [],
    presets: [],
    feeRate: '0.0000',
    termsVersion: 1,
    termsHash: '0'.repeat(64),
    acceptWithinMs: 3000,
    entryDelaySec: 0,
    sessions: 'always',
    ...facts,
  };
}

function codes(products: readonly ProductView[]) {
  return products.map(({ code }) => code);
}

const LIST = [
  product('BTCUSDT', { names: { 'zh-Hans': '比特币/USDT', 'zh-Hant': '比特幣/USDT', en: 'Bitcoin / Tether' } }),
  product('ETHUSDT', { change24h: '-0.0500' }),
  product('EURUSD', { category: 'forex', change24h: '0.9000', status: 'closed' }),
  product('XAUUSD', { category: 'metal', change24h: null }),
];

test('only categories with products get a tab; favourites and hot always have one', () => {
  expect(groupsOf(LIST)).toEqual(['favourites', 'hot', 'forex', 'metal', 'crypto']);
  expect(groupsOf([])).toEqual(['favourites', 'hot']);
});

test('favourites keep the member’s order and skip removed products', () => {
  expect(codes(productsOf(LIST, 'favourites', ['XAUUSD', 'GONE', 'BTCUSDT']))).toEqual(['XAUUSD', 'BTCUSDT']);
});

test('hot lists open markets before closed ones, then larger moves first, up or down', () => {
  expect(codes(productsOf(LIST, 'hot', []))).toEqual(['ETHUSDT', 'BTCUSDT', 'XAUUSD', 'EURUSD']);
});

test('a category has only its own products', () => {
  expect(codes(productsOf(LIST, 'forex', []))).toEqual(['EURUSD']);
});

test.each([
  ['own', ['BTCUSDT', 'ETHUSDT', 'EURUSD', 'XAUUSD']],
  ['rise', ['EURUSD', 'BTCUSDT', 'ETHUSDT', 'XAUUSD']],
  ['fall', ['ETHUSDT', 'BTCUSDT', 'EURUSD', 'XAUUSD']],
  ['name', ['BTCUSDT', 'ETHUSDT', 'EURUSD', 'XAUUSD']],
] as const)('products are sorted by %s', (sort, expected) => {
  expect(codes(sortProducts(LIST, sort, 'en'))).toEqual(expected);
  expect(codes(sortProducts(LIST.toReversed(), 'name', 'en'))).toEqual(codes(LIST));
});

test.each([
  ['', 4],
  ['btc', 1],
  ['比特', 1],
  ['比特幣', 1],
  ['ＢＴＣ', 1],
  ['bitcoin tether', 1],
  ['btc/usdt', 1],
  ['比特币usdt', 1],
  ['btb', 1],
  ['btbusdt', 1],
  ['usd', 4],
  ['nothing', 0],
])('a search for "%s" finds %i', (text, count) => {
  expect(searchProducts(LIST, text)).toHaveLength(count);
});

test.each([
  [['100.00', '101.00'], '110.00', '0.1000'],
  [['100.00'], '99.99', '-0.0001'],
  [['0.00'], '1.00', '0.0777'],
  [['-40.00'], '-37.63', '0.0777'],
  [undefined, '1.00', '0.0777'],
  [['100.00'], null, '0.0777'],
])('the change from %j at %s is %s', (sparkline, price, expected) => {
  const one = product('A', { change24h: '0.0777', ...(sparkline ? { sparkline } : {}) });
  expect(changeNow(one, price)).toBe(expected);
});

test('the small line ends at the newest price', () => {
  expect(sparklineOf(product('A', { sparkline: ['1', '2'] }), '3')).toEqual([1, 2, 3]);
  expect(sparklineOf(product('A'), '3')).toEqual([]);
});

test.each([
  ['EURUSD', 'forex', '€', '$'],
  ['BTCUSDT', 'crypto', 'BTC', null],
  ['SOLUSDT', 'crypto', 'SOL', null],
  ['BTCUSD', 'crypto', 'B', '$'],
  ['XAUUSD', 'metal', 'Au', null],
  ['DE30EUR', 'index', 'DE', null],
  ['US500', 'index', 'US', null],
] as const)('%s has its logo', (code, category, primary, secondary) => {
  expect(glyphOf({ code, category })).toMatchObject({ primary, secondary });
});

test('the best payout rate is found', () => {
  const duration = (payoutRate: string) => ({ seconds: 60, payoutRate, minStake: '10.00', maxStake: '20.00' });
  expect(bestPayoutRate({ durations: [duration('0.8500'), duration('0.9200'), duration('0.9000')] })).toBe('0.9200');
  expect(bestPayoutRate({ durations: [] })).toBeNull();
});
