import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../platform/db/pool.ts';
import { planted } from '../testing/levers.ts';
import { knownMachinery } from '../testing/schema/known-schema.ts';
import { createTestDb } from '../testing/test-db.ts';
import type { TestDb } from '../testing/test-db.ts';

/**
 * Functions that run with the owner's rights, and triggers. Ticks and checkpoints are added only by their function,
 * which accepts only the next link of a chain. Only drop_archived_ticks removes them, and only for a signed file. One
 * trigger writes the document of terms when they are inserted; the other refuses another currency once there are terms
 * or transfers.
 *
 * The known ones are those of schema.sql: one more is a line of its difference, and its migration says why it is no lever.
 * Which of these functions a role may call is a list by hand, in no-outcome-lever.test.ts.
 */
const MACHINERY = knownMachinery();

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(async () => await test.drop());

/** Functions with the owner's rights, and everything that runs automatically on a write. */
async function machineryOf(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')
     union all select distinct 'trigger ' || tgname from pg_trigger where not tgisinternal
     union all select 'rule ' || rulename from pg_rewrite r join pg_class c on c.oid = r.ev_class
       join pg_namespace n on n.oid = c.relnamespace where rulename <> '_RETURN' and n.nspname = 'public'
     union all select 'event trigger ' || evtname from pg_event_trigger
     union all select 'default rights' from pg_default_acl
     order by 1`,
  );
  return rows.map(({ name }) => name).toSorted();
}

it('rights are not widened by functions, triggers, rules or defaults', async () => {
  expect(MACHINERY).toContain('accept_settlements');
  expect(await machineryOf(test.ownerPool)).toEqual(MACHINERY);
});

it.each([
  `create function decide(uuid, text) returns void language sql security definer as 'select'`,
  `create function turn() returns trigger language plpgsql as 'begin return new; end';
   create trigger turn before insert on settlement for each row execute function turn()`,
  'create rule turn as on insert to settlement do instead nothing',
  'alter default privileges grant update on tables to candor_http',
])('rights are found when widened: %s', async (sql) => {
  expect(await planted(test.ownerPool, sql, machineryOf)).not.toEqual(MACHINERY);
});
