/**
 * Live prices of an exchange's public streams, without a key: the part that all exchanges share. The formats differ
 * (binance.ts, okx.ts, …). A product's price is its last trade; the best bid and ask or a heartbeat only confirm it.
 * Which trade is the last one at a second is decided by the exchange's time, in feed/sample-book.ts.
 * Outside crypto, where public exchanges have few trades, the price is the middle between bid and ask. Frames that are
 * invalid, have a wrong time or jump too far are quarantined, and trade ids must have no gaps (trade-tape.ts).
 */
import type { Exchange } from '@candor/contract/market';
import { divHalfEven } from '@candor/domain/decimal';
import type { Candle } from '@candor/domain/market/candles';
import { sessionAt } from '@candor/domain/market/sessions';
import { type Price, price } from '@candor/domain/price';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { BookTop, RuleOf, FrameRead, Heartbeat, MarketEvent, Trade } from './exchange-frames.ts';
import { createLeapGuard } from './leap-guard.ts';
import { createPace } from './pace.ts';
import { type PriceWatch, watchPrices } from './watch-prices.ts';
import { createQuarantine } from './quarantine.ts';
import type { Instrument, Sample, Source, SourceFigures } from './source.ts';
import { type ConnectionLimits, type SteadyConnection, keepConnected } from './steady-connection.ts';
import { type NewestTrade, type TapeCounters, createTradeTape } from './trade-tape.ts';

/** An instrument with the name the exchange uses for it. */
export interface Listed extends Instrument {
  readonly symbol: string;
}

/** Reads JSON from a path of the exchange's REST API. @throws when the exchange answers with an error. */
export type GetJson = (path: string) => Promise<unknown>;

/** One exchange: how to send requests to it, and how to read its answers. */
export interface ExchangeFormat {
  readonly name: Exchange;
  readonly streamUrl: string;
  readonly restUrl: string;
  readonly historyDays: number;
  /** The exchange bans clients that call its REST API more often. */
  readonly restEveryMs: number;
  /** The longest frame that is read: several times what the exchange sends in its busiest moment. */
  readonly frameBytesMax: number;
  readonly limits: Pick<ConnectionLimits, 'silentAfterMs' | 'keepAlive'>;
  /** Added to the address of the stream. */
  readonly streamPath: (listed: readonly Listed[]) => string;
  /** Sent on every new connection. */
  readonly greetings: (listed: readonly Listed[]) => readonly string[];
  readonly readFrame: (frame: string, ruleOf: RuleOf) => FrameRead;
  /** The trades with ids in [from, to] that REST still returns; the result may hold other trades too. */
  readonly fetchTrades: (get: GetJson, symbol: string, from: number, to: number, of: RuleOf) => Promise<Trade[]>;
  /** One-minute bars with t in [fromMs, toMs), oldest first. */
  readonly fetchBars: (get: GetJson, listed: Listed, fromMs: number, toMs: number) => Promise<Candle[]>;
}

export interface ExchangeOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly streamUrl?: string;
  readonly restUrl?: string;
  readonly limits?: Partial<ConnectionLimits>;
  /** A trade is rejected if its own time differs from ours by more than this. */
  readonly maxSkewMs?: number;
  /** A source without a new price for this long is asked anew, over another connection. */
  readonly unpricedMsMax?: number;
}

export interface ExchangeSource extends Source {
  counters(): TapeCounters & { quarantined: number; connections: number };
  figures(): SourceFigures;
  /** The newest rejected frames, truncated, with the reason. */
  quarantine(): readonly { reason: string; frame: string }[];
}

const REST_TIMEOUT_MS = 5000;
/** Binance closes a connection after 24 hours; for the others this limit does no harm. */
const LIMITS = { rotateAfterMs: 23 * 3_600_000, checkEveryMs: 1000, backoffMs: [500, 30_000] } as const;

export function createExchange(
  format: ExchangeFormat,
  { clock, log, streamUrl, restUrl, limits = {}, maxSkewMs = 60_000, unpricedMsMax = 60_000 }: ExchangeOptions,
): ExchangeSource {
  const source = format.name;
  const quarantine = createQuarantine(source, log);
  const leaps = createLeapGuard(clock);
  const abort = new AbortController();
  const pace = createPace(format.restEveryMs, abort.signal);
  const get: GetJson = async (path) => {
    await pace();
    return await getJson(`${restUrl ?? format.restUrl}${path}`, abort.signal);
  };
  let listed: ReadonlyMap<string, Listed> = new Map();
  let deliver: (sample: Sample) => void = () => undefined;
  let connection: SteadyConnection | undefined;
  let watch: PriceWatch | undefined;

  const list = (instrument: Instrument): Listed[] => {
    const symbol = instrument.sources[source];
    return symbol === undefined ? [] : [{ ...instrument, symbol }];
  };

  const emit = (symbol: string, sample: Omit<Sample, 'product' | 'source'>): void => {
    const instrument = listed.get(symbol);
    if (instrument === undefined) return;
    watch?.put(instrument.product, sample.freshAt ?? sample.receivedAt);
    deliver({ product: instrument.product, source, ...sample });
  };

  const isBelievable = (symbol: string, value: Price): boolean => {
    const instrument = listed.get(symbol);
    return instrument !== undefined && leaps.admits(symbol, value, instrument);
  };

  /** A past trade: its price may be that of a coming tick, but it is as old as it is, not as fresh as our answer. */
  const emitLate = ({ symbol, id, price: paid, at, qty }: Trade): void => {
    const receivedAt = clock.now();
    if (!isBelievable(symbol, paid)) return;
    emit(symbol, { price: paid, at, tradeId: id, receivedAt, freshAt: Math.min(at, receivedAt), qty });
  };

  const isAhead = ({ at }: Trade): boolean => at - clock.now() > maxSkewMs;

  const tape = createTradeTape({
    log,
    fetchTrades: async (symbol, from, to) => {
      const trades = await format.fetchTrades(get, symbol, from, to, listed);
      return trades.filter((trade) => !isAhead(trade));
    },
    onLateTrade: emitLate,
  });

  const onTrade = (trade: Trade, frame: string): void => {
    const receivedAt = clock.now();
    const { symbol, id, price: paid, at, qty } = trade;
    if (Math.abs(receivedAt - at) > maxSkewMs) quarantine.put('TIME', frame);
    else if (!isBelievable(symbol, paid)) quarantine.put('LEAP', frame);
    else {
      const taking = tape.take(trade);
      if (taking === 'taken') emit(symbol, { price: paid, at, tradeId: id, receivedAt, qty });
      else if (taking === 'late') emitLate(trade);
      // A number that two trades share names none: the price counts like one that is no trade.
      else if (taking === 'numberless') emit(symbol, { price: paid, at: receivedAt, receivedAt, qty });
    }
  };

  const onLastTrade = (trade: Trade, frame: string): void => {
    if (isAhead(trade)) return quarantine.put('TIME', frame);
    const begins = tape.newest(trade.symbol) === null;
    // The first trade only shows the current id: its quantity belongs to a minute before we subscribed.
    const taking = tape.take(trade);
    if ((taking === 'taken' || taking === 'late') && !begins) emitLate(trade);
  };

  const confirm = (symbol: string, stands: (newest: Trade) => boolean): void => {
    const newest = tape.newest(symbol);
    // A trade that leaped may come again by REST: it must not become the price by being confirmed.
    if (newest === null || !stands(newest.trade) || !isBelievable(symbol, newest.trade.price)) return;
    emit(symbol, confirmed(newest, clock.now()));
  };

  const onBook = ({ symbol, bid, ask }: BookTop, frame: string): void => {
    if (listed.get(symbol)?.category === 'crypto') {
      confirm(symbol, (newest) => newest.price >= bid && newest.price <= ask);
      return;
    }
    const middle = price(divHalfEven(bid + ask, 2n));
    const now = clock.now();
    if (isBelievable(symbol, middle)) emit(symbol, { price: middle, at: now, receivedAt: now });
    else quarantine.put('LEAP', frame);
  };

  const onHeartbeat = ({ symbol, lastId }: Heartbeat): void => {
    tape.expect(symbol, lastId);
    confirm(symbol, (newest) => newest.id === lastId);
  };

  const onEvent = (event: MarketEvent, frame: string, isCurrent: boolean): void => {
    if (event.event === 'trade') onTrade(event, frame);
    else if (event.event === 'lastTrade') onLastTrade(event, frame);
    else if (event.event === 'book') onBook(event, frame);
    else if (event.event === 'heartbeat') onHeartbeat(event);
    else if (isCurrent) connection?.rotate();
  };

  return {
    name: source,
    kind: 'live',
    historyDays: format.historyDays,
    counters: () => ({
      ...tape.counters,
      quarantined: quarantine.count(),
      connections: connection?.opened() ?? 0,
    }),
    quarantine: () => quarantine.newest(),
    figures: () => ({
      state: watch?.state() ?? 'down',
      prices: watch?.prices() ?? [],
      contradictions: tape.counters.contradictions,
      resyncs: tape.counters.resyncs,
      missing: tape.counters.missing,
      quarantined: quarantine.count(),
    }),
    quotes: ({ sources }) => sources[source] !== undefined,
    start: (instruments, onSample, onHealth) => {
      const wanted = instruments.flatMap(list);
      listed = new Map(wanted.map((each) => [each.symbol, each]));
      deliver = onSample;
      const bounds = { ...LIMITS, ...format.limits, ...limits };
      watch = watchPrices({
        instruments: wanted,
        clock,
        checkEveryMs: bounds.checkEveryMs,
        unpricedMsMax,
        onState: (state, reason) => onHealth({ source, state, reason }),
        onSilent: () => connection?.rotate(),
      });
      connection = keepConnected({
        url: `${streamUrl ?? format.streamUrl}${format.streamPath(wanted)}`,
        frameBytesMax: format.frameBytesMax,
        clock,
        greetings: format.greetings(wanted),
        onFrame: (frame, isCurrent) => {
          const read = format.readFrame(frame, listed);
          if (!read.ok) quarantine.put(read.error, frame);
          else for (const event of read.value) onEvent(event, frame, isCurrent);
        },
        onHealth: (state, reason) => watch?.connected(state === 'up', reason),
        limits: bounds,
      });
      return Promise.resolve();
    },
    stop: async () => {
      watch?.stop();
      connection?.stop();
      abort.abort();
      await tape.settled();
    },
    history: async (instrument, fromMs, toMs) => {
      const bars = await Promise.all(list(instrument).map((each) => format.fetchBars(get, each, fromMs, toMs)));
      // Some exchanges trade on weekends: our products do not.
      return bars.flat().filter(({ t }) => t >= fromMs && t < toMs && sessionAt(instrument.calendar, t).open);
    },
  };
}

/** The price is told again: it is as fresh as this moment. */
function confirmed({ trade, isNumbered }: NewestTrade, nowMs: number): Omit<Sample, 'product' | 'source'> {
  const { price: paid, at, id } = trade;
  return isNumbered
    ? { price: paid, at, tradeId: id, receivedAt: nowMs }
    : { price: paid, at: nowMs, receivedAt: nowMs };
}

async function getJson(url: string, stopped: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    signal: AbortSignal.any([stopped, AbortSignal.timeout(REST_TIMEOUT_MS)]),
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as unknown;
}
