import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fairnessOrdersView, fairnessView, fairnessVoidsView } from '@candor/contract/fairness';
import type { FairnessOrder, FairnessView } from '@candor/contract/fairness';
import { ticksView } from '@candor/contract/market';
import type { Feed } from '@candor/contract/market';
import { listFairnessOrders, readFairness, readFairnessVoids } from '@candor/contract/calls/fairness';
import { listTicks } from '@candor/contract/calls/market';
import { pathOf } from '@candor/contract/operation';
import type { TickStatus } from '@candor/domain/trading/tick';
import { localDateAt } from '@candor/domain/market/local-time';
import {
  databaseNow,
  makeCommand,
  makeCashOrder,
  makeMember,
  makeOtherMoney,
  makeProduct,
  makeTicks,
  writePast,
} from '../testing/factories.ts';
import { sealAll } from '../testing/seal-all.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import { placeOrders } from '../features/trading/place-orders.ts';
import { settleDueOrders } from '../features/trading/settle-due-orders.ts';
import { businessDay, countDays, dayOf } from '../features/fairness/count-days.ts';
import {
  insertDay,
  isDayListed,
  selectCounts,
  selectOffers,
  selectPublicOrders,
} from '../features/fairness/fairness-store.ts';
import { figuresOf } from '../features/fairness/fairness-view.ts';

/** One of two time zones: the one where no day begins during this test. */
const ZONE = [15, 16].includes(new Date().getUTCHours()) ? 'UTC' : 'Asia/Shanghai';
const DAY_MS = 86_400_000;

let server: TestServer;
let today: string;
const orderIds: string[] = [];

/** Orders of one product, placed together by one member each. They enter at 100.00 and close at these prices. */
async function settleTogether(
  product: string,
  exit: number | null,
  directions: ('up' | 'down')[],
  feed: Feed = 'simulated',
  status: TickStatus = 'OK',
): Promise<void> {
  await makeProduct(server.ownerPool, product, { feeRate: 100 });
  const now = Math.floor((await databaseNow(server.pool)) / 1000) * 1000;
  await makeTicks(server, product, [{ at: now, price: 10_000, feed }]);
  // Orders with cash have separate figures.
  const other = await makeMember(server.pool);
  await makeOtherMoney(server.ownerPool, other);
  await makeCashOrder(server.ownerPool, other, product);
  const commands = [];
  for (const direction of directions)
    commands.push(makeCommand(await makeMember(server.pool), { product, direction, key: randomUUID() }));
  const answers = await placeOrders(server.pool, 'practice', commands);
  const entries = answers.map((answer) => {
    if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer)}`);
    orderIds.push(answer.order.id);
    return Date.parse(answer.order.entryAt);
  });
  const entryAt = Math.max(...entries);
  await makeTicks(server, product, [
    { at: entryAt, price: 10_000, feed },
    // Without a tick near the close the order is voided.
    ...(exit === null
      ? [
          { at: entryAt + 1_000, price: 10_001, feed },
          { at: entryAt + 60_000, price: 10_000, feed },
        ]
      : [
          // One that is not valid repeats the price before.
          ...(status === 'OK' ? [] : [{ at: entryAt + 4_000, price: exit, feed }]),
          { at: entryAt + 5_000, price: exit, feed, status },
        ]),
  ]);
  await settleDueOrders(server.pools.worker);
}

/** Moves the orders of a product back, as if they had been placed days ago. */
async function putBack(product: string, days: number): Promise<void> {
  await server.ownerPool.query(
    `update trade_order set accepted_at = accepted_at - make_interval(days => $2),
       entry_at = entry_at - make_interval(days => $2), closes_at = closes_at - make_interval(days => $2),
       requested_at = requested_at - make_interval(days => $2), request_deadline = request_deadline - make_interval(days => $2)
     where product = $1`,
    [product, days],
  );
}

function dateBack(days: number): string {
  return localDateAt(ZONE, Date.parse(`${today}T04:00:00.000Z`) - days * DAY_MS);
}

async function figures(query = ''): Promise<FairnessView> {
  return fairnessView.parse((await server.call('GET', `${readFairness.path}${query}`)).body.data);
}

async function list(date: string, limit = 2): Promise<{ orders: FairnessOrder[]; final: boolean }> {
  const orders: FairnessOrder[] = [];
  let cursor: string | null = null;
  let final = false;
  do {
    const query = new URLSearchParams({ date, limit: `${limit}`, ...(cursor === null ? {} : { cursor }) });
    const answer = await server.call('GET', `${listFairnessOrders.path}?${query.toString()}`);
    const page = fairnessOrdersView.parse(answer.body.data);
    orders.push(...page.items);
    ({ final, nextCursor: cursor } = page);
  } while (cursor !== null);
  return { orders, final };
}

beforeAll(async () => {
  server = await startTestServer({ SITE_TIME_ZONE: ZONE });
  await settleTogether('UPS', 10_001, ['up', 'up', 'up', 'down']);
  await settleTogether('TIES', 10_000, ['up', 'down']);
  await settleTogether('VOIDS', null, ['up']);
  await settleTogether('INVALID', 10_001, ['up', 'up', 'down', 'up'], 'simulated', 'STALE');
  // Whoever knows the recording wins every time: these orders count nowhere.
  await settleTogether('LESSON', 10_001, ['up', 'up'], 'replay');
  await settleTogether('OLDLESSON', 10_001, ['up'], 'replay');
  await putBack('OLDLESSON', 4);
  await settleTogether('OLD', 9_999, ['down', 'up']);
  await settleTogether('OLDER', 9_999, ['up']);
  await putBack('OLD', 3);
  await putBack('OLDER', 20);
  // Orders are in the list once the order log opened them.
  await sealAll(server);
  const { rows } = await server.pool.query<{ at: number }>('select max(closes_at) as at from trade_order');
  today = localDateAt(ZONE, rows[0]?.at ?? 0);
});
afterAll(async () => await server.stop());

describe('figures', () => {
  it('are public, by product and duration, with the break-even win rate', async () => {
    const { items, totals, wallet } = await figures('?days=7');
    expect(wallet).toBe('practice');
    expect(totals).toMatchObject({ orders: 13, won: 4, lost: 2, tied: 2, voided: 5, winRate: '0.6667' });
    expect(items).toEqual([
      figure('INVALID', { orders: 4, voided: 4, voidReasons: { EXIT_NOT_OK: 4 }, winRate: null }),
      figure('OLD', { orders: 2, won: 1, lost: 1, winRate: '0.5000' }),
      figure('TIES', { orders: 2, tied: 2, winRate: null }),
      figure('UPS', { orders: 4, won: 3, lost: 1, winRate: '0.7500' }),
      figure('VOIDS', { orders: 1, voided: 1, voidReasons: { NO_EXIT_TICK: 1 }, winRate: null }),
    ]);
    expect((await figures('?days=7&product=OLD')).items.map(({ product }) => product)).toEqual(['OLD']);
  });

  it('cover only their span and their wallet', async () => {
    expect((await figures('?days=1')).items.map(({ product }) => product)).toEqual(['INVALID', 'TIES', 'UPS', 'VOIDS']);
    expect((await figures()).items.map(({ product }) => product)).toContain('OLDER');
    const cash = await server.call('GET', `${readFairness.path}?wallet=cash`);
    expect(cash.body).toMatchObject({ error: 'WALLET_UNAVAILABLE' });
  });

  it('stay the same after the days were counted, and days are counted once', async () => {
    const before = { week: await figures('?days=7'), month: await figures('?days=90') };
    expect((await list(dateBack(3))).final).toBe(false);
    expect(await countDays(server.pools.worker, ZONE)).toBe(20);
    expect(await countDays(server.pools.worker, ZONE)).toBe(0);
    expect((await list(dateBack(3))).final).toBe(true);
    const { rows } = await server.pool.query(
      `select sum(orders)::int as orders from fairness_figure where wallet = 'practice'`,
    );
    expect(rows).toEqual([{ orders: 3 }]);
    expect(await countedAnew(7)).toEqual(before.week.items);
    expect(await countedAnew(90)).toEqual(before.month.items);
  });

  it('can be computed from the public list and the published ticks alone', async () => {
    const view = await figures('?days=30');
    const counted = new Map<string, Record<string, number>>();
    for (let back = 29; back >= 0; back -= 1) {
      for (const order of (await list(dateBack(back))).orders) {
        // A lesson is in the list, and counts nowhere.
        if (order.feed === 'replay') continue;
        const key = `${order.product}/${order.durationSec}`;
        const figure = counted.get(key) ?? { won: 0, lost: 0, tied: 0, voided: 0 };
        const outcome = await outcomeOf(order);
        expect(order.outcome).toBe(outcome);
        counted.set(key, { ...figure, [outcome]: (figure[outcome] ?? 0) + 1 });
      }
    }
    expect(Object.fromEntries(counted)).toEqual(
      Object.fromEntries(
        view.items.map(({ product, durationSec, won, lost, tied, voided }) => [
          `${product}/${durationSec}`,
          { won, lost, tied, voided },
        ]),
      ),
    );
  });
});

describe('void rates', () => {
  const voids = async (query = '') =>
    fairnessVoidsView.parse((await server.call('GET', `${readFairnessVoids.path}${query}`)).body.data);

  /** From the public prices: the last one at or before the close. */
  async function lastPriceBefore({ product, entrySeq, closesAt }: FairnessOrder): Promise<string | undefined> {
    const query = `?fromSeq=${entrySeq}&toSeq=${Number(entrySeq) + 2}`;
    const { body } = await server.call('GET', `${pathOf(listTicks, { code: product })}${query}`);
    return ticksView.parse(body.data).findLast(({ at }) => at <= closesAt)?.price;
  }

  /** By product, and by product and hour, from the public list and the prices alone. */
  async function fromTheList() {
    const counted = new Map<string, Record<string, number>>();
    for (const order of (await list(today)).orders) {
      if (order.feed === 'replay') continue;
      const { product, direction, entryPrice, outcome, reason, closesAt } = order;
      const isVoid = outcome === 'voided';
      const isKnown = isVoid && (reason === 'EXIT_NOT_OK' || reason === 'NOT_LOGGED' || reason === 'NO_EXIT_TICK');
      const exitPrice = reason === 'NO_EXIT_TICK' ? await lastPriceBefore(order) : order.exitPrice;
      const change = Number(exitPrice) - Number(entryPrice);
      const isRight = isKnown && (direction === 'up' ? change > 0 : change < 0);
      for (const key of [product, `${product} ${closesAt.slice(0, 13)}`]) {
        const figure = counted.get(key) ?? { orders: 0, voided: 0, known: 0, wouldHaveWon: 0 };
        counted.set(key, {
          orders: (figure['orders'] ?? 0) + 1,
          voided: (figure['voided'] ?? 0) + Number(isVoid),
          known: (figure['known'] ?? 0) + Number(isKnown),
          wouldHaveWon: (figure['wouldHaveWon'] ?? 0) + Number(isRight),
        });
      }
    }
    return counted;
  }

  it('are public, by product and hour, with the share of would-be winners, and follow from the public list', async () => {
    const { products, hours, wallet } = await voids('?days=1');
    expect(wallet).toBe('practice');
    const counted = await fromTheList();
    expect(Object.fromEntries(products.map(({ product, ...figure }) => [product, figure]))).toEqual(
      Object.fromEntries([...counted].filter(([key]) => !key.includes(' '))),
    );
    expect(
      Object.fromEntries(hours.map(({ hour, product, ...figure }) => [`${product} ${hour.slice(0, 13)}`, figure])),
    ).toEqual(Object.fromEntries([...counted].filter(([key, figure]) => key.includes(' ') && figure['voided'] !== 0)));
    // Three of four would have won at the last valid price, and the one without a price at its close, too.
    const figureOf = (code: string) => products.find(({ product }) => product === code);
    expect(figureOf('INVALID')).toEqual({ product: 'INVALID', orders: 4, voided: 4, known: 4, wouldHaveWon: 3 });
    expect(figureOf('VOIDS')).toEqual({ product: 'VOIDS', orders: 1, voided: 1, known: 1, wouldHaveWon: 1 });
    expect(figureOf('UPS')).toMatchObject({ orders: 4, voided: 0 });
  });

  it('cover only their span, their product and their wallet', async () => {
    expect((await voids('?days=1')).products.map(({ product }) => product)).not.toContain('OLD');
    expect((await voids()).products.map(({ product }) => product)).toContain('OLD');
    const one = await voids('?product=INVALID');
    expect([one.products.length, one.hours.every(({ product }) => product === 'INVALID')]).toEqual([1, true]);
    const cash = await server.call('GET', `${readFairnessVoids.path}?wallet=cash`);
    expect(cash.body).toMatchObject({ error: 'WALLET_UNAVAILABLE' });
  });
});

describe('the list of orders', () => {
  it('lets the owner of an order find it, and shows no member and no stake', async () => {
    const { orders } = await list(today);
    const refs = new Set(orderIds.map((id) => createHash('sha256').update(id).digest('hex')));
    expect(orders).toHaveLength(13);
    expect(orders.filter(({ feed }) => feed === 'replay').map(({ product }) => product)).toEqual(['LESSON', 'LESSON']);
    expect(orders.every(({ ref }) => refs.has(ref))).toBe(true);
    const answer = await server.call('GET', `${listFairnessOrders.path}?date=${today}`);
    expect(answer.text).not.toMatch(/member|stake|payout|profit|"id"|"no"/i);
    for (const id of orderIds) expect(answer.text).not.toContain(id);
  });

  it('downloads as a file with the same orders', async () => {
    const { orders } = await list(today);
    const file = await server.call('GET', `${listFairnessOrders.path}?date=${today}&format=csv`);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.headers['content-disposition']).toContain(`candor-fairness-practice-${today}.csv`);
    const [head, ...lines] = file.text.trimEnd().split('\r\n');
    expect(head).toBe(
      'ref,product,durationSec,direction,entrySeq,exitSeq,entryPrice,exitPrice,outcome,reason,closesAt,feed,index,settledIndex',
    );
    expect(lines.map((line) => line.split(',')[0])).toEqual(orders.map(({ ref }) => ref));
    expect(lines[0]).toBe(Object.values(orders[0] ?? {}).join(','));
  });

  it.each([
    '',
    'date=2026-02-30',
    'date=1969-12-31',
    `date=2026-11-21&cursor=abc`,
    `date=2026-11-21&cursor=1-${'0'.repeat(63)}`,
    'date=2026-11-21&limit=1001',
  ])('refuses %s', async (query) => {
    const answer = await server.call('GET', `${listFairnessOrders.path}?${query}`);
    expect(answer.body).toMatchObject({ code: 400 });
  });

  it('stays in its day when the cursor is from another day', async () => {
    const cursor = `1-${'0'.repeat(64)}`;
    const answer = await server.call('GET', `${listFairnessOrders.path}?date=${today}&cursor=${cursor}&limit=1000`);
    expect(fairnessOrdersView.parse(answer.body.data).items).toHaveLength(13);
  });
});

describe('a finished day', () => {
  it('is not final as long as one of its orders waits for the order log', async () => {
    const { rows } = await server.ownerPool.query<{ at: number }>(
      `select closes_at as at from trade_order where product = 'OLDER' and wallet = 'practice'`,
    );
    const [day, at] = [dateBack(20), rows[0]?.at ?? 0];
    await countDays(server.pools.worker, ZONE);
    expect(await isDayListed(server.pool, day, at, at + 1)).toBe(true);
    const put = async (first: string) =>
      await writePast(
        server.ownerPool,
        `update settlement_batch b set first = ${first} from trade_order o where o.id = any (b.orders) and o.product = 'OLDER'
           and o.wallet = 'practice'`,
      );
    const kept = await server.ownerPool.query<{ first: bigint }>(
      `select b.first from settlement_batch b, trade_order o where o.id = any (b.orders) and o.product = 'OLDER' and o.wallet = 'practice'`,
    );
    for (const first of ['null', '1000000']) {
      await put(first);
      expect(await isDayListed(server.pool, day, at, at + 1)).toBe(false);
      expect(await isDayListed(server.pool, day, at + 1, at + 2)).toBe(true);
    }
    await put(`${kept.rows[0]?.first}`);
    expect(await isDayListed(server.pool, day, at, at + 1)).toBe(true);
  });

  it('is not counted while one of its orders is open', async () => {
    await server.ownerPool.query('delete from fairness_figure');
    await server.ownerPool.query('delete from fairness_day');
    const { rows } = await server.ownerPool.query<{ id: string }>(
      `insert into position (member_id, wallet, product, order_id, closes_at)
       select member_id, wallet, product, id, closes_at from trade_order where product = 'OLD' limit 1
       returning order_id as id`,
    );
    expect(await countDays(server.pools.worker, ZONE)).toBe(17);
    await server.ownerPool.query('delete from position where order_id = $1', [rows[0]?.id]);
    expect(await countDays(server.pools.worker, ZONE)).toBe(3);
  });
});

describe('a close at the first moment of a day', () => {
  it('is in the list and figures of that day, and not of the day before', async () => {
    await server.ownerPool.query('delete from fairness_figure');
    await server.ownerPool.query('delete from fairness_day');
    const { rows } = await server.pool.query<{ at: number; n: bigint }>(
      `select closes_at as at, count(*) as n from trade_order where product = 'OLD' and wallet = 'practice' group by 1 order by 1 limit 1`,
    );
    const { at = 0, n = 0n } = rows[0] ?? {};
    const listed = async (fromMs: number, toMs: number) =>
      BigInt(
        (await selectPublicOrders(server.pool, { wallet: 'practice', fromMs, toMs, after: undefined, limit: 10 }))
          .length,
      );
    expect([await listed(at - 1000, at), await listed(at, at + 1)]).toEqual([0n, n]);

    const open = async (fromMs: number) =>
      (await selectCounts(server.pool, { wallet: 'practice', from: today, to: today, fromMs }))
        .filter(({ product }) => product === 'OLD')
        .reduce((sum, { orders }) => sum + orders, 0n);
    expect((await open(at)) - (await open(at + 1))).toBe(n);

    const counted = async (day: string) => {
      const { rows: figures } = await server.pool.query<{ n: bigint }>(
        `select coalesce(sum(orders), 0)::bigint as n from fairness_figure where wallet = 'practice' and day = $1`,
        [day],
      );
      return figures[0]?.n;
    };
    await insertDay(server.pools.worker, '2020-01-01', at - 1000, at);
    await insertDay(server.pools.worker, '2020-01-02', at, at + 1);
    expect([await counted('2020-01-01'), await counted('2020-01-02')]).toEqual([0n, n]);

    const days = async (from: string, to: string) =>
      (await selectCounts(server.pool, { wallet: 'practice', from, to, fromMs: Date.now() + DAY_MS })).reduce(
        (sum, { orders }) => sum + orders,
        0n,
      );
    expect(await days('2020-01-02', '2020-01-02'), 'both dates are included').toBe(n);
    expect([await days('2020-01-01', '2020-01-01'), await days('2020-01-03', '2020-01-09')]).toEqual([0n, 0n]);
  });

  it('is counted a minute after the end of the day, and not before', async () => {
    const now = await databaseNow(server.pool);
    expect(await insertDay(server.pools.worker, '2020-01-03', now - 60_000, now - 59_000)).toBe(false);
    expect(await insertDay(server.pools.worker, '2020-01-03', now - 70_000, now - 61_000)).toBe(true);
  });
});

function figure(product: string, counts: Partial<FairnessView['totals']>) {
  return {
    product,
    durationSec: 5,
    orders: 0,
    won: 0,
    lost: 0,
    tied: 0,
    voided: 0,
    voidReasons: {},
    winRate: null,
    ...counts,
    // (1 + 0.0100) / (1 + 0.8500)
    breakEvenRate: '0.5459',
  };
}

/** The figures from a server that has not kept any yet. */
async function countedAnew(days: number): Promise<FairnessView['items']> {
  const from = dateBack(days - 1);
  const { fromMs } = businessDay(ZONE, dayOf(from));
  const rows = await selectCounts(server.pool, { wallet: 'practice', from, to: today, fromMs });
  return figuresOf(rows, await selectOffers(server.pool));
}

/** The outcome of an order, computed from the public ticks. */
async function outcomeOf(order: FairnessOrder): Promise<string> {
  if (order.reason !== null) return 'voided';
  const query = `?fromSeq=${order.entrySeq}&toSeq=${order.exitSeq}`;
  const answer = await server.call('GET', `${pathOf(listTicks, { code: order.product })}${query}`);
  const ticks = ticksView.parse(answer.body.data);
  const [entry, exit] = [Number(ticks.at(0)?.price), Number(ticks.at(-1)?.price)];
  if (entry === exit) return 'tied';
  return exit > entry === (order.direction === 'up') ? 'won' : 'lost';
}
