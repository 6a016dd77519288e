/** The products a new site starts with. An operator changes them afterwards; nothing here is read again for those. */
import type { Category } from '@candor/contract/market';
import type { Language } from '@candor/contract/languages';
import type { SessionCalendar } from '@candor/domain/market/sessions';
import { money, rate } from '@candor/domain/money';
import type { DurationTerms, Terms } from '@candor/domain/trading/terms';
import { FOREX_CALENDAR, GERMAN_INDEX_CALENDAR, METAL_CALENDAR, US_INDEX_CALENDAR } from './calendars.ts';
import { type WalkModel, walkModel } from './sources/price-walk.ts';

export interface CatalogueProduct {
  readonly code: string;
  readonly names: Readonly<Record<Language, string>>;
  readonly category: Category;
  readonly decimals: number;
  readonly calendar: SessionCalendar;
  /** Where a simulated price starts and how much it moves. */
  readonly model: WalkModel;
}

const product = (
  code: string,
  category: Category,
  decimals: number,
  calendar: SessionCalendar,
  names: readonly [zhHans: string, zhHant: string, en: string],
  simulated: { level: number; yearlyVolatility: number },
): CatalogueProduct => ({
  code,
  names: { 'zh-Hans': names[0], 'zh-Hant': names[1], en: names[2] },
  category,
  decimals,
  calendar,
  model: walkModel(category, simulated.level, decimals, simulated.yearlyVolatility),
});

const crypto = (code: string, names: readonly [string, string, string], level: number, yearlyVolatility: number) =>
  product(code, 'crypto', 2, null, names, { level, yearlyVolatility });

const forex = (
  code: string,
  decimals: number,
  names: readonly [string, string, string],
  level: number,
  yearlyVolatility: number,
) => product(code, 'forex', decimals, FOREX_CALENDAR, names, { level, yearlyVolatility });

/** In the order they are listed. */
export const CATALOGUE: readonly CatalogueProduct[] = [
  crypto('BTCUSDT', ['比特币/USDT', '比特幣/USDT', 'Bitcoin / Tether'], 88_000, 0.5),
  crypto('ETHUSDT', ['以太坊/USDT', '以太幣/USDT', 'Ether / Tether'], 2_900, 0.65),
  crypto('SOLUSDT', ['索拉纳/USDT', '索拉納/USDT', 'Solana / Tether'], 135, 0.8),
  crypto('BNBUSDT', ['币安币/USDT', '幣安幣/USDT', 'BNB / Tether'], 870, 0.6),
  crypto('BTCUSD', ['比特币/美元', '比特幣/美元', 'Bitcoin / US dollar'], 88_000, 0.5),
  forex('EURUSD', 5, ['欧元/美元', '歐元/美元', 'Euro / US dollar'], 1.145, 0.075),
  forex('GBPUSD', 5, ['英镑/美元', '英鎊/美元', 'Pound sterling / US dollar'], 1.318, 0.08),
  forex('USDJPY', 3, ['美元/日元', '美元/日圓', 'US dollar / Japanese yen'], 155.4, 0.1),
  forex('AUDUSD', 5, ['澳元/美元', '澳幣/美元', 'Australian dollar / US dollar'], 0.652, 0.1),
  forex('NZDUSD', 5, ['纽元/美元', '紐元/美元', 'New Zealand dollar / US dollar'], 0.571, 0.1),
  product('XAUUSD', 'metal', 2, METAL_CALENDAR, ['黄金', '黃金', 'Gold'], { level: 4_060, yearlyVolatility: 0.18 }),
  product('XAGUSD', 'metal', 3, METAL_CALENDAR, ['白银', '白銀', 'Silver'], { level: 50.2, yearlyVolatility: 0.32 }),
  product('DE30EUR', 'index', 1, GERMAN_INDEX_CALENDAR, ['德国DAX30', '德國DAX30', 'Germany 30'], {
    level: 23_200,
    yearlyVolatility: 0.17,
  }),
  product('US500', 'index', 1, US_INDEX_CALENDAR, ['美国标普500', '美國標普500', 'US 500'], {
    level: 6_600,
    yearlyVolatility: 0.16,
  }),
];

const SHORT_SEC = [5, 15, 30, 60, 180, 300];
/** Outside crypto prices move in coarser steps for their size, and ties are rare only from a minute on. */
const LONG_SEC = [60, 180, 300, 900];

const PAYOUT_RATE = rate(8_500n);
const [MIN_STAKE, MAX_STAKE] = [money(10_00n), money(50_000_00n)];
const PRESETS = [money(100_00n), money(500_00n), money(1_000_00n), money(5_000_00n)];

/** The first version of a product's terms. Amounts are minor units of a currency with two decimals. */
export const firstTerms = ({ code, category, decimals }: CatalogueProduct): Terms => ({
  version: 1,
  product: code,
  decimals,
  durations: (category === 'crypto' ? SHORT_SEC : LONG_SEC).map((seconds): DurationTerms => ({
    seconds,
    payoutRate: PAYOUT_RATE,
    minStake: MIN_STAKE,
    maxStake: MAX_STAKE,
  })),
  feeRate: rate(0n),
  presets: PRESETS,
});
