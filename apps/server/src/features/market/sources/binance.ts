/**
 * Binance's public spot streams. The server closes every connection after 24 hours, so a new one is opened before.
 * Rules: https://github.com/binance/binance-spot-api-docs/blob/master/web-socket-streams.md (24 hours, pings, shutdown, 1024
 * streams a connection) and …/faqs/market_data_only.md (which paths these hosts serve: no trades older than the newest 1000).
 */
import { type Candle, MINUTE_MS } from '@candor/domain/market/candles';
import { readFrame, readKlines, readRestTrades } from './binance-frames.ts';
import {
  type ExchangeFormat,
  type ExchangeOptions,
  type ExchangeSource,
  type Listed,
  createExchange,
} from './exchange.ts';

const KLINES_PER_CALL = 1000;
const BACKFILL_TRADES = 1000;

export function createBinance(options: ExchangeOptions): ExchangeSource {
  return createExchange(FORMAT, options);
}

function streamPath(listed: readonly Listed[]): string {
  return `/stream?streams=${listed
    .flatMap(({ symbol }) => [`${symbol.toLowerCase()}@trade`, `${symbol.toLowerCase()}@bookTicker`])
    .join('/')}`;
}

const fetchBars: ExchangeFormat['fetchBars'] = async (get, listed, fromMs, toMs) => {
  const bars: Candle[] = [];
  for (let from = fromMs; from < toMs;) {
    const query = `symbol=${listed.symbol}&interval=1m&startTime=${from}&endTime=${toMs - 1}&limit=${KLINES_PER_CALL}`;
    const page = readKlines(await get(`/api/v3/klines?${query}`), listed, FORMAT.name);
    const last = page.at(-1);
    if (last === undefined || last.t < from) break;
    bars.push(...page);
    from = last.t + MINUTE_MS;
  }
  return bars;
};

/** The market data hosts serve public data only and ask for no key. */
const FORMAT: ExchangeFormat = {
  name: 'binance',
  streamUrl: 'wss://data-stream.binance.vision',
  restUrl: 'https://data-api.binance.vision',
  historyDays: 3,
  /** 6000 weight a minute, and 25 for a list of trades. */
  restEveryMs: 250,
  /** A frame is one trade or one best price, a few hundred bytes. */
  frameBytesMax: 64 * 1024,
  /** The server pings every 20 s. */
  limits: { silentAfterMs: 45_000 },
  streamPath,
  greetings: () => [],
  readFrame,
  fetchTrades: async (get, symbol, _from, _to, ruleOf) =>
    readRestTrades(await get(`/api/v3/trades?symbol=${symbol}&limit=${BACKFILL_TRADES}`), symbol, ruleOf),
  fetchBars,
};
