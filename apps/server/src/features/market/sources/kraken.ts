/**
 * Kraken's public streams: crypto, and the currency pairs it has a market for. At least one message comes every second,
 * a heartbeat if there is nothing else.
 * Rules: https://docs.kraken.com/api/docs/websocket-v2/trade (ids continue within each book; the snapshot holds 50
 * trades),
 * …/websocket-v2/heartbeat, https://docs.kraken.com/exchange/guides/general/historical-data (720 minutes, 1000 trades).
 */
import {
  type ExchangeFormat,
  type ExchangeOptions,
  type ExchangeSource,
  type Listed,
  createExchange,
} from './exchange.ts';
import { readFrame, readOhlc, readRestTrades } from './kraken-frames.ts';

const BACKFILL_TRADES = 1000;

export function createKraken(options: ExchangeOptions): ExchangeSource {
  return createExchange(FORMAT, options);
}

function subscribe(params: object): string {
  return JSON.stringify({ method: 'subscribe', params });
}

function symbols(listed: readonly Listed[]): string[] {
  return listed.map(({ symbol }) => symbol);
}

/** The REST API calls BTC/USD XBTUSD. */
function pairOf(symbol: string): string {
  return symbol.replace('BTC', 'XBT').replace('/', '');
}

const FORMAT: ExchangeFormat = {
  name: 'kraken',
  streamUrl: 'wss://ws.kraken.com',
  restUrl: 'https://api.kraken.com',
  /** The API returns only the newest 720 minutes. */
  historyDays: 0.5,
  /** One request per second. */
  restEveryMs: 1000,
  /** A frame holds all trades that one order made: 600 of them are 82 kB. */
  frameBytesMax: 1024 * 1024,
  limits: { silentAfterMs: 10_000 },
  streamPath: () => '/v2',
  greetings: (listed) => {
    const traded = listed.filter(({ category }) => category === 'crypto');
    return [
      ...(traded.length === 0 ? [] : [subscribe({ channel: 'trade', symbol: symbols(traded), snapshot: true })]),
      subscribe({ channel: 'ticker', symbol: symbols(listed), event_trigger: 'bbo', snapshot: true }),
    ];
  },
  readFrame,
  fetchTrades: async (get, symbol, _from, _to, ruleOf) =>
    readRestTrades(await get(`/0/public/Trades?pair=${pairOf(symbol)}&count=${BACKFILL_TRADES}`), symbol, ruleOf),
  fetchBars: async (get, listed, fromMs) => {
    const since = Math.floor(fromMs / 1000) - 1;
    const answer = await get(`/0/public/OHLC?pair=${pairOf(listed.symbol)}&interval=1&since=${since}`);
    return readOhlc(answer, listed, FORMAT.name);
  },
};
