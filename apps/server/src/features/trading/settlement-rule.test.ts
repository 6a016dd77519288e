import { money, rate } from '@candor/domain/money';
import { price } from '@candor/domain/price';
import { settleOrder } from '@candor/domain/trading/settle-order';
import type { SettleableOrder } from '@candor/domain/trading/settle-order';
import { TICK_STATUSES } from '@candor/domain/trading/tick';
import type { Tick } from '@candor/domain/trading/tick';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { bigintArray } from '../../platform/db/array-literal.ts';
import type { Connection } from '../../platform/db/pool.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { createPrng } from '../../testing/simulation/prng.ts';

/**
 * The rule of settlement is written twice: in the domain, and in SQL as the database's guard. Here both judge the same
 * 100,000 orders on the same chains of ticks, and must agree in every field.
 */
const CASES = 100_000;
/** How many orders one statement judges. */
const CHUNK = 10_000;
const CHAINS = 1_000;
const SECONDS = 40;
const START = Date.UTC(2026, 10, 20, 23, 59, 40);
const SEED = 20_261_122;

let test: TestDb;
let connection: Connection;
let chains: Tick[][];
let cases: Case[];
beforeAll(async () => {
  test = await createTestDb();
  chains = Array.from({ length: CHAINS }, () => makeChain());
  cases = Array.from({ length: CASES }, () => ({ chain: prng.below(CHAINS), order: makeOrder() }));
  connection = await test.ownerPool.connect();
  // Products, members and times of these cases are made up.
  await connection.query('set session_replication_role = replica');
  for (const day of ['2026-11-20', '2026-11-21']) await connection.query('select ensure_tick_partition($1)', [day]);
  await insertChains(connection);
  for (let from = 0; from < CASES; from += CHUNK) await insertOrders(connection, cases.slice(from, from + CHUNK));
  await connection.query('analyze tick, trade_order, tick_head');
}, 120_000);
afterAll(async () => {
  await connection.query('truncate trade_order, tick, tick_head cascade');
  connection.release(true);
  await test.drop();
});

interface Case {
  chain: number;
  order: SettleableOrder;
}

const prng = createPrng(SEED);
const { pick } = prng;

/**
 * Ticks of one product: with gaps, bad statuses, few different prices so that ties happen, and times off the whole
 * second.
 */
function makeChain(): Tick[] {
  const gaps = pick([0, 0, 1, 3, 7]);
  const bad = pick([0, 0, 1, 4]);
  const offGrid = pick([false, false, true]);
  const base = pick([10_000n, 1n, -3_763n, 0n, 10n ** 17n]);
  const ticks: Tick[] = [];
  for (let second = 0; second < SECONDS; second += 1) {
    if (prng.below(10) < gaps) continue;
    ticks.push({
      seq: BigInt(ticks.length + 1),
      at: START + second * 1000 + (offGrid ? pick([0, 0, 1, 500, 999]) : 0),
      price: price(base + BigInt(prng.below(3)) - 1n),
      status: prng.below(10) < bad ? pick(TICK_STATUSES) : 'OK',
    });
  }
  return ticks;
}

function makeOrder(): SettleableOrder {
  const entryAt = START + (prng.below(SECONDS + 4) - 2) * 1000;
  const stake = pick([1n, 9_999n, 10_000n, 10n ** 15n, BigInt(1 + prng.below(10_000_000))]);
  return {
    id: prng.uuid(),
    memberId: 1n,
    direction: pick(['up', 'down']),
    wallet: 'practice',
    currency: 'CNY',
    stake: money(stake),
    fee: money(pick([0n, 1n, stake / 100n, stake])),
    payoutRate: rate(pick([1n, 8_499n, 8_500n, 9_999n, 10_000n, 5_000_000n, BigInt(1 + prng.below(20_000))])),
    entryAt,
    closesAt: entryAt + pick([1, 1, 2, 3, 4, 5, 5, 10, 30]) * 1000,
  };
}

async function insertChains(db: Connection): Promise<void> {
  const rows = chains.flatMap((ticks, chain) => ticks.map((tick) => ({ ...tick, chain })));
  await db.query(
    `insert into tick (product, seq, at, price, status, feed, epoch, sources, sources_digest, prev_hash, hash)
     select 'C' || chain, seq, to_timestamp(at / 1000.0), price, status, 'simulated', 1, '[]', sha256(''), sha256(''), sha256('')
     from unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[]) as t (chain, seq, at, price, status)`,
    [
      bigintArray(rows.map(({ chain }) => chain)),
      bigintArray(rows.map(({ seq }) => seq)),
      bigintArray(rows.map(({ at }) => at)),
      bigintArray(rows.map((row) => row.price)),
      rows.map(({ status }) => status),
    ],
  );
  await db.query(`insert into tick_head select distinct on (product) product, seq, at, price, status, hash from tick
    order by product, at desc`);
}

async function insertOrders(db: Connection, some: readonly Case[]): Promise<void> {
  await db.query(
    `insert into trade_order (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec,
       terms_version, submitted_at, accepted_at, entry_at, closes_at)
     select id, 1, 'practice', 'C' || chain, direction, stake, fee, rate, 1, (closes - entry) / 1000, 1, to_timestamp(0),
       to_timestamp(0), to_timestamp(entry / 1000.0), to_timestamp(closes / 1000.0)
     from unnest($1::uuid[], $2::int[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[])
       as o (id, chain, direction, stake, fee, rate, entry, closes)`,
    [
      some.map(({ order }) => order.id),
      bigintArray(some.map(({ chain }) => chain)),
      some.map(({ order }) => order.direction),
      bigintArray(some.map(({ order }) => order.stake)),
      bigintArray(some.map(({ order }) => order.fee)),
      bigintArray(some.map(({ order }) => order.payoutRate)),
      bigintArray(some.map(({ order }) => order.entryAt)),
      bigintArray(some.map(({ order }) => order.closesAt)),
    ],
  );
}

function domainSays({ chain, order }: Case): string {
  const ticks = chains[chain] ?? [];
  const settled = settleOrder(order, ticks, ticks.at(-1)?.at ?? null);
  if (!settled.ok) return settled.error;
  const { outcome, reason, entry, exit, profit, credited } = settled.value;
  const shown = (tick: Tick | null) => (tick === null ? '- - -' : `${tick.seq} ${tick.at} ${tick.price}`);
  return `${outcome} ${reason ?? '-'} ${shown(entry)} ${shown(exit)} ${profit} ${credited}`;
}

async function databaseSays(db: Connection, some: readonly Case[]): Promise<{ id: string; said: string }[]> {
  const ms = (column: string) => `coalesce((extract(epoch from s.${column}) * 1000)::bigint::text, '-')`;
  const { rows } = await db.query(
    `select o.id, case when s.outcome is null then 'NOT_DUE' else concat_ws(' ', s.outcome, coalesce(s.reason, '-'),
       coalesce(s.entry_seq::text, '-'), ${ms('entry_at')}, coalesce(s.entry_price::text, '-'),
       coalesce(s.exit_seq::text, '-'), ${ms('exit_at')}, coalesce(s.exit_price::text, '-'), s.profit, s.credited) end as said
     from trade_order o left join lateral settlement_of(o) s on true where o.id = any($1::uuid[])`,
    [some.map(({ order }) => order.id)],
  );
  return z.array(z.object({ id: z.string(), said: z.string() })).parse(rows);
}

/** Orders on which SQL and the domain disagree, and how often each answer was given. */
async function compare(
  db: Connection,
  some: readonly Case[],
): Promise<{ wrong: unknown[]; answers: Map<string, number> }> {
  const wrong: unknown[] = [];
  const answers = new Map<string, number>();
  for (let from = 0; from < some.length; from += CHUNK) {
    const chunk = some.slice(from, from + CHUNK);
    const said = new Map((await databaseSays(db, chunk)).map((each) => [each.id, each.said]));
    for (const each of chunk) {
      const [sql, domain] = [said.get(each.order.id), domainSays(each)];
      if (sql !== domain) wrong.push({ sql, domain, order: each.order });
      const answer = domain.split(' ').slice(0, 2).join(' ');
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
  }
  return { wrong, answers };
}

it(`SQL decides ${CASES.toLocaleString('en')} orders as the domain does`, async () => {
  const { wrong, answers } = await compare(connection, cases);
  expect(wrong.slice(0, 3)).toEqual([]);
  // The cases are useful: every answer is given often.
  expect([...answers.keys()].toSorted()).toEqual([
    'NOT_DUE',
    'lost -',
    'tied -',
    'voided EXIT_BEFORE_ENTRY',
    'voided EXIT_NOT_OK',
    'voided NO_ENTRY_TICK',
    'voided NO_EXIT_TICK',
    'won -',
  ]);
  expect(Math.min(...answers.values())).toBeGreaterThan(100);
}, 120_000);

it.each([
  ['an entry window of 2 s', `interval '3 seconds'`, `interval '2 seconds'`],
  ['an entry window without its end', 't.at <= least(o.entry_at', 't.at < least(o.entry_at'],
  [
    'an entry window beyond the close',
    `least(o.entry_at + interval '3 seconds', o.closes_at)`,
    `o.entry_at + interval '3 seconds'`,
  ],
  ['an entry window without its begin', 't.at >= o.entry_at', 't.at > o.entry_at'],
  ['an entry that need not be OK', `t.status = 'OK' and `, ''],
  ['the newest entry', 'order by w.seq limit', 'order by w.seq desc limit'],
  ['an exit window of 3 s', `interval '2 seconds'`, `interval '3 seconds'`],
  ['an exit window without its begin', 't.at >= o.closes_at -', 't.at > o.closes_at -'],
  ['an exit before the close', 't.at <= o.closes_at offset', 't.at < o.closes_at offset'],
  ['the oldest exit', 'order by w.seq desc', 'order by w.seq'],
  ['an exit that need not be OK', `when x.status <> 'OK' then 'EXIT_NOT_OK'`, ''],
  ['an exit that is the entry', 'x.seq <= e.seq', 'x.seq < e.seq'],
  ['a tie that is lost', 'when x.price = e.price', 'when false'],
  ['the other direction', `(o.direction = 'up')`, `(o.direction = 'down')`],
  ['an order settled early', 'h.at >= o.closes_at', `h.at >= o.closes_at - interval '1 second'`],
  [
    'a payout rounded up',
    'div(o.stake::numeric * o.payout_rate, 10000)',
    'ceil(o.stake::numeric * o.payout_rate / 10000)',
  ],
  ['a profit without the fee', 'r.won - o.stake - o.fee', 'r.won - o.stake'],
  ['a loss without the fee', '-(o.stake + o.fee)', '-o.stake'],
  ['a refund without the fee', 'else o.stake + o.fee end', 'else o.stake end'],
  ['a loss that returns something', `when 'lost' then 0 else`, `when 'lost' then 1 else`],
])(
  'the comparison finds another rule: %s',
  async (_, from, to) => {
    const rows = await connection.query(`select pg_get_functiondef('settlement_of'::regproc) as text`);
    const { text } = z.object({ text: z.string() }).parse(rows.rows[0]);
    expect(text).toContain(from);
    try {
      await connection.query(text.replace(from, to));
      expect((await compare(connection, cases.slice(0, CHUNK))).wrong.length).toBeGreaterThan(0);
    } finally {
      await connection.query(text);
    }
  },
  60_000,
);
