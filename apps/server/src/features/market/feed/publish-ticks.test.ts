import { createHash } from 'node:crypto';
import { formatPrice, price } from '@candor/domain/price';
import { EMPTY_ROOT } from '@candor/proof/order-log/tree';
import { type LogHead, canonicalTickBytes } from '@candor/proof/tick-chain';
import pino from 'pino';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sqlState } from '../../../platform/db/transaction.ts';
import { selectStoredTicks } from '../../../services/ticks/tick-store.ts';
import { writePast } from '../../../testing/factories.ts';
import { type MovableClock, makeClockMovable } from '../../../testing/movable-clock.ts';
import { type TestDb, createTestDb } from '../../../testing/test-db.ts';
import { seedProducts } from '../seed-products.ts';
import type { Source } from '../sources/source.ts';
import { readNewestCandles } from './candle-store.ts';
import { createCandleWriter } from './candle-writer.ts';
import { type TickEntry, publishTickEntries, readFeedProducts, readHeads, takeFeedLead } from './feed-store.ts';
import { openOrderLog } from './grow-order-log.ts';
import { makeTick } from './make-tick.ts';
import { type FeedDeps, type Lead, publishTicks } from './publish-ticks.ts';
import { createSampleBook } from './sample-book.ts';

let db: TestDb;
let clock: MovableClock;
let deps: FeedDeps;
let sent: unknown[];
let uncertaintyMs: number;

/** A source that quotes bitcoin at a price the test sets. */
const quote = { units: 8_800_000n };
const source: Source = {
  name: 'fake',
  kind: 'simulated',
  historyDays: 0,
  quotes: ({ product }) => product === 'BTCUSDT',
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
  sampleAt: (product, at) => ({ product, source: 'fake', price: price(quote.units), at, receivedAt: at, qty: 5n }),
  history: () => Promise.resolve([]),
};

/** The head of an order log without orders. */
const EMPTY_LOG = { size: 0n, root: EMPTY_ROOT };

async function takeLead(): Promise<Lead> {
  const epoch = await takeFeedLead(db.pools.feed);
  return {
    epoch,
    orderLog: await openOrderLog({ db: db.pools.feed, log: deps.log }, epoch),
    products: await readFeedProducts(db.pools.feed),
    heads: null,
    validAt: new Map(),
    lastPrices: new Map(),
    chosen: new Map([['BTCUSDT', [source]]]),
    book: createSampleBook(),
    candles: createCandleWriter(),
  };
}

/** An entry that is correct in every way; tests break one part of it. */
async function goodEntry(epoch: bigint, at: number, log: LogHead = EMPTY_LOG): Promise<TickEntry> {
  const instrument = (await readFeedProducts(db.pools.feed)).find(({ product }) => product === 'BTCUSDT');
  const head = (await readHeads(db.pools.feed)).get('BTCUSDT') ?? null;
  if (instrument === undefined) throw new Error('no product');
  const samples = [{ source: 'fake', price: price(quote.units), at, receivedAt: at }];
  const made = makeTick({
    instrument,
    at,
    head,
    lastPrice: null,
    samples,
    feed: 'simulated',
    epoch,
    log,
    clockCertain: true,
  });
  if (made === null) throw new Error('no tick');
  return made.entry;
}

/** One second, and the candles that follow from it. */
async function publishAndStore(lead: Lead, at: number): Promise<void> {
  await publishTicks(deps, lead, at);
  await lead.candles.flush(db.pools.feed);
}

function rehashed(entry: TickEntry, epoch: bigint): TickEntry {
  return {
    ...entry,
    hash: createHash('sha256')
      .update(
        canonicalTickBytes({
          prevHash: entry.prevHash,
          product: entry.product,
          seq: BigInt(entry.seq),
          at: Date.parse(entry.at),
          price: formatPrice(price(BigInt(entry.price)), 2),
          status: entry.status,
          feed: entry.feed,
          epoch,
          sourcesDigest: entry.sourcesDigest,
          log: EMPTY_LOG,
        }),
      )
      .digest('hex'),
  };
}

beforeAll(async () => {
  db = await createTestDb();
  clock = await makeClockMovable(db.ownerUrl);
  await seedProducts(db.ownerPool, TEST_CURRENCY);
});

beforeEach(async () => {
  await db.ownerPool.query('truncate tick, tick_head, candle');
  [sent, uncertaintyMs] = [[], 1];
  deps = {
    db: db.pools.feed,
    clock: { now: () => 0, uncertaintyMs: () => uncertaintyMs },
    bus: {
      publish: (channel, message) => {
        sent.push([channel, message]);
        return Promise.resolve();
      },
    },
    log: pino({ level: 'silent' }),
  };
});

afterAll(async () => {
  await clock.close();
  await db.drop();
});

describe('publishTicks', () => {
  it('stores a chain that the database hashes the same way, publishes to the bus, and builds the candle', async () => {
    const lead = await takeLead();
    const first = await clock.nextSecond();
    await publishAndStore(lead, first);
    quote.units = 8_800_150n;
    await publishAndStore(lead, await clock.nextSecond());
    const ticks = await selectStoredTicks(db.pools.http, 'BTCUSDT', 1n, 10n);
    expect(ticks.map((tick) => [tick.seq, tick.price, tick.status])).toEqual([
      [1n, '88000.00', 'OK'],
      [2n, '88001.50', 'OK'],
    ]);
    expect(ticks[1]?.prevHash).toBe(ticks[0]?.hash);
    // That there are new ticks, and nothing of them.
    expect(sent[0]).toEqual(['tick', first]);
    const candle = (await readNewestCandles(db.pools.feed)).get('BTCUSDT');
    expect(candle).toMatchObject({ close: 8_800_150n, fromTicks: true });
    quote.units = 8_800_000n;
  });

  it('makes one tick a second, even when called twice', async () => {
    const lead = await takeLead();
    const at = await clock.nextSecond();
    await publishAndStore(lead, at);
    await publishAndStore(lead, at);
    expect(lead.heads).not.toBeNull();
    expect(await selectStoredTicks(db.pools.http, 'BTCUSDT', 1n, 10n)).toHaveLength(1);
  });

  it('asks each source for its price, and takes it that one has none or delivers its own', async () => {
    const { sampleAt: _, ...delivering } = source;
    const silent: Source = { ...source, name: 'silent', sampleAt: () => null };
    const lead = { ...(await takeLead()), chosen: new Map([['BTCUSDT', [source, silent, delivering]]]) } as Lead;
    await publishAndStore(lead, await clock.nextSecond());
    expect(lead.book.samplesAt('BTCUSDT', Number.MAX_SAFE_INTEGER)).toMatchObject([{ source: 'fake' }]);
  });

  it('drops a tick that the database refuses, and continues from the stored head', async () => {
    const lead = await takeLead();
    await publishAndStore(lead, await clock.nextSecond());
    const head = lead.heads?.get('BTCUSDT');
    if (head === undefined) throw new Error('no head');
    lead.heads?.set('BTCUSDT', { ...head, hash: 'f'.repeat(64) });
    await publishAndStore(lead, await clock.nextSecond());
    expect(sent).toHaveLength(1);
    expect(lead.heads).toBeNull();
    await publishAndStore(lead, await clock.nextSecond());
    expect((await selectStoredTicks(db.pools.http, 'BTCUSDT', 1n, 10n)).map((tick) => tick.seq)).toEqual([1n, 2n]);
  });

  it('publishes nothing behind a clock that was set back, says so once, and goes on when it has caught up', async () => {
    const said: string[] = [];
    const log = pino(
      { level: 'info' },
      { write: (line: string) => said.push((JSON.parse(line) as { msg: string }).msg) },
    );
    deps = { ...deps, log };
    const lead = await takeLead();
    const first = await clock.nextSecond();
    await publishAndStore(lead, first);
    await clock.stepBack(4_000);
    const seconds = [first - 3_000, first - 2_000, first - 1_000, first, first + 1_000];
    for (const second of seconds) {
      expect(await clock.nextSecond()).toBe(second);
      await publishAndStore(lead, second);
    }
    expect((await selectStoredTicks(db.pools.http, 'BTCUSDT', 1n, 10n)).map(({ at }) => at)).toEqual([
      first,
      first + 1_000,
    ]);
    expect(said).toEqual([
      'THE CLOCK OF THE DATABASE WAS SET BACK: no prices until it has caught up with the newest one',
      'feed: the clock of the database has caught up',
    ]);
  });

  it('makes no price of sources that are ahead of the clock, and says so once: an order would enter at a price that is public', async () => {
    const said: string[] = [];
    const log = pino(
      { level: 'info' },
      { write: (line: string) => said.push((JSON.parse(line) as { msg: string }).msg) },
    );
    deps = { ...deps, log };
    const live: Source = { ...source, kind: 'live', sampleAt: () => null };
    const lead = { ...(await takeLead()), chosen: new Map([['BTCUSDT', [live] as const]]) };
    const statuses: (string | undefined)[] = [];
    for (const [second, behindMs] of [0, 3_000, 3_000, 0, 0, 0, 0, 0, 0].entries()) {
      const at = await clock.nextSecond();
      for (const name of ['binance', 'okx', 'kraken'])
        for (const [id, dated] of [at - 500, at - 100 + behindMs].entries())
          lead.book.put({
            product: 'BTCUSDT',
            source: name,
            price: price(8_800_000n),
            at: dated,
            tradeId: second * 2 + id,
            receivedAt: at - 100,
          });
      await publishAndStore(lead, at);
      statuses.push(lead.heads?.get('BTCUSDT')?.status);
    }
    expect(statuses).toEqual(['OK', 'DEAD', 'DEAD', 'DEAD', 'DEAD', 'DEAD', 'DEAD', 'OK', 'OK']);
    expect(said).toEqual([
      'THE CLOCK IS BEHIND THESE SOURCES, or theirs are ahead: they make no price',
      'feed: no source is ahead of the clock any more',
    ]);
  });

  it('measures the clock again where the database calls a tick one of the future, or late', async () => {
    let measured = 0;
    const measure = async (): Promise<void> => {
      measured += 1;
      return await Promise.resolve();
    };
    deps = { ...deps, clock: { ...deps.clock, measure } };
    const lead = await takeLead();
    const at = await clock.nextSecond();
    await publishAndStore(lead, at + 4_000);
    await publishAndStore(lead, at - 4_000);
    expect(measured).toBe(2);
    await publishAndStore(lead, at);
    expect(measured).toBe(2);
    expect(await selectStoredTicks(db.pools.http, 'BTCUSDT', 1n, 10n)).toHaveLength(1);
  });

  it('is not OK while the clock is uncertain', async () => {
    const lead = await takeLead();
    await publishAndStore(lead, await clock.nextSecond());
    uncertaintyMs = 101;
    await publishAndStore(lead, await clock.nextSecond());
    const ticks = await selectStoredTicks(db.pools.http, 'BTCUSDT', 1n, 10n);
    expect(ticks.map((tick) => tick.status)).toEqual(['OK', 'DEAD']);
    const { rows } = await db.ownerPool.query('select status from tick_head');
    expect(rows).toEqual([{ status: 'DEAD' }]);
  });

  it('stops as soon as another process leads', async () => {
    const old = await takeLead();
    const at = await clock.nextSecond();
    await takeLead();
    const error: unknown = await publishTicks(deps, old, at).catch((reason: unknown) => reason);
    expect(sqlState(error)).toBe('CD001');
    expect(await selectStoredTicks(db.pools.http, 'BTCUSDT', 1n, 10n)).toEqual([]);
    expect(sent).toEqual([]);
  });
});

describe('the database refuses', () => {
  const SECOND = 1000;
  const shifted = (entry: TickEntry, ms: number): TickEntry => ({
    ...entry,
    at: new Date(Date.parse(entry.at) + ms).toISOString(),
  });

  it.each<[string, (entry: TickEntry) => TickEntry]>([
    ['FUTURE', (entry) => shifted(entry, 3 * SECOND)],
    ['LATE', (entry) => shifted(entry, -3 * SECOND)],
    ['NOT_WHOLE_SECOND', (entry) => shifted(entry, -1)],
    ['SEQ', (entry) => ({ ...entry, seq: '3' })],
    ['SEQ', (entry) => ({ ...entry, seq: '1' })],
    ['PREV_HASH', (entry) => ({ ...entry, prevHash: 'a'.repeat(64) })],
    ['PRICE', (entry) => ({ ...entry, price: '0' })],
    ['PRICE', (entry) => ({ ...entry, price: '-8800000' })],
    ['NOT_REPEATED', (entry) => ({ ...entry, status: 'STALE', price: '8835200' })],
    ['NOT_REPEATED', (entry) => ({ ...entry, status: 'CLOSED', price: '8800001' })],
    // As a day's table keeps reports: it would be read as another one, or as none at all.
    ['SOURCES', (entry) => ({ ...entry, sources: ['a|1.00|2|no moment|5|used'] as never })],
    ['SOURCES', (entry) => ({ ...entry, sources: [...entry.sources, 'a'] as never })],
  ])('%s, although its hash is correct', async (reason, spoil) => {
    const lead = await takeLead();
    await publishAndStore(lead, await clock.nextSecond());
    const at = await clock.nextSecond();
    const entry = rehashed(spoil(await goodEntry(lead.epoch, at)), lead.epoch);
    expect(await publishTickEntries(db.pools.feed, lead.epoch, 0n, [entry])).toEqual(new Map([['BTCUSDT', reason]]));
    expect(await selectStoredTicks(db.pools.http, 'BTCUSDT', 1n, 10n)).toHaveLength(1);
  });

  it.each<[string, Partial<TickEntry>]>([
    ['price', { price: '8800001' }],
    ['status', { status: 'STALE' }],
    ['feed', { feed: 'live' }],
    ['sources', { sourcesDigest: 'b'.repeat(64) }],
    ['hash', { hash: 'c'.repeat(64) }],
  ])('a hash that does not match its %s', async (_field, change) => {
    const epoch = await takeFeedLead(db.pools.feed);
    const entry = await goodEntry(epoch, await clock.nextSecond());
    const refused = await publishTickEntries(db.pools.feed, epoch, 0n, [{ ...entry, ...change }]);
    expect(refused).toEqual(new Map([['BTCUSDT', 'HASH']]));
    expect(await publishTickEntries(db.pools.feed, epoch, 0n, [entry])).toEqual(new Map());
  });

  it('a head of the order log that is not written, or smaller than the one before', async () => {
    const root = createHash('sha256').update('five').digest('hex');
    await db.ownerPool.query(`insert into order_log_head (size, root) values (5, decode($1, 'hex'))`, [root]);
    const epoch = await takeFeedLead(db.pools.feed);
    const first = await goodEntry(epoch, await clock.nextSecond(), { size: 5n, root });
    expect(await publishTickEntries(db.pools.feed, epoch, 0n, [first])).toEqual(new Map([['BTCUSDT', 'HASH']]));
    await expect(publishTickEntries(db.pools.feed, epoch, 6n, [first])).rejects.toMatchObject({ code: 'CD010' });
    expect(await publishTickEntries(db.pools.feed, epoch, 5n, [first])).toEqual(new Map());
    const second = await goodEntry(epoch, await clock.nextSecond());
    expect(await publishTickEntries(db.pools.feed, epoch, 0n, [second])).toEqual(new Map([['BTCUSDT', 'LOG_SHRANK']]));
    const [stored] = await selectStoredTicks(db.pools.http, 'BTCUSDT', 1n, 10n);
    expect(stored?.log).toEqual({ size: 5n, root });
    await writePast(db.ownerPool, 'delete from order_log_head where size = 5');
  });

  it('a second tick of the same second', async () => {
    const epoch = await takeFeedLead(db.pools.feed);
    const at = await clock.nextSecond();
    expect(await publishTickEntries(db.pools.feed, epoch, 0n, [await goodEntry(epoch, at)])).toEqual(new Map());
    const again = await goodEntry(epoch, at);
    expect(await publishTickEntries(db.pools.feed, epoch, 0n, [again])).toEqual(
      new Map([['BTCUSDT', 'NOT_AFTER_LAST']]),
    );
  });

  it('a tick that another call of the same leader wrote first', async () => {
    const epoch = await takeFeedLead(db.pools.feed);
    await publishTickEntries(db.pools.feed, epoch, 0n, [await goodEntry(epoch, await clock.nextSecond())]);
    const entry = await goodEntry(epoch, await clock.nextSecond());
    const first = await db.pools.feed.connect();
    await first.query('begin');
    await publishTickEntries(first, epoch, 0n, [entry]);
    const second = publishTickEntries(db.pools.feed, epoch, 0n, [entry]);
    await vi.waitFor(async () => {
      const { rows } = await db.ownerPool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows.length).toBeGreaterThan(0);
    });
    await first.query('commit');
    first.release();
    expect(await second).toEqual(new Map([['BTCUSDT', 'NOT_AFTER_LAST']]));
    expect(await selectStoredTicks(db.pools.http, 'BTCUSDT', 1n, 10n)).toHaveLength(2);
  });

  it.each([
    ['insert', `insert into tick select * from tick`],
    ['update', `update tick set price = price + 1`],
    ['delete', `delete from tick`],
    ['truncate', `truncate tick`],
    ['a moved head', `update tick_head set price = 1`],
    ['an older epoch', `update feed_leader set epoch = 0`],
    ['a partition of its own', `select ensure_tick_partition('2020-01-01')`],
    ['changed terms', `update terms set fee_rate = 100`],
  ])('%s by the application', async (_what, sql) => {
    const epoch = await takeFeedLead(db.pools.feed);
    await publishTickEntries(db.pools.feed, epoch, 0n, [await goodEntry(epoch, await clock.nextSecond())]);
    const error: unknown = await db.pools.feed.query(sql).catch((reason: unknown) => reason);
    expect(sqlState(error)).toBe('42501');
    expect(await selectStoredTicks(db.pools.http, 'BTCUSDT', 1n, 10n)).toHaveLength(1);
  });
});
