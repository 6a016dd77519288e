import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { deleteOtherSessions } from './session-store.ts';

let db: TestDb;
beforeAll(async () => {
  db = await createTestDb();
});
afterAll(async () => await db.drop());

test('all other sessions of a member end, also expired ones, and only live ones are counted', async () => {
  const [memberId, other] = [await makeMember(db.pool, '0'), await makeMember(db.pool, '0')];
  await makeSession(db.pool, other);
  for (let made = 0; made < 4; made += 1) await makeSession(db.pool, memberId);
  const sessions = async () =>
    (await db.ownerPool.query<{ id: string }>('select id from session where member_id = $1 order by id', [memberId]))
      .rows;
  const [kept, expired] = await sessions();
  await db.ownerPool.query(`update session set expires_at = clock_timestamp() - interval '1 minute' where id = $1`, [
    expired?.id,
  ]);
  expect(await deleteOtherSessions(db.pool, memberId, kept?.id ?? '')).toBe(2);
  expect(await sessions()).toEqual([kept]);
  const { rows } = await db.ownerPool.query('select from session where member_id = $1', [other]);
  expect(rows).toHaveLength(1);
});
