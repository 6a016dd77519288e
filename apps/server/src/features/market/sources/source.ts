/**
 * The interface of every price source. Exchanges, recordings and the simulator differ only behind it. The source of a
 * product is chosen once at start (feed/choose-sources.ts).
 */
import type { Candle } from '@candor/domain/market/candles';
import type { SessionCalendar } from '@candor/domain/market/sessions';
import type { PriceRule } from '@candor/domain/market/price-rule';
import type { Price } from '@candor/domain/price';
import type { Category, Feed } from '@candor/contract/market';

/** The exact instrument a product quotes. BTC-USD is not BTC-USDT: a source serves only the instruments it names. */
export interface Instrument extends PriceRule {
  readonly product: string;
  readonly category: Category;
  readonly calendar: SessionCalendar;
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

export interface SourceHealth {
  readonly source: string;
  readonly state: 'up' | 'down';
  readonly reason: string;
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
  /** For recordings and the simulator: the price of a whole second. Called once for each second, in order. */
  readonly sampleAt?: (product: string, atMs: number) => Sample | null;
  /** One-minute bars with t in [fromMs, toMs), oldest first, in-session minutes only; each names its `src`. */
  history(instrument: Instrument, fromMs: number, toMs: number): Promise<Candle[]>;
}
