import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../../platform/config/config.ts';
import { makeMember, makeProduct } from '../../testing/factories.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { readSite, recordSite } from './site.ts';

let db: TestDb;

beforeEach(async () => {
  db = await createTestDb();
});

afterEach(async () => {
  await db.drop();
});

async function load(env: Record<string, string>) {
  return await recordSite(db.ownerPool, loadConfig(env));
}

test.each([
  ['JPY', 0, 100_000n],
  ['CNY', 2, 10_000_000n],
  ['KWD', 3, 100_000_000n],
])('a site in %s has %i decimals, and grants the same number of whole units', async (code, decimals, practiceGrant) => {
  await db.ownerPool.query('delete from site');
  const site = await load({ SITE_CURRENCY: code });
  expect(site).toMatchObject({ currency: { code, decimals }, practiceGrant });
});

test('the currency can be corrected until an amount is stored', async () => {
  expect(await load({ SITE_CURRENCY: 'KWD', SITE_CURRENCY_DECIMALS: '4' })).toMatchObject({
    practiceGrant: 1_000_000_000n,
  });
  const corrected = await load({ SITE_CURRENCY: 'JPY', SITE_CURRENCY_SYMBOL: 'JP¥' });
  expect(corrected).toMatchObject({
    currency: { code: 'JPY', decimals: 0 },
    currencySymbol: 'JP¥',
    practiceGrant: 100_000n,
  });
});

test.each([
  ['terms are published', async () => await makeProduct(db.ownerPool)],
  ['money has moved', async () => await makeMember(db.pool)],
])('once %s, another currency stops the start, and the database refuses it too', async (_, store) => {
  await store();
  const other = String((TEST_CURRENCY.decimals + 1) % 5);
  await expect(load({ SITE_CURRENCY_DECIMALS: other })).rejects.toThrow(
    `Set SITE_CURRENCY=CNY and SITE_CURRENCY_DECIMALS=${TEST_CURRENCY.decimals}.`,
  );
  await expect(load({ SITE_CURRENCY: 'EUR' })).rejects.toThrow('Set SITE_CURRENCY=CNY');
  for (const change of [`currency = 'EUR'`, `currency_decimals = ${other}`])
    await expect(db.ownerPool.query(`update site set ${change}`)).rejects.toMatchObject({ code: 'CD040' });
  // The symbol says nothing about amounts.
  const decimals = String(TEST_CURRENCY.decimals);
  expect(await load({ SITE_CURRENCY_DECIMALS: decimals, SITE_CURRENCY_SYMBOL: '元' })).toMatchObject({
    currencySymbol: '元',
  });
});

test('terms cannot be published without a site', async () => {
  await db.ownerPool.query('delete from site');
  await expect(makeProduct(db.ownerPool)).rejects.toMatchObject({ code: '23502', column: 'document' });
});

test('every role reads the site with its own rights', async () => {
  const settings = loadConfig({ SITE_CURRENCY_DECIMALS: String(TEST_CURRENCY.decimals) });
  for (const pool of Object.values(db.pools))
    expect(await readSite(pool, settings)).toMatchObject({ mode: 'practice' });
});

test('once money has moved, another time zone stops the start', async () => {
  const decimals = { SITE_CURRENCY_DECIMALS: String(TEST_CURRENCY.decimals) };
  expect(await load({ ...decimals, SITE_TIME_ZONE: 'Asia/Tokyo' })).toMatchObject({ timeZone: 'Asia/Tokyo' });
  await makeMember(db.pool);
  await expect(load({ ...decimals, SITE_TIME_ZONE: 'UTC' })).rejects.toThrow('SITE_TIME_ZONE=UTC');
});
