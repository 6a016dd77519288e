import { money, rate } from '@candor/domain/money';
import { price } from '@candor/domain/price';
import { settleOrder } from '@candor/domain/trading/settle-order';
import type { SettleableOrder, Settlement } from '@candor/domain/trading/settle-order';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { TICK_STATUSES } from '@candor/domain/trading/tick';
import type { FeedTick, Tick } from '@candor/domain/trading/tick';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { atMoment } from '../../platform/ids/ids.ts';
import { bigintArray } from '../../platform/db/array-literal.ts';
import type { Connection } from '../../platform/db/pool.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { settleDueOrders } from './settle-due-orders.ts';
import { createPrng } from '../../testing/simulation/prng.ts';

/**
 * The rule of settlement is written twice: in the domain, and in SQL as the database's guard. Here both judge the same
 * 100,000 orders on the same chains of ticks, and must agree in every field. Then the worker settles the first of these
 * orders by their windows, and each gets exactly the settlement and the transfers that settleOrder gives it alone.
 */
/** A run with a planted bug judges fewer: a tenth of them shows it. */
const CASES = process.env['MUTANTS_ROOT'] === undefined ? 100_000 : 10_000;
/** How many orders one statement judges. */
const CHUNK = 10_000;
/** The orders that are open, for the worker: many sweeps of it, and every answer many times. */
const OPEN = CASES / 5;
const CHAINS = 1_000;
const MEMBERS = 1_500;
const SECONDS = 40;
const START = Date.UTC(2026, 10, 20, 23, 59, 40);
const SEED = 20_261_122;

let test: TestDb;
let connection: Connection;
let chains: FeedTick[][];
let cases: Case[];
/** The numbers of the orders in the order log, in its order. */
let loggedNos: bigint[];
beforeAll(async () => {
  test = await createTestDb();
  chains = Array.from({ length: CHAINS }, () => makeChain());
  let no = 0n;
  loggedNos = [];
  // Each order of a chain has another member, who has only one open position in it.
  const placed = new Map<number, number>();
  cases = Array.from({ length: CASES }, () => {
    const chain = prng.below(CHAINS);
    const before = placed.get(chain) ?? 0;
    placed.set(chain, before + 1);
    const order = makeOrder(BigInt(1 + ((chain + before) % MEMBERS)));
    no += 1n;
    // A few are in no log at all.
    if (prng.below(20) === 0) return { chain, order: { ...order, logIndex: null }, no };
    loggedNos.push(no);
    return { chain, order: { ...order, logIndex: BigInt(loggedNos.length - 1) }, no };
  });
  for (const { chain, order } of cases.slice(0, CHUNK).filter((_, index) => index % 40 === 0))
    chains[chain] = (chains[chain] ?? []).map((tick) => endingAt(tick, order.logIndex ?? 0n));
  connection = await test.ownerPool.connect();
  // Products, members and times of these cases are made up.
  await connection.query('set session_replication_role = replica; set statement_timeout = 0');
  for (const day of ['2026-11-20', '2026-11-21']) await connection.query('select ensure_tick_partition($1)', [day]);
  await insertChains(connection);
  await insertMembers(connection);
  for (let from = 0; from < CASES; from += CHUNK) await insertOrders(connection, cases.slice(from, from + CHUNK));
  for (let from = 0; from < OPEN; from += CHUNK)
    await open(connection, cases.slice(from, Math.min(from + CHUNK, OPEN)));
  await connection.query('analyze tick, trade_order, tick_head, position, transfer, account');
}, 120_000);
afterAll(async () => {
  await connection.query(
    'truncate trade_order, settlement, position, transfer, account, member, outbox, tick, tick_head cascade',
  );
  connection.release(true);
  await test.drop();
});

interface Case {
  chain: number;
  order: SettleableOrder;
  no: bigint;
}

const prng = createPrng(SEED);
const { pick } = prng;

/**
 * Ticks of one product: with gaps, bad statuses, changes of feed, few different prices so that ties happen, and times
 * off the whole second. Some commit to a head of the order log, which grows.
 */
function makeChain(): FeedTick[] {
  const gaps = pick([0, 0, 1, 3, 7]);
  const bad = pick([0, 0, 1, 4]);
  const offGrid = pick([false, false, true]);
  const base = pick([10_000n, 1n, -3_763n, 0n, 10n ** 17n]);
  const changes = pick([false, false, true]);
  const logFrom = pick([SECONDS, SECONDS, 0, 15]);
  let logSize = BigInt(prng.below(CASES));
  let feed = 'simulated';
  const ticks: FeedTick[] = [];
  for (let second = 0; second < SECONDS; second += 1) {
    if (prng.below(10) < gaps) continue;
    if (changes && prng.below(10) === 0) feed = pick(['live', 'replay', 'simulated']);
    logSize += BigInt(pick([0, 0, 1, CASES / 50]));
    ticks.push({
      seq: BigInt(ticks.length + 1),
      at: START + second * 1000 + (offGrid ? pick([0, 0, 1, 500, 999]) : 0),
      price: price(base + BigInt(prng.below(3)) - 1n),
      status: prng.below(10) < bad ? pick(TICK_STATUSES) : 'OK',
      feed,
      logSize: second < logFrom ? null : logSize < CASES / 2 ? logSize : BigInt(CASES / 2),
    });
  }
  return ticks;
}

function makeOrder(memberId: bigint): SettleableOrder {
  const entryAt = START + (prng.below(SECONDS + 4) - 2) * 1000;
  const stake = pick([1n, 9_999n, 10_000n, 10n ** 15n, BigInt(1 + prng.below(10_000_000))]);
  return {
    id: atMoment(prng.uuid(), 0),
    memberId,
    direction: pick(['up', 'down']),
    wallet: 'practice',
    currency: TEST_CURRENCY.code,
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
    `insert into tick (product, seq, at, price, status, feed, epoch, sources, sources_digest, prev_hash, hash, log_size, log_root, log_no)
     select 'C' || chain, seq, to_timestamp(at / 1000.0), price, status, feed, 1, '[]', sha256(''), sha256(''), sha256(''),
       log_size, case when log_size is not null then sha256('') end, log_no
     from unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])
       as t (chain, seq, at, price, status, feed, log_size, log_no)`,
    [
      bigintArray(rows.map(({ chain }) => chain)),
      bigintArray(rows.map(({ seq }) => seq)),
      bigintArray(rows.map(({ at }) => at)),
      bigintArray(rows.map((row) => row.price)),
      rows.map(({ status }) => status),
      rows.map((row) => row.feed),
      bigintArray(rows.map(({ logSize = null }) => logSize)),
      bigintArray(rows.map(({ logSize = null }) => (logSize === null ? null : lastNoOf(logSize)))),
    ],
  );
  await db.query(`insert into tick_head select distinct on (product) product, seq, at, price, status, hash from tick
    order by product, at desc`);
}

/** A tick whose log, if it has one, ends with this order or right before it. */
function endingAt(tick: FeedTick, logIndex: bigint): FeedTick {
  const hasLog = (tick.logSize ?? null) !== null;
  return hasLog ? { ...tick, logSize: logIndex + pick([0n, 1n]) } : tick;
}

/** The number of the last order in a log of this size. */
function lastNoOf(logSize: bigint): bigint {
  return loggedNos[Number(logSize) - 1] ?? 0n;
}

/** Members without money of their own: all they have is what settlement gives them. */
async function insertMembers(db: Connection): Promise<void> {
  await db.query(
    `insert into member (id, username, password_hash, withdraw_password_hash, phone, invite_code)
     overriding system value
     select i, 'rule_' || i, 'none', 'none', '+86rule' || i, 'RULE' || (100000 + i) from generate_series(1, $1) i`,
    [MEMBERS],
  );
  await db.query(
    `insert into account (member_id, wallet, kind, currency)
     select id, 'practice', 'funds', $1 from member union all select null, 'practice', 'escrow', $1`,
    [TEST_CURRENCY.code],
  );
}

async function insertOrders(db: Connection, some: readonly Case[]): Promise<void> {
  await db.query(
    `insert into trade_order (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec,
       terms_version, submitted_at, accepted_at, entry_at, closes_at, no, nonce, document_version)
     overriding system value
     select id, member, 'practice', 'C' || chain, direction, stake, fee, rate, 1, (closes - entry) / 1000, 1, to_timestamp(0),
       to_timestamp(0), to_timestamp(entry / 1000.0), to_timestamp(closes / 1000.0), no,
       case when logged then gen_random_uuid() end, 2
     from unnest($1::uuid[], $2::int[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
       $9::bigint[], $10::bigint[], $11::bool[]) as o (id, chain, direction, stake, fee, rate, entry, closes, member, no, logged)`,
    [
      some.map(({ order }) => order.id),
      bigintArray(some.map(({ chain }) => chain)),
      some.map(({ order }) => order.direction),
      bigintArray(some.map(({ order }) => order.stake)),
      bigintArray(some.map(({ order }) => order.fee)),
      bigintArray(some.map(({ order }) => order.payoutRate)),
      bigintArray(some.map(({ order }) => order.entryAt)),
      bigintArray(some.map(({ order }) => order.closesAt)),
      bigintArray(some.map(({ order }) => order.memberId)),
      bigintArray(some.map((one) => one.no)),
      some.map(({ order }) => order.logIndex !== null),
    ],
  );
}

/** These orders wait for their settlement: each has a position, and its stake and fee are held. */
async function open(db: Connection, some: readonly Case[]): Promise<void> {
  await db.query(
    `with placed as (select * from trade_order where id = any($1::uuid[])),
     opened as (
       insert into position (member_id, wallet, product, order_id, closes_at)
       select member_id, wallet, product, id, closes_at from placed
     )
     insert into transfer (debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id, member_id)
     select f.id, e.id, t.amount, t.type, o.wallet, f.currency, 'order', o.id::text, o.member_id
     from placed o join account f on f.member_id = o.member_id
     cross join (select id from account where kind = 'escrow') e
     cross join lateral (values ('orderStake', o.stake), ('fee', o.fee)) t (type, amount)
     where t.amount > 0`,
    [some.map(({ order }) => order.id)],
  );
}

function domainSays({ chain, order }: Case): string {
  const ticks = chains[chain] ?? [];
  const settled = settleOrder(order, ticks, ticks.at(-1)?.at ?? null);
  return settled.ok ? textOf(settled.value) : settled.error;
}

function textOf({ outcome, reason, entry, exit, profit, credited }: Settlement): string {
  const shown = (tick: Tick | null) => (tick === null ? '- - -' : `${tick.seq} ${tick.at} ${tick.price}`);
  return `${outcome} ${reason ?? '-'} ${shown(entry)} ${shown(exit)} ${profit} ${credited}`;
}
/** A row of settlement, or of the rule in SQL, in the same words. */
function asText(row: string): string {
  const ms = (column: string) => `coalesce((extract(epoch from ${row}.${column}) * 1000)::bigint::text, '-')`;
  return `concat_ws(' ', ${row}.outcome, coalesce(${row}.reason, '-'),
    coalesce(${row}.entry_seq::text, '-'), ${ms('entry_at')}, coalesce(${row}.entry_price::text, '-'),
    coalesce(${row}.exit_seq::text, '-'), ${ms('exit_at')}, coalesce(${row}.exit_price::text, '-'), ${row}.profit, ${row}.credited)`;
}

const saidRows = z.array(z.object({ id: z.string(), said: z.string() }));

async function databaseSays(db: Connection, some: readonly Case[]): Promise<{ id: string; said: string }[]> {
  const { rows } = await db.query(
    `select o.id, coalesce(s.said, 'NOT_DUE') as said
     from trade_order o left join lateral (
       select ${asText('s')} as said from (
         select v.entry_seq, v.entry_at, v.entry_price, v.exit_seq, v.exit_at, v.exit_price, why.reason, r.*
         from verdict_of(o.product, o.entry_at, o.closes_at) v
         cross join lateral (select void_reason(v.reason, v.entry_log_no, o.no, o.nonce) as reason) why
         cross join lateral settled_by(o.direction, o.stake, o.fee, o.payout_rate, v.winner, why.reason) r
       ) s
     ) s on true where o.id = any($1::uuid[])`,
    [some.map(({ order }) => order.id)],
  );
  return saidRows.parse(rows);
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
    'voided FEED_CHANGED',
    'voided NOT_LOGGED',
    'voided NO_ENTRY_TICK',
    'voided NO_EXIT_TICK',
    'won -',
  ]);
  expect(Math.min(...answers.values())).toBeGreaterThan(CASES / 1_000);
}, 120_000);

it('the worker settles each order as settleOrder does alone, with the same transfers', async () => {
  const opened = cases.slice(0, OPEN);
  let settled = 0;
  for (
    let sweep = await settleDueOrders(test.pools.worker);
    sweep.due > 0;
    sweep = await settleDueOrders(test.pools.worker)
  ) {
    expect(sweep.quarantined).toEqual([]);
    settled += sweep.settled;
  }
  const { rows } = await connection.query(
    `select o.id, case when s.order_id is null then 'NOT_DUE' else ${asText('s')} end || coalesce(': ' || t.moved, '') as said
     from trade_order o left join settlement s on s.order_id = o.id
     left join (
       select t.ref_id, string_agg(concat_ws(' ', t.type, d.kind, c.kind, t.amount), ', ' order by t.type) as moved
       from transfer t join trade_order o on o.id = t.ref_id::uuid
       join account d on d.id = t.debit_account join account c on c.id = t.credit_account
       where d.kind <> 'funds' and coalesce(t.member_id, c.member_id, o.member_id) = o.member_id
       group by t.ref_id
     ) t on t.ref_id = o.id::text
     where o.id = any($1::uuid[])`,
    [opened.map(({ order }) => order.id)],
  );
  const said = new Map(saidRows.parse(rows).map((row) => [row.id, row.said]));
  const alone = opened.map(({ chain, order }) => {
    const ticks = chains[chain] ?? [];
    return { order, result: settleOrder(order, ticks, ticks.at(-1)?.at ?? null) };
  });
  const wrong = alone.filter(({ order, result }) => {
    if (!result.ok) return said.get(order.id) !== result.error;
    const moved = result.value.transfers.map(
      ({ type, debit, credit, amount }) => `${type} ${debit.kind} ${credit.kind} ${amount}`,
    );
    return said.get(order.id) !== `${textOf(result.value)}: ${moved.toSorted().join(', ')}`;
  });
  expect(wrong.slice(0, 3).map(({ order, result }) => ({ said: said.get(order.id), result }))).toEqual([]);
  expect(settled).toBe(alone.filter(({ result }) => result.ok).length);
  // Balances are the sum of what came back, and every line is written once.
  const lost = await connection.query(
    `select a.id from account a left join (
       select credit_account, sum(amount) as sum, count(distinct credit_seq) as lines, max(credit_seq) as seq from transfer
       where type in ('orderPayout', 'orderRefund') group by 1
     ) t on t.credit_account = a.id
     where a.kind = 'funds' and (a.posted, a.seq, a.seq) is distinct from (coalesce(t.sum, 0), coalesce(t.lines, 0), coalesce(t.seq, 0))`,
  );
  expect(lost.rows).toEqual([]);
  expect(await connection.query('select from position')).toMatchObject({ rowCount: OPEN - settled });
}, 180_000);

it.each([
  ['an entry window of 2 s', `interval '3 seconds'`, `interval '2 seconds'`],
  ['an entry window without its end', 't.at <= least(begins', 't.at < least(begins'],
  ['an entry window beyond the close', `least(begins + interval '3 seconds', ends)`, `begins + interval '3 seconds'`],
  ['an entry window without its begin', 't.at >= begins', 't.at > begins'],
  ['an entry that may be not OK', `t.status = 'OK' and `, ''],
  ['the newest entry', 'order by w.seq limit', 'order by w.seq desc limit'],
  ['an exit window of 3 s', `interval '2 seconds'`, `interval '3 seconds'`],
  ['an exit window without its begin', 't.at >= ends -', 't.at > ends -'],
  ['an exit before the close', 't.at <= ends offset', 't.at < ends offset'],
  ['the oldest exit', 'order by w.seq desc', 'order by w.seq'],
  ['an exit that may be not OK', `when x.status <> 'OK' then 'EXIT_NOT_OK'`, ''],
  ['an exit that is the entry', 'x.seq <= e.seq', 'x.seq < e.seq'],
  ['a change of feed that is paid', `when x.feed <> e.feed then 'FEED_CHANGED'`, ''],
  ['a tie that is won', 'x.price > e.price', 'x.price >= e.price'],
  ['the other direction', `then 'up' when`, `then 'down' when`],
  ['an order one too many in the log', 'no > entry_log_no', 'no > entry_log_no + 1'],
  ['an order one too few in the log', 'no > entry_log_no', 'no >= entry_log_no'],
  ['an order without a nonce in the log', 'nonce is null or ', ''],
  ['a log that old ticks must have', 'entry_log_no is not null and (nonce is null', '(nonce is null'],
  ['a log that matters only to orders that are decided', `reason is distinct from 'NO_ENTRY_TICK'`, 'reason is null'],
  ['an order settled early', 'h.at >= ends', `h.at >= ends - interval '1 second'`],
  ['a tie that is lost', `when winner is null then 'tied'`, ''],
  ['a void that is decided', `when reason is not null then 'voided'`, ''],
  ['a payout rounded up', 'stake % 10000 * payout_rate / 10000', '(stake % 10000 * payout_rate + 9999) / 10000'],
  ['a profit without the fee', 'r.won - stake - fee', 'r.won - stake'],
  ['a loss without the fee', '-(stake + fee)', '-stake'],
  ['a refund without the fee', 'else stake + fee end', 'else stake end'],
  ['a loss that returns something', `when 'lost' then 0 else`, `when 'lost' then 1 else`],
])(
  'the comparison finds another rule: %s',
  async (_, from, to) => {
    const { rows } = await connection.query(
      `select pg_get_functiondef(oid) as text from pg_proc where proname in ('verdict_of', 'settled_by', 'void_reason')`,
    );
    const texts = z.array(z.object({ text: z.string() })).parse(rows);
    const [text = ''] = texts.map((row) => row.text).filter((each) => each.includes(from));
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
