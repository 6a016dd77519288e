import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tried } from '../testing/attacks.ts';
import { makeProduct } from '../testing/factories.ts';
import { createTestDb } from '../testing/test-db.ts';
import type { TestDb } from '../testing/test-db.ts';

/** A feed without the lead, or anybody else, tries to change prices. */
let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(async () => await test.drop());

it('a feed that lost the lead publishes nothing', async () => {
  expect(
    await tried(
      test.pools.feed,
      'select take_feed_lead()',
      `select publish_ticks((select epoch - 1 from feed_leader), '[]', 0)`,
    ),
  ).toBe('CD001');
  expect(
    await tried(
      test.pools.feed,
      'select take_feed_lead()',
      `select publish_ticks((select epoch from feed_leader), '[]', 0)`,
    ),
  ).toBe('done');
});

it.each([
  ['ticks', `select publish_ticks((select epoch from feed_leader), '[]', 0)`],
  ['checkpoints', `select publish_checkpoints((select epoch from feed_leader), '[]')`],
])('no feed takes the lead while %s are being published', async (_, publish) => {
  const connection = await test.pools.feed.connect();
  try {
    await connection.query('begin');
    await connection.query(publish);
    expect(await tried(test.pools.feed, `set local lock_timeout = '100ms'`, 'select take_feed_lead()')).toBe('55P03');
  } finally {
    await connection.query('rollback');
    connection.release();
  }
  expect(await tried(test.pools.feed, `set local lock_timeout = '100ms'`, 'select take_feed_lead()')).toBe('done');
});

it('ticks of a recent day cannot be deleted', async () => {
  expect(await tried(test.pools.worker, 'select drop_archived_ticks(current_date)')).toBe('CD004');
});

/** The feed judges by the newest terms, a receipt by those of its order. */
describe('the price rule of a product', () => {
  const next = (rule: string, version = 2) =>
    `insert into terms (product, version, durations, fee_rate, presets, accept_within_ms, fresh_ms, near_ppm, min_sources)
     select product, ${version}, durations, fee_rate, presets, 2000, ${rule} from terms where product = 'RULEUSD' and version = 1`;

  beforeAll(async () => {
    await makeProduct(test.ownerPool, 'RULEUSD');
  });

  it.each([
    ['reports that are fresh for longer', '5001, 5000, 1'],
    ['outliers that are farther', '5000, 5001, 1'],
    ['more sources', '5000, 5000, 2'],
  ])('is refused with %s than before', async (_, rule) => {
    expect(await tried(test.ownerPool, next(rule))).toBe('CD041');
  });

  it('stays as it was, also where new terms leave it out', async () => {
    expect(await tried(test.ownerPool, next('5000, 5000, 1'))).toBe('done');
    const says = `select 1 / (count(*) = 1)::int from terms where (product, version) = ('RULEUSD', 2) and document like
      '%"acceptWithinMs":2000,%"priceRule":{"freshMs":5000,"minSources":1,"nearPpm":5000}%'`;
    expect(await tried(test.ownerPool, next('null, null, null'), says)).toBe('done');
  });

  it('is the same when orders enter later, and so is what new terms leave out', async () => {
    const later = `insert into terms (product, version, durations, fee_rate, presets, entry_delay_sec)
      select product, version + 1, durations, fee_rate, presets, 3 from terms where product = 'RULEUSD' and version = 1`;
    const says = (version: number, delay: number): string =>
      `select 1 / (count(*) = 1)::int from terms where (product, version) = ('RULEUSD', ${version}) and document like
        '%],"entryDelaySec":${delay},"feeRate":%"format":"candor-terms-v3","priceRule":{"freshMs":5000,"minSources":1,"nearPpm":5000}%'`;
    expect(await tried(test.ownerPool, later, says(2, 3))).toBe('done');
    expect(await tried(test.ownerPool, later, next('null, null, null', 3), says(3, 3))).toBe('done');
    const none = later.replace('presets, 3', 'presets, 0');
    expect(await tried(test.ownerPool, none, says(2, 0))).toBe('done');
  });

  it('is that of the newest version, and both may come at once', async () => {
    expect(await tried(test.ownerPool, next('5000, 5000, 1'), next('5000, 5000, 2', 3))).toBe('CD041');
    const product = `insert into product (code, names, category, decimals, position) values ('TWOUSD', '{}', 'crypto', 2, 9)`;
    const both = `insert into terms (product, version, durations, presets, min_sources)
      select 'TWOUSD', n, durations, presets, n from terms, generate_series(1, 2) n where product = 'RULEUSD' and version = 1`;
    expect(await tried(test.ownerPool, product, both)).toBe('CD041');
  });
});
