import pino from 'pino';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bus } from '../../platform/bus/bus.ts';
import { type DatabaseClock, createDatabaseClock } from '../../platform/clock/clock.ts';
import { type Pool, createPool } from '../../platform/db/pool.ts';
import { recordSigningKey, startSigning } from '../../services/proof/signing.ts';
import { newestTicks, ticksBetween } from '../../services/quotes/quote-store.ts';
import { writePast } from '../../testing/factories.ts';
import { type MovableClock, makeClockMovable } from '../../testing/movable-clock.ts';
import { type TestDb, createTestDb } from '../../testing/test-db.ts';
import { type FeedRole, type FeedRoleDeps, startFeed } from './market.jobs.ts';
import { seedProducts } from './seed-products.ts';

const SEED = Buffer.alloc(32, 1);

let db: TestDb;
let movable: MovableClock;
let clock: DatabaseClock;
let sent: unknown[];
let roles: FeedRole[];

const bus: Bus = {
  publish: (channel, message) => {
    if (channel === 'tick') sent.push(message);
    return Promise.resolve();
  },
  subscribe: () => () => undefined,
  isOpen: () => true,
  watch: () => () => undefined,
  close: () => Promise.resolve(),
};

/** Instead of waiting, the feed sets the database's clock forward, to its next second. */
async function moveClock(ms: number): Promise<void> {
  await movable.moveBy(Math.max(0, ms));
  await clock.measure();
}

/** Enough for sessions of every product on any day of the week. */
const HISTORY_DAYS = 7;
const CONFIG: FeedRoleDeps['config'] = {
  feed: 'simulated',
  feedSeed: 'test',
  beacon: undefined,
  feedHistoryDays: HISTORY_DAYS,
  marketdataDir: '/nowhere',
};

/** The pauses of one process, which the test lets through or holds. */
function gate(isOpen: boolean) {
  let passage = Promise.withResolvers<void>();
  if (isOpen) passage.resolve();
  return {
    open: () => passage.resolve(),
    close: () => {
      passage = Promise.withResolvers();
    },
    pause: async (ms: number, signal: AbortSignal): Promise<void> => {
      const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      if (!signal.aborted) await Promise.race([passage.promise, stopped]);
      if (!signal.aborted) await moveClock(ms);
    },
  };
}

async function begin(pool: Pool = db.pools.feed, more: Partial<FeedRoleDeps> = {}): Promise<FeedRole> {
  const role = await startFeed({
    pool,
    clock,
    bus,
    log: pino({ level: 'silent' }),
    signer: await startSigning(db.pool, SEED),
    secrets: { seal: SEED },
    onCheckpointRefused: () => undefined,
    config: CONFIG,
    pause: moveClock,
    ...more,
  });
  roles.push(role);
  return role;
}

beforeEach(async ({ task }) => {
  db = await createTestDb();
  movable = await makeClockMovable(db.ownerUrl);
  await seedProducts(db.ownerPool, TEST_CURRENCY);
  // Days of candles of every product take seconds, and one test is about them.
  if (!task.name.includes('full history'))
    for (const [table, column] of [
      ['terms', 'product'],
      ['product', 'code'],
    ])
      await writePast(db.ownerPool, `delete from ${table} where ${column} <> 'BTCUSDT'`);
  await recordSigningKey(db.ownerPool, { tick: SEED, previousTick: null }, pino({ level: 'silent' }));
  clock = await createDatabaseClock(db.pool);
  [sent, roles] = [[], []];
});

afterEach(async () => {
  vi.useRealTimers();
  for (const role of roles) await role.stop();
  clock.stop();
  await movable.close();
  await db.drop();
});

/** Of a statement, however it is sent. */
function sentText(sent: unknown): string {
  return typeof sent === 'object' && sent !== null && 'text' in sent ? String(sent.text) : String(sent);
}

/** After `hang`, the pool no longer answers statements with this text; `hung` resolves at the first one. */
function hangingPool(pool: Pool, text: string): { pool: Pool; hang: () => void; hung: Promise<void> } {
  let isHanging = false;
  const hung = Promise.withResolvers<void>();
  const query = (...args: unknown[]): unknown =>
    isHanging && sentText(args[0]).includes(text)
      ? new Promise(() => hung.resolve())
      : Reflect.apply(pool.query.bind(pool), undefined, args);
  const get = (target: Pool, property: string | symbol): unknown => {
    const value: unknown = property === 'query' ? query : Reflect.get(target, property);
    return typeof value === 'function' && property !== 'query' ? value.bind(target) : value;
  };
  return { pool: new Proxy(pool, { get }), hang: () => (isHanging = true), hung: hung.promise };
}

/** The nth statement with this text waits for `release`. */
function holdingPool(pool: Pool, text: string, nth: number): { pool: Pool; held: Promise<void>; release: () => void } {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  const query = async (...args: unknown[]): Promise<unknown> => {
    if (sentText(args[0]).includes(text) && (count += 1) === nth) {
      held.resolve();
      await released.promise;
    }
    return await Reflect.apply(pool.query.bind(pool), undefined, args);
  };
  const get = (target: Pool, property: string | symbol): unknown => {
    if (property === 'query') return query;
    const value: unknown = Reflect.get(target, property);
    return typeof value === 'function' ? value.bind(target) : value;
  };
  return { pool: new Proxy(pool, { get }), held: held.promise, release: released.resolve };
}

async function newestSeq(): Promise<bigint> {
  return (await newestTicks(db.pool, ['BTCUSDT'])).get('BTCUSDT')?.seq ?? 0n;
}

async function newestEpoch(): Promise<bigint> {
  const { rows } = await db.pool.query<{ epoch: bigint }>('select coalesce(max(epoch), 0) as epoch from tick');
  return rows[0]?.epoch ?? 0n;
}

async function ticksGoOn(): Promise<boolean> {
  const before = await newestSeq();
  await vi.waitFor(async () => expect(await newestSeq()).toBeGreaterThan(before + 1n));
  return true;
}

describe('the feed', () => {
  it('keeps publishing while the bus never answers', async () => {
    const role = await begin(db.pools.feed, { bus: { publish: async () => await new Promise(() => undefined) } });
    await role.ready;
    expect(await ticksGoOn()).toBe(true);
  });

  it('keeps publishing while candles and checkpoints cannot be written', async () => {
    const { pool, hang } = hangingPool(db.pools.feed, 'insert into candle');
    const role = await begin(pool);
    await role.ready;
    hang();
    expect(await ticksGoOn()).toBe(true);
  });

  it.each([
    // The bars of one day are stored before the first second, so that nothing else runs.
    ['the second that it publishes', 'publish_ticks', 1],
    ['the history that it fills', 'on conflict (product, t) do nothing', HISTORY_DAYS],
  ])('stops only after %s', async (_, text, feedHistoryDays) => {
    const { pool, held, release } = holdingPool(db.pools.feed, text, 2);
    const role = await begin(pool, { config: { ...CONFIG, feedHistoryDays } });
    await held;
    let isStopped = false;
    const stopping = role.stop().then(() => (isStopped = true));
    // Long enough for a stop that waits for nothing, and much less than the longest wait of one that does.
    for (let round = 0; round < 20; round += 1) await db.pool.query('select 1');
    expect(isStopped).toBe(false);
    release();
    expect(await stopping).toBe(true);
  });

  it('loses the lead when it is connected but cannot publish, and another process takes over', async () => {
    // The leader looks at its progress at every heartbeat, by this machine's clock.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const { pool, hang, hung } = hangingPool(db.pools.feed, 'publish_ticks');
    const [leading, waiting] = [gate(true), gate(false)];
    const first = await begin(pool, { stalledMsMax: 3_000, pause: leading.pause });
    await first.ready;
    const secondPool = createPool({ url: db.roleUrls.feed, max: 4, name: 'second' });
    const second = await begin(secondPool, { pause: waiting.pause });
    await second.ready;
    // From here on, nothing that the first process publishes arrives, and it does not try to lead again.
    hang();
    await hung;
    leading.close();
    const before = await newestEpoch();
    await vi.advanceTimersByTimeAsync(4_000);
    waiting.open();
    await vi.waitFor(async () => expect(await newestEpoch()).toBeGreaterThan(before), { timeout: 20_000 });
    expect(await ticksGoOn()).toBe(true);
    await Promise.all([first.stop(), second.stop()]);
    await secondPool.end();
  });
});

/** A busy machine fills a week of prices slowly. It costs time only in a test that fails. */
const PATIENT = { timeout: 60_000 };

describe('the feed role', { timeout: 180_000 }, () => {
  it('publishes one OK tick each whole second, after a full history', async () => {
    const role = await begin();
    await role.ready;
    await vi.waitFor(() => expect(sent.length).toBeGreaterThanOrEqual(3), PATIENT);
    const ticks = await ticksBetween(db.pool, 'BTCUSDT', 0, clock.now());
    expect(ticks.map((tick) => tick.seq).slice(0, 3)).toEqual([1n, 2n, 3n]);
    expect(ticks.every((tick) => tick.status === 'OK' && tick.at % 1000 === 0)).toBe(true);
    expect(ticks.slice(1, 3).every((tick, i) => tick.at - (ticks[i]?.at ?? 0) === 1000)).toBe(true);
    expect(sent[0]).toBe(ticks[0]?.at);
    const counts = async () => {
      const { rows } = await db.pool.query<{ product: string; n: bigint }>(
        'select product, count(*) as n from candle group by product',
      );
      return new Map(rows.map(({ product, n }) => [product, Number(n)]));
    };
    // The older days are filled while ticks already come.
    const all = HISTORY_DAYS * 1440;
    await vi.waitFor(async () => expect((await counts()).get('BTCUSDT')).toBeGreaterThanOrEqual(all), PATIENT);
    const filled = await counts();
    expect(filled.size).toBe(14);
    expect(Math.min(...filled.values())).toBeGreaterThan(1000);
    // Not one day more than the settings say.
    expect(filled.get('BTCUSDT')).toBeLessThan(all + 60);
  });

  it('signs its chains each minute, keeps the candles, and sends what an operator changed', async () => {
    const changed: unknown[] = [];
    const role = await begin(db.pools.feed, {
      bus: {
        publish: async (channel, message) => {
          if (channel === 'product') changed.push(message);
          return await Promise.resolve();
        },
      },
    });
    await role.ready;
    await db.ownerPool.query(`update product set forbidden = true where code = 'BTCUSDT'`);
    await vi.waitFor(() => expect(changed).toEqual([['BTCUSDT']]), PATIENT);
    // Two: a chain that begins on a whole minute has no tick before its first.
    await vi.waitFor(async () => {
      const { rows } = await db.pool.query<{ slots: number }>(
        `select count(*)::int as slots from checkpoint where product = 'BTCUSDT'`,
      );
      expect(rows[0]?.slots).toBeGreaterThan(1);
    }, PATIENT);
    const { rows } = await db.pool.query<{ whole: boolean }>(
      `select bool_and(exists (select from candle c where c.product = t.product and c.t = date_trunc('minute', t.at))) as whole
       from tick t where t.at < (select max(slot) from checkpoint)`,
    );
    expect(rows).toEqual([{ whole: true }]);
  });

  it('has one leader; when it ends, the next one continues the same chain in a new epoch', async () => {
    const first = await begin();
    await first.ready;
    const secondPool = createPool({ url: db.roleUrls.feed, max: 4, name: 'second' });
    const waiting = gate(false);
    const second = await begin(secondPool, { pause: waiting.pause });
    await second.ready;
    const before = (await newestTicks(db.pool, ['BTCUSDT'])).get('BTCUSDT');
    await first.stop();
    waiting.open();
    await vi.waitFor(async () => {
      const now = (await newestTicks(db.pool, ['BTCUSDT'])).get('BTCUSDT');
      expect(now?.seq).toBeGreaterThan((before?.seq ?? 0n) + 2n);
    });
    const { rows } = await db.pool.query<{ epoch: bigint; n: bigint }>(
      `select epoch, count(distinct seq) as n from tick where product = 'BTCUSDT' group by epoch order by epoch`,
    );
    expect(rows.map(({ epoch }) => epoch)).toEqual([1n, 2n]);
    await second.stop();
    await secondPool.end();
  });
});

it('gives prices to a product that comes while it leads, with a past, and loses no second of another for it', async () => {
  let lost = 0;
  const role = await begin(db.pools.feed, { onPublished: ({ secondsLost }) => (lost += secondsLost) });
  await role.ready;
  await db.ownerPool.query(`insert into product (code, names, category, decimals, position, simulated)
    select 'DOGEUSD', names, 'crypto', 4, 99, '{"level": 1500, "volatility": 9000}' from product`);
  await vi.waitFor(
    async () => expect((await newestTicks(db.pool, ['DOGEUSD'])).get('DOGEUSD')?.seq ?? 0n).toBeGreaterThan(3n),
    { timeout: 60_000, interval: 50 },
  );
  const { rows } = await db.ownerPool.query<{ past: boolean; epochs: number; near: boolean }>(
    `select (select count(*) >= 5000 from candle where product = 'DOGEUSD' and src is not null) as past,
       (select count(distinct epoch)::int from tick) as epochs,
       (select bool_and(abs(x.price - c.c) <= c.c / 100) from tick x, lateral (select c from candle where product = 'DOGEUSD' and src is not null
         order by t desc limit 1) c where x.product = 'DOGEUSD') as near`,
  );
  // It goes on from the end of its past, under the same lead.
  expect(rows).toEqual([{ past: true, epochs: 1, near: true }]);
  expect(lost).toBe(0);
});
