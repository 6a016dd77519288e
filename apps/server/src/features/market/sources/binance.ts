/**
 * Live prices of Binance's public spot streams, without a key. A product's price is its last trade; the best bid and ask
 * only confirm that it still stands. Trade ids must run without a hole: what a reconnect or a lost frame left out is
 * fetched by REST and counted. The server closes every connection after 24 hours, so a new one is opened before.
 */
import { randomInt } from 'node:crypto';
import type { Candle } from '@candor/domain/market/candles';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import { type BookTop, type DecimalsOf, type Trade, readFrame, readKlines, readRestTrades } from './binance-frames.ts';
import { type Connection, openConnection } from './binance-connection.ts';
import type { Instrument, Sample, Source, SourceHealth } from './source.ts';

export const BINANCE = 'binance';
const SYMBOLS = new Set(['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'BNBUSDT']);
const HISTORY_DAYS = 3;
const KLINES_PER_CALL = 1000;
const REST_TIMEOUT_MS = 5000;
const BACKFILL_TRADES = 1000;
const BAD_FRAMES_KEPT = 20;

export interface BinanceOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** The market data hosts serve public data only and ask for no key. */
  readonly streamUrl?: string;
  readonly restUrl?: string;
  /** A connection this old is replaced; the server cuts at 24 hours. */
  readonly rotateAfterMs?: number;
  /** Nothing at all for so long, though the server pings every 20 s: the connection is dead. */
  readonly silentAfterMs?: number;
  readonly checkEveryMs?: number;
  /** First and longest pause before a reconnect; each is doubled, and then drawn between its half and itself. */
  readonly backoffMs?: readonly [first: number, longest: number];
  /** A trade whose own time is farther from ours is not believed. */
  readonly maxSkewMs?: number;
}

export interface BinanceCounters {
  trades: number;
  duplicates: number;
  gaps: number;
  backfilled: number;
  /** Trades that REST did not give either. */
  missing: number;
  quarantined: number;
  connections: number;
}

export interface BinanceSource extends Source {
  readonly counters: Readonly<BinanceCounters>;
  /** The newest frames that were not believed, cut short, with the reason. */
  quarantine(): readonly { reason: string; frame: string }[];
}

interface SymbolState {
  lastId: number | null;
  newest: Trade | null;
  backfill: Promise<void>;
}

export const createBinance = (options: BinanceOptions): BinanceSource => {
  const {
    clock,
    log,
    streamUrl = 'wss://data-stream.binance.vision',
    restUrl = 'https://data-api.binance.vision',
    rotateAfterMs = 23 * 3_600_000,
    silentAfterMs = 45_000,
    checkEveryMs = 1000,
    backoffMs = [500, 30_000],
    maxSkewMs = 60_000,
  } = options;
  const counters: BinanceCounters = {
    trades: 0,
    duplicates: 0,
    gaps: 0,
    backfilled: 0,
    missing: 0,
    quarantined: 0,
    connections: 0,
  };
  const bad: { reason: string; frame: string }[] = [];
  const symbols = new Map<string, SymbolState>();
  let decimalsOf: DecimalsOf = new Map();
  let emit: (sample: Sample) => void = () => undefined;
  let report: (health: SourceHealth) => void = () => undefined;
  let current: Connection | undefined;
  let successor: Connection | undefined;
  let retry: NodeJS.Timeout | undefined;
  let check: NodeJS.Timeout | undefined;
  let failures = 0;
  let stopped = true;
  const abort = new AbortController();

  const distrust = (reason: string, frame: string): void => {
    counters.quarantined += 1;
    bad.push({ reason, frame: frame.slice(0, 200) });
    if (bad.length > BAD_FRAMES_KEPT) bad.shift();
    // One line for the first, then for every thousandth: a source gone mad must not fill the log.
    if (counters.quarantined % 1000 === 1)
      log.warn({ source: BINANCE, reason, count: counters.quarantined }, 'frame set aside');
  };

  const emitTrade = (trade: Trade, receivedAt: number): void =>
    emit({ product: trade.symbol, source: BINANCE, price: trade.price, at: trade.at, receivedAt, qty: trade.qty });

  const onTrade = (trade: Trade, frame: string): void => {
    const receivedAt = clock.now();
    const state = symbols.get(trade.symbol);
    if (state === undefined) return;
    if (Math.abs(receivedAt - trade.at) > maxSkewMs) return distrust('TIME', frame);
    if (state.lastId !== null && trade.id <= state.lastId) {
      counters.duplicates += 1;
      return;
    }
    counters.trades += 1;
    if (state.lastId !== null && trade.id > state.lastId + 1) {
      counters.gaps += 1;
      const [from, to] = [state.lastId + 1, trade.id - 1];
      state.backfill = state.backfill.then(() => fillGap(trade.symbol, from, to));
    }
    state.lastId = trade.id;
    state.newest = trade;
    emitTrade(trade, receivedAt);
  };

  /** The last trade still stands while the book holds it between bid and ask, though nobody trades. */
  const onBook = ({ symbol, bid, ask }: BookTop): void => {
    const newest = symbols.get(symbol)?.newest;
    if (newest === undefined || newest === null || newest.price < bid || newest.price > ask) return;
    emit({ product: symbol, source: BINANCE, price: newest.price, at: newest.at, receivedAt: clock.now() });
  };

  const onFrame = (frame: string, from: Connection): void => {
    const read = readFrame(frame, decimalsOf);
    if (!read.ok) distrust(read.error, frame);
    else if (read.value.event === 'trade') onTrade(read.value, frame);
    else if (read.value.event === 'book') onBook(read.value);
    else if (from === current) rotate('the server is shutting down');
  };

  const fillGap = async (symbol: string, from: number, to: number): Promise<void> => {
    const found = await getJson(`/api/v3/trades?symbol=${symbol}&limit=${BACKFILL_TRADES}`)
      .then((answer) => readRestTrades(answer, symbol, decimalsOf))
      .catch((error: unknown) => {
        log.warn({ err: error, source: BINANCE, symbol }, 'lost trades could not be fetched');
        return [];
      });
    const lost = found.filter((trade) => trade.id >= from && trade.id <= to);
    // Their prices are past; only their quantities still count, so they are not newer than what stands.
    for (const trade of lost) emitTrade(trade, trade.at);
    counters.backfilled += lost.length;
    counters.missing += to - from + 1 - lost.length;
  };

  const getJson = async (path: string): Promise<unknown> => {
    const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(REST_TIMEOUT_MS)]);
    const response = await fetch(`${restUrl}${path}`, { signal });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return (await response.json()) as unknown;
  };

  const dial = (): Connection => {
    const streams = [...symbols.keys()].flatMap((symbol) => {
      const name = symbol.toLowerCase();
      return [`${name}@trade`, `${name}@bookTicker`];
    });
    const connection = openConnection(`${streamUrl}/stream?streams=${streams.join('/')}`, {
      clock,
      onFrame: (frame) => onFrame(frame, connection),
      onOpen: () => onOpen(connection),
      onClose: (reason) => onClose(connection, reason),
    });
    return connection;
  };

  const onOpen = (connection: Connection): void => {
    counters.connections += 1;
    failures = 0;
    clearTimeout(retry);
    if (connection === successor) {
      // Both deliver for a moment; ids tell the doubles apart.
      const old = current;
      [current, successor] = [connection, undefined];
      old?.close();
    }
    report({ source: BINANCE, state: 'up', reason: 'connected' });
  };

  const onClose = (connection: Connection, reason: string): void => {
    if (connection === successor) successor = undefined;
    if (connection !== current) return;
    current = undefined;
    if (stopped) return;
    report({ source: BINANCE, state: 'down', reason });
    const longest = Math.min(backoffMs[1], backoffMs[0] * 2 ** Math.min(failures, 16));
    failures += 1;
    retry = setTimeout(() => (current = dial()), longest / 2 + randomInt(0, Math.max(1, Math.ceil(longest / 2))));
  };

  const rotate = (reason: string): void => {
    if (successor !== undefined) return;
    log.info({ source: BINANCE, reason }, 'opening the next connection');
    successor = dial();
  };

  const watch = (): void => {
    if (current === undefined) return;
    if (current.silentForMs() > silentAfterMs) current.fail('silent');
    else if (current.ageMs() > rotateAfterMs) rotate('it is nearly 24 hours old');
  };

  return {
    name: BINANCE,
    kind: 'live',
    historyDays: HISTORY_DAYS,
    counters,
    quarantine: () => bad,
    quotes: ({ product }) => SYMBOLS.has(product),
    start: (instruments, onSample, onHealth) => {
      decimalsOf = new Map(instruments.map(({ product, decimals }) => [product, decimals]));
      for (const { product } of instruments) {
        symbols.set(product, { lastId: null, newest: null, backfill: Promise.resolve() });
      }
      [emit, report, stopped] = [onSample, onHealth, false];
      current = dial();
      check = setInterval(watch, checkEveryMs);
      return Promise.resolve();
    },
    stop: async () => {
      stopped = true;
      clearTimeout(retry);
      clearInterval(check);
      abort.abort();
      current?.close();
      successor?.close();
      await Promise.all([...symbols.values()].map(({ backfill }) => backfill));
    },
    history: async ({ product, decimals }: Instrument, fromMs, toMs) => {
      const bars: Candle[] = [];
      for (let from = fromMs; from < toMs;) {
        const query = `symbol=${product}&interval=1m&startTime=${from}&endTime=${toMs - 1}&limit=${KLINES_PER_CALL}`;
        const page = readKlines(await getJson(`/api/v3/klines?${query}`), decimals, BINANCE);
        const last = page.at(-1);
        if (last === undefined || last.t < from) break;
        bars.push(...page.filter((bar) => bar.t < toMs));
        from = last.t + 60_000;
      }
      return bars;
    },
  };
};
