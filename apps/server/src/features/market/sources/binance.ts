/**
 * Live prices of Binance's public spot streams, without a key. A product's price is its last trade; the best bid and ask
 * only confirm that it still stands. Trade ids must run without a hole (trade-tape.ts); the server closes every connection
 * after 24 hours, so a new one is opened before (steady-connection.ts). Frames are read in binance-frames.ts.
 */
import type { Candle } from '@candor/domain/market/candles';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import { type BookTop, type DecimalsOf, type Trade, readFrame, readKlines, readRestTrades } from './binance-frames.ts';
import { createQuarantine } from './quarantine.ts';
import type { Instrument, Sample, Source } from './source.ts';
import { type ConnectionLimits, type SteadyConnection, keepConnected } from './steady-connection.ts';
import { type TapeCounters, createTradeTape } from './trade-tape.ts';

export const BINANCE = 'binance';
const SYMBOLS = new Set(['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'BNBUSDT']);
const HISTORY_DAYS = 3;
const MINUTE_MS = 60_000;
const KLINES_PER_CALL = 1000;
const REST_TIMEOUT_MS = 5000;
const BACKFILL_TRADES = 1000;

/** The server pings every 20 s and cuts a connection at 24 hours. */
const LIMITS: ConnectionLimits = {
  rotateAfterMs: 23 * 3_600_000,
  silentAfterMs: 45_000,
  checkEveryMs: 1000,
  backoffMs: [500, 30_000],
};

export interface BinanceOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** The market data hosts serve public data only and ask for no key. */
  readonly streamUrl?: string;
  readonly restUrl?: string;
  readonly limits?: Partial<ConnectionLimits>;
  /** A trade whose own time is farther from ours is not believed. */
  readonly maxSkewMs?: number;
}

export interface BinanceSource extends Source {
  counters(): TapeCounters & { quarantined: number; connections: number };
  /** The newest frames that were not believed, cut short, with the reason. */
  quarantine(): readonly { reason: string; frame: string }[];
}

export const createBinance = ({
  clock,
  log,
  streamUrl = 'wss://data-stream.binance.vision',
  restUrl = 'https://data-api.binance.vision',
  limits = {},
  maxSkewMs = 60_000,
}: BinanceOptions): BinanceSource => {
  const quarantine = createQuarantine(BINANCE, log);
  const abort = new AbortController();
  let decimalsOf: DecimalsOf = new Map();
  let emit: (sample: Sample) => void = () => undefined;
  let connection: SteadyConnection | undefined;

  const emitTrade = ({ symbol, price, at, qty }: Trade, receivedAt: number): void =>
    emit({ product: symbol, source: BINANCE, price, at, receivedAt, qty });

  const tape = createTradeTape({
    log,
    fetchTrades: async (symbol) => {
      const answer = await getJson(`${restUrl}/api/v3/trades?symbol=${symbol}&limit=${BACKFILL_TRADES}`, abort.signal);
      return readRestTrades(answer, symbol, decimalsOf);
    },
    onLateTrade: (trade) => emitTrade(trade, trade.at),
  });

  const onTrade = (trade: Trade, frame: string): void => {
    const receivedAt = clock.now();
    if (Math.abs(receivedAt - trade.at) > maxSkewMs) quarantine.put('TIME', frame);
    else if (tape.take(trade)) emitTrade(trade, receivedAt);
  };

  /** The last trade still stands while the book holds it between bid and ask, though nobody trades. */
  const onBook = ({ symbol, bid, ask }: BookTop): void => {
    const newest = tape.newest(symbol);
    if (newest === null || newest.price < bid || newest.price > ask) return;
    emit({ product: symbol, source: BINANCE, price: newest.price, at: newest.at, receivedAt: clock.now() });
  };

  const onFrame = (frame: string, isCurrent: boolean): void => {
    const read = readFrame(frame, decimalsOf);
    if (!read.ok) quarantine.put(read.error, frame);
    else if (read.value.event === 'trade') onTrade(read.value, frame);
    else if (read.value.event === 'book') onBook(read.value);
    else if (isCurrent) connection?.rotate();
  };

  return {
    name: BINANCE,
    kind: 'live',
    historyDays: HISTORY_DAYS,
    counters: () => ({
      ...tape.counters,
      quarantined: quarantine.count(),
      connections: connection?.opened() ?? 0,
    }),
    quarantine: () => quarantine.newest(),
    quotes: ({ product }) => SYMBOLS.has(product),
    start: (instruments, onSample, onHealth) => {
      decimalsOf = new Map(instruments.map(({ product, decimals }) => [product, decimals]));
      emit = onSample;
      connection = keepConnected({
        url: `${streamUrl}/stream?streams=${streamNames(instruments)}`,
        clock,
        onFrame,
        onHealth: (state, reason) => onHealth({ source: BINANCE, state, reason }),
        limits: { ...LIMITS, ...limits },
      });
      return Promise.resolve();
    },
    stop: async () => {
      connection?.stop();
      abort.abort();
      await tape.settled();
    },
    history: (instrument, fromMs, toMs) => readHistory(restUrl, abort.signal, instrument, fromMs, toMs),
  };
};

const streamNames = (instruments: readonly Instrument[]): string =>
  instruments
    .flatMap(({ product }) => [`${product.toLowerCase()}@trade`, `${product.toLowerCase()}@bookTicker`])
    .join('/');

const readHistory = async (
  restUrl: string,
  signal: AbortSignal,
  { product, decimals }: Instrument,
  fromMs: number,
  toMs: number,
): Promise<Candle[]> => {
  const bars: Candle[] = [];
  for (let from = fromMs; from < toMs;) {
    const query = `symbol=${product}&interval=1m&startTime=${from}&endTime=${toMs - 1}&limit=${KLINES_PER_CALL}`;
    const page = readKlines(await getJson(`${restUrl}/api/v3/klines?${query}`, signal), decimals, BINANCE);
    const last = page.at(-1);
    if (last === undefined || last.t < from) break;
    bars.push(...page.filter((bar) => bar.t < toMs));
    from = last.t + MINUTE_MS;
  }
  return bars;
};

const getJson = async (url: string, stopped: AbortSignal): Promise<unknown> => {
  const response = await fetch(url, { signal: AbortSignal.any([stopped, AbortSignal.timeout(REST_TIMEOUT_MS)]) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as unknown;
};
