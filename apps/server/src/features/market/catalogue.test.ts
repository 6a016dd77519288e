import { sessionAt } from '@candor/domain/market/sessions';
import { minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { describe, expect, it } from 'vitest';
import { createTestDb } from '../../testing/test-db.ts';
import { CATALOGUE, ENTRY_DELAY_SEC, firstTerms } from './catalogue.ts';
import { productsSeenFirst, seedProducts } from './seed-products.ts';

function find(code: string) {
  const product = CATALOGUE.find((entry) => entry.code === code);
  if (product === undefined) throw new Error(`no product ${code}`);
  return product;
}

function isOpen(code: string, at: string): boolean {
  return sessionAt(find(code).calendar, Date.parse(at)).open;
}

describe('the catalogue', () => {
  it('has at least ten products in three languages, each once', () => {
    expect(CATALOGUE.length).toBeGreaterThanOrEqual(10);
    expect(new Set(CATALOGUE.map(({ code }) => code)).size).toBe(CATALOGUE.length);
    for (const { names } of CATALOGUE) {
      expect(Object.values(names).every((name) => name.length > 0)).toBe(true);
      expect(names['zh-Hans']).not.toBe(names.en);
    }
  });

  it('offers short durations only for crypto', () => {
    const seconds = (code: string) =>
      firstTerms(find(code), TEST_CURRENCY).durations.map((duration) => duration.seconds);
    expect(seconds('BTCUSDT')).toEqual([5, 15, 30, 60, 180, 300]);
    for (const code of ['EURUSD', 'XAUUSD', 'DE30EUR']) expect(seconds(code)).toEqual([60, 180, 300, 900]);
    expect(firstTerms(find('BTCUSDT'), TEST_CURRENCY).durations[0]).toEqual({
      seconds: 5,
      payoutRate: 8500n,
      minStake: minor('10'),
      maxStake: minor('50000'),
    });
  });
});

it('lets orders enter later where prices come from exchanges, and not where they are simulated', async () => {
  const delays = async (feed: Parameters<typeof seedProducts>[2]): Promise<unknown> => {
    const test = await createTestDb();
    await seedProducts(test.ownerPool, TEST_CURRENCY, feed);
    const { rows } = await test.ownerPool.query('select distinct entry_delay_sec as delay from terms');
    await test.drop();
    return rows;
  };
  expect(await delays('auto')).toEqual([{ delay: ENTRY_DELAY_SEC }]);
  for (const feed of ['replay', 'simulated'] as const) expect(await delays(feed)).toEqual([{ delay: null }]);
});

it('names the products of a site with prices from exchanges whose orders still enter at once', async () => {
  const test = await createTestDb();
  await seedProducts(test.ownerPool, TEST_CURRENCY, 'simulated');
  expect(await productsSeenFirst(test.ownerPool, 'simulated')).toEqual([]);
  expect(await productsSeenFirst(test.ownerPool, 'live')).toHaveLength(CATALOGUE.length);
  await test.ownerPool.query(
    `insert into terms (product, version, durations, fee_rate, presets, entry_delay_sec)
     select product, 2, durations, fee_rate, presets, 3 from terms where product <> 'EURUSD'`,
  );
  await test.ownerPool.query(`update product set active = false where code = 'GBPUSD'`);
  expect(await productsSeenFirst(test.ownerPool, 'auto')).toEqual(['EURUSD']);
  await test.drop();
});

describe('sessions', () => {
  it.each([
    ['BTCUSDT', '2026-11-21T10:00:00Z', true],
    ['EURUSD', '2026-11-21T10:00:00Z', false],
    ['EURUSD', '2026-11-20T21:57:59Z', true],
    ['EURUSD', '2026-11-20T21:58:00Z', false],
    ['EURUSD', '2026-11-22T22:02:59Z', false],
    ['EURUSD', '2026-11-22T22:03:00Z', true],
    // New York leaves daylight saving time on 2026-11-01: before that, the same local time is an hour earlier in UTC.
    ['EURUSD', '2026-10-28T20:57:59Z', true],
    ['EURUSD', '2026-10-28T20:58:00Z', false],
    ['EURUSD', '2026-12-25T12:00:00Z', false],
    ['EURUSD', '2026-12-24T22:30:00Z', false],
    ['XAUUSD', '2026-11-22T22:30:00Z', false],
    ['XAUUSD', '2026-11-22T23:03:00Z', true],
    ['XAUUSD', '2027-03-26T12:00:00Z', false],
    ['DE30EUR', '2026-11-20T20:59:59Z', true],
    ['DE30EUR', '2026-11-20T21:00:00Z', false],
    ['DE30EUR', '2026-11-23T00:15:00Z', true],
    ['DE30EUR', '2027-03-29T12:00:00Z', false],
    ['US500', '2026-11-20T21:20:00Z', false],
    ['US500', '2026-11-20T21:30:00Z', true],
    ['US500', '2026-11-26T18:00:00Z', false],
  ])('%s at %s: open is %s', (code, at, open) => {
    expect(isOpen(code, at)).toBe(open);
  });

  it('say when a closed product opens', () => {
    const session = sessionAt(find('EURUSD').calendar, Date.parse('2026-11-21T10:00:00Z'));
    expect(session).toEqual({ open: false, opensAt: Date.parse('2026-11-22T22:03:00Z') });
  });
});
