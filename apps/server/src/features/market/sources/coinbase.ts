/**
 * Coinbase Exchange's public streams. A heartbeat every second names the newest trade of each product. It confirms the
 * price when nobody trades, and shows a lost trade before the next trade comes.
 * Rules: https://docs.cdp.coinbase.com/exchange/websocket-feed/channels (a client that sends nothing for 5 s is
 * disconnected),
 * https://docs.cdp.coinbase.com/exchange/rest-api/rate-limits.
 */
import { type Candle, MINUTE_MS } from '@candor/domain/market/candles';
import { readCandles, readFrame, readRestTrades } from './coinbase-frames.ts';
import { type ExchangeFormat, type ExchangeOptions, type ExchangeSource, createExchange } from './exchange.ts';

const BARS_PER_CALL = 300;
const BACKFILL_TRADES = 1000;

export function createCoinbase(options: ExchangeOptions): ExchangeSource {
  return createExchange(FORMAT, options);
}

const fetchBars: ExchangeFormat['fetchBars'] = async (get, listed, fromMs, toMs) => {
  const bars: Candle[] = [];
  for (let from = fromMs; from < toMs; from += BARS_PER_CALL * MINUTE_MS) {
    // Both ends are included in the answer; a minute without a trade has no bar.
    const end = Math.min(toMs, from + BARS_PER_CALL * MINUTE_MS) - MINUTE_MS;
    const query = `granularity=60&start=${new Date(from).toISOString()}&end=${new Date(end).toISOString()}`;
    bars.push(...readCandles(await get(`/products/${listed.symbol}/candles?${query}`), listed, FORMAT.name));
  }
  return bars;
};

const FORMAT: ExchangeFormat = {
  name: 'coinbase',
  streamUrl: 'wss://ws-feed.exchange.coinbase.com',
  restUrl: 'https://api.exchange.coinbase.com',
  historyDays: 1,
  /** Ten requests per second. */
  restEveryMs: 110,
  /** A frame is one trade or one heartbeat, a few hundred bytes. */
  frameBytesMax: 64 * 1024,
  limits: { silentAfterMs: 10_000 },
  streamPath: () => '',
  greetings: (listed) => [
    JSON.stringify({
      type: 'subscribe',
      product_ids: listed.map(({ symbol }) => symbol),
      channels: ['matches', 'heartbeat'],
    }),
  ],
  readFrame,
  fetchTrades: async (get, symbol, _from, to, ruleOf) =>
    readRestTrades(await get(`/products/${symbol}/trades?limit=${BACKFILL_TRADES}&after=${to + 1}`), symbol, ruleOf),
  fetchBars,
};
