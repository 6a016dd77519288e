import { afterAll, beforeAll, expect, it } from 'vitest';
import { tried } from '../testing/attacks.ts';
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
