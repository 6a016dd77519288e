import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listFairnessAccounts, listFairnessMonths } from '@candor/contract/calls/fairness';
import { fairnessAccountsView, fairnessMonthsView } from '@candor/contract/fairness';
import type { FairnessAccount, FairnessMonth } from '@candor/contract/fairness';
import { dateText, dayOfDate, localDateAt } from '@candor/domain/market/local-time';
import { minor } from '@candor/domain/testing/test-currency';
import { countMonths } from '../features/fairness/count-months.ts';
import { startCounting } from '../features/fairness/fairness.jobs.ts';
import { placeOrders } from '../features/trading/place-orders.ts';
import { settleDueOrders } from '../features/trading/settle-due-orders.ts';
import { databaseNow, makeCommand, makeMember, makeProduct, makeTicks } from '../testing/factories.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

const ZONE = 'UTC';
const DAY_MS = 86_400_000;

let server: TestServer;
/** The first day of the month before this one. */
let month: string;
let orders: { id: string; member: bigint }[];

/** One order of each direction's member, settled by a price that rose; then all of them lie in the middle of the month before. */
async function settleInMonth(product: string, directions: readonly ('up' | 'down')[], first: string) {
  await makeProduct(server.ownerPool, product, { feeRate: 100 });
  const now = Math.floor((await databaseNow(server.pool)) / 1000) * 1000;
  await makeTicks(server, product, [{ at: now, price: 10_000 }]);
  const members: bigint[] = [];
  for (const _ of directions) members.push(await makeMember(server.pool));
  const commands = directions.map((direction, place) =>
    makeCommand(members[place] ?? 0n, { product, direction, key: randomUUID() }),
  );
  const answers = await placeOrders(server.pool, 'practice', commands);
  const placed = answers.map((answer, place) => {
    if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer)}`);
    return { id: answer.order.id, member: members[place] ?? 0n, entryAt: Date.parse(answer.order.entryAt) };
  });
  const entryAt = Math.max(...placed.map((order) => order.entryAt));
  await makeTicks(server, product, [
    { at: entryAt, price: 10_000 },
    { at: entryAt + 5_000, price: 10_001 },
  ]);
  await settleDueOrders(server.pools.worker);
  const days = Math.round((now - Date.parse(`${first}T12:00:00Z`)) / DAY_MS) - 14;
  await server.ownerPool.query(
    `update trade_order set accepted_at = accepted_at - make_interval(days => $2),
       entry_at = entry_at - make_interval(days => $2), closes_at = closes_at - make_interval(days => $2),
       requested_at = requested_at - make_interval(days => $2), request_deadline = request_deadline - make_interval(days => $2)
     where product = $1`,
    [product, days],
  );
  return placed;
}

/** Every day of the month is counted but its last ones. */
async function countDaysOf(first: string, left: number): Promise<void> {
  const last = dayOfDate(`${monthAfter(first)}-01`) - 1 - left;
  for (let day = dayOfDate(first); day <= last; day += 1)
    await server.ownerPool.query('insert into fairness_day (day, ends_at) values ($1, $2) on conflict do nothing', [
      dateText(day),
      new Date((day + 1) * DAY_MS),
    ]);
}

function monthAfter(first: string): string {
  return dateText(dayOfDate(first) + 31).slice(0, 7);
}

async function months(): Promise<FairnessMonth[]> {
  return fairnessMonthsView.parse((await server.call('GET', `${listFairnessMonths.path}?wallet=practice`)).body.data)
    .items;
}

async function accounts(of: string): Promise<FairnessAccount[]> {
  const all: FairnessAccount[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? '' : `&cursor=${cursor}`;
    const answer = await server.call('GET', `${listFairnessAccounts.path}?month=${of}&limit=4${after}`);
    const page = fairnessAccountsView.parse(answer.body.data);
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}

beforeAll(async () => {
  server = await startTestServer({ SITE_TIME_ZONE: ZONE });
  const thisMonth = localDateAt(ZONE, await databaseNow(server.pool)).slice(0, 7);
  month = `${dateText(dayOfDate(`${thisMonth}-01`) - 1).slice(0, 7)}-01`;
  orders = await settleInMonth(
    'MONTHLY',
    ['up', 'up', 'up', 'up', 'down', 'down', 'down', 'down', 'down', 'down'],
    month,
  );
});
afterAll(async () => await server.stop());

it('a month is counted once, when its last day is', async () => {
  await countDaysOf(month, 1);
  expect(await countMonths(server.pools.worker, ZONE)).toBe(0);
  expect(await months()).toEqual([]);
  await countDaysOf(month, 0);
  expect(await countMonths(server.pools.worker, ZONE)).toBe(1);
  expect(await countMonths(server.pools.worker, ZONE)).toBe(0);
  const [only, ...others] = await months();
  expect(others).toEqual([]);
  expect(only).toMatchObject({
    month: month.slice(0, 7),
    won: 4,
    lost: 6,
    tied: 0,
    accounts: 10,
    losing: 6,
    losingRate: '0.6000',
  });
  expect(Number(only?.returnRate)).toBeCloseTo(Number(only?.paid) / Number(only?.staked), 4);
});

it('its accounts add up to it, and a member finds their own line', async () => {
  const all = await accounts(month.slice(0, 7));
  expect(all).toHaveLength(10);
  const [only] = await months();
  const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + minor(amount), 0n);
  expect(sum(all.map(({ staked }) => staked))).toBe(minor(only?.staked ?? ''));
  expect(sum(all.map(({ paid }) => paid))).toBe(minor(only?.paid ?? ''));
  expect(all.filter(({ staked, paid }) => minor(paid) < minor(staked))).toHaveLength(6);
  for (const { id } of orders) {
    const ref = createHash('sha256')
      .update(`${id}/${month.slice(0, 7)}`)
      .digest('hex');
    expect(all.filter((account) => account.ref === ref)).toHaveLength(1);
  }
});

it('a month of fewer than ten accounts has no sums and no list', async () => {
  await server.ownerPool.query('delete from fairness_account');
  await server.ownerPool.query('delete from fairness_month');
  await server.ownerPool.query(
    `update trade_order set accepted_at = accepted_at - interval '60 days', entry_at = entry_at - interval '60 days',
       closes_at = closes_at - interval '60 days', requested_at = requested_at - interval '60 days',
       request_deadline = request_deadline - interval '60 days' where id = $1`,
    [orders[0]?.id],
  );
  await countMonths(server.pools.worker, ZONE);
  const [only] = await months();
  expect(only).toMatchObject({
    accounts: 9,
    losing: null,
    losingRate: null,
    staked: null,
    paid: null,
    returnRate: null,
  });
  expect(await accounts(month.slice(0, 7))).toEqual([]);
});

it('a month that is none is refused', async () => {
  const { body } = await server.call('GET', `${listFairnessAccounts.path}?month=2026-13`);
  expect(body.error).toBe('FIELD_INVALID');
});

it('a month may take minutes to count, and a worker that stops does not wait for it', async () => {
  const { ownerPool } = server;
  const whenCounted = async (does: string) =>
    await ownerPool.query(`delete from fairness_account; delete from fairness_month;
      create or replace function when_counted() returns trigger language plpgsql as $$ begin ${does}; return new; end $$;
      create or replace trigger when_counted before insert on fairness_month for each row execute function when_counted()`);
  const start = () => {
    const stopping = new AbortController();
    const counting = startCounting(server.worker, stopping.signal);
    return async () => {
      stopping.abort();
      await counting.stop();
    };
  };
  await ownerPool.query('create table counted_with (ms int); grant insert on counted_with to candor_worker');
  await whenCounted(
    `insert into counted_with select setting::int from pg_settings where name in ('statement_timeout', 'transaction_timeout')`,
  );
  let stop = start();
  await vi.waitUntil(async () => (await months()).length > 0, { timeout: 20_000, interval: 200 });
  await stop();
  const { rows } = await ownerPool.query<{ least: number }>('select min(ms) as least from counted_with');
  expect(rows[0]?.least).toBeGreaterThanOrEqual(1_800_000);

  await whenCounted('perform pg_sleep(60)');
  stop = start();
  const held = `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
  await vi.waitUntil(async () => (await ownerPool.query(held)).rowCount === 1, { timeout: 20_000, interval: 200 });
  const startedMs = performance.now();
  await stop();
  expect(performance.now() - startedMs).toBeLessThan(20_000);
  expect(await months()).toEqual([]);
}, 60_000);
