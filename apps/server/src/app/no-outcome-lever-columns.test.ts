import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../platform/db/pool.ts';
import { planted, smellsOfLever, TABLES } from '../testing/levers.ts';
import { createTestDb } from '../testing/test-db.ts';
import type { TestDb } from '../testing/test-db.ts';

/** All columns that settle an order or store its result. */
const COLUMNS_OF_AN_ORDER: Readonly<Record<string, string>> = {
  position: 'closes_at, member_id, order_id, product, wallet',
  settlement:
    'credited, entry_at, entry_price, entry_seq, exit_at, exit_price, exit_seq, member_id, order_id, outcome, profit, reason, settled_at',
  terms:
    'accept_within_ms, document, durations, entry_delay_sec, fee_rate, fresh_ms, hash, loss_day, loss_product, loss_second, min_sources, near_ppm, presets, product, published_at, version',
  trade_order:
    // key and fingerprint say which call placed the order, so that a retry gets its answer. nonce is random, for the order log. The request
    // is what the member's device signed of this order; document_version says whether the order's text names it.
    'accepted_at, closes_at, direction, document_version, duration_sec, entry_at, fee, fingerprint, id, key, member_id, no, nonce, payout, payout_rate, product, request_deadline, request_key, request_signature, request_terms_hash, requested_at, stake, submitted_at, terms_version, wallet',
};

/** Columns whose name sounds like a lever, but that are not. */
const HARMLESS_COLUMNS = [
  // Counts of past days. Settlement does not read them.
  'fairness_figure.outcome',
  // Written once, with the settlement.
  'settlement.outcome',
  // Copied at acceptance from the terms that are the same for everyone.
  'trade_order.payout',
  'trade_order.payout_rate',
];

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(async () => await test.drop());

async function columnsOf(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await db.query<{ table: string; column: string }>(
    `select t.name as table, a.attname as column from (select c.oid, c.relname as name from ${TABLES} and not c.relispartition) t
     join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped order by 1, 2`,
  );
  return rows;
}

async function leverColumns(db: Db): Promise<string[]> {
  return (await columnsOf(db))
    .filter(({ column }) => smellsOfLever(column))
    .map(({ table, column }) => `${table}.${column}`);
}

/** Tables that store rates or terms per member. */
async function termsByMember(db: Db): Promise<string[]> {
  const columns = await columnsOf(db);
  const ofMembers = new Set(columns.filter(({ column }) => /member|user/.test(column)).map(({ table }) => table));
  return [
    ...new Set(
      columns
        .filter(({ table, column }) => ofMembers.has(table) && /rate|payout|terms|durations/.test(column))
        .map(({ table }) => table),
    ),
  ];
}

describe('columns', () => {
  it('never have the name of a lever', async () => {
    expect(await leverColumns(test.ownerPool)).toEqual(HARMLESS_COLUMNS);
  });

  it.each(['win_rate', 'odds', 'forced', 'force_lose', 'outcome_wanted', 'payout_bias', 'risk_control', 'winRate'])(
    'with the name of a lever are found: %s',
    async (column) => {
      const found = await planted(test.ownerPool, `alter table member add column "${column}" integer`, leverColumns);
      expect(found).toContain(`member.${column}`);
    },
  );

  it('of an order, its terms and its settlement are the listed ones', async () => {
    const columns = await columnsOf(test.ownerPool);
    for (const [name, known] of Object.entries(COLUMNS_OF_AN_ORDER)) {
      const found = columns.filter(({ table }) => table === name).map(({ column }) => column);
      expect(found.join(', '), name).toBe(known);
    }
  });

  it('put no rate and no terms beside a member, except in the order, which keeps the terms it was accepted under', async () => {
    // The rate of a deposit is the price of the asset that was sent, fixed for everyone by the channel. A holding keeps the rate
    // of its version of terms, and an accrual of savings the rate of its date.
    expect(await termsByMember(test.ownerPool)).toEqual(['deposit', 'holding', 'savings_accrual', 'trade_order']);
    const { rows } = await test.ownerPool.query<{ key: string }>(
      `select pg_get_constraintdef(oid) as key from pg_constraint where conrelid = 'terms'::regclass and contype = 'p'`,
    );
    expect(rows).toEqual([{ key: 'PRIMARY KEY (product, version)' }]);
    const plant = 'create table offer (member_id bigint, payout_rate bigint)';
    expect(await planted(test.ownerPool, plant, termsByMember)).toEqual([
      'deposit',
      'holding',
      'offer',
      'savings_accrual',
      'trade_order',
    ]);
  });
});
