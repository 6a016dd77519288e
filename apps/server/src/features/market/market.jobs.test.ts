import pino from 'pino';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bus } from '../../platform/bus/bus.ts';
import { type DatabaseClock, createDatabaseClock } from '../../platform/clock/clock.ts';
import { type Pool, createPool } from '../../platform/db/pool.ts';
import { recordSigningKey, startSigning } from '../../services/proof/signing.ts';
import { newestTicks, ticksBetween } from '../../services/quotes/quote-store.ts';
import { type TestDb, createTestDb } from '../../testing/test-db.ts';
import type { TickMessage } from './feed/publish-ticks.ts';
import { type FeedRole, type FeedRoleDeps, startFeed } from './market.jobs.ts';
import { seedProducts } from './seed-products.ts';

const SEED = Buffer.alloc(32, 1);

let db: TestDb;
let clock: DatabaseClock;
let sent: TickMessage[][];
let roles: FeedRole[];

const bus: Bus = {
  publish: (channel, message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test reads the messages of the feed
    if (channel === 'tick') sent.push(message as TickMessage[]);
    return Promise.resolve();
  },
  subscribe: () => () => undefined,
  close: () => Promise.resolve(),
};

async function begin(pool: Pool = db.pools.feed, more: Partial<FeedRoleDeps> = {}): Promise<FeedRole> {
  const role = await startFeed({
    pool,
    clock,
    bus,
    log: pino({ level: 'silent' }),
    signer: await startSigning(db.pool, SEED),
    onCheckpointRefused: () => undefined,
    config: { feed: 'simulated', feedSeed: 'test', marketdataDir: '/nowhere' },
    ...more,
  });
  roles.push(role);
  return role;
}

beforeEach(async () => {
  db = await createTestDb();
  await seedProducts(db.ownerPool, TEST_CURRENCY);
  await recordSigningKey(db.ownerPool, SEED, pino({ level: 'silent' }));
  clock = await createDatabaseClock(db.pool);
  [sent, roles] = [[], []];
});

afterEach(async () => {
  for (const role of roles) await role.stop();
  clock.stop();
  await db.drop();
});

/** A pool that no longer answers statements with this text after `hang` was called. */
function hangingPool(pool: Pool, text: string): { pool: Pool; hang: () => void } {
  let isHanging = false;
  const query = (...args: unknown[]): unknown =>
    isHanging && String(args[0]).includes(text)
      ? new Promise(() => undefined)
      : Reflect.apply(pool.query.bind(pool), undefined, args);
  const get = (target: Pool, property: string | symbol): unknown => {
    const value: unknown = property === 'query' ? query : Reflect.get(target, property);
    return typeof value === 'function' && property !== 'query' ? value.bind(target) : value;
  };
  return { pool: new Proxy(pool, { get }), hang: () => (isHanging = true) };
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
  await vi.waitFor(async () => expect(await newestSeq()).toBeGreaterThan(before + 1n), { timeout: 10_000 });
  return true;
}

describe('what hangs beside the feed', () => {
  it('does not stop it: a bus that never answers', async () => {
    const role = await begin(db.pools.feed, { bus: { publish: async () => await new Promise(() => undefined) } });
    await role.ready;
    expect(await ticksGoOn()).toBe(true);
  });

  it('does not stop it: candles and checkpoints that cannot be written', async () => {
    const { pool, hang } = hangingPool(db.pools.feed, 'insert into candle');
    const role = await begin(pool);
    await role.ready;
    hang();
    expect(await ticksGoOn()).toBe(true);
  });

  it('costs it the lead, when it cannot publish although it is heard: another process goes on', async () => {
    const { pool, hang } = hangingPool(db.pools.feed, 'publish_ticks');
    const first = await begin(pool, { stalledMsMax: 3_000 });
    await first.ready;
    const secondPool = createPool({ url: db.roleUrls.feed, max: 4, name: 'second' });
    const second = await begin(secondPool);
    hang();
    const before = await newestEpoch();
    // From here on, nothing that the first process sends arrives.
    await vi.waitFor(async () => expect(await newestEpoch()).toBeGreaterThan(before), { timeout: 20_000 });
    expect(await ticksGoOn()).toBe(true);
    await second.stop();
    await secondPool.end();
  });
});

describe('the feed role', () => {
  it('publishes one OK tick each whole second from a full history on', async () => {
    const role = await begin();
    await role.ready;
    await vi.waitFor(() => expect(sent.length).toBeGreaterThanOrEqual(3), { timeout: 6000 });
    const ticks = await ticksBetween(db.pool, 'BTCUSDT', 0, clock.now());
    expect(ticks.map((tick) => tick.seq).slice(0, 3)).toEqual([1n, 2n, 3n]);
    expect(ticks.every((tick) => tick.status === 'OK' && tick.at % 1000 === 0)).toBe(true);
    expect(ticks.slice(1).every((tick, i) => tick.at - (ticks[i]?.at ?? 0) === 1000)).toBe(true);
    expect(sent[0]?.find(({ product }) => product === 'BTCUSDT')).toMatchObject({ seq: 1, status: 'OK' });
    const { rows } = await db.pool.query<{ product: string; n: bigint }>(
      'select product, count(*) as n from candle group by product',
    );
    expect(rows).toHaveLength(14);
    for (const { n } of rows) expect(n).toBeGreaterThan(1000n);
  });

  it('has one leader; when it goes the next continues the same chain under a new epoch', async () => {
    const first = await begin();
    await first.ready;
    const secondPool = createPool({ url: db.roleUrls.feed, max: 4, name: 'second' });
    const second = await begin(secondPool);
    await second.ready;
    const before = (await newestTicks(db.pool, ['BTCUSDT'])).get('BTCUSDT');
    await first.stop();
    await vi.waitFor(
      async () => {
        const now = (await newestTicks(db.pool, ['BTCUSDT'])).get('BTCUSDT');
        expect(now?.seq).toBeGreaterThan((before?.seq ?? 0n) + 2n);
      },
      { timeout: 8000 },
    );
    const { rows } = await db.pool.query<{ epoch: bigint; n: bigint }>(
      `select epoch, count(distinct seq) as n from tick where product = 'BTCUSDT' group by epoch order by epoch`,
    );
    expect(rows.map(({ epoch }) => epoch)).toEqual([1n, 2n]);
    await second.stop();
    await secondPool.end();
  });
});
