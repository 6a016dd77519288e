/**
 * OKX's public spot streams. The server closes a connection with no traffic in either direction for 30 s, so we send
 * `ping`.
 * Rules: https://www.okx.com/docs-v5/en/ (WebSocket: connect, notification; order book trading: market data).
 */
import type { Candle } from '@candor/domain/market/candles';
import { type ExchangeFormat, type ExchangeOptions, type ExchangeSource, createExchange } from './exchange.ts';
import type { Trade } from './exchange-frames.ts';
import { readCandles, readFrame, readRestTrades } from './okx-frames.ts';

const ROWS_PER_CALL = 100;
/** The maximum number of calls for one gap; older trades stay missing. */
const BACKFILL_CALLS_MAX = 10;

export function createOkx(options: ExchangeOptions): ExchangeSource {
  return createExchange(FORMAT, options);
}

/** The API returns trades newest first, from any id downwards. */
const fetchTrades: ExchangeFormat['fetchTrades'] = async (get, symbol, from, to, ruleOf) => {
  const trades: Trade[] = [];
  let before = to + 1;
  for (let call = 0; call < BACKFILL_CALLS_MAX && before > from; call += 1) {
    const query = `instId=${symbol}&type=1&after=${before}&limit=${ROWS_PER_CALL}`;
    const page = readRestTrades(await get(`/api/v5/market/history-trades?${query}`), ruleOf);
    const oldest = Math.min(...page.map(({ id }) => id));
    if (!(oldest < before)) break;
    trades.push(...page);
    before = oldest;
  }
  return trades;
};

const fetchBars: ExchangeFormat['fetchBars'] = async (get, listed, fromMs, toMs) => {
  const bars: Candle[] = [];
  for (let before = toMs; before > fromMs;) {
    const query = `instId=${listed.symbol}&bar=1m&after=${before}&limit=${ROWS_PER_CALL}`;
    const page = readCandles(await get(`/api/v5/market/history-candles?${query}`), listed, FORMAT.name);
    const oldest = page.at(0)?.t;
    if (oldest === undefined || oldest >= before) break;
    bars.unshift(...page);
    before = oldest;
  }
  return bars;
};

const FORMAT: ExchangeFormat = {
  name: 'okx',
  streamUrl: 'wss://ws.okx.com:8443',
  restUrl: 'https://www.okx.com',
  historyDays: 1,
  /** 20 requests in two seconds. */
  restEveryMs: 110,
  /** A frame may hold many trades of some 200 bytes. */
  frameBytesMax: 1024 * 1024,
  limits: {
    silentAfterMs: 30_000,
    keepAlive: { text: 'ping', everyMs: 15_000 },
  },
  streamPath: () => '/ws/v5/public',
  greetings: (listed) => [
    JSON.stringify({
      op: 'subscribe',
      args: listed.flatMap(({ symbol }) => [
        { channel: 'trades', instId: symbol },
        { channel: 'tickers', instId: symbol },
      ]),
    }),
  ],
  readFrame,
  fetchTrades,
  fetchBars,
};
