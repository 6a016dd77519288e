/**
 * How old the last price of each product is that a source gave, and what this says of the source. A connection that is open
 * proves nothing: only prices do.
 */
import { sessionAt } from '@candor/domain/market/sessions';
import type { Instrument, SourcePrice, SourceState } from './source.ts';
import { STALE_AFTER_MS } from './source.ts';

export interface PriceAges {
  /** @param freshAt from when the price ages. */
  put(product: string, freshAt: number): void;
  /** The connection was lost: the prices from before say nothing of the next one. */
  reset(): void;
  prices(): readonly SourcePrice[];
  /** How the source does at a moment, with the products that trade and have no new price. */
  stateAt(nowMs: number, isConnected: boolean): { readonly state: SourceState; readonly silent: readonly string[] };
}

export function createPriceAges(instruments: readonly Instrument[]): PriceAges {
  const pricedAt = new Map<string, number>();
  let heard = new Set<string>();
  return {
    put: (product, freshAt) => {
      heard.add(product);
      pricedAt.set(product, Math.max(freshAt, pricedAt.get(product) ?? freshAt));
    },
    reset: () => {
      heard = new Set();
    },
    prices: () => instruments.map(({ product }) => ({ product, pricedAt: pricedAt.get(product) ?? null })),
    stateAt: (nowMs, isConnected) => {
      const isFresh = ({ product, category }: Instrument): boolean =>
        heard.has(product) && nowMs - (pricedAt.get(product) ?? Number.NEGATIVE_INFINITY) <= STALE_AFTER_MS[category];
      const old = instruments.filter((each) => !isFresh(each));
      // Outside its session a product has no prices, and none is expected.
      const silent = old.filter(({ calendar }) => sessionAt(calendar, nowMs).open).map(({ product }) => product);
      if (!isConnected) return { state: 'down', silent };
      if (old.length === instruments.length) return { state: 'silent', silent };
      return { state: silent.length === 0 ? 'up' : 'partly', silent };
    },
  };
}
