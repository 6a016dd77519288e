import { describe, expect, test } from 'vitest';
import { ACTION_WORDS, PAGE_WORDS } from './command-words.ts';
import { rankCommands } from './rank-commands.ts';
import type { Command, Habits } from './rank-commands.ts';

/** In the order of the list: what looks like ETH inside ("Tether") stands before ETH. */
const PRODUCTS: readonly Command[] = [
  product('BTCUSDT', '比特币/USDT', '比特幣/USDT', 'Bitcoin / Tether'),
  product('SOLUSDT', '索拉纳/USDT', '索拉納/USDT', 'Solana / Tether'),
  product('ETHUSDT', '以太坊/USDT', '以太坊/USDT', 'Ether / Tether'),
  product('BTCUSD', '比特币/美元', '比特幣/美元', 'Bitcoin / US dollar'),
  product('EURUSD', '欧元/美元', '歐元/美元', 'Euro / US dollar'),
  { ...product('XAGUSD', '白银', '白銀', 'Silver'), isClosed: true },
  { ...product('XAUUSD', '黄金', '黃金', 'Gold'), isClosed: true },
];
const PAGES = Object.entries(PAGE_WORDS).map(([id, words]): Command => ({ id: `page:${id}`, kind: 'page', words }));
const ACTIONS = (['light', 'dark', 'red-up', 'en', 'logout', 'reset', 'keys'] as const).map((id): Command => {
  const group =
    id === 'light' || id === 'dark' ? 'theme' : id === 'red-up' ? 'updown' : id === 'en' ? 'language' : null;
  return {
    id: `action:${id}`,
    kind: 'action',
    words: [...ACTION_WORDS[id], ...(group === null ? [] : ACTION_WORDS[group])],
  };
});
const ALL = [...PRODUCTS, ...PAGES, ...ACTIONS];
const NONE: Habits = { recent: [], favourites: [] };

function product(code: string, hans: string, hant: string, en: string): Command {
  return { id: `product:${code}`, kind: 'product', words: [code, hans, hant, en] };
}

function idsOf(text: string, habits = NONE): string[] {
  return rankCommands(ALL, text, habits).map(({ id }) => id);
}

describe('the first hit', () => {
  test.each([
    ['eth', 'product:ETHUSDT'],
    ['ETH', 'product:ETHUSDT'],
    ['ｅｔｈ', 'product:ETHUSDT'],
    ['ether', 'product:ETHUSDT'],
    ['以太', 'product:ETHUSDT'],
    ['ytf', 'product:ETHUSDT'],
    ['btc', 'product:BTCUSDT'],
    ['btcusd', 'product:BTCUSD'],
    ['btc/usdt', 'product:BTCUSDT'],
    ['btc usd', 'product:BTCUSD'],
    ['bitcoin dollar', 'product:BTCUSD'],
    ['黄金', 'product:XAUUSD'],
    ['黃金', 'product:XAUUSD'],
    ['gold', 'product:XAUUSD'],
    ['hj', 'product:XAUUSD'],
    ['by', 'product:XAGUSD'],
    ['recharge', 'page:recharge'],
    ['Deposit', 'page:recharge'],
    ['充值', 'page:recharge'],
    ['儲值', 'page:recharge'],
    ['cz', 'page:recharge'],
    ['usdt deposit', 'page:usdtRecharge'],
    ['提现', 'page:withdraw'],
    ['tx', 'page:withdraw'],
    ['history', 'page:history'],
    ['2fa', 'page:factors'],
    ['help', 'page:webview'],
    ['theme', 'action:light'],
    ['主题', 'action:light'],
    ['dark', 'action:dark'],
    ['语言', 'action:en'],
    ['log out', 'action:logout'],
    ['退出', 'action:logout'],
    ['reset', 'action:reset'],
  ])('%s: %s', (text, first) => {
    expect(idsOf(text)[0]).toBe(first);
  });
});

test('what is only inside a name comes after what starts with it', () => {
  expect(idsOf('eth').slice(0, 3)).toEqual(['product:ETHUSDT', 'product:BTCUSDT', 'product:SOLUSDT']);
});

test('nothing fits: no hit', () => {
  expect(idsOf('zzzz')).toEqual([]);
  expect(idsOf('eth gold')).toEqual([]);
});

test('open markets come before closed ones that fit as well', () => {
  const [closed, open] = [{ ...product('ABUSD', '甲', '甲', 'X'), isClosed: true }, product('ACUSD', '乙', '乙', 'Y')];
  expect(rankCommands([closed, open], 'a', NONE)[0]).toBe(open);
});

test('of two that fit as well, the one used last wins, then the favourite', () => {
  expect(idsOf('dollar')[0]).toBe('product:BTCUSD');
  expect(idsOf('dollar', { recent: [], favourites: ['EURUSD'] })[0]).toBe('product:EURUSD');
  expect(idsOf('dollar', { recent: ['product:BTCUSD'], favourites: ['EURUSD'] })[0]).toBe('product:BTCUSD');
  expect(idsOf('btcusdt', { recent: ['product:BTCUSD'], favourites: [] })[0]).toBe('product:BTCUSDT');
});

test('without a text: recent ones, favourites, then the list; nothing twice, and nothing that is gone', () => {
  const habits = { recent: ['page:withdraw', 'product:GONE', 'product:ETHUSDT'], favourites: ['XAUUSD', 'ETHUSDT'] };
  expect(idsOf('  ', habits).slice(0, 4)).toEqual([
    'page:withdraw',
    'product:ETHUSDT',
    'product:XAUUSD',
    'product:BTCUSDT',
  ]);
  expect(new Set(idsOf('', habits)).size).toBe(idsOf('', habits).length);
});

test('the list is bounded', () => {
  const many = Array.from({ length: 500 }, (_, index) => product(`AB${index}`, '甲', '甲', 'A'));
  expect(rankCommands(many, 'ab', NONE)).toHaveLength(20);
  expect(rankCommands(many, '', NONE)).toHaveLength(20);
});
