import { expect, it } from 'vitest';
import type { PriceSourcesRow } from './price-source-store.ts';
import { priceSourcesView } from './price-source-view.ts';
import { FOREX_CALENDAR } from './calendars.ts';

/** A Saturday: currency pairs do not trade. */
const NOW = Date.parse('2026-11-21T10:00:00.000Z');

function said(source: string, ageMs: number, verdict = 'used') {
  return { source, receivedAt: new Date(NOW - ageMs).toISOString(), verdict };
}

/** In the order of the exchanges that did not tell anything. */
const LISTING = { binance: 'BTCUSDT', okx: 'BTC-USDT', kraken: 'BTC/USDT' };

function statesOf(row: Partial<PriceSourcesRow>) {
  const { sources } = priceSourcesView(
    { product: 'BTCUSDT', category: 'crypto', calendar: null, feed: 'live', listing: LISTING, sources: [], ...row },
    NOW,
  );
  return sources.map(({ source, state, pricedAt }) => [
    source,
    state,
    pricedAt === null ? null : NOW - Date.parse(pricedAt),
  ]);
}

it('calls a source up only with a new price, and names the exchanges that gave none', () => {
  expect(statesOf({ sources: [said('binance', 900), said('okx', 5001)] })).toEqual([
    ['binance', 'up', 900],
    ['okx', 'silent', 5001],
    ['kraken', 'missing', null],
  ]);
  // A fetched trade is as old as it is, whenever it was told.
  expect(statesOf({ sources: [said('binance', 900, 'stale')] })[0]).toEqual(['binance', 'silent', 900]);
});

it('expects no price of a product that is closed, and gives other kinds a minute', () => {
  const forex = { product: 'EURUSD', category: 'forex' as const, listing: { kraken: 'EUR/USD' } };
  expect(statesOf({ ...forex, calendar: FOREX_CALENDAR })).toEqual([['kraken', 'closed', null]]);
  expect(statesOf({ ...forex, sources: [said('kraken', 59_000)] })).toEqual([['kraken', 'up', 59_000]]);
});

it('names the simulator without its seed, and no exchange beside it', () => {
  for (const source of ['simulator', 'simulator:abc:12', 'simulator2', 'simulator2:abc:12'])
    expect(statesOf({ feed: 'simulated', sources: [said(source, 40)] })).toEqual([['simulator', 'up', 40]]);
});

it('names the round of public randomness behind the newest price, if there is one', () => {
  const roundOf = (source: string, feed: 'simulated' | 'live' = 'simulated') =>
    priceSourcesView(
      { product: 'BTCUSDT', category: 'crypto', calendar: null, feed, listing: LISTING, sources: [said(source, 40)] },
      NOW,
    ).round;
  const commitment = 'ab'.repeat(32);
  expect(roundOf(`simulator2:${commitment}:12:1000:${'cd'.repeat(48)}`)).toBe(1000);
  expect(roundOf(`simulator2:1000:${'cd'.repeat(48)}`)).toBe(1000);
  expect([roundOf('simulator2'), roundOf(`simulator2:${commitment}:12`), roundOf('binance', 'live')]).toEqual([
    null,
    null,
    null,
  ]);
});
