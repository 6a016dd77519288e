/**
 * Trades of an exchange that numbers them without gaps. Each trade is taken once. Trades missed by a lost frame or a
 * reconnect are fetched; trades that cannot be fetched are counted, and taken if the stream brings them late.
 *
 * The numbers only serve to find what is missing and what came twice: which trade counts at a second is decided by its time
 * (feed/sample-book.ts). So numbers that contradict the times never silence a source. A newer trade with a number that was
 * used, or far ahead of all others, is taken at once; after a short run of such trades counting begins anew at the last one.
 */
import type { Log } from '../../../platform/log/log.ts';
import type { Trade } from './exchange-frames.ts';
import { createMissedIds, type MissedIds, type Range } from './missed-ids.ts';

export interface TapeCounters {
  trades: number;
  duplicates: number;
  gaps: number;
  backfilled: number;
  /** Missed trades that could not be fetched and did not come late. */
  missing: number;
  /** Trades of a gap that the stream brought after newer ones. */
  late: number;
  /** Trades and heartbeats whose number contradicts those before. */
  contradictions: number;
  /** How often counting began anew after a run of contradictions. */
  resyncs: number;
}

export interface TapeOptions {
  readonly log: Log;
  /** The trades of a symbol with ids in [from, to] that the exchange still returns. It may return other trades too. */
  readonly fetchTrades: (symbol: string, from: number, to: number) => Promise<readonly Trade[]>;
  /** Called with the trades of a gap, oldest first: their price is past, their quantity still counts. */
  readonly onLateTrade: (trade: Trade) => void;
}

/**
 * taken: newer than all before. late: of a gap, older than the newest. numberless: newer than all before, but the
 * newest trade has the same number, so the number names none of the two. duplicate: it was taken before.
 */
export type Taking = 'taken' | 'late' | 'numberless' | 'duplicate';

export interface NewestTrade {
  readonly trade: Trade;
  readonly isNumbered: boolean;
}

export interface TradeTape {
  readonly counters: Readonly<TapeCounters>;
  take(trade: Trade): Taking;
  /** Says that the exchange has reached this trade; the trades missed before it are fetched. */
  expect(symbol: string, id: number): void;
  newest(symbol: string): NewestTrade | null;
  /** Resolves when no gap is being filled. */
  settled(): Promise<void>;
}

interface SymbolTape {
  newest: NewestTrade;
  /** Every id up to here was taken or is missed. */
  seenId: number;
  /** The time of the last trade that was taken, by the exchange. */
  lastAt: number;
  missed: MissedIds;
  /** Ids still to be requested, ascending. */
  lost: Range[];
  filling: Promise<void> | null;
  /** Contradictions since the last number that followed. */
  run: number;
}

/** More than the busiest symbol trades in hours. Nothing further ahead is believed at once, and nothing so far is asked for. */
const JUMP_MAX = 1_000_000;
/** One wrong number is a fault of a frame; so many in a row are how the exchange counts now. */
const RUN_MAX = 3;
/** A source that always contradicts itself must not fill the log. */
const LOG_EVERY = 1000;

export function createTradeTape({ log, fetchTrades, onLateTrade }: TapeOptions): TradeTape {
  const counters: TapeCounters = {
    trades: 0,
    duplicates: 0,
    gaps: 0,
    backfilled: 0,
    missing: 0,
    late: 0,
    contradictions: 0,
    resyncs: 0,
  };
  const tapes = new Map<string, SymbolTape>();

  const fill = async (symbol: string, tape: SymbolTape, ranges: readonly Range[]): Promise<void> => {
    const [from, to] = [ranges[0]?.from ?? 0, ranges.at(-1)?.to ?? 0];
    const found = await fetchTrades(symbol, from, to).catch((error: unknown) => {
      log.warn({ err: error, symbol }, 'lost trades could not be fetched');
      return [];
    });
    for (const trade of found.toSorted((a, b) => a.id - b.id)) {
      if (!tape.missed.take(trade.id)) continue;
      if (trade.id > tape.newest.trade.id) tape.newest = { trade, isNumbered: true };
      tape.lastAt = Math.max(tape.lastAt, trade.at);
      counters.backfilled += 1;
      onLateTrade(trade);
    }
    for (const range of ranges) counters.missing += tape.missed.giveUp(range);
  };

  /**
   * Sends one request at a time. Gaps found meanwhile are fetched together, so a broken stream does not cause many
   * requests.
   */
  const fillAll = async (symbol: string, tape: SymbolTape): Promise<void> => {
    while (tape.lost.length > 0) await fill(symbol, tape, tape.lost.splice(0));
    tape.filling = null;
  };

  const fillUpTo = (symbol: string, tape: SymbolTape, to: number): void => {
    const from = tape.seenId + 1;
    if (to < from) return;
    counters.gaps += 1;
    tape.seenId = to;
    tape.missed.add({ from, to });
    tape.lost.push({ from, to });
    tape.filling ??= fillAll(symbol, tape);
  };

  const isFarAhead = (tape: SymbolTape, firstId: number): boolean => firstId - tape.seenId > JUMP_MAX;

  const contradict = (tape: SymbolTape, symbol: string, id: number): void => {
    counters.contradictions += 1;
    tape.run += 1;
    if (counters.contradictions % LOG_EVERY === 1)
      log.warn(
        { symbol, id, seenId: tape.seenId, count: counters.contradictions },
        'trade number contradicts the last',
      );
    if (tape.run < RUN_MAX) return;
    counters.resyncs += 1;
    if (counters.resyncs % LOG_EVERY === 1)
      log.warn({ symbol, id, seenId: tape.seenId, count: counters.resyncs }, 'trade numbers are counted anew');
    counters.missing -= tape.missed.forgetAfter(id);
    tape.lost = [];
    tape.seenId = id;
    tape.run = 0;
  };

  /** The exchange's word for the newest trade; its number may be wrong. */
  const takeNewest = (tape: SymbolTape, trade: Trade, isNumbered = true): void => {
    counters.trades += 1;
    tape.newest = { trade, isNumbered };
    tape.lastAt = Math.max(tape.lastAt, trade.at);
  };

  const takeContradiction = (tape: SymbolTape, trade: Trade): Taking => {
    const { symbol, id, at } = trade;
    const isNumbered = id !== tape.newest.trade.id;
    if (!isNumbered && at <= tape.lastAt) {
      counters.duplicates += 1;
      return 'duplicate';
    }
    takeNewest(tape, trade, isNumbered);
    contradict(tape, symbol, id);
    return isNumbered ? 'taken' : 'numberless';
  };

  const begin = (trade: Trade): Taking => {
    counters.trades += 1;
    tapes.set(trade.symbol, {
      newest: { trade, isNumbered: true },
      seenId: trade.id,
      lastAt: trade.at,
      missed: createMissedIds((count) => {
        counters.missing += count;
      }),
      lost: [],
      filling: null,
      run: 0,
    });
    return 'taken';
  };

  const takeKnown = (tape: SymbolTape, trade: Trade): Taking => {
    const { id, at } = trade;
    const wasMissed = tape.missed.take(id);
    if (wasMissed === 'given up') counters.missing -= 1;
    // In a run of contradictions the newest trade counts the new way: of one time, the higher number is the newer trade.
    const isNewer = at > tape.lastAt || (at === tape.lastAt && tape.run > 0 && id > tape.newest.trade.id);
    if (!isNewer && wasMissed === false) {
      counters.duplicates += 1;
      return 'duplicate';
    }
    if (!isNewer) {
      counters.trades += 1;
      counters.late += 1;
      return 'late';
    }
    return takeContradiction(tape, trade);
  };

  return {
    counters,
    take: (trade) => {
      const { symbol, id, firstId } = trade;
      const tape = tapes.get(symbol);
      if (tape === undefined) return begin(trade);
      if (id <= tape.seenId) return takeKnown(tape, trade);
      if (isFarAhead(tape, firstId)) return takeContradiction(tape, trade);
      fillUpTo(symbol, tape, firstId - 1);
      takeNewest(tape, trade);
      tape.seenId = id;
      tape.run = 0;
      return 'taken';
    },
    expect: (symbol, id) => {
      const tape = tapes.get(symbol);
      if (tape === undefined) return;
      // A heartbeat alone changes no numbering: the trades that follow show which is right.
      if (isFarAhead(tape, id)) counters.contradictions += 1;
      else fillUpTo(symbol, tape, id);
    },
    newest: (symbol) => tapes.get(symbol)?.newest ?? null,
    settled: async () => {
      await Promise.all([...tapes.values()].flatMap(({ filling }) => filling ?? []));
    },
  };
}
