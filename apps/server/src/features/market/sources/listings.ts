/**
 * Which exchanges quote a product, and under which name. A line may hold only exactly the same instrument: a price in
 * dollars is not a price in USDT.
 */
export type Exchange = 'binance' | 'okx' | 'coinbase' | 'kraken';

type Listings = Readonly<Record<string, Readonly<Partial<Record<Exchange, string>>>>>;

/** The order of the exchanges here is the order in which they are asked for history. */
const LISTINGS: Listings = {
  BTCUSDT: { binance: 'BTCUSDT', okx: 'BTC-USDT', kraken: 'BTC/USDT' },
  ETHUSDT: { binance: 'ETHUSDT', okx: 'ETH-USDT', kraken: 'ETH/USDT' },
  SOLUSDT: { binance: 'SOLUSDT', okx: 'SOL-USDT', kraken: 'SOL/USDT' },
  BNBUSDT: { binance: 'BNBUSDT', okx: 'BNB-USDT' },
  BTCUSD: { coinbase: 'BTC-USD', kraken: 'BTC/USD' },
  EURUSD: { kraken: 'EUR/USD' },
  GBPUSD: { kraken: 'GBP/USD' },
  USDJPY: { kraken: 'USD/JPY' },
  AUDUSD: { kraken: 'AUD/USD' },
};

/** The exchange's symbol by product. */
export function symbolsOf(exchange: Exchange): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(LISTINGS).flatMap(([product, symbols]) => {
      const symbol = symbols[exchange];
      return symbol === undefined ? [] : [[product, symbol] as const];
    }),
  );
}

/** The exchanges that quote a product. */
export function exchangesOf(product: string): readonly string[] {
  return Object.keys(LISTINGS[product] ?? {});
}

/** How many of a product's sources must agree: of three or more, one may fail; of two, either one is enough. */
export function minSourcesOf(sources: number): number {
  return sources >= 3 ? 2 : 1;
}
