import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ExchangeOptions, ExchangeSource } from './exchange.ts';
import { BINANCE, binanceBook as bookFrame } from './fake-dialects.ts';
import { type FakeExchange, type Listening, listenTo } from './fake-exchange.ts';
import { readRecordedFrames } from './recorded-frames.ts';
import type { Instrument, Sample } from './source.ts';

const START = Date.parse('2026-11-21T10:00:00.000Z');
const BTC: Instrument = {
  product: 'BTCUSDT',
  category: 'crypto',
  decimals: 2,
  signedScale: null,
  calendar: null,
  sources: { binance: 'BTCUSDT', okx: 'BTC-USDT' },
};
const ETH: Instrument = {
  product: 'ETHUSDT',
  category: 'crypto',
  decimals: 2,
  signedScale: null,
  calendar: null,
  sources: { binance: 'ETHUSDT' },
};

let on: Listening;
let exchange: FakeExchange;
let source: ExchangeSource;
let samples: Sample[];

async function begin(options?: Partial<ExchangeOptions>): Promise<void> {
  on = await listenTo(BINANCE.create, [BTC, ETH], START, options);
  ({ exchange, source, samples } = on);
}

function tradeFrame(symbol: string, id: number, price: string, at: number): string {
  return BINANCE.trade(symbol, { id, price, at });
}

/** Pings the client on the oldest connection; returns the payload of its answer. */
function pong(payload: string): Promise<string> {
  return new Promise((resolve) => {
    const [socket] = exchange.sockets();
    socket?.once('pong', (answer) => resolve(answer.toString()));
    socket?.ping(payload);
  });
}

afterEach(async () => {
  await on.stop();
});

describe('a combined stream', () => {
  it('subscribes to trades and best prices of every product on one connection', async () => {
    await begin();
    expect(exchange.dialled).toEqual([
      '/stream?streams=btcusdt@trade/btcusdt@bookTicker/ethusdt@trade/ethusdt@bookTicker',
    ]);
  });

  it('uses the book to confirm the last trade only while the trade is inside it', async () => {
    await begin();
    exchange.send(tradeFrame('BTCUSDT', 10, '100.00', START));
    await vi.waitFor(() => expect(samples).toHaveLength(1));
    on.clock.nowMs += 4000;
    exchange.send(bookFrame('BTCUSDT', '101.00', '102.00'));
    exchange.send(bookFrame('BTCUSDT', '99.00', '101.00'));
    await vi.waitFor(() => expect(samples).toHaveLength(2));
    expect(samples[1]).toEqual({
      product: 'BTCUSDT',
      source: 'binance',
      price: 10_000n,
      at: START,
      tradeId: 10,
      receivedAt: START + 4000,
    });
  });

  it('answers a ping with its own payload', async () => {
    await begin();
    expect(await pong('1732183200000')).toBe('1732183200000');
  });
});

describe('invalid frames', () => {
  it.each([
    ['NOT_JSON', '{"stream":"btcusdt@trade",'],
    ['SHAPE', '{"stream":"btcusdt@trade","data":{"e":"trade"}}'],
    ['SHAPE', '{"result":null,"id":1}'],
    ['PRICE', tradeFrame('BTCUSDT', 11, '1e999999', START)],
    ['SYMBOL', tradeFrame('DOGEUSDT', 11, '10.00', START)],
    ['CROSSED', bookFrame('BTCUSDT', '102.00', '101.00')],
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
  it('is replaced before it is 24 hours old, without a gap and without duplicates', async () => {
    await begin({ limits: { silentAfterMs: 200 * 3_600_000 }, unpricedMsMax: 200 * 3_600_000 });
    exchange.send(tradeFrame('BTCUSDT', 10, '10.00', START));
    await vi.waitFor(() => expect(samples).toHaveLength(1));
    const [old] = exchange.sockets();
    on.clock.nowMs += 23 * 3_600_000;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(source.counters().connections).toBe(1);
    on.clock.nowMs += 1;
    await vi.waitFor(() => expect(source.counters().connections).toBe(2));
    await vi.waitFor(() => expect(exchange.sockets()).toHaveLength(1));
    expect(exchange.sockets()[0]).not.toBe(old);
    expect(on.health.some(({ state }) => state === 'down')).toBe(false);
    exchange.send(tradeFrame('BTCUSDT', 11, '10.50', on.clock.nowMs));
    await vi.waitFor(() => expect(samples).toHaveLength(2));
    expect(source.counters()).toMatchObject({ gaps: 0, duplicates: 0 });
  });

  it('moves to a new one when the server announces its shutdown', async () => {
    await begin();
    exchange.send(JSON.stringify({ e: 'serverShutdown', E: START }));
    await vi.waitFor(() => expect(source.counters().connections).toBe(2));
    expect(source.counters().quarantined).toBe(0);
  });

  it('stays open with pings alone', async () => {
    await begin();
    for (let round = 0; round < 3; round += 1) {
      on.clock.nowMs += 20_000;
      await pong('x');
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(source.counters().connections).toBe(1);
  });
});

describe('history', () => {
  it('reads klines page by page and leaves out invalid bars', async () => {
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

describe.runIf(process.env['MARKETDATA_DIR'] !== undefined)('recorded frames of the exchange', () => {
  it('gives every trade once and in order, and the last prices', async () => {
    await begin({ maxSkewMs: Number.POSITIVE_INFINITY });
    const [socket] = exchange.sockets();
    const sent = new Map<string, { trades: number; last: string }>();
    for await (const frame of readRecordedFrames('binance-spot-combined.ndjson.gz')) {
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
  });
});
