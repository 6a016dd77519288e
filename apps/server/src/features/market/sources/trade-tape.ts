/**
 * Trades of an exchange that numbers them without holes. Each is taken once and in order; what a lost frame or a
 * reconnect left out is fetched, and what cannot be had is counted.
 */
import type { Log } from '../../../platform/log/log.ts';
import type { Trade } from './binance-frames.ts';

export interface TapeCounters {
  trades: number;
  duplicates: number;
  gaps: number;
  backfilled: number;
  /** Trades that could not be fetched either. */
  missing: number;
}

export interface TapeOptions {
  readonly log: Log;
  /** The latest trades of a symbol that the exchange still gives. */
  readonly fetchTrades: (symbol: string) => Promise<readonly Trade[]>;
  /** Trades of a gap, after newer ones were taken: their price is past, their quantity still counts. */
  readonly onLateTrade: (trade: Trade) => void;
}

export interface TradeTape {
  readonly counters: Readonly<TapeCounters>;
  /** False for a trade that was taken before. */
  take(trade: Trade): boolean;
  newest(symbol: string): Trade | null;
  /** Settles when no gap is being filled. */
  settled(): Promise<void>;
}

interface SymbolTape {
  newest: Trade;
  filling: Promise<void>;
}

export const createTradeTape = ({ log, fetchTrades, onLateTrade }: TapeOptions): TradeTape => {
  const counters: TapeCounters = { trades: 0, duplicates: 0, gaps: 0, backfilled: 0, missing: 0 };
  const tapes = new Map<string, SymbolTape>();

  const fill = async (symbol: string, from: number, to: number): Promise<void> => {
    const found = await fetchTrades(symbol).catch((error: unknown) => {
      log.warn({ err: error, symbol }, 'lost trades could not be fetched');
      return [];
    });
    const lost = found.filter((trade) => trade.id >= from && trade.id <= to);
    for (const trade of lost) onLateTrade(trade);
    counters.backfilled += lost.length;
    counters.missing += to - from + 1 - lost.length;
  };

  return {
    counters,
    take: (trade) => {
      const tape = tapes.get(trade.symbol);
      if (tape !== undefined && trade.id <= tape.newest.id) {
        counters.duplicates += 1;
        return false;
      }
      counters.trades += 1;
      let filling = tape?.filling ?? Promise.resolve();
      if (tape !== undefined && trade.id > tape.newest.id + 1) {
        counters.gaps += 1;
        const [from, to] = [tape.newest.id + 1, trade.id - 1];
        filling = filling.then(() => fill(trade.symbol, from, to));
      }
      tapes.set(trade.symbol, { newest: trade, filling });
      return true;
    },
    newest: (symbol) => tapes.get(symbol)?.newest ?? null,
    settled: async () => {
      await Promise.all([...tapes.values()].map(({ filling }) => filling));
    },
  };
};
