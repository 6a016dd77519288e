import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../catalogue.ts';
import { type Exchange, minSourcesOf, symbolsOf } from './listings.ts';

const EXCHANGES: readonly Exchange[] = ['binance', 'okx', 'coinbase', 'kraken'];

describe('the listings', () => {
  it.each(EXCHANGES)('of %s name the exact instrument of each product', (exchange) => {
    const codes = new Set(CATALOGUE.map(({ code }) => code));
    const symbols = [...symbolsOf(exchange)];
    expect(symbols.length).toBeGreaterThan(0);
    for (const [product, symbol] of symbols) {
      expect(codes).toContain(product);
      expect(symbol.replace(/[-/]/, '')).toBe(product);
    }
  });

  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 2],
  ])('%i sources: %i must agree', (sources, agreeing) => {
    expect(minSourcesOf(sources)).toBe(agreeing);
  });
});
