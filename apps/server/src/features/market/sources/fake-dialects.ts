/** How each exchange formats the same events, for the tests that all adapters must pass. */
import { createBinance } from './binance.ts';
import { createCoinbase } from './coinbase.ts';
import type { ExchangeOptions, ExchangeSource } from './exchange.ts';
import { createKraken } from './kraken.ts';
import { createOkx } from './okx.ts';

export interface FakeTrade {
  readonly id: number;
  readonly price: string;
  /** Epoch ms. */
  readonly at: number;
  readonly qty?: string;
}

export interface Dialect {
  readonly create: (options: ExchangeOptions) => ExchangeSource;
  readonly product: string;
  readonly symbol: string;
  readonly trade: (symbol: string, trade: FakeTrade) => string;
  /** The path to fetch lost trades from, and the answer that holds them. */
  readonly tradesPath: string;
  readonly trades: (symbol: string, trades: readonly FakeTrade[]) => unknown;
}

export const BINANCE: Dialect = {
  create: createBinance,
  product: 'BTCUSDT',
  symbol: 'BTCUSDT',
  trade: (symbol, { id, price, at, qty = '0.50000000' }) =>
    JSON.stringify({
      stream: `${symbol.toLowerCase()}@trade`,
      data: { e: 'trade', E: at + 1, s: symbol, t: id, p: price, q: qty, T: at, m: true, M: true },
    }),
  tradesPath: '/api/v3/trades',
  trades: (_symbol, trades) => trades.map(({ id, price, at, qty = '1.0' }) => ({ id, price, qty, time: at })),
};

export function binanceBook(symbol: string, bid: string, ask: string): string {
  return JSON.stringify({
    stream: `${symbol.toLowerCase()}@bookTicker`,
    data: { u: 400_900_217, s: symbol, b: bid, B: '31.21000000', a: ask, A: '40.66000000' },
  });
}

/** @param count how many fills of one order it joins; their ids end at `id`. */
export function okxTrade(symbol: string, { id, price, at, qty = '0.5' }: FakeTrade, count = 1): string {
  return JSON.stringify({
    arg: { channel: 'trades', instId: symbol },
    data: [
      {
        instId: symbol,
        tradeId: String(id),
        px: price,
        sz: qty,
        side: 'buy',
        ts: String(at),
        count: String(count),
        source: '0',
        seqId: 1234,
      },
    ],
  });
}

export const OKX: Dialect = {
  create: createOkx,
  product: 'BTCUSDT',
  symbol: 'BTC-USDT',
  trade: okxTrade,
  tradesPath: '/api/v5/market/history-trades',
  trades: (symbol, trades) => ({
    code: '0',
    msg: '',
    data: trades.toReversed().map(({ id, price, at, qty = '1.0' }) => ({
      instId: symbol,
      tradeId: String(id),
      px: price,
      sz: qty,
      side: 'sell',
      source: '0',
      ts: String(at),
    })),
  }),
};

function iso(at: number): string {
  return new Date(at).toISOString().replace('Z', '000Z');
}

export const COINBASE: Dialect = {
  create: createCoinbase,
  product: 'BTCUSD',
  symbol: 'BTC-USD',
  trade: (symbol, { id, price, at, qty = '0.5' }) =>
    JSON.stringify({
      type: 'match',
      trade_id: id,
      maker_order_id: '2a0da34e-61f7-4c36-88e5-c9dd15927b16',
      taker_order_id: '3c82abaa-c01e-4608-be59-6a1e69742891',
      side: 'sell',
      size: qty,
      price,
      product_id: symbol,
      sequence: 1_000 + id,
      time: iso(at),
    }),
  tradesPath: '/products/BTC-USD/trades',
  trades: (_symbol, trades) =>
    trades
      .toReversed()
      .map(({ id, price, at, qty = '1.0' }) => ({ trade_id: id, side: 'buy', size: qty, price, time: iso(at) })),
};

export const KRAKEN: Dialect = {
  create: createKraken,
  product: 'BTCUSD',
  symbol: 'BTC/USD',
  // Prices are JSON numbers here. They are written by hand, so that a test can send an invalid one.
  trade: (symbol, { id, price, at, qty = '0.5' }) =>
    `{"channel":"trade","type":"update","data":[{"symbol":"${symbol}","side":"sell","price":${price},"qty":${qty},` +
    `"ord_type":"market","trade_id":${id},"timestamp":"${iso(at)}"}]}`,
  tradesPath: '/0/public/Trades',
  trades: (_symbol, trades) => ({
    error: [],
    result: {
      XXBTZUSD: trades.map(({ id, price, at, qty = '1.0' }) => [price, qty, at / 1000, 'b', 'm', '', id]),
      last: '1688671969993150842',
    },
  }),
};

export const DIALECTS: readonly [name: string, dialect: Dialect][] = [
  ['binance', BINANCE],
  ['okx', OKX],
  ['coinbase', COINBASE],
  ['kraken', KRAKEN],
];
