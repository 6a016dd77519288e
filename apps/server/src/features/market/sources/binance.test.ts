import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BinanceOptions, type BinanceSource, createBinance } from './binance.ts';
import { type FakeBinance, bookFrame, startFakeBinance, tradeFrame } from './fake-binance.ts';
import type { Instrument, Sample, SourceHealth } from './source.ts';

const START = Date.parse('2026-11-21T10:00:00.000Z');
const BTC: Instrument = { product: 'BTCUSDT', category: 'crypto', decimals: 2, calendar: null };
const ETH: Instrument = { product: 'ETHUSDT', category: 'crypto', decimals: 2, calendar: null };

let exchange: FakeBinance;
let source: BinanceSource;
let samples: Sample[];
let health: SourceHealth[];
let nowMs: number;

const begin = async ({ limits, maxSkewMs = 60_000 }: Partial<BinanceOptions> = {}): Promise<void> => {
  source = createBinance({
    clock: { now: () => nowMs },
    log: pino({ level: 'silent' }),
    streamUrl: exchange.streamUrl,
    restUrl: exchange.restUrl,
    limits: { checkEveryMs: 5, backoffMs: [5, 20], ...limits },
    maxSkewMs,
  });
  await source.start(
    [BTC, ETH],
    (sample) => samples.push(sample),
    (state) => health.push(state),
  );
  await vi.waitFor(() => expect(health.at(-1)?.state).toBe('up'));
};

const prices = (): bigint[] => samples.map((sample) => sample.price);

/** Pings the client on the oldest connection; the payload of its answer. */
const pong = (payload: string): Promise<string> =>
  new Promise((resolve) => {
    const [socket] = exchange.sockets();
    socket?.once('pong', (answer) => resolve(answer.toString()));
    socket?.ping(payload);
  });

beforeEach(async () => {
  exchange = await startFakeBinance();
  [samples, health, nowMs] = [[], [], START];
});

afterEach(async () => {
  await source.stop();
  await exchange.close();
});

describe('a combined stream', () => {
  it('asks for trades and best prices of every product on one connection', async () => {
    await begin();
    expect(exchange.dialled).toEqual([
      '/stream?streams=btcusdt@trade/btcusdt@bookTicker/ethusdt@trade/ethusdt@bookTicker',
    ]);
  });

  it('turns trades into samples in units of the product, with the quantity', async () => {
    await begin();
    exchange.send(tradeFrame('BTCUSDT', 10, '61837.63000000', START - 20, '0.02000000'));
    exchange.send(tradeFrame('ETHUSDT', 7, '2683.81000000', START - 10));
    await vi.waitFor(() => expect(samples).toHaveLength(2));
    expect(samples[0]).toEqual({
      product: 'BTCUSDT',
      source: 'binance',
      price: 6_183_763n,
      at: START - 20,
      receivedAt: START,
      qty: 2_000_000n,
    });
    expect(samples[1]).toMatchObject({ product: 'ETHUSDT', price: 268_381n });
  });

  it('lets the book confirm the last trade while it lies inside, and not otherwise', async () => {
    await begin();
    exchange.send(tradeFrame('BTCUSDT', 10, '100.00', START));
    await vi.waitFor(() => expect(samples).toHaveLength(1));
    nowMs += 4000;
    exchange.send(bookFrame('BTCUSDT', '101.00', '102.00'));
    exchange.send(bookFrame('BTCUSDT', '99.00', '101.00'));
    await vi.waitFor(() => expect(samples).toHaveLength(2));
    expect(samples[1]).toEqual({
      product: 'BTCUSDT',
      source: 'binance',
      price: 10_000n,
      at: START,
      receivedAt: START + 4000,
    });
  });

  it('answers a ping with its own payload', async () => {
    await begin();
    expect(await pong('1732183200000')).toBe('1732183200000');
  });
});

describe('continuity of trade ids', () => {
  it('fetches what a gap left out, and never lets a late trade move the price', async () => {
    await begin();
    exchange.answer = (path, query) => {
      expect([path, query.get('symbol')]).toEqual(['/api/v3/trades', 'BTCUSDT']);
      return [9, 10, 11, 12, 13, 14].map((id) => ({ id, price: `${id}.00`, qty: '1.0', time: START - 100 + id }));
    };
    exchange.send(tradeFrame('BTCUSDT', 10, '10.00', START - 90));
    exchange.send(tradeFrame('BTCUSDT', 14, '14.00', START - 86));
    await vi.waitFor(() => expect(source.counters().backfilled).toBe(3));
    expect(source.counters()).toMatchObject({ trades: 2, gaps: 1, backfilled: 3, missing: 0 });
    expect(prices()).toEqual([1000n, 1400n, 1100n, 1200n, 1300n]);
    expect(samples.map((sample) => sample.at).indexOf(START - 86)).toBe(1);
    exchange.send(tradeFrame('BTCUSDT', 15, '15.00', START));
    await vi.waitFor(() => expect(source.counters().trades).toBe(3));
    expect(source.counters().gaps).toBe(1);
  });

  it('counts what REST does not give either', async () => {
    await begin();
    exchange.answer = () => [{ id: 11, price: '11.00', qty: '1.0', time: START }];
    exchange.send(tradeFrame('BTCUSDT', 10, '10.00', START));
    exchange.send(tradeFrame('BTCUSDT', 14, '14.00', START));
    await vi.waitFor(() => expect(source.counters()).toMatchObject({ backfilled: 1, missing: 2 }));
  });

  it('takes a trade once', async () => {
    await begin();
    exchange.send(tradeFrame('BTCUSDT', 10, '10.00', START));
    exchange.send(tradeFrame('BTCUSDT', 10, '12.00', START));
    await vi.waitFor(() => expect(source.counters().duplicates).toBe(1));
    expect(prices()).toEqual([1000n]);
  });
});

describe('frames that are not to be believed', () => {
  it.each([
    ['NOT_JSON', '{"stream":"btcusdt@trade",'],
    ['SHAPE', '{"stream":"btcusdt@trade","data":{"e":"trade"}}'],
    ['SHAPE', '{"result":null,"id":1}'],
    ['PRICE', tradeFrame('BTCUSDT', 11, 'NaN', START)],
    ['PRICE', tradeFrame('BTCUSDT', 11, '-1.00', START)],
    ['PRICE', tradeFrame('BTCUSDT', 11, '0.00000000', START)],
    ['PRICE', tradeFrame('BTCUSDT', 11, '1e5', START)],
    ['QUANTITY', tradeFrame('BTCUSDT', 11, '10.00', START, '-1')],
    ['SYMBOL', tradeFrame('DOGEUSDT', 11, '10.00', START)],
    ['CROSSED', bookFrame('BTCUSDT', '102.00', '101.00')],
    ['TIME', tradeFrame('BTCUSDT', 11, '10.00', START - 61_000)],
    ['TIME', tradeFrame('BTCUSDT', 11, '10.00', START + 61_000)],
  ])('%s: %s', async (reason, frame) => {
    await begin();
    exchange.send(frame);
    exchange.send(tradeFrame('BTCUSDT', 11, '10.00', START));
    await vi.waitFor(() => expect(samples).toHaveLength(1));
    expect(source.counters().quarantined).toBe(1);
    expect(source.quarantine()).toEqual([{ reason, frame: frame.slice(0, 200) }]);
  });
});

describe('the connection', () => {
  it('comes back after the server dropped it, and fills the hole', async () => {
    await begin();
    exchange.answer = () => [{ id: 11, price: '11.00', qty: '1.0', time: START }];
    exchange.send(tradeFrame('BTCUSDT', 10, '10.00', START));
    await vi.waitFor(() => expect(samples).toHaveLength(1));
    exchange.sockets()[0]?.terminate();
    await vi.waitFor(() => expect(health.map(({ state }) => state)).toEqual(['up', 'down', 'up']));
    exchange.send(tradeFrame('BTCUSDT', 12, '12.00', START));
    await vi.waitFor(() => expect(source.counters().backfilled).toBe(1));
    expect(source.counters()).toMatchObject({ connections: 2, missing: 0 });
  });

  it('is replaced before it is 24 hours old, without a pause and without doubles', async () => {
    await begin({ limits: { silentAfterMs: 200 * 3_600_000 } });
    exchange.send(tradeFrame('BTCUSDT', 10, '10.00', START));
    await vi.waitFor(() => expect(samples).toHaveLength(1));
    const [old] = exchange.sockets();
    nowMs += 23 * 3_600_000;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(source.counters().connections).toBe(1);
    nowMs += 1;
    await vi.waitFor(() => expect(source.counters().connections).toBe(2));
    await vi.waitFor(() => expect(exchange.sockets()).toHaveLength(1));
    expect(exchange.sockets()[0]).not.toBe(old);
    expect(health.some(({ state }) => state === 'down')).toBe(false);
    exchange.send(tradeFrame('BTCUSDT', 11, '11.00', nowMs));
    await vi.waitFor(() => expect(samples).toHaveLength(2));
    expect(source.counters()).toMatchObject({ gaps: 0, duplicates: 0 });
  });

  it('moves over when the server says that it shuts down', async () => {
    await begin();
    exchange.send(JSON.stringify({ e: 'serverShutdown', E: START }));
    await vi.waitFor(() => expect(source.counters().connections).toBe(2));
    expect(source.counters().quarantined).toBe(0);
  });

  it('is given up when nothing comes though it looks open', async () => {
    await begin();
    nowMs += 45_001;
    await vi.waitFor(() => expect(health.map(({ state }) => state)).toEqual(['up', 'down', 'up']));
    expect(health[1]?.reason).toBe('silent');
  });

  it('is kept alive by pings alone', async () => {
    await begin();
    for (let round = 0; round < 3; round += 1) {
      nowMs += 20_000;
      await pong('x');
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(source.counters().connections).toBe(1);
  });
});

describe('history', () => {
  it('pages through klines and leaves out bars that make no sense', async () => {
    await begin();
    const from = START - 1500 * 60_000;
    exchange.answer = (path, query) => {
      expect([path, query.get('interval')]).toEqual(['/api/v3/klines', '1m']);
      const first = Number(query.get('startTime'));
      const count = Math.min(1000, (Number(query.get('endTime')) + 1 - first) / 60_000);
      return Array.from({ length: count }, (_, i) => {
        const t = first + i * 60_000;
        const high = t === from + 60_000 ? '9.00' : '12.00';
        return [t, '10.00', high, '9.50', '11.00', '3.25000000', t + 59_999, '35.0', 7, '1.0', '11.0', '0'];
      });
    };
    const bars = await source.history(BTC, from, START);
    expect(bars).toHaveLength(1499);
    expect(bars[0]).toEqual({ t: from, o: 1000n, h: 1200n, l: 950n, c: 1100n, v: '3.25000000', src: 'binance' });
    expect(bars.at(-1)?.t).toBe(START - 60_000);
  });
});

describe.runIf(process.env['MARKETDATA_DIR'] !== undefined)('the frames an exchange really sent', () => {
  it('gives every trade once and in order, and the last prices', async () => {
    await begin({ maxSkewMs: Number.POSITIVE_INFINITY });
    const path = join(process.env['MARKETDATA_DIR'] ?? '', 'wire/binance-spot-combined.ndjson.gz');
    const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()) });
    const [socket] = exchange.sockets();
    const sent = new Map<string, { trades: number; last: string }>();
    for await (const line of lines) {
      const frame = line.slice(line.indexOf(' ') + 1);
      if (!frame.startsWith('{')) continue;
      const trade = /"e":"trade".*"s":"(\w+)","t":\d+,"p":"([\d.]+)"/.exec(frame);
      if (trade !== null) {
        const [, symbol = '', price = ''] = trade;
        sent.set(symbol, { trades: (sent.get(symbol)?.trades ?? 0) + 1, last: price });
      }
      socket?.send(frame);
      if ((socket?.bufferedAmount ?? 0) > 1_000_000) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await vi.waitFor(() => expect(source.counters().trades).toBe(19_904 + 14_515), { timeout: 20_000 });
    expect([...sent].map(([symbol, { trades }]) => [symbol, trades])).toEqual([
      ['BTCUSDT', 19_904],
      ['ETHUSDT', 14_515],
    ]);
    expect(source.counters()).toMatchObject({ gaps: 0, duplicates: 0, missing: 0, quarantined: 0, connections: 1 });
    for (const [symbol, { last }] of sent) {
      const newest = samples.findLast((sample) => sample.product === symbol);
      expect(newest?.price).toBe(BigInt(Math.round(Number(last) * 100)));
    }
  }, 30_000);
});
