import { EXCHANGES } from '@candor/contract/market';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../catalogue.ts';
import { minSourcesOf } from './listings.ts';

describe('the listings of the catalogue', () => {
  it.each(EXCHANGES)('of %s name the exact instrument of each product', (exchange) => {
    const symbols = CATALOGUE.flatMap(({ code, sources }) => {
      const symbol = sources[exchange];
      return symbol === undefined ? [] : [{ code, symbol }];
    });
    expect(symbols.length).toBeGreaterThan(0);
    for (const { code, symbol } of symbols) expect(symbol.replace(/[-/]/, '')).toBe(code);
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
