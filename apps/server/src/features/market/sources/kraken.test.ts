import { price } from '@candor/domain/price';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FOREX_CALENDAR } from '../calendars.ts';
import { KRAKEN } from './fake-dialects.ts';
import { type Listening, listenTo } from './fake-exchange.ts';
import type { Instrument } from './source.ts';

const START = Date.parse('2026-11-20T10:00:00.000Z');
const MINUTE_MS = 60_000;
const BTC: Instrument = {
  product: 'BTCUSD',
  category: 'crypto',
  decimals: 2,
  signedScale: null,
  calendar: null,
  sources: { coinbase: 'BTC-USD', kraken: 'BTC/USD' },
};
const EUR: Instrument = {
  product: 'EURUSD',
  category: 'forex',
  decimals: 5,
  signedScale: null,
  calendar: FOREX_CALENDAR,
  sources: { kraken: 'EUR/USD' },
};

let on: Listening;

function trade(id: number, price: string, at = START): string {
  return KRAKEN.trade('BTC/USD', { id, price, at });
}

function ticker(symbol: string, bid: string, ask: string): string {
  return `{"channel":"ticker","type":"update","data":[{"symbol":"${symbol}","bid":${bid},"bid_qty":1,"ask":${ask},"ask_qty":2}]}`;
}

function counts(expected: object) {
  return vi.waitFor(() => expect(on.source.counters()).toMatchObject(expected));
}

beforeEach(async () => {
  on = await listenTo(KRAKEN.create, [BTC, EUR], START);
});

afterEach(async () => {
  await on.stop();
});

describe('the stream', () => {
  it('subscribes to the trades of crypto and to the best prices of all products', async () => {
    await vi.waitFor(() => expect(on.exchange.heard).toHaveLength(2));
    expect(on.exchange.dialled).toEqual(['/v2']);
    expect(on.exchange.heard.map((text) => JSON.parse(text) as unknown)).toEqual([
      { method: 'subscribe', params: { channel: 'trade', symbol: ['BTC/USD'], snapshot: true } },
      {
        method: 'subscribe',
        params: { channel: 'ticker', symbol: ['BTC/USD', 'EUR/USD'], event_trigger: 'bbo', snapshot: true },
      },
    ]);
    on.exchange.send('{"channel":"status","type":"update","data":[{"system":"online","api_version":"v2"}]}');
    on.exchange.send('{"method":"subscribe","result":{"channel":"trade","symbol":"BTC/USD"},"success":true}');
    on.exchange.send('{"channel":"heartbeat"}');
    on.exchange.send(trade(1, '100.1'));
    await vi.waitFor(() => expect(on.samples).toHaveLength(1));
    expect(on.source.counters().quarantined).toBe(0);
  });

  it('takes the first trade id from the snapshot; the book makes it a current price', async () => {
    const [older, newer] = [trade(9, '99', START - 700_000), trade(10, '100', START - 600_000)];
    const rows = [older, newer].map((frame) => /"data":\[(.*)\]/.exec(frame)?.[1]).join(',');
    on.exchange.send(`{"channel":"trade","type":"snapshot","data":[${rows}]}`);
    on.exchange.send(ticker('BTC/USD', '99.9', '100.1'));
    await vi.waitFor(() => expect(on.samples).toHaveLength(1));
    expect(on.samples[0]).toMatchObject({ product: 'BTCUSD', price: 10_000n, at: START - 600_000, receivedAt: START });
    on.exchange.send(trade(11, '100'));
    await counts({ trades: 2, gaps: 0, quarantined: 0 });
  });

  it('reads a frame of 600 trades, and ends a connection that sends more than it reads', async () => {
    const rows = Array.from({ length: 600 }, (_, i) => trade(i + 1, '100.25')).map(
      (frame) => /"data":\[(.*)\]/.exec(frame)?.[1],
    );
    const frame = `{"channel":"trade","type":"update","data":[${rows.join(',')}]}`;
    expect(frame.length).toBeGreaterThan(65_536);
    on.exchange.send(frame);
    await counts({ trades: 600, gaps: 0, quarantined: 0, connections: 1 });
    on.exchange.send(' '.repeat(1024 * 1024 + 1));
    await counts({ connections: 2 });
  });

  it('reads figures exactly as written, however small', async () => {
    on.exchange.send(KRAKEN.trade('BTC/USD', { id: 1, price: '61837.63', at: START, qty: '0.00000001' }));
    await vi.waitFor(() => expect(on.samples).toHaveLength(1));
    expect(on.samples[0]).toMatchObject({ price: 6_183_763n, qty: 1n });
  });

  it('takes the middle of the book for a currency pair', async () => {
    on.exchange.send(ticker('EUR/USD', '1.14501', '1.14504'));
    await vi.waitFor(() => expect(on.samples).toHaveLength(1));
    expect(on.samples[0]).toEqual({
      product: 'EURUSD',
      source: 'kraken',
      price: 114_502n,
      at: START,
      receivedAt: START,
    });
  });

  it.each([
    ['LEAP', ticker('EUR/USD', '114.501', '114.504')],
    ['LEAP', ticker('EUR/USD', '0.01145', '0.01146')],
    ['PRICE', ticker('EUR/USD', '0', '1.14504')],
    ['PRICE', ticker('EUR/USD', '-1.14', '1.14504')],
    ['CROSSED', ticker('EUR/USD', '1.14504', '1.14501')],
    ['NOT_JSON', ticker('EUR/USD', 'NaN', '1.14504')],
    ['SHAPE', ticker('EUR/USD', 'null', '1.14504')],
    ['SYMBOL', ticker('EUR/CHF', '0.93', '0.94')],
    ['REFUSED', '{"method":"subscribe","error":"Currency pair not supported XX/USD","success":false}'],
  ])('quarantines as %s: %s', async (reason, frame) => {
    on.exchange.send(ticker('EUR/USD', '1.145', '1.14502'));
    on.exchange.send(frame);
    on.exchange.send(ticker('EUR/USD', '1.14502', '1.14504'));
    await vi.waitFor(() => expect(on.samples).toHaveLength(2));
    expect(on.source.quarantine()).toEqual([{ reason, frame: frame.slice(0, 200) }]);
    expect(on.samples.map((sample) => sample.price)).toEqual([114_501n, 114_503n]);
  });
});

describe('REST', () => {
  it('is asked for lost trades by its own name for the pair', async () => {
    const pairs: (string | null)[] = [];
    on.exchange.answer = (_path, query) => {
      pairs.push(query.get('pair'));
      return { error: ['EGeneral:Too many requests'], result: {} };
    };
    on.exchange.send(trade(1, '100'));
    on.exchange.send(trade(3, '100'));
    await counts({ gaps: 1, backfilled: 0, missing: 1 });
    expect(pairs).toEqual(['XBTUSD']);
  });

  it('gives a lost trade the time that the stream gives it: its microseconds are cut off', async () => {
    const iso = '2026-11-20T09:59:59.999900Z';
    on.exchange.answer = () => KRAKEN.trades('BTC/USD', [{ id: 2, price: '100', at: START - 0.1 }]);
    on.exchange.send(trade(1, '100').replace(/"timestamp":"[^"]*"/, `"timestamp":"${iso}"`));
    on.exchange.send(trade(3, '100'));
    await counts({ trades: 2, backfilled: 1 });
    expect(on.samples.map(({ tradeId, at }) => [tradeId, at])).toEqual([
      [1, START - 1],
      [3, START],
      [2, START - 1],
    ]);
  });

  it('gives the history without the current minute and without invalid bars', async () => {
    const from = START - 3 * MINUTE_MS;
    on.exchange.answer = (path, query) => {
      expect([path, query.get('pair'), query.get('interval')]).toEqual(['/0/public/OHLC', 'EURUSD', '1']);
      const bar = (t: number, high: string) => [t / 1000, '1.1', high, '1.0', '1.15', '1.1', '7.5', 3];
      return {
        error: [],
        result: {
          ZEURZUSD: [
            bar(from, '1.2'),
            bar(from + MINUTE_MS, '1.05'),
            bar(from + 2 * MINUTE_MS, '1.2'),
            bar(START, '1.2'),
          ],
          last: 1_688_672_160,
        },
      };
    };
    const bars = await on.source.history(EUR, from, START);
    expect(bars.map(({ t }) => t)).toEqual([from, from + 2 * MINUTE_MS]);
    expect(bars[0]).toEqual({ t: from, o: 110_000n, h: 120_000n, l: 100_000n, c: 115_000n, v: '7.5', src: 'kraken' });
  });

  it('gives bars at and below zero only for a product that allows them', async () => {
    const from = START - 2 * MINUTE_MS;
    on.exchange.answer = () => ({
      error: [],
      result: {
        ZEURZUSD: [
          [from / 1000, '0.00', '1.00', '-37.63', '-37.63', '-10', '7.5', 3],
          [from / 1000 + 60, '-37.63', '0.00', '-40.00', '0.00', '-10', '7.5', 3],
        ],
        last: 0,
      },
    });
    expect(await on.source.history(EUR, from, START)).toEqual([]);
    const bars = await on.source.history({ ...EUR, decimals: 2, signedScale: price(2000n) }, from, START);
    expect(bars.map(({ o, h, l, c }) => [o, h, l, c])).toEqual([
      [0n, 100n, -3763n, -3763n],
      [-3763n, 0n, -4000n, 0n],
    ]);
  });

  it('gives no history for hours in which the product is closed, though Kraken trades at the weekend', async () => {
    const closing = Date.parse('2026-11-20T21:58:00.000Z');
    on.exchange.answer = () => ({
      error: [],
      result: {
        ZEURZUSD: [-1, 0, 1].map((minutes) => {
          const t = closing + minutes * MINUTE_MS;
          return [t / 1000, '1.1', '1.2', '1.0', '1.15', '1.1', '7.5', 3];
        }),
        last: 0,
      },
    });
    const bars = await on.source.history(EUR, closing - 10 * MINUTE_MS, closing + 10 * MINUTE_MS);
    expect(bars.map(({ t }) => t)).toEqual([closing - MINUTE_MS]);
  });
});
