import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatPrice, price } from '@candor/domain/price';
import type { TickStatus } from '@candor/domain/trading/tick';
import { canonicalTickBytes, GENESIS_HASH } from '@candor/proof/tick-chain';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/embedded/start-embedded-postgres.ts';
import type { EmbeddedPostgres } from '../../apps/server/src/platform/db/embedded/start-embedded-postgres.ts';
import { createPool } from '../../apps/server/src/platform/db/pool.ts';
import type { Pool } from '../../apps/server/src/platform/db/pool.ts';
import { makeTestDataDir, removeTestDataDir } from '../../apps/server/src/testing/postgres-setup.ts';
import { pause, until } from './server-process.ts';

/* Two processes with the role feed on one database: only one publishes, and a stopped one returns as the standby. */

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
const SETTINGS = { fsync: 'off', full_page_writes: 'off' };

interface Feed {
  child: ChildProcess;
  /** Everything it wrote to its log. */
  log: () => string;
}

let dataDir = '';
let postgres: EmbeddedPostgres;
let owner: Pool;
const feeds: Feed[] = [];

function startFeed(): Feed {
  const env = {
    PATH: process.env['PATH'],
    TMPDIR: process.env['TMPDIR'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    NODE_ENV: 'test',
    DATA_DIR: join(dataDir, `feed-${feeds.length}`),
    SECRETS_DIR: join(dataDir, 'secrets'),
    DATABASE_FEED_URL: postgres.roleUrls.feed,
    DATABASE_OWNER_URL: postgres.ownerUrl,
    ROLES: 'feed',
    FEED: 'simulated',
    FEED_SEED: 'faults',
    FEED_HISTORY_DAYS: '7',
    SEED_PASSWORD: 'seeded-by-a-test',
    LOG_LEVEL: 'info',
  };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const feed = { child, log: () => written };
  feeds.push(feed);
  return feed;
}

function isLeading({ log }: Feed): boolean {
  return log().includes('"feed: leading"');
}

interface StoredTick {
  product: string;
  seq: bigint;
  at: number;
  price: bigint;
  decimals: number;
  status: TickStatus;
  feed: string;
  epoch: bigint;
  sourcesDigest: string;
  logSize: bigint;
  logRoot: string;
  prevHash: string;
  hash: string;
}

/** The chains, each in order. */
async function readChains(): Promise<StoredTick[][]> {
  const { rows } = await owner.query<StoredTick>(
    `select t.product, t.seq, t.at, t.price, p.decimals, t.status, t.feed, t.epoch,
       encode(t.sources_digest, 'hex') as "sourcesDigest", t.log_size as "logSize", encode(tick_log_root(t.log_size, t.log_root), 'hex') as "logRoot",
       encode(t.prev_hash, 'hex') as "prevHash", encode(t.hash, 'hex') as hash
     from tick t join product p on p.code = t.product order by t.product, t.seq, t.at`,
  );
  return [...Map.groupBy(rows, ({ product }) => product).values()];
}

/** The seconds that a leader published. */
async function published(epoch: bigint): Promise<number> {
  const { rows } = await owner.query<{ n: number }>('select count(distinct at)::int as n from tick where epoch = $1', [
    epoch,
  ]);
  return rows[0]?.n ?? 0;
}

async function currentEpoch(): Promise<bigint> {
  return (await owner.query<{ epoch: bigint }>('select epoch from feed_leader')).rows[0]?.epoch ?? 0n;
}

/** Waits until one leads in a newer epoch than `after` and has published this many seconds; returns the epoch. */
async function untilLed(after: bigint, seconds: number): Promise<bigint> {
  const deadline = Date.now() + 60_000;
  const counted = new Map<bigint, number>();
  for (;;) {
    const epoch = await currentEpoch();
    const now = await published(epoch);
    if (!counted.has(epoch)) counted.set(epoch, now);
    if (epoch > after && now - (counted.get(epoch) ?? now) >= seconds) return epoch;
    if (Date.now() > deadline) throw new Error(`nobody leads:\n${feeds.map(({ log }) => log()).join('\n')}`);
    await pause(100);
  }
}

/** Every tick names the one before it, by number and by hash, and no writer returns after another one started. */
function expectOneChain(chain: readonly StoredTick[]): void {
  let last: StoredTick | undefined;
  for (const tick of chain) {
    const name = `${tick.product} ${tick.seq} of epoch ${tick.epoch}`;
    expect(tick.seq, name).toBe((last?.seq ?? 0n) + 1n);
    expect(tick.prevHash, name).toBe(last?.hash ?? GENESIS_HASH);
    expect(tick.at, name).toBeGreaterThan(last?.at ?? 0);
    expect(tick.epoch, name).toBeGreaterThanOrEqual(last?.epoch ?? 0n);
    const log = { size: tick.logSize, root: tick.logRoot };
    const canonical = { ...tick, log, price: formatPrice(price(tick.price), tick.decimals) };
    expect(tick.hash, name).toBe(createHash('sha256').update(canonicalTickBytes(canonical)).digest('hex'));
    last = tick;
  }
}

beforeAll(async () => {
  dataDir = makeTestDataDir();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  // Several machines share the login of the feed.
  const bounds = { connectionsMax: { http: 40, feed: 40, worker: 40, console: 40 } };
  postgres = await startEmbeddedPostgres({ dataDir, log, settings: SETTINGS, bounds });
  owner = createPool({ url: postgres.ownerUrl, max: 2, name: 'faults-owner' });
});

// A second try begins without the feeds of the first.
afterEach(stopFeeds);
afterAll(async () => {
  await stopFeeds();
  await owner.end();
  await postgres.stop();
  removeTestDataDir(dataDir);
});

async function stopFeeds(): Promise<void> {
  for (const { child } of feeds.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    }
  }
}

it('one of two feeds publishes; it loses the lead when stopped, and publishes nothing when resumed', async () => {
  const first = startFeed();
  await until(() => isLeading(first));
  await untilLed(0n, 1);
  const second = startFeed();
  await until(() => second.log().includes('feed: another process leads'));
  const firstEpoch = await untilLed(0n, 2);
  expect([isLeading(first), isLeading(second)]).toEqual([true, false]);

  first.child.kill('SIGSTOP');
  const secondEpoch = await untilLed(firstEpoch, 1);
  const byTheFirst = await published(firstEpoch);
  // The second one is silent for a moment, but not long enough to lose the lead. So it publishes no ticks that could
  // block the first one. Only the lost connection and the old epoch keep the first one from publishing.
  second.child.kill('SIGSTOP');
  first.child.kill('SIGCONT');
  await pause(3_000);
  second.child.kill('SIGCONT');
  expect(await untilLed(firstEpoch, 2)).toBe(secondEpoch);
  expect(await published(firstEpoch)).toBe(byTheFirst);
  await until(() => first.log().includes('feed: another process leads'));

  // After it is resumed, it works like any other: it leads again when the second one ends.
  const gone = once(second.child, 'exit');
  second.child.kill('SIGTERM');
  await gone;
  const thirdEpoch = await untilLed(secondEpoch, 1);

  const chains = await readChains();
  for (const chain of chains) expectOneChain(chain);
  // Other products may be out of session, and then do not have ticks of every leader.
  const bitcoin = (chains.find(([tick]) => tick?.product === 'BTCUSDT') ?? []).filter(
    ({ epoch }) => epoch >= firstEpoch,
  );
  expect([...new Set(bitcoin.map(({ epoch }) => epoch))]).toEqual([firstEpoch, secondEpoch, thirdEpoch]);
  // A leader that stops hands the lead over; one that is frozen is first waited for.
  const gapBefore = (epoch: bigint): number => {
    const next = bitcoin.findIndex((tick) => tick.epoch === epoch);
    return (bitcoin[next]?.at ?? Infinity) - (bitcoin[next - 1]?.at ?? 0);
  };
  const [frozenMs, handedOverMs] = [gapBefore(secondEpoch), gapBefore(thirdEpoch)];
  process.stdout.write(
    `without a tick: ${frozenMs / 1000 - 1} s after a freeze, ${handedOverMs / 1000 - 1} s at a stop\n`,
  );
  expect(handedOverMs).toBeLessThan(frozenMs);
}, 120_000);
