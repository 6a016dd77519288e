import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { COINBASE } from './fake-dialects.ts';
import { type Listening, listenTo } from './fake-exchange.ts';
import { readRecordedFrames } from './recorded-frames.ts';
import type { Instrument } from './source.ts';

const START = Date.parse('2026-11-21T10:00:00.000Z');
const MINUTE_MS = 60_000;
const BTC: Instrument = {
  product: 'BTCUSD',
  category: 'crypto',
  decimals: 2,
  signedScale: null,
  calendar: null,
  sources: { coinbase: 'BTC-USD', kraken: 'BTC/USD' },
};

let on: Listening;

function match(id: number, price: string, at = START): string {
  return COINBASE.trade('BTC-USD', { id, price, at });
}

function lastMatch(id: number, price: string, at: number): string {
  return match(id, price, at).replace('"match"', '"last_match"');
}

function heartbeat(lastId: number): string {
  return JSON.stringify({
    type: 'heartbeat',
    sequence: 90,
    last_trade_id: lastId,
    product_id: 'BTC-USD',
    time: '2026-11-21T10:00:00.464459Z',
  });
}

beforeEach(async () => {
  on = await listenTo(COINBASE.create, [BTC], START);
});

afterEach(async () => {
  await on.stop();
});

describe('the stream', () => {
  it('subscribes to trades and heartbeats', async () => {
    await vi.waitFor(() => expect(on.exchange.heard).toHaveLength(1));
    expect(JSON.parse(on.exchange.heard[0] ?? '')).toEqual({
      type: 'subscribe',
      product_ids: ['BTC-USD'],
      channels: ['matches', 'heartbeat'],
    });
    on.exchange.send('{"type":"subscriptions","channels":[{"name":"matches","product_ids":["BTC-USD"]}]}');
    on.exchange.send(match(1, '100'));
    await vi.waitFor(() => expect(on.samples).toHaveLength(1));
    expect(on.source.counters().quarantined).toBe(0);
  });

  it('starts with an old trade, and only a heartbeat makes it a current price', async () => {
    on.exchange.send(lastMatch(10, '100', START - 600_000));
    on.exchange.send(heartbeat(10));
    await vi.waitFor(() => expect(on.samples).toHaveLength(1));
    expect(on.samples[0]).toEqual({
      product: 'BTCUSD',
      source: 'coinbase',
      price: 10_000n,
      at: START - 600_000,
      tradeId: 10,
      receivedAt: START,
    });
    expect(on.source.counters()).toMatchObject({ quarantined: 0, gaps: 0 });
  });

  it('fetches a trade that a heartbeat mentions, and gives no price until it is there', async () => {
    on.exchange.answer = (path, query) => {
      expect([path, query.get('after')]).toEqual(['/products/BTC-USD/trades', '12']);
      return COINBASE.trades('BTC-USD', [{ id: 11, price: '101', at: START + 5 }]);
    };
    on.exchange.send(match(10, '100'));
    await vi.waitFor(() => expect(on.samples).toHaveLength(1));
    on.clock.nowMs += 1000;
    on.exchange.send(heartbeat(11));
    await vi.waitFor(() => expect(on.source.counters()).toMatchObject({ gaps: 1, backfilled: 1, missing: 0 }));
    on.exchange.send(heartbeat(11));
    await vi.waitFor(() => expect(on.samples).toHaveLength(3));
    expect(on.samples.at(-1)).toMatchObject({ price: 10_100n, at: START + 5, receivedAt: START + 1000 });
    on.exchange.send(match(12, '102'));
    await vi.waitFor(() => expect(on.source.counters()).toMatchObject({ trades: 2, gaps: 1 }));
  });

  it('does not let a heartbeat confirm a trade that leaped, though it was fetched again', async () => {
    on.exchange.answer = () => COINBASE.trades('BTC-USD', [{ id: 11, price: '10000', at: START }]);
    on.exchange.send(match(10, '100'));
    on.exchange.send(match(11, '10000'));
    on.exchange.send(heartbeat(11));
    await vi.waitFor(() => expect(on.source.counters()).toMatchObject({ quarantined: 1, backfilled: 1 }));
    on.exchange.send(heartbeat(11));
    on.exchange.answer = () => [];
    on.exchange.send(match(12, '100.50'));
    await vi.waitFor(() => expect(on.source.counters()).toMatchObject({ trades: 2 }));
    expect(on.samples.map((sample) => sample.price)).toEqual([10_000n, 10_050n]);
  });

  it('does not begin with a last trade that is dated ahead', async () => {
    on.exchange.send(lastMatch(10, '100', START + 61_000));
    on.exchange.send(heartbeat(10));
    on.exchange.send(match(11, '101'));
    await vi.waitFor(() => expect(on.samples).toHaveLength(1));
    expect(on.samples[0]).toMatchObject({ tradeId: 11 });
    expect(on.source.quarantine().map(({ reason }) => reason)).toEqual(['TIME']);
  });

  it('ignores frames of an unknown kind', async () => {
    on.exchange.send('{"type":"l2update","product_id":"BTC-USD","changes":[]}');
    on.exchange.send(match(10, '100'));
    await vi.waitFor(() => expect(on.samples).toHaveLength(1));
    expect(on.source.counters().quarantined).toBe(0);
  });

  it('does not confirm a price when the heartbeat names no trade', async () => {
    on.exchange.send(match(10, '100'));
    on.exchange.send(heartbeat(0));
    on.exchange.send(match(11, '100'));
    await vi.waitFor(() => expect(on.samples).toHaveLength(2));
    expect(on.source.counters()).toMatchObject({ gaps: 0, missing: 0 });
  });

  it.each([
    ['NOT_JSON', '{"type":"match",'],
    ['SHAPE', '{"type":"match","trade_id":"1"}'],
    ['SHAPE', '{"product_id":"BTC-USD"}'],
    ['SHAPE', COINBASE.trade('BTC-USD', { id: 1, price: '100', at: START }).replace('2026-11', '2026-xx')],
    ['REFUSED', '{"type":"error","message":"Failed to subscribe","reason":"BTC-EU is not a valid product"}'],
    ['SYMBOL', COINBASE.trade('BTC-EUR', { id: 1, price: '100', at: START })],
  ])('quarantines as %s: %s', async (reason, frame) => {
    on.exchange.send(frame);
    await vi.waitFor(() => expect(on.source.quarantine()).toEqual([{ reason, frame: frame.slice(0, 200) }]));
  });
});

describe('history', () => {
  it('reads the time range in steps, and leaves out invalid bars', async () => {
    const from = START - 450 * MINUTE_MS;
    on.exchange.answer = (path, query) => {
      expect([path, query.get('granularity')]).toEqual(['/products/BTC-USD/candles', '60']);
      const [first, end] = [Date.parse(query.get('start') ?? ''), Date.parse(query.get('end') ?? '')];
      const count = (end - first) / MINUTE_MS + 1;
      expect(count).toBeLessThanOrEqual(300);
      return Array.from({ length: count }, (_, i) => {
        const t = end - i * MINUTE_MS;
        return [t / 1000, 9.5, t === from + MINUTE_MS ? 9 : 12, 10, 11, 0.000_000_25];
      });
    };
    const bars = await on.source.history(BTC, from, START);
    expect(bars).toHaveLength(449);
    expect(bars[0]).toEqual({ t: from, o: 1000n, h: 1200n, l: 950n, c: 1100n, v: '0.00000025', src: 'coinbase' });
    expect(bars.at(-1)?.t).toBe(START - MINUTE_MS);
  });
});

describe.runIf(process.env['MARKETDATA_DIR'] !== undefined)('recorded frames of the exchange', () => {
  it('give every trade of the renamed product once and in order', async () => {
    await on.stop();
    on = await listenTo(COINBASE.create, [BTC], START, { maxSkewMs: Number.POSITIVE_INFINITY });
    let sent = 0;
    for await (const frame of readRecordedFrames('coinbase-exchange-2021-04-17.txt.gz')) {
      const ours = frame.replace('"product_id":"SKL-USD"', '"product_id":"BTC-USD"');
      if (ours !== frame && /"type":"(last_)?match"/.test(frame)) sent += 1;
      on.exchange.send(ours);
    }
    expect(sent).toBe(53);
    await vi.waitFor(() => expect(on.source.counters().trades).toBe(sent));
    expect(on.source.counters()).toMatchObject({ gaps: 0, duplicates: 0, missing: 0 });
    expect(on.samples.at(-1)).toMatchObject({ price: 79n });
    // The recording holds other products too; we did not subscribe to them.
    const reasons = new Set(on.source.quarantine().map(({ reason }) => reason));
    expect([...reasons]).toEqual(['SYMBOL']);
  });
});
