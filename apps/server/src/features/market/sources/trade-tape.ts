/**
 * Trades of an exchange that numbers them without gaps. Each trade is taken once and in order. Trades missed by a lost
 * frame or a reconnect are fetched; trades that cannot be fetched are counted.
 */
import type { Log } from '../../../platform/log/log.ts';
import type { Trade } from './exchange-frames.ts';

export interface TapeCounters {
  trades: number;
  duplicates: number;
  gaps: number;
  backfilled: number;
  /** Missed trades that could not be fetched. */
  missing: number;
}

export interface TapeOptions {
  readonly log: Log;
  /** The trades of a symbol with ids in [from, to] that the exchange still returns. It may return other trades too. */
  readonly fetchTrades: (symbol: string, from: number, to: number) => Promise<readonly Trade[]>;
  /** Called with the trades of a gap, oldest first: their price is past, their quantity still counts. */
  readonly onLateTrade: (trade: Trade) => void;
}

export interface TradeTape {
  readonly counters: Readonly<TapeCounters>;
  /** False for a trade that was already taken. */
  take(trade: Trade): boolean;
  /** Says that the exchange has reached this trade; the trades missed before it are fetched. */
  expect(symbol: string, id: number): void;
  newest(symbol: string): Trade | null;
  /** Resolves when no gap is being filled. */
  settled(): Promise<void>;
}

interface SymbolTape {
  newest: Trade;
  /** Every id up to here was taken, is lost or is being fetched. */
  seenId: number;
  /** Ids still to be requested, ascending. */
  lost: Range[];
  filling: Promise<void> | null;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

export function createTradeTape({ log, fetchTrades, onLateTrade }: TapeOptions): TradeTape {
  const counters: TapeCounters = { trades: 0, duplicates: 0, gaps: 0, backfilled: 0, missing: 0 };
  const tapes = new Map<string, SymbolTape>();

  const fill = async (symbol: string, tape: SymbolTape, ranges: readonly Range[]): Promise<void> => {
    const [from, to] = [ranges[0]?.from ?? 0, ranges.at(-1)?.to ?? 0];
    const found = await fetchTrades(symbol, from, to).catch((error: unknown) => {
      log.warn({ err: error, symbol }, 'lost trades could not be fetched');
      return [];
    });
    const isLost = ({ id }: Trade): boolean => ranges.some((range) => id >= range.from && id <= range.to);
    const late = found.filter(isLost).toSorted((a, b) => a.id - b.id);
    for (const trade of late) {
      if (trade.id > tape.newest.id) tape.newest = trade;
      onLateTrade(trade);
    }
    counters.backfilled += late.length;
    counters.missing += ranges.reduce((sum, range) => sum + range.to - range.from + 1, 0) - late.length;
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
    tape.lost.push({ from, to });
    tape.filling ??= fillAll(symbol, tape);
  };

  return {
    counters,
    take: (trade) => {
      const tape = tapes.get(trade.symbol);
      if (tape !== undefined && trade.id <= tape.seenId) {
        counters.duplicates += 1;
        return false;
      }
      counters.trades += 1;
      if (tape === undefined) {
        tapes.set(trade.symbol, { newest: trade, seenId: trade.id, lost: [], filling: null });
        return true;
      }
      fillUpTo(trade.symbol, tape, trade.firstId - 1);
      tape.newest = trade;
      tape.seenId = trade.id;
      return true;
    },
    expect: (symbol, id) => {
      const tape = tapes.get(symbol);
      if (tape !== undefined) fillUpTo(symbol, tape, id);
    },
    newest: (symbol) => tapes.get(symbol)?.newest ?? null,
    settled: async () => {
      await Promise.all([...tapes.values()].flatMap(({ filling }) => filling ?? []));
    },
  };
}
