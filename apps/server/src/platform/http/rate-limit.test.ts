import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { memoryAddressLimit, memoryLimit, postgresAddressLimit, postgresLimit } from './rate-limit.ts';

let db: TestDb;

beforeAll(async () => {
  db = await createTestDb();
});

afterAll(async () => {
  await db.drop();
});

const REFUSED = { name: 'Refused', key: 'RATE_LIMITED', retryAfterSec: 60 };

test('a key is refused once its points are used up, other keys are not', async () => {
  const limit = memoryLimit({ points: 2, durationSec: 60 });
  await limit.take('a');
  await limit.take('a');
  await expect(limit.take('a')).rejects.toMatchObject(REFUSED);
  await expect(limit.take('b')).resolves.toBeUndefined();
});

test('processes on one database share the count', async () => {
  const rule = { name: 'shared', points: 2, durationSec: 60 };
  await postgresLimit(db.pool, rule).take('a');
  await postgresLimit(db.pool, rule).take('a');
  await expect(postgresLimit(db.pool, rule).take('a')).rejects.toMatchObject(REFUSED);
  await expect(postgresLimit(db.pool, rule).take('b')).resolves.toBeUndefined();
  await expect(postgresLimit(db.pool, { ...rule, name: 'other' }).take('a')).resolves.toBeUndefined();
});

test('simultaneous uses are counted one by one', async () => {
  const limit = postgresLimit(db.pool, { name: 'burst', points: 5, durationSec: 60 });
  const uses = await Promise.allSettled(Array.from({ length: 20 }, async () => await limit.take('a')));
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
});

test('a new window starts from zero', async () => {
  const limit = postgresLimit(db.pool, { name: 'window', points: 1, durationSec: 60 });
  await limit.take('a');
  await expect(limit.take('a')).rejects.toMatchObject(REFUSED);
  await db.ownerPool.query(`update rate_limit set expire = expire - 60000 where key = 'window:a'`);
  await expect(limit.take('a')).resolves.toBeUndefined();
});

test('a database error is an error, not a refusal', async () => {
  const broken = postgresLimit(
    { query: async () => await Promise.reject(new Error('gone')) },
    { name: 'x', points: 1, durationSec: 1 },
  );
  await expect(broken.take('a')).rejects.toThrow('gone');
});

test.each(['memory', 'postgres'] as const)('a limit per address counts its larger blocks too: %s', async (kind) => {
  const rule = { points: 2, durationSec: 60 };
  const limit =
    kind === 'memory' ? memoryAddressLimit(rule) : postgresAddressLimit(db.pool, { ...rule, name: 'blocks' });
  // Every /64 only once: the /56 has 3 times, and the /48 8 times the points of an address.
  const taken = await Promise.allSettled(
    Array.from({ length: 8 }, async (_, subnet) => await limit.take(`2001:db8:1:${subnet.toString(16)}::1`)),
  );
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
  const wide = [];
  for (let subnet = 1; subnet < 30; subnet += 1)
    wide.push(
      await limit.take(`2001:db8:1:${(subnet * 256).toString(16)}::1`).then(
        () => 1,
        () => 0,
      ),
    );
  expect(wide.filter((each) => each === 1).length).toBeLessThanOrEqual(16 - 6);
  await expect(limit.take('2001:db8:2::1')).resolves.toBeUndefined();
});

test('what one address is refused is not counted against its neighbours', async () => {
  const limit = memoryAddressLimit({ points: 2, durationSec: 60 });
  for (let i = 0; i < 50; i += 1) await limit.take('10.0.0.1').catch(() => undefined);
  await expect(limit.take('10.0.0.2')).resolves.toBeUndefined();
});
