import * as z from 'zod/mini';
import { REASONS } from '@candor/contract/reasons';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rowsOf } from '../platform/db/rows.ts';
import { tried } from '../testing/attacks.ts';
import { createTestDb } from '../testing/test-db.ts';
import type { TestDb } from '../testing/test-db.ts';

/** What operators write to each other is out of reach of the roles that serve members, whatever their code asks for. */

let test: TestDb;

beforeAll(async () => {
  test = await createTestDb();
});
afterAll(async () => await test.drop());

/** Every column with words of an operator to their colleagues. */
const NOTES = [
  'adjustment.note',
  'adjustment.reason',
  'alarm.note',
  'audit.detail',
  'banner_version.reason',
  'cashier_change.note',
  'cashier_change.reason',
  'cashier_step.note',
  'deposit.note',
  'factor_release.note',
  'factor_release.reason',
  'invest_change.note',
  'invest_change.reason',
  'mark_release.note',
  'mark_release.reason',
  'member_note.text',
  'member_restriction.reason',
  'notice_version.reason',
  'product_change.note',
  'product_change.reason',
  'product_resumption.note',
  'product_resumption.reason',
  'product_stop.note',
  'product_terms_change.note',
  'product_terms_change.reason',
  'role_change.note',
  'role_change.reason',
  'site_change.note',
  'site_change.reason',
  'staff_change.note',
  'staff_change.reason',
  'statement_match.note',
  'text_change.note',
  'text_change.reason',
  'verification.note',
  'withdrawal.bank_ref',
  'withdrawal.note',
];

/** The columns that operators fill and members' roles read: codes, states, and texts that are published for members. */
const TOLD: Readonly<Record<string, string>> = {
  'statement_account.code': 'the name of an account at a bank, for what is matched later',
  'statement_entry.account': 'the same',
  'statement_entry.bank_ref': 'what a bank wrote, in which the worker looks for numbers of deposits and withdrawals',
  'statement_entry.end_to_end_id': 'the same',
  'statement_entry.words': 'the same; the worker shows it to nobody',
  'adjustment.code': 'a code',
  'adjustment.kind': 'a state',
  'adjustment.status': 'a state',
  'adjustment.wallet': 'a state',
  'alarm_message.channel': 'a code',
  'alarm_message.event': 'a code',
  'complaint.about': 'a code',
  'complaint.about_name': 'a number or a reference',
  'complaint.product': 'a code',
  'complaint.text': 'what a member objects to, as they said it; shown to them',
  'complaint.topic': 'a code',
  'complaint_step.decision': 'a state',
  'complaint_step.kind': 'a state',
  'complaint_step.text': 'written to the member',
  'deposit.reason': 'a code',
  'deposit.status': 'a state',
  'factor_release.status': 'a state',
  'idempotency.answer': 'kept answers; row security hides those of operators, see below',
  'idempotency.route': 'as above',
  'member_restriction.code': 'a code',
  'member_restriction.kind': 'a state',
  'outbox.message': 'which news there is; `live.ts` of the contract lists them all',
  'product_stop.code': 'a code',
  'product_stop.scope': 'what is stopped, published',
  'site_logo.id': 'a hash, published',
  'support_hours.hours': 'published',
  'verification.reason': 'a code',
  'verification.status': 'a state',
  'verification.wrong': 'parts of the documents',
  'withdrawal.paid_out': 'a state',
  'withdrawal.reason': 'a code',
  'withdrawal.status': 'a state',
};

const column = z.object({ name: z.string(), http: z.boolean(), worker: z.boolean(), console: z.boolean() });

/** Text columns of our tables, with who reads them and whether operators write them by a right of their own. */
async function textColumns() {
  return rowsOf(
    column,
    await test.ownerPool.query(
      `select c.relname || '.' || a.attname as name,
         has_column_privilege('candor_http', c.oid, a.attnum, 'select') as http,
         has_column_privilege('candor_worker', c.oid, a.attnum, 'select') as worker,
         has_column_privilege('candor_console', c.oid, a.attnum, 'insert')
           or has_column_privilege('candor_console', c.oid, a.attnum, 'update') as console
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
         and a.attnum > 0 and not a.attisdropped
         and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'json'::regtype, 'varchar'::regtype)
       order by 1`,
    ),
  );
}

it('no note is read by the roles of members, and each is there', async () => {
  const columns = await textColumns();
  const found = columns.filter(({ name }) => NOTES.includes(name));
  expect(found.map(({ name }) => name)).toEqual(NOTES);
  expect(found.filter(({ http }) => http).map(({ name }) => name)).toEqual([]);
  expect(found.filter(({ worker }) => worker).map(({ name }) => name)).toEqual([]);
});

it('what operators write and members’ roles read is a code, a state, or published', async () => {
  const shared = (await textColumns()).filter(({ http, worker, console: byConsole }) => byConsole && (http || worker));
  expect(shared.map(({ name }) => name).toSorted()).toEqual(Object.keys(TOLD).toSorted());
});

it('a column called note, reason or words is one of these, or the reason of a machine', async () => {
  const MACHINES = [
    // Why a batch quarantined a row, why an order is void, what a proof note says.
    // And why an invitation earned nothing.
    /^(invitation|settlement|settlement_alarm|settlement_doubt|fairness_figure|close_exception|checkpoint|tick_archive|log_|order_log|tree_)/,
    /^(withdrawal|deposit|cashier_step|verification|member_message)\.reason$/,
    // What a bank wrote.
    /^statement_entry\.words$/,
  ];
  const named = (await textColumns()).filter(({ name }) =>
    /\.(note|notes|reason|reasons|words|remark|comment|why)$/.test(name),
  );
  expect(
    named.map(({ name }) => name).filter((name) => !NOTES.includes(name) && !MACHINES.some((rule) => rule.test(name))),
  ).toEqual([]);
});

it.each([
  ['deposit', 'note'],
  ['withdrawal', 'note'],
  ['cashier_step', 'note'],
  ['verification', 'note'],
  ['member_restriction', 'reason'],
  ['adjustment', 'reason'],
  ['member_note', 'text'],
  ['factor_release', 'reason'],
])('candor_http is refused %s.%s, and the whole row', async (table, note) => {
  expect(await tried(test.pool, `select ${note} from ${table}`)).toBe('42501');
  expect(await tried(test.pool, `select x from ${table} x`)).toBe('42501');
  expect(await tried(test.pools.worker, `select ${note} from ${table}`)).toBe('42501');
});

it('the answers of operators that are kept for a retry are out of reach too', async () => {
  await test.ownerPool.query(
    `insert into member (username, password_hash, withdraw_password_hash, phone, invite_code)
     values ('noted', 'x', 'x', '+8613800000000', 'NOTED1')`,
  );
  await test.ownerPool.query(
    `insert into idempotency (member_id, route, key, fingerprint, answer)
     select id, 'console/deposits/reject', gen_random_uuid(), sha256('x'), '{"note":"a word"}' from member`,
  );
  const { rows } = await test.pool.query('select answer from idempotency');
  expect(rows).toEqual([]);
  expect((await test.pools.console.query('select answer from idempotency')).rows).toHaveLength(1);
});

it('the codes that the database takes are those of the table', async () => {
  const listed = async (name: string) => {
    const { rows } = await test.ownerPool.query<{ rule: string }>(
      'select pg_get_constraintdef(oid) as rule from pg_constraint where conname = $1',
      [name],
    );
    return [...(rows[0]?.rule ?? '').matchAll(/ARRAY\[([^\]]*)\]/g)].map(([, codes = '']) =>
      [...codes.matchAll(/'([A-Z_]+)'/g)].map(([, code]) => code),
    );
  };
  expect(await listed('member_restriction_code_check')).toEqual([REASONS.frozen, REASONS.lifted]);
  expect(await listed('adjustment_code_check')).toEqual([REASONS.adjustmentAdd, REASONS.adjustmentDeduct]);
});
