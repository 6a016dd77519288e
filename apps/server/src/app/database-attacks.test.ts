import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ROLES } from '../platform/db/roles.ts';
import type { Role } from '../platform/db/roles.ts';
import { settleSql, transfersSql, tried } from '../testing/attacks.ts';

import { makeSite } from '../testing/make-site.ts';
import { createTestDb } from '../testing/test-db.ts';
import type { TestDb } from '../testing/test-db.ts';
import { hireOperator } from '../testing/test-operator.ts';

/**
 * An attacker has a full connection of one role and tries writes that are not its task. Everything is refused. What a
 * role may write, but only by the rules: attacks-on-money, attacks-on-orders, attacks-on-settlements and attacks-on-prices.
 */
const DENIED = '42501';

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
  await makeSite(test.ownerPool);
  await hireOperator(test.ownerPool, 'owner');
}, 60_000);
afterAll(async () => await test.drop());

describe('no role', () => {
  it.each([
    ['raise a balance', `update account set posted = posted + 100`],
    [
      'open an account with money',
      `insert into account (member_id, wallet, kind, currency, posted) values (1, 'cash', 'funds', 'CNY', 100)`,
    ],
    ['write a transfer by hand', 'insert into transfer select * from transfer'],
    ['change a transfer', 'update transfer set amount = 1'],
    ['publish a tick by hand', 'insert into tick select * from tick'],
    ['move the newest price', 'update tick_head set price = 1'],
    ['make a partition for ticks', 'select ensure_tick_partition(current_date)'],
    ['make a month for orders', 'select ensure_order_month(current_date)'],
    ['change an order', `update trade_order set direction = 'down'`],
    ['say who signed an order', 'update trade_order set request_key = null, request_signature = null'],
    ['give an order the text of before', 'update trade_order set document_version = 1'],
    ['delete an order', 'delete from trade_order'],
    ['change a result', `update settlement set outcome = 'won'`],
    ['delete a result', 'delete from settlement'],
    ['delay a close', `update position set closes_at = now() + interval '1 day'`],
    ['hide an open order', 'delete from position'],
    ['open a position without an order', 'insert into position select * from position'],
    ['add an operator', `insert into operator (username, roles) values ('intruder', '{owner}')`],
    ['give a member a role', `update member set roles = '{owner}'`],
    ['give an operator a role', `update operator set roles = '{owner}'`],
    ['let an operator leave by hand', `update operator set roles = '{}', left_at = now()`],
    ['let an operator work without a second factor', `update operator set must_secure = false`],
    ['give permissions', `update role set permissions = '{*:*:*}'`],
    ['set the password of an operator', `update operator_access set password_hash = 'x'`],
    ['freeze a member', 'update member set frozen = true'],
    ['retire the key of the site', `select use_proof_key('candor', sha256('mine'))`],
    ['retire the key by hand', 'update proof_key set retired_at = now()'],
    ['add a key', `insert into proof_key (id, name, public_key) values ('00000000', 'candor', sha256('mine'))`],
    ['change the keys of the site', `insert into site_key values ('seal:0000000000000000')`],
    ['change the site', 'update site set practice_grant = 1'],
    ['publish terms', 'insert into terms select * from terms'],
    ['change terms', 'update terms set fee_rate = 0'],
    ['stop a product', 'update product set forbidden = true'],
    ['sign a history by hand', 'insert into checkpoint select * from checkpoint'],
    ['forget an archived file', 'delete from tick_archive'],
    ['say that a month is archived', `select record_order_archive('2026-01-01', 3)`],
    ['forget an archived month', 'delete from order_archive'],
    ['take a month away', `select drop_order_month('2026-01-01', 3)`],
    ['name a file of a month', `select record_sorted_part('2026-01-01', 'moment', 1, 1, '')`],
    ['read the lines of a month', `select * from order_archive_sorted_lines('2026-01-01', 'moment', '', 1)`],
    ['say that a month has left', `insert into order_archive_left (month, bytes) values ('2026-01-01', 1)`],
    ['rewrite the public figures', 'update fairness_figure set orders = 1'],
    ['become the owner', 'set role candor_owner'],
    ['become another role', `set session authorization candor_owner`],
    ['turn the triggers off', 'set session_replication_role = replica'],
    ['drop a trigger', 'alter table settlement disable trigger all'],
    ['make a function', `create function public.helper() returns int language sql as 'select 1'`],
    ['read the password of an operator', 'select password_hash from operator_access'],
    ['read the migrations', 'select * from schema_migration'],
  ])('may %s', async (_, sql) => {
    for (const role of ROLES) expect([role, await tried(test.pools[role], sql)]).toEqual([role, DENIED]);
  });

  it('work as another role', async () => {
    for (const role of ROLES)
      for (const other of ROLES.filter((one) => one !== role))
        expect(await tried(test.pools[role], `set role candor_${other}`)).toBe(DENIED);
  });
});

const OTHERS: readonly [name: string, roles: readonly Role[], sql: string][] = [
  ['become the leader of the feed', ['http', 'worker'], 'select take_feed_lead()'],
  ['publish ticks', ['http', 'worker'], `select publish_ticks(1, '[]', 0)`],
  ['sign checkpoints', ['http', 'worker'], `select publish_checkpoints(1, '[]')`],
  ['draw candles', ['http', 'worker'], 'delete from candle'],
  ['read members', ['feed', 'worker'], 'select username from member'],
  ['read sessions', ['feed', 'worker'], 'select token_hash from session'],
  ['give a session another key', ['http', 'feed', 'worker'], `update session set device_key = sha256('mine')`],
  ['take a session over', ['http', 'feed', 'worker'], 'update session set member_id = 1'],
  ['forget a signature', ['http', 'feed'], 'delete from device_nonce'],
  ['open a session', ['feed', 'worker'], 'insert into session (member_id) values (1)'],
  ['read money', ['feed'], 'select * from account'],
  ['write transfers', ['feed'], transfersSql({})],
  ['place an order', ['feed', 'worker'], `insert into trade_order (id) values (gen_random_uuid())`],
  ['settle', ['http', 'feed'], `insert into settlement (order_id) values (gen_random_uuid())`],
  ['settle by a verdict', ['http', 'feed'], settleSql('gen_random_uuid()')],
  ['ask what is due', ['http', 'feed'], 'select due_windows(1, 0, 1)'],
  [
    'write a settlement time',
    ['worker'],
    `insert into settlement (order_id, settled_at) values (gen_random_uuid(), now())`,
  ],
  ['drop ticks', ['http', 'feed'], 'select drop_archived_ticks(current_date)'],
  ['record a tick archive', ['http', 'feed'], `select record_tick_archive('AAA', current_date, '', '')`],
  ['write as a member', ['feed', 'worker'], `insert into support_message (member_id, text) values (1, 'x')`],
  [
    'write as an operator',
    ['http'],
    `insert into support_message (member_id, author, text) values (1, 'operator', 'x')`,
  ],
  ['join a conversation', ['feed', 'worker', 'console'], `select join_conversation(1, sha256('x'))`],
  ['answer as an operator', ['http', 'feed', 'worker'], `select answer_conversation(10001, 1, 'x', null)`],
  ['end a conversation', ['http', 'feed', 'console'], 'select expire_visitor_conversations(1)'],
  ['write a message in the console', ['console'], `insert into support_message (member_id, text) values (1, 'x')`],
  ['change or delete a message', ['http', 'console', 'worker'], `delete from support_message`],
  ['change or delete a complaint', ['http', 'console', 'worker'], 'delete from complaint'],
  ['call a complaint answered', ['http', 'console', 'worker'], `update complaint set state = 'answered'`],
  ['set the clock of a complaint', ['http', 'console', 'worker'], `update complaint set due_on = '2030-01-01'`],
  [
    'take a complaint as an operator',
    ['http', 'worker'],
    `insert into complaint_step (complaint_id, kind, operator_id) values (1001, 'taken', 1)`,
  ],
  [
    'count a month',
    ['http', 'feed', 'console'],
    `insert into fairness_month (month, wallet, won, lost, tied, accounts) values ('2026-01-01', 'practice', 0, 0, 0, 0)`,
  ],
  ['change a month', ['http', 'worker', 'console'], 'update fairness_month set paid = 0'],
  ['see the token of a visitor', ['console', 'worker', 'feed'], 'select token_hash from support_conversation'],
  [
    'write as the check',
    ['http'],
    `insert into support_message (member_id, author, finding) values (1, 'check', '{}')`,
  ],
  [
    'publish the seed of simulated prices',
    ['http', 'worker', 'console'],
    `insert into simulator_seed (day) values (now())`,
  ],
  ['read what seeds follow from', ['http', 'worker', 'console'], `select sealed from simulator_secret`],
  [
    'change what seeds follow from',
    ['http', 'feed', 'worker', 'console'],
    `update simulator_secret set sealed = sealed`,
  ],
  ['remove what seeds follow from', ['http', 'feed', 'worker', 'console'], `delete from simulator_secret`],
  ['change a published seed', ['http', 'feed', 'worker', 'console'], `update simulator_seed set day = now()`],
  ['put a settlement into the log', ['http', 'worker', 'console'], 'select seal_settlements(1, 1)'],
  [
    'say that an order was settled with others',
    ['http', 'feed', 'worker', 'console'],
    `insert into settlement_batch (orders, during) values (array[gen_random_uuid()], 'empty')`,
  ],
  [
    'say where in the log a settlement is',
    ['http', 'feed', 'worker', 'console'],
    'update settlement_batch set first = 0',
  ],
  ['forget a settlement before it is logged', ['http', 'feed', 'worker', 'console'], 'delete from settlement_batch'],
  // The desk reads it for the receipt of an order.
  ['see what was settled together', ['feed'], 'select orders from settlement_batch'],
  ['say what a witness cosigned', ['http', 'feed', 'console'], 'update log_witness set size = 0'],
  ['say when a head was stamped', ['http', 'feed', 'console'], 'insert into log_time_stamp (hour) values (now())'],
  ['change when a head was stamped', ['http', 'feed', 'worker', 'console'], 'update log_time_stamp set size = 0'],
  ['forget that a head was stamped', ['http', 'feed', 'worker', 'console'], 'delete from log_time_stamp'],
  ['forget what a witness cosigned', ['http', 'feed', 'worker', 'console'], 'delete from log_witness'],
  ['read when a witness is asked', ['http', 'feed', 'console'], 'select due_at from log_witness'],
  ['set an alert for a member', ['feed', 'worker', 'console'], `insert into price_alert (member_id) values (1)`],
  ['say that a price was reached', ['http', 'feed', 'console'], 'update price_alert set fired_seq = 1'],
  [
    'choose the price of a reached alert',
    ['http', 'feed', 'worker', 'console'],
    'update price_alert set fired_price = 1',
  ],
  ['say that a market opened', ['http', 'feed', 'console'], 'update opening_reminder set told_at = now()'],
  ['delete a dispute', ['http', 'feed'], 'delete from support_check'],
  ['count a day', ['http', 'feed'], `insert into fairness_day (day, ends_at) values ('2026-01-01', now())`],
  ['quarantine an order', ['http', 'feed'], `select set_order_aside(gen_random_uuid(), 'x')`],
];

describe('a role without the task', () => {
  it.each(OTHERS)('may not %s', async (_, roles, sql) => {
    for (const role of roles) expect([role, await tried(test.pools[role], sql)]).toEqual([role, DENIED]);
  });
});

it('every right that no-outcome-lever.test.ts does not name is refused', async () => {
  const { rows } = await test.ownerPool.query(
    `select c.relname as name, (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = 1) as col
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const tables = z.array(z.object({ name: z.string(), col: z.string() })).parse(rows);
  const passed: string[] = [];
  for (const role of ROLES)
    for (const { name, col } of tables) {
      const verbs = {
        insert: `insert into "${name}" select * from "${name}" where false`,
        update: `update "${name}" set "${col}" = "${col}" where false`,
        delete: `delete from "${name}" where false`,
        truncate: `truncate "${name}"`,
      };
      for (const [verb, sql] of Object.entries(verbs)) {
        const right = await test.ownerPool.query(
          // The right to add rows, given for each of the columns, adds a whole row too.
          `select has_table_privilege($1, $2, $3) or ($3 = 'insert' and bool_and(has_column_privilege($1, attrelid, attnum, 'insert'))) as may
           from pg_attribute where attrelid = $2::regclass and attnum > 0 and not attisdropped group by attrelid`,
          [`candor_${role}`, `"${name}"`, verb],
        );
        const may = z.object({ may: z.boolean() }).parse(right.rows[0]).may;
        if (!may && (await tried(test.pools[role], sql)) === 'done') passed.push(`${role}: ${sql}`);
      }
    }
  expect(passed).toEqual([]);
}, 60_000);
