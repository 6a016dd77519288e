import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OKX, okxTrade } from './fake-dialects.ts';
import { type Listening, listenTo } from './fake-exchange.ts';
import { readRecordedFrames } from './recorded-frames.ts';
import type { Instrument } from './source.ts';

const START = Date.parse('2026-11-21T10:00:00.000Z');
const MINUTE_MS = 60_000;
const BTC: Instrument = {
  product: 'BTCUSDT',
  category: 'crypto',
  decimals: 2,
  signedScale: null,
  calendar: null,
  sources: { binance: 'BTCUSDT', okx: 'BTC-USDT' },
};

let on: Listening;

function ticker(bidPx: string, askPx: string): string {
  return JSON.stringify({
    arg: { channel: 'tickers', instId: 'BTC-USDT' },
    data: [{ instType: 'SPOT', instId: 'BTC-USDT', last: '100', bidPx, bidSz: '1', askPx, askSz: '1', ts: '1' }],
  });
}

beforeEach(async () => {
  on = await listenTo(OKX.create, [BTC], START, { maxSkewMs: Number.POSITIVE_INFINITY });
});

afterEach(async () => {
  await on.stop();
});

describe('the stream', () => {
  it('subscribes to trades and tickers, and sends pings to keep the connection', async () => {
    expect(on.exchange.dialled).toEqual(['/ws/v5/public']);
    await vi.waitFor(() => expect(on.exchange.heard).toHaveLength(1));
    expect(JSON.parse(on.exchange.heard[0] ?? '')).toEqual({
      op: 'subscribe',
      args: [
        { channel: 'trades', instId: 'BTC-USDT' },
        { channel: 'tickers', instId: 'BTC-USDT' },
      ],
    });
    on.clock.nowMs += 15_000;
    await vi.waitFor(() => expect(on.exchange.heard.slice(1)).toEqual(['ping']));
    on.exchange.send('pong');
    on.exchange.send(okxTrade('BTC-USDT', { id: 1, price: '100', at: START }));
    await vi.waitFor(() => expect(on.samples).toHaveLength(1));
    expect(on.source.counters().quarantined).toBe(0);
  });

  it('accepts the joined fills of one order, and sees no gap in them', async () => {
    on.exchange.send(okxTrade('BTC-USDT', { id: 10, price: '100', at: START }));
    on.exchange.send(okxTrade('BTC-USDT', { id: 14, price: '100.5', at: START }, 4));
    await vi.waitFor(() => expect(on.samples).toHaveLength(2));
    expect(on.source.counters()).toMatchObject({ trades: 2, gaps: 0 });
    on.exchange.answer = () => OKX.trades('BTC-USDT', [{ id: 15, price: '100.6', at: START }]);
    on.exchange.send(okxTrade('BTC-USDT', { id: 18, price: '100.7', at: START }, 3));
    await vi.waitFor(() => expect(on.source.counters()).toMatchObject({ gaps: 1, backfilled: 1, missing: 0 }));
  });

  it('uses the book to confirm the last trade only while the trade is inside it', async () => {
    on.exchange.send(okxTrade('BTC-USDT', { id: 10, price: '100', at: START }));
    await vi.waitFor(() => expect(on.samples).toHaveLength(1));
    on.clock.nowMs += 4000;
    on.exchange.send(ticker('101', '102'));
    on.exchange.send(ticker('99.9', '100.1'));
    await vi.waitFor(() => expect(on.samples).toHaveLength(2));
    expect(on.samples[1]).toMatchObject({ price: 10_000n, at: START, receivedAt: START + 4000 });
  });

  it('moves to a new connection when the server announces its shutdown', async () => {
    on.exchange.send(
      '{"event":"notice","code":"64008","msg":"The connection will soon be closed","connId":"a4d3ae55"}',
    );
    await vi.waitFor(() => expect(on.source.counters()).toMatchObject({ connections: 2, quarantined: 0 }));
  });

  it.each([
    ['NOT_JSON', 'pang'],
    ['SHAPE', '{"arg":{"channel":"trades","instId":"BTC-USDT"},"data":[{"tradeId":"1"}]}'],
    ['REFUSED', '{"event":"error","code":"60018","msg":"Wrong URL or channel"}'],
    ['SYMBOL', okxTrade('BTC-USDC', { id: 1, price: '100', at: START })],
    ['CROSSED', ticker('102', '101')],
  ])('quarantines as %s: %s', async (reason, frame) => {
    on.exchange.send(frame);
    await vi.waitFor(() => expect(on.source.quarantine()).toEqual([{ reason, frame: frame.slice(0, 200) }]));
  });
});

describe('REST', () => {
  it('reads backwards from the newest lost trade, page by page', async () => {
    const asked: (string | null)[] = [];
    on.exchange.answer = (_path, query) => {
      asked.push(query.get('after'));
      const last = Number(query.get('after')) - 1;
      const ids = Array.from({ length: 100 }, (_, i) => last - 99 + i);
      return OKX.trades(
        'BTC-USDT',
        ids.map((id) => ({ id, price: '100', at: START })),
      );
    };
    on.exchange.send(okxTrade('BTC-USDT', { id: 1000, price: '100', at: START }));
    on.exchange.send(okxTrade('BTC-USDT', { id: 1251, price: '100', at: START }));
    await vi.waitFor(() => expect(on.source.counters()).toMatchObject({ backfilled: 250, missing: 0 }));
    expect(asked).toEqual(['1251', '1151', '1051']);
  });

  it('gives the history, oldest first, without invalid bars', async () => {
    const from = START - 150 * MINUTE_MS;
    on.exchange.answer = (path, query) => {
      expect([path, query.get('bar')]).toEqual(['/api/v5/market/history-candles', '1m']);
      const before = Number(query.get('after'));
      return {
        code: '0',
        msg: '',
        data: Array.from({ length: 100 }, (_, i) => {
          const t = before - (i + 1) * MINUTE_MS;
          const high = t === from + MINUTE_MS ? '9' : '12';
          return [String(t), '10', high, '9.5', '11', '3.25', '35', '35', '1'];
        }),
      };
    };
    const bars = await on.source.history(BTC, from, START);
    expect(bars).toHaveLength(149);
    expect(bars[0]).toEqual({ t: from, o: 1000n, h: 1200n, l: 950n, c: 1100n, v: '3.25', src: 'okx' });
    expect(bars.at(-1)?.t).toBe(START - MINUTE_MS);
  });
});

describe.runIf(process.env['MARKETDATA_DIR'] !== undefined)('recorded frames of the exchange', () => {
  it('give every spot trade once and in order; frames nobody subscribed to are quarantined', async () => {
    for await (const frame of readRecordedFrames('okx-v5-2022-05-13.txt.gz')) on.exchange.send(frame);
    await vi.waitFor(() => expect(on.source.counters().trades).toBe(69));
    expect(on.source.counters()).toMatchObject({ gaps: 0, duplicates: 0, missing: 0, connections: 1 });
    const reasons = new Set(on.source.quarantine().map(({ reason }) => reason));
    expect(reasons).toEqual(new Set(['SYMBOL']));
    expect(on.samples.at(-1)).toMatchObject({ price: 3_022_760n });
  });
});
