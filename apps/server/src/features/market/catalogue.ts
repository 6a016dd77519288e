/** The products a new site starts with. Operators change them later; existing products never read this file again. */
import type { Category, Listing } from '@candor/contract/market';
import type { Language } from '@candor/contract/languages';
import type { PriceRule } from '@candor/domain/market/price-rule';
import type { SessionCalendar } from '@candor/domain/market/sessions';
import { rate, wholeUnits } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { ACCEPT_WITHIN_MS_MAX } from '@candor/domain/trading/terms';
import type { DurationTerms, Terms } from '@candor/domain/trading/terms';
import { minSourcesOf } from './sources/listings.ts';
import { STALE_AFTER_MS } from './sources/source.ts';
import { FOREX_CALENDAR, GERMAN_INDEX_CALENDAR, METAL_CALENDAR, US_INDEX_CALENDAR } from './calendars.ts';
import type { Simulated } from './sources/source.ts';

export interface CatalogueProduct extends PriceRule {
  readonly code: string;
  readonly names: Readonly<Record<Language, string>>;
  readonly category: Category;
  readonly calendar: SessionCalendar;
  readonly sources: Listing;
  readonly simulated: Simulated;
}

type Names = readonly [zhHans: string, zhHant: string, en: string];
/** As people say it: `level` is a price. */
type Walk = { readonly level: number; readonly yearlyVolatility: number };
type Market = Pick<CatalogueProduct, 'category' | 'calendar' | 'decimals' | 'signedScale'>;

function product(code: string, market: Market, names: Names, walk: Walk, sources: Listing = {}): CatalogueProduct {
  return {
    code,
    ...market,
    names: { 'zh-Hans': names[0], 'zh-Hant': names[1], en: names[2] },
    sources,
    simulated: {
      level: Math.round(walk.level * 10 ** market.decimals),
      volatility: Math.round(walk.yearlyVolatility * 10_000),
    },
  };
}

const CRYPTO: Market = { category: 'crypto', decimals: 2, signedScale: null, calendar: null };
const FOREX: Market = { category: 'forex', decimals: 5, signedScale: null, calendar: FOREX_CALENDAR };
const YEN: Market = { ...FOREX, decimals: 3 };
const GOLD: Market = { category: 'metal', decimals: 2, signedScale: null, calendar: METAL_CALENDAR };
const SILVER: Market = { ...GOLD, decimals: 3 };
const GERMANY: Market = { category: 'index', decimals: 1, signedScale: null, calendar: GERMAN_INDEX_CALENDAR };
const AMERICA: Market = { category: 'index', decimals: 1, signedScale: null, calendar: US_INDEX_CALENDAR };

/** In list order. */
export const CATALOGUE: readonly CatalogueProduct[] = [
  product(
    'BTCUSDT',
    CRYPTO,
    ['比特币/USDT', '比特幣/USDT', 'Bitcoin / Tether'],
    {
      level: 88_000,
      yearlyVolatility: 0.5,
    },
    { binance: 'BTCUSDT', okx: 'BTC-USDT', kraken: 'BTC/USDT' },
  ),
  product(
    'ETHUSDT',
    CRYPTO,
    ['以太坊/USDT', '以太幣/USDT', 'Ether / Tether'],
    {
      level: 2_900,
      yearlyVolatility: 0.65,
    },
    { binance: 'ETHUSDT', okx: 'ETH-USDT', kraken: 'ETH/USDT' },
  ),
  product(
    'SOLUSDT',
    CRYPTO,
    ['索拉纳/USDT', '索拉納/USDT', 'Solana / Tether'],
    { level: 135, yearlyVolatility: 0.8 },
    { binance: 'SOLUSDT', okx: 'SOL-USDT', kraken: 'SOL/USDT' },
  ),
  product(
    'BNBUSDT',
    CRYPTO,
    ['币安币/USDT', '幣安幣/USDT', 'BNB / Tether'],
    { level: 870, yearlyVolatility: 0.6 },
    { binance: 'BNBUSDT', okx: 'BNB-USDT' },
  ),
  product(
    'BTCUSD',
    CRYPTO,
    ['比特币/美元', '比特幣/美元', 'Bitcoin / US dollar'],
    {
      level: 88_000,
      yearlyVolatility: 0.5,
    },
    { coinbase: 'BTC-USD', kraken: 'BTC/USD' },
  ),
  product(
    'EURUSD',
    FOREX,
    ['欧元/美元', '歐元/美元', 'Euro / US dollar'],
    { level: 1.145, yearlyVolatility: 0.075 },
    { kraken: 'EUR/USD' },
  ),
  product(
    'GBPUSD',
    FOREX,
    ['英镑/美元', '英鎊/美元', 'Pound / US dollar'],
    { level: 1.318, yearlyVolatility: 0.08 },
    { kraken: 'GBP/USD' },
  ),
  product(
    'USDJPY',
    YEN,
    ['美元/日元', '美元/日圓', 'US dollar / Yen'],
    { level: 155.4, yearlyVolatility: 0.1 },
    { kraken: 'USD/JPY' },
  ),
  product(
    'AUDUSD',
    FOREX,
    ['澳元/美元', '澳幣/美元', 'Australian / US dollar'],
    {
      level: 0.652,
      yearlyVolatility: 0.1,
    },
    { kraken: 'AUD/USD' },
  ),
  product('NZDUSD', FOREX, ['纽元/美元', '紐元/美元', 'New Zealand / US dollar'], {
    level: 0.571,
    yearlyVolatility: 0.1,
  }),
  product('XAUUSD', GOLD, ['黄金', '黃金', 'Gold'], { level: 4_060, yearlyVolatility: 0.18 }),
  product('XAGUSD', SILVER, ['白银', '白銀', 'Silver'], { level: 50.2, yearlyVolatility: 0.32 }),
  product('DE30EUR', GERMANY, ['德国DAX30', '德國DAX30', 'Germany 30'], { level: 23_200, yearlyVolatility: 0.17 }),
  product('US500', AMERICA, ['美国标普500', '美國標普500', 'US 500'], { level: 6_600, yearlyVolatility: 0.16 }),
];

const SHORT_SEC = [5, 15, 30, 60, 180, 300];
/** Outside crypto, price steps are coarser for the size of the price. Ties are rare only from one minute on. */
const LONG_SEC = [60, 180, 300, 900];

const PAYOUT_RATE = rate(8_500n);
/** In whole units of the site's currency. */
const [MIN_STAKE, MAX_STAKE] = [10n, 50_000n];
/** Half a percent. */
const NEAR_PPM = 5_000;
/**
 * Where prices come from exchanges, an order enters so many seconds after the first whole one: by then what their order books and trades
 * said at the acceptance is in the price (bench/edge.ts, decision 150).
 */
export const ENTRY_DELAY_SEC = 3;
const PRESETS = [100n, 500n, 1_000n, 5_000n];

/**
 * The first version of a product's terms, with its amounts in the currency of the site.
 * @param entryDelaySec left out: none, for simulated prices, which nobody sees before the others.
 */
export function firstTerms(
  { code, category, decimals, sources }: Pick<CatalogueProduct, 'code' | 'category' | 'decimals' | 'sources'>,
  paidIn: Currency,
  entryDelaySec?: number,
): Terms {
  return {
    version: 1,
    product: code,
    decimals,
    durations: (category === 'crypto' ? SHORT_SEC : LONG_SEC).map((seconds): DurationTerms => ({
      seconds,
      payoutRate: PAYOUT_RATE,
      minStake: wholeUnits(MIN_STAKE, paidIn),
      maxStake: wholeUnits(MAX_STAKE, paidIn),
    })),
    feeRate: rate(0n),
    presets: PRESETS.map((preset) => wholeUnits(preset, paidIn)),
    acceptWithinMs: ACCEPT_WITHIN_MS_MAX,
    priceRule: {
      freshMs: STALE_AFTER_MS[category],
      minSources: minSourcesOf(Object.keys(sources).length),
      nearPpm: NEAR_PPM,
    },
    ...(entryDelaySec === undefined ? {} : { entryDelaySec }),
  };
}
