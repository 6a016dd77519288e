/**
 * The interface of every price source. Exchanges, recordings and the simulator differ only behind it. The source of a
 * product is chosen when it comes (feed/choose-sources.ts), and anew when it has other exchanges (feed/source-set.ts).
 */
import type { Candle } from '@candor/domain/market/candles';
import type { TermsPriceRule } from '@candor/domain/trading/terms';
import type { SessionCalendar } from '@candor/domain/market/sessions';
import type { PriceRule } from '@candor/domain/market/price-rule';
import type { Price } from '@candor/domain/price';
import type { Category, Feed, Listing } from '@candor/contract/market';

/** Where a simulated price starts, in units of the product, and how much it moves in a year, in 1/10,000. */
export interface Simulated {
  readonly level: number;
  readonly volatility: number;
}

/** The exact instrument a product quotes. BTC-USD is not BTC-USDT: a source serves only the instruments it names. */
export interface Instrument extends PriceRule {
  readonly product: string;
  readonly category: Category;
  readonly calendar: SessionCalendar;
  readonly sources: Listing;
}

/** With the rule of the product's terms by which the price of a second is made. */
export interface RuledInstrument extends Instrument {
  readonly rule: TermsPriceRule;
}

/** One observed price. Times are epoch ms. */
export interface Sample {
  readonly product: string;
  readonly source: string;
  /** What ticks name instead of `source`. */
  readonly label?: string;
  readonly price: Price;
  /** From when the price counts: the trade's time by the exchange. A price that is no trade counts from when we received it. */
  readonly at: number;
  /** The exchange's number of the trade, if the price is that of a trade. */
  readonly tradeId?: number;
  /** When the source last told us this price: the trade itself, or what confirmed it. */
  readonly receivedAt: number;
  /** From when the price ages, if that is not `receivedAt`. */
  readonly freshAt?: number;
  /** Traded quantity in units of 10^-8, if the sample is a trade. */
  readonly qty?: bigint;
}

export const QTY_DECIMALS = 8;

/** A sample is stale when the source last told it longer ago than this: it makes no price, and the source is not up. */
export const STALE_AFTER_MS: Readonly<Record<Category, number>> = {
  crypto: 5000,
  forex: 60_000,
  metal: 60_000,
  index: 60_000,
  stock: 60_000,
};

/**
 * up: every product that trades has a new price. partly: some have. silent: it is connected, and none has. down: it is not
 * connected. ahead: its clock is ahead of ours, so that its prices are left out (feed/sample-book.ts).
 */
export type SourceState = 'up' | 'partly' | 'silent' | 'down' | 'ahead';

export interface SourceHealth {
  readonly source: string;
  readonly state: SourceState;
  readonly reason: string;
}

/** When a source last gave a new price of a product, epoch ms; null if it never did. */
export interface SourcePrice {
  readonly product: string;
  readonly pricedAt: number | null;
}

/** What a source is asked for its monitoring. */
export interface SourceFigures {
  readonly state: SourceState;
  readonly prices: readonly SourcePrice[];
  /** Contradicting trade numbers, and how often they were counted anew. */
  readonly contradictions: number;
  readonly resyncs: number;
  readonly missing: number;
  readonly quarantined: number;
}

export interface Source {
  readonly name: string;
  readonly kind: Feed;
  /** How far back `history` reaches, in days. */
  readonly historyDays: number;
  /** Whether this source can quote the instrument. */
  quotes(instrument: Instrument): boolean;
  /** Starts delivery. Sources that are functions of time deliver nothing by themselves; call their sampleAt. */
  start(
    instruments: readonly Instrument[],
    onSample: (sample: Sample) => void,
    onHealth: (health: SourceHealth) => void,
  ): Promise<void>;
  stop(): Promise<void>;
  /** For live sources: how it does now. */
  readonly figures?: () => SourceFigures;
  /** For recordings and the simulator: the price of a whole second. Called once for each second, in order. */
  readonly sampleAt?: (product: string, atMs: number) => Sample | null;
  /** One-minute bars with t in [fromMs, toMs), oldest first, in-session minutes only; each names its `src`. */
  history(instrument: Instrument, fromMs: number, toMs: number): Promise<Candle[]>;
}
