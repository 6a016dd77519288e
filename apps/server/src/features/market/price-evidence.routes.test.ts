import { priceSourcesView, simulatorSeedsView, ticksSourcesView } from '@candor/contract/price-evidence';
import { listPriceSources, listSimulatorSeeds, listTickSources } from '@candor/contract/calls/market';
import { pathOf } from '@candor/contract/operation';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { parsePrice } from '@candor/domain/price';
import { textHash } from '@candor/proof/encoding';
import { checkSimulatedPath } from '@candor/proof/simulated-path';
import type { PathReport } from '@candor/proof/simulated-path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type DatabaseClock, createDatabaseClock } from '../../platform/clock/clock.ts';
import { loadConfig } from '../../platform/config/config.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { buildHttp } from '../../app/build-http.ts';
import { createPublicAnswers } from '../../platform/http/public-answers.ts';
import { createBudgets } from '../../platform/http/route-cost.ts';
import { createDiskFiles } from '../../services/files/disk-files.ts';
import { recordSigningKey, startSigning } from '../../services/proof/signing.ts';
import { nodeCrypto } from '../../services/receipts/node-crypto.ts';
import { createReadTickSources, createReadTicks } from '../../services/ticks/read-ticks.ts';
import { writePast } from '../../testing/factories.ts';
import { type MovableClock, makeClockMovable } from '../../testing/movable-clock.ts';
import { type TestDb, createTestDb } from '../../testing/test-db.ts';
import { type FeedRole, startFeed } from './market.jobs.ts';
import { priceEvidenceRoutes } from './price-evidence.routes.ts';
import { seedProducts } from './seed-products.ts';

const KEY = Buffer.alloc(32, 1);
const DAY_MS = 86_400_000;
const log = pino({ level: 'silent' });
const files = createDiskFiles('/nowhere');
const silentBus = {
  publish: () => Promise.resolve(),
  subscribe: () => () => undefined,
  close: () => Promise.resolve(),
};

let db: TestDb;
let movable: MovableClock;
let clock: DatabaseClock;
let app: HttpApp;
let feed: FeedRole;
let published = 0;

beforeAll(async () => {
  db = await createTestDb();
  movable = await makeClockMovable(db.ownerUrl);
  await seedProducts(db.ownerPool, TEST_CURRENCY);
  for (const [table, column] of [
    ['terms', 'product'],
    ['product', 'code'],
  ])
    await writePast(db.ownerPool, `delete from ${table} where ${column} <> 'BTCUSDT'`);
  await recordSigningKey(db.ownerPool, { tick: KEY, previousTick: null }, log);
  clock = await createDatabaseClock(db.pool);
  feed = await begin();
  const budgets = createBudgets({ nowMs: () => 0 });
  app = await buildHttp(loadConfig({}), log, { budgets });
  let nowMs = 0;
  const answers = createPublicAnswers({ spend: budgets.spend, nowMs: () => (nowMs += 3_600_001) });
  priceEvidenceRoutes(app, { pool: db.pools.http, clock, readTickSources: createReadTickSources(files, log), answers });
  await app.ready();
});

afterAll(async () => {
  await feed.stop();
  clock.stop();
  await app.close();
  await movable.close();
  await db.drop();
});

async function begin(): Promise<FeedRole> {
  return await startFeed({
    pool: db.pools.feed,
    clock,
    bus: silentBus,
    log,
    signer: await startSigning(db.pool, KEY),
    secrets: { seal: KEY },
    onCheckpointRefused: () => undefined,
    onPublished: () => (published += 1),
    config: {
      feed: 'simulated',
      feedSeed: undefined,
      beacon: undefined,
      feedHistoryDays: 1,
      marketdataDir: '/nowhere',
    },
    pause: moveClock,
  });
}

/** Instead of waiting, the feed sets the database's clock forward, to its next second. */
async function moveClock(ms: number): Promise<void> {
  await movable.moveBy(Math.max(0, ms));
  await clock.measure();
}

async function get(url: string): Promise<{ code: number; error?: string; fields?: object; data: unknown }> {
  return (await app.inject({ url })).json();
}

function dayOf(atMs: number) {
  return new Date(atMs).toISOString().slice(0, 10);
}

async function seedsOf(day: string) {
  return simulatorSeedsView.parse((await get(`${listSimulatorSeeds.path}?day=${day}`)).data);
}

async function publishes(seconds: number) {
  const enough = published + seconds;
  await vi.waitFor(() => expect(published).toBeGreaterThanOrEqual(enough), { timeout: 30_000, interval: 5 });
}

/** What a stranger finds with the public answers alone. */
async function checkAll(days: readonly string[]): Promise<PathReport> {
  const ticks = await createReadTicks(files, log)(db.pool, 'BTCUSDT', 1n, 10_000n);
  if (!ticks.ok) throw new Error(ticks.error);
  const last = ticks.value.length;
  const url = `${pathOf(listTickSources, { code: 'BTCUSDT' })}?fromSeq=1&toSeq=${last}`;
  const sources = ticksSourcesView.parse((await get(url)).data);
  expect(sources).toHaveLength(last);
  for (const [index, { sourcesDigest, sources: reports }] of sources.entries()) {
    const lines = reports.map(
      ({ source, price, receivedAt, verdict }) => `${source}\n${price}\n-\n-\n${receivedAt}\n${verdict}\n`,
    );
    for (const report of reports) expect(report).toMatchObject({ tradeId: null, tradedAt: null });
    expect(sourcesDigest).toBe(ticks.value[index]?.sourcesDigest);
    expect(await textHash(`candor-sources-v2\n${lines.join('')}`, nodeCrypto)).toBe(sourcesDigest);
  }
  const seeds = (await Promise.all(days.map(seedsOf))).flat();
  return await checkSimulatedPath(
    'BTCUSDT',
    ticks.value.map((tick, index) => {
      const units = parsePrice(tick.price, 2);
      if (!units.ok) throw new Error(units.error);
      return { ...tick, price: units.value, sources: (sources[index]?.sources ?? []).map(({ source }) => source) };
    }),
    new Map(seeds.map(({ seed, commitment }) => [commitment, seed])),
    nodeCrypto,
  );
}

describe('simulated prices', () => {
  it('can be computed again by anyone when their day is over, also over a kill and a restart of the feed', async () => {
    await publishes(70);
    const first = clock.now();
    const midnight = Math.ceil(first / DAY_MS) * DAY_MS;
    const [today, tomorrow] = [dayOf(first), dayOf(midnight)];
    expect(await seedsOf(today)).toEqual([]);
    expect(await checkAll([today])).toMatchObject({ checked: 0, problems: [] });
    await moveClock(midnight - 3000 - clock.now());
    await vi.waitFor(() => expect(clock.now()).toBeGreaterThan(midnight + 3000), { timeout: 30_000, interval: 5 });
    await vi.waitFor(async () => expect(await seedsOf(today)).toHaveLength(1));
    expect(await seedsOf(tomorrow)).toEqual([]);
    const over = await checkAll([today, tomorrow]);
    expect(over.checked).toBeGreaterThan(70);
    expect(over.unrevealed).toBeGreaterThan(0);
    expect(over).toMatchObject({ unnamed: 0, begun: 1, problems: [] });
    // In the middle of a day: nothing of it is published, and the next leader goes on with the same seed.
    await feed.stop();
    expect(await seedsOf(tomorrow)).toEqual([]);
    await moveClock(20_000);
    feed = await begin();
    await publishes(70);
    const next = Math.ceil(clock.now() / DAY_MS) * DAY_MS;
    await feed.stop();
    // Killed for the rest of that day. The leader of the next one publishes its seed.
    await moveClock(next + 3_600_000 - clock.now());
    feed = await begin();
    await publishes(3);
    await vi.waitFor(async () => expect(await seedsOf(tomorrow)).toHaveLength(1));
    await feed.stop();
    const whole = await checkAll([today, tomorrow, dayOf(next)]);
    expect(whole).toMatchObject({ unnamed: 0, begun: 1, problems: [] });
    expect(whole.checked).toBeGreaterThan(140);
    const { rows } = await db.pool.query<{ epochs: number }>(`select count(distinct epoch)::int as epochs from tick`);
    expect(rows).toEqual([{ epochs: 3 }]);
  });

  it('are refused a seed that is not the one that was named', async () => {
    const publish = (seed: string) =>
      db.pools.feed.query(
        `insert into simulator_seed (day, seed, commitment) values ('2026-01-01', decode($1, 'hex'), sha256('other'))`,
        [seed],
      );
    await expect(publish('ab'.repeat(32))).rejects.toThrow('simulator_seed_commitment_check');
  });
});

describe('bad requests', () => {
  it.each([
    [`${listSimulatorSeeds.path}?day=2026-02-30`, 400],
    [listSimulatorSeeds.path, 400],
    [`${pathOf(listTickSources, { code: 'BTCUSDT' })}?fromSeq=5&toSeq=1`, 400],
    [`${pathOf(listTickSources, { code: 'NOPE' })}?fromSeq=1&toSeq=1`, 404],
  ])('%s', async (url, code) => {
    expect((await get(url)).code).toBe(code);
  });
});

it('shows how old the last price of each source is', async () => {
  const shown = priceSourcesView.parse((await get(listPriceSources.path)).data);
  expect(shown).toEqual([
    {
      product: 'BTCUSDT',
      feed: 'simulated',
      round: null,
      sources: [{ source: 'simulator', state: expect.stringMatching(/^(up|silent)$/), pricedAt: expect.any(String) }],
    },
  ]);
});
