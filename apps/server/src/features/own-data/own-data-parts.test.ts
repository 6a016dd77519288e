import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusalOf, tried } from '../../testing/attacks.ts';
import { createSchema } from '../../testing/constraint-attacks.ts';
import type { Schema } from '../../testing/constraint-attacks.ts';
import { createTestDb } from '../../testing/test-db.ts';

/** One function for all parts, as it was before each part had its own. */
const BEFORE = /create or replace function member_data\([\s\S]*?\nend \$function\$;/.exec(
  readFileSync(new URL('../../../migrations/0068_months_leave.sql', import.meta.url), 'utf8'),
)?.[0];
const PARTS = [...(BEFORE ?? '').matchAll(/when '(\w+)' then return query/g)].map(([, name]) => name ?? '');

let schema: Schema;
/** A request that waits, of each member. */
let requests: string[];
beforeAll(async () => {
  schema = await createSchema();
  const { ownerPool } = schema;
  await ownerPool.query((BEFORE ?? '').replace('member_data(', 'member_data_before('));
  await ownerPool.query(`delete from data_request`);
  const { rows } = await ownerPool.query<{ id: string }>(
    'insert into data_request (member_id) select id from member order by id returning id',
  );
  requests = rows.map(({ id }) => id);
}, 60_000);
afterAll(async () => await schema.drop());

/** All pages of a part, as the bytes that the database sends. */
async function read(from: string, request: string, part: string, most: number): Promise<string[]> {
  const found: string[] = [];
  for (let after = ''; ;) {
    const { rows } = await schema.ownerPool.query<{ key: string; data: string }>(
      `select key, data::text as data from ${from}($1, $2, $3, $4)`,
      [request, part, after, most],
    );
    found.push(...rows.map(({ key, data }) => `${key} ${data}`));
    const last = rows.at(-1);
    if (last === undefined || rows.length < most || last.key === '' || last.key === after || found.length > 500)
      return found;
    after = last.key;
  }
}

it('each part answers, to the byte, what one function answered for all of them', async () => {
  expect(PARTS.length).toBeGreaterThan(20);
  const filled = new Set<string>();
  for (const request of requests)
    for (const part of PARTS)
      for (const most of [1, 1000]) {
        const before = await read('member_data_before', request, part, most);
        expect(await read('member_data', request, part, most), `${part}, ${most} at once`).toEqual(before);
        if (before.length > 0) filled.add(part);
      }
  expect(PARTS.filter((part) => !filled.has(part))).toEqual([]);
}, 60_000);

it('what banks wrote of payments is in the file of whose payments they are, unless its match was undone', async () => {
  const { ownerPool } = schema;
  const { rows } = await ownerPool.query<{ request: string; entry: string }>(
    `select r.id as request, e.id as entry from statement_entry e join statement_match m on m.id = e.match_id
     join deposit d on d.id = m.deposit_id join data_request r on r.member_id = d.member_id`,
  );
  const [{ request, entry } = expect.fail()] = rows;
  const entries = async (of: string) =>
    (await read('member_data', of, 'bankEntries', 1000)).map((line): unknown =>
      JSON.parse(line.slice(line.indexOf('{'))),
    );
  await ownerPool.query(`update statement_entry set counterparty = 'Lin Xiaoyu', words = 'rent' where id = $1`, [
    entry,
  ]);
  expect(await entries(request)).toContainEqual(
    expect.objectContaining({ counterparty: 'Lin Xiaoyu', words: 'rent', is: 'deposit', amount: expect.any(String) }),
  );
  for (const other of requests.filter((id) => id !== request))
    expect(JSON.stringify(await entries(other))).not.toContain('Lin Xiaoyu');
  await ownerPool.query('update statement_match set undone_by = 3 where id in (select match_id from statement_entry)');
  expect(await entries(request)).toEqual([]);
});

it('what banks wrote of a member who was forgotten goes when it is matched', async () => {
  const { ownerPool } = schema;
  await ownerPool.query(`set session_replication_role = replica; update member_closing set member_id = 1;
    insert into statement_match (id, account, kind, deposit_id, operator_id)
    values ('00000000-0000-0000-0000-0000000000aa', 'bank', 'deposit', '00000000-0000-0000-0000-000000000001', 2);
    set session_replication_role = default`);
  const client = await ownerPool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query(`update statement_entry set counterparty = 'Lin Xiaoyu', words = 'rent',
      match_id = '00000000-0000-0000-0000-0000000000aa' returning counterparty, words`);
    expect(rows).toEqual([{ counterparty: null, words: null }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

it('nobody reads a part but by the request of a member who waits, and no other function', async () => {
  const db = await createTestDb();
  try {
    for (const pool of Object.values(db.pools))
      expect(await tried(pool, `select from data_of_account(1, 2::smallint, '', 1)`)).toBe('42501');
    const none = `'00000000-0000-0000-0000-000000000000'`;
    expect(await tried(db.pools.worker, `select from member_data(${none}, 'account', '', 1)`)).toBe('CD350');
  } finally {
    await db.drop();
  }
  for (const part of ['nothing', 'account(1, 2, 3, 4); --', 'of_lines', ''])
    expect(await refusalOf(schema.ownerPool, `select from member_data('${requests[0]}', '${part}', '', 1)`), part).toBe(
      'CD350',
    );
});
