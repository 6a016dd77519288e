import { type Candle, MINUTE_MS, foldCandles } from '@candor/domain/market/candles';
import { price } from '@candor/domain/price';
import type { Tick } from '@candor/domain/trading/tick';
import pino from 'pino';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../platform/db/pool.ts';
import { makeTicks } from '../../../testing/factories.ts';
import { type TestDb, createTestDb } from '../../../testing/test-db.ts';
import { readCandles } from '../market-store.ts';
import { seedProducts } from '../seed-products.ts';
import { createRandomness } from '../sources/keystream.ts';
import type { Instrument, Source } from '../sources/source.ts';
import { fillCandles, readNewestCandles, writeCandles } from './candle-store.ts';
import { createCandleWriter } from './candle-writer.ts';
import { readHeads } from './feed-store.ts';
import { fillHistory, rebuildCandles } from './fill-history.ts';

const T0 = Date.parse('2026-11-20T10:00:00.000Z');
let db: TestDb;

function tick(seq: number, at: number, units: number, status: Tick['status'] = 'OK'): Tick {
  return {
    seq: BigInt(seq),
    at,
    price: price(BigInt(units)),
    status,
  };
}

function bar(t: number, units: number, more: Partial<Candle> = {}): Candle {
  const p = price(BigInt(units));
  return { t, o: p, h: p, l: p, c: p, v: null, ...more };
}

beforeAll(async () => {
  db = await createTestDb();
  await seedProducts(db.ownerPool, TEST_CURRENCY);
});

afterAll(async () => {
  await db.drop();
});

function stored(product: string): Promise<Candle[]> {
  return readCandles(db.pools.feed, product, MINUTE_MS, T0 + 86_400_000, 1000);
}

describe('the candle writer', () => {
  it('builds bars only from OK ticks, with a full volume or none', async () => {
    const writer = createCandleWriter();
    writer.add('BTCUSDT', tick(1, T0 + 58_000, 100), 7n);
    writer.add('BTCUSDT', tick(2, T0 + 60_000, 105), 100_000_000n);
    writer.add('BTCUSDT', tick(3, T0 + 61_000, 999, 'STALE'), 0n);
    writer.add('BTCUSDT', tick(4, T0 + 62_000, 95), 50_000_000n);
    await writer.flush(db.pools.feed);
    writer.add('BTCUSDT', tick(5, T0 + 63_000, 101), 0n);
    writer.add('BTCUSDT', tick(6, T0 + 240_000, 110), 3n);
    await writer.flush(db.pools.feed);
    expect(await stored('BTCUSDT')).toEqual([
      bar(T0, 100),
      { t: T0 + 60_000, o: 105n, h: 105n, l: 95n, c: 101n, v: '1.50000000' },
      bar(T0 + 240_000, 110),
    ]);
  });

  it('reports no volume for a minute in which a trade had no OK price', async () => {
    const writer = createCandleWriter();
    writer.add('BTCUSD', tick(1, T0 - 1000, 100), 7n);
    writer.add('BTCUSD', tick(2, T0, 100), 7n);
    writer.add('BTCUSD', tick(3, T0 + 1000, 100, 'DISAGREE'), 9n);
    writer.add('BTCUSD', tick(4, T0 + 2000, 105), 7n);
    writer.add('BTCUSD', tick(5, T0 + 60_000, 100), 100_000_000n);
    await writer.flush(db.pools.feed);
    expect((await stored('BTCUSD')).map(({ t, h, v }) => [t, h, v])).toEqual([
      [T0 - 60_000, 100n, null],
      [T0, 105n, null],
      [T0 + 60_000, 100n, '1.00000000'],
    ]);
  });

  it('takes back the quantity of a bar that is stored, once a trade of its minute has no OK price', async () => {
    const writer = createCandleWriter();
    writer.add('XAUUSD', tick(1, T0 - 1000, 100), 7n);
    writer.add('XAUUSD', tick(2, T0, 100), 7n);
    await writer.flush(db.pools.feed);
    writer.add('XAUUSD', tick(3, T0 + 1000, 100, 'DISAGREE'), 9n);
    await writer.flush(db.pools.feed);
    expect(await stored('XAUUSD')).toEqual([bar(T0 - 60_000, 100), bar(T0, 100)]);
  });

  it('knows the quantity of a minute if the tick before came at most a minute before its begin', async () => {
    const writer = createCandleWriter();
    writer.add('XAGUSD', tick(1, T0, 100), null);
    writer.add('XAGUSD', tick(2, T0 + 60_000, 100), 3n);
    writer.add('NZDUSD', tick(1, T0 - 1, 100), null);
    writer.add('NZDUSD', tick(2, T0 + 60_000, 100), 3n);
    await writer.flush(db.pools.feed);
    expect((await stored('XAGUSD')).at(-1)?.v).toBe('0.00000003');
    expect((await stored('NZDUSD')).at(-1)?.v).toBeNull();
  });

  const broken = { query: () => Promise.reject(new Error('gone')) };

  it('keeps bars that could not be stored', async () => {
    const writer = createCandleWriter();
    writer.add('ETHUSDT', tick(1, T0, 100), null);
    await expect(writer.flush(broken)).rejects.toThrow('gone');
    await writer.flush(db.pools.feed);
    expect(await stored('ETHUSDT')).toEqual([bar(T0, 100)]);
  });

  it('asks nothing of the database once every bar is stored', async () => {
    const writer = createCandleWriter();
    writer.add('ETHUSDT', tick(1, T0, 100), null);
    await writer.flush(db.pools.feed);
    await expect(writer.flush(broken)).resolves.toBeUndefined();
  });

  it('stores a bar again that changed while it was written', async () => {
    const writer = createCandleWriter();
    writer.add('GBPUSD', tick(1, T0, 100), null);
    await writer.flush({
      query: async (...call) => {
        writer.add('GBPUSD', tick(2, T0 + 1000, 105), null);
        return await db.pools.feed.query(...call);
      },
    });
    expect((await stored('GBPUSD')).map(({ c }) => c)).toEqual([100n]);
    await writer.flush(db.pools.feed);
    expect((await stored('GBPUSD')).map(({ c }) => c)).toEqual([105n]);
  });
});

describe('stored candles', () => {
  it('a bar from history never replaces one built from ticks; a rebuilt bar does', async () => {
    await writeCandles(db.pools.feed, [{ product: 'SOLUSDT', candle: bar(T0, 1) }]);
    await fillCandles(db.pools.feed, [
      { product: 'SOLUSDT', candle: bar(T0, 2, { src: 'x' }) },
      { product: 'SOLUSDT', candle: bar(T0 + MINUTE_MS, 3, { src: 'x' }) },
    ]);
    expect((await stored('SOLUSDT')).map(({ c, src }) => [c, src])).toEqual([
      [1n, undefined],
      [3n, 'x'],
    ]);
    await writeCandles(db.pools.feed, [{ product: 'SOLUSDT', candle: bar(T0 + MINUTE_MS, 4) }]);
    expect((await readNewestCandles(db.pools.feed)).get('SOLUSDT')).toMatchObject({ close: 4n, fromTicks: true });
  });

  it('leave out bars of another kind of prices than the newest', async () => {
    const put = (minute: number, close: number, feed: 'replay' | 'simulated' | null) => ({
      product: 'AUDUSD',
      candle: bar(T0 + minute * MINUTE_MS, close),
      feed,
    });
    const shown = async () =>
      (await readCandles(db.pools.feed, 'AUDUSD', MINUTE_MS, T0 + 60 * MINUTE_MS, 100)).map(({ c }) => Number(c));
    await writeCandles(db.pools.feed, [put(0, 1, null), put(1, 2, 'simulated'), put(2, 3, 'simulated')]);
    expect(await shown()).toEqual([1, 2, 3]);
    await writeCandles(db.pools.feed, [put(3, 900, 'replay')]);
    expect(await shown()).toEqual([1, 900]);
    await writeCandles(db.pools.feed, [put(4, 4, 'simulated')]);
    expect(await shown()).toEqual([1, 2, 3, 4]);
  });

  it('hold ticks of one kind: another kind begins the minute anew', async () => {
    const writer = createCandleWriter();
    writer.add('USDJPY', tick(1, T0, 100), null, 'simulated');
    writer.add('USDJPY', tick(2, T0 + 1000, 900), null, 'replay');
    writer.add('USDJPY', tick(3, T0 + 2000, 901), null, 'replay');
    await writer.flush(db.pools.feed);
    expect((await stored('USDJPY')).map(({ o, h, l, c }) => [o, h, l, c])).toEqual([[900n, 901n, 900n, 901n]]);
  });

  it.each([
    ['5m', 5],
    ['15m', 15],
    ['1h', 60],
    ['4h', 240],
    ['1d', 1440],
  ])('fold to %s exactly as in the domain', async (_name, minutes) => {
    const random = createRandomness(`fold ${minutes}`);
    const minute: Candle[] = [];
    for (let t = T0 - 3000 * MINUTE_MS; t < T0; t += MINUTE_MS) {
      // A third of the minutes have no bar, and some bars have no quantity.
      if (random.uniform() < 0.33) continue;
      const [o, c] = [Math.ceil(random.uniform() * 1000), Math.ceil(random.uniform() * 1000)];
      minute.push({
        t,
        o: price(BigInt(o)),
        c: price(BigInt(c)),
        h: price(BigInt(Math.max(o, c) + Math.floor(random.uniform() * 9))),
        l: price(BigInt(Math.min(o, c))),
        v: random.uniform() < 0.02 ? null : '1.25',
        ...(random.uniform() < 0.5 ? { src: 'x' } : {}),
      });
    }
    await db.ownerPool.query(`delete from candle where product = 'BNBUSDT'`);
    await writeCandles(
      db.pools.feed,
      minute.map((candle) => ({ product: 'BNBUSDT', candle })),
    );
    const intervalMs = minutes * MINUTE_MS;
    const folded = foldCandles(minute, intervalMs);
    expect(await readCandles(db.pools.feed, 'BNBUSDT', intervalMs, T0, 1000)).toEqual(folded);
    const limit = Math.min(3, folded.length);
    expect(await readCandles(db.pools.feed, 'BNBUSDT', intervalMs, T0, limit)).toEqual(folded.slice(-limit));
    const before = folded.at(-1)?.t ?? 0;
    expect(await readCandles(db.pools.feed, 'BNBUSDT', intervalMs, before, 2)).toEqual(folded.slice(-3, -1));
  });
});

describe('filling history', () => {
  const euro: Instrument = {
    product: 'EURUSD',
    category: 'forex',
    decimals: 5,
    signedScale: null,
    calendar: null,
    sources: {},
  };
  const log = pino({ level: 'silent' });
  const asked: [number, number][] = [];
  const source = (kind: Source['kind'], answer: 'bars' | 'none' | 'fault' = 'bars', name = 'fake'): Source => ({
    name,
    kind,
    historyDays: 10,
    quotes: () => true,
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    history: (_instrument, from, to) => {
      asked.push([from, to]);
      if (answer === 'fault') return Promise.reject(new Error('no route'));
      const length = answer === 'none' ? 0 : (to - from) / MINUTE_MS;
      return Promise.resolve(Array.from({ length }, (_, i) => bar(from + i * MINUTE_MS, 10 + i, { src: name })));
    },
  });
  const fill = async (nowMs: number, ...sources: readonly Source[]): Promise<void> => {
    const products = [{ instrument: euro, sources }];
    const older = await fillHistory(db.pools.feed, log, nowMs, products, new AbortController().signal);
    await older();
  };
  const count = async (): Promise<bigint | undefined> => {
    const { rows } = await db.pools.feed.query<{ n: bigint }>(
      `select count(*) as n from candle where product = 'EURUSD'`,
    );
    return rows[0]?.n;
  };

  it('survives a source that does not answer', async () => {
    await fill(T0, source('live', 'fault'));
    expect(await count()).toBe(0n);
  });

  it('asks the next source only when one gives nothing', async () => {
    asked.length = 0;
    const [mute, empty] = [source('live', 'fault', 'mute'), source('live', 'none', 'empty')];
    await fill(T0, mute, empty, source('live', 'bars', 'third'), source('live', 'bars', 'fourth'));
    const { rows } = await db.pools.feed.query(
      `select src, count(*)::int as n from candle where product = 'EURUSD' group by 1`,
    );
    expect(rows).toEqual([{ src: 'third', n: 14_400 }]);
    // The older days are requested again, from the source that had the newest.
    expect(asked).toHaveLength(4);
    asked.length = 0;
    await fill(T0, mute, empty);
    expect(asked).toEqual([]);
    await db.ownerPool.query(`delete from candle where product = 'EURUSD'`);
  });

  it('fills all days at first, then only missing ones, and never a pause of the simulator', async () => {
    await fill(T0 + 30_000, source('simulated'));
    expect(await count()).toBe(14_400n);
    await fill(T0 + 10 * MINUTE_MS, source('simulated'));
    expect(await count()).toBe(14_400n);
    asked.length = 0;
    await fill(T0 + 10 * MINUTE_MS, source('replay'));
    expect(asked).toEqual([[T0, T0 + 10 * MINUTE_MS]]);
    expect(await count()).toBe(14_410n);
  });

  it('writes what it left for later, however little that is', async () => {
    await db.ownerPool.query(`delete from candle where product = 'EURUSD'`);
    await writeCandles(db.pools.feed, [{ product: 'EURUSD', candle: bar(T0 - MINUTE_MS, 1), feed: 'replay' }]);
    await fill(T0 + 5_001 * MINUTE_MS, source('replay'));
    expect(await count()).toBe(5_002n);
  });

  it('leaves the older days once it is stopped', async () => {
    await db.ownerPool.query(`delete from candle where product = 'EURUSD'`);
    const stopped = new AbortController();
    const targets = [{ instrument: euro, sources: [source('replay')] }];
    const older = await fillHistory(db.pools.feed, log, T0, targets, stopped.signal);
    expect(await count()).toBe(5_000n);
    stopped.abort();
    await older();
    expect(await count()).toBe(5_000n);
  });
});

describe('rebuilding candles', () => {
  it('completes the newest bar when the process ended in the middle of its minute', async () => {
    await makeTicks(db, 'USDJPY', [
      { at: T0, price: 100 },
      { at: T0 + 1000, price: 105 },
    ]);
    await writeCandles(db.pools.feed, [{ product: 'USDJPY', candle: bar(T0, 100) }]);
    await rebuildCandles(db.pools.feed, await readHeads(db.pools.feed));
    expect((await stored('USDJPY')).map(({ t, o, c }) => [t, o, c])).toEqual([[T0, 100n, 105n]]);
  });

  it('leaves the bars before it, which know what was traded, as they are', async () => {
    await db.ownerPool.query(`delete from candle where product = 'AUDUSD'`);
    await makeTicks(db, 'AUDUSD', [
      { at: T0 - MINUTE_MS, price: 100 },
      { at: T0, price: 105 },
    ]);
    const before = bar(T0 - MINUTE_MS, 100, { v: '5.00000000' });
    await writeCandles(db.pools.feed, [
      { product: 'AUDUSD', candle: before },
      { product: 'AUDUSD', candle: bar(T0, 100) },
    ]);
    await rebuildCandles(db.pools.feed, await readHeads(db.pools.feed));
    expect(await stored('AUDUSD')).toEqual([before, bar(T0, 105)]);
  });

  it('fails if a bar cannot be written', async () => {
    const heads = await readHeads(db.pools.feed);
    const readOnly: Db = {
      query: async (statement, values) =>
        JSON.stringify(statement).includes('insert')
          ? await Promise.reject(new Error('gone'))
          : await db.pools.feed.query(statement, values),
    };
    await expect(rebuildCandles(readOnly, heads)).rejects.toThrow('gone');
  });
});
