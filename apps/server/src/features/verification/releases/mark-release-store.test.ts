import { afterAll, beforeAll, expect, it } from 'vitest';
import { declaredStatements } from '../../../platform/db/statement.ts';
import { makeMember } from '../../../testing/factories.ts';
import { createTestDb } from '../../../testing/test-db.ts';
import type { TestDb } from '../../../testing/test-db.ts';
import { selectMarks } from './mark-release-store.ts';

let db: TestDb;
beforeAll(async () => {
  db = await createTestDb();
});
afterAll(async () => await db.drop());

it('the marks of all are found without those that one member alone has, however many these are', async () => {
  const member = await makeMember(db.pool);
  await db.ownerPool.query(
    `insert into member_mark (kind, mark, member_id, state) select 'device', sha256(n::text::bytea), $1, 'own' from generate_series(1, 20000) n`,
    [member.toString()],
  );
  await db.ownerPool.query('update member_mark set state = $1 where mark = sha256($2)', ['shared', Buffer.from('7')]);
  await db.ownerPool.query('vacuum analyze member_mark');
  expect(await selectMarks(db.pools.console, { offset: 0, limit: 20 })).toHaveLength(1);
  const own = declaredStatements.filter(({ text }) => text.includes('from member_mark k join member m'));
  const plans = await Promise.all(
    own.map(async ({ text }) => {
      const { rows } = await db.ownerPool.query<Record<string, string>>(`explain (generic_plan) ${text}`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    }),
  );
  expect(plans.filter((plan) => plan.includes('member_mark_contested'))).toHaveLength(1);
});
