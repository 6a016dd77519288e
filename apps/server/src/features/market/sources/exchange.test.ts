/** What the adapter of every exchange must do, written in the format of each exchange. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { price } from '@candor/domain/price';
import { createSampleBook } from '../feed/sample-book.ts';
import type { ExchangeOptions } from './exchange.ts';
import { DIALECTS, type FakeTrade } from './fake-dialects.ts';
import { type Listening, listenTo } from './fake-exchange.ts';

const START = Date.parse('2026-11-21T10:00:00.000Z');

describe.each(DIALECTS)('%s', (name, { create, product, symbol, trade, trades, tradesPath }) => {
  let on: Listening;

  const begin = async (options?: Partial<ExchangeOptions>): Promise<void> => {
    on = await listenTo(
      create,
      [{ product, category: 'crypto', decimals: 2, signedScale: null, calendar: null, sources: { [name]: symbol } }],
      START,
      options,
    );
  };
  const says = (...list: FakeTrade[]): void => list.forEach((each) => on.exchange.send(trade(symbol, each)));
  const counts = (expected: object) => vi.waitFor(() => expect(on.source.counters()).toMatchObject(expected));
  /** What a tick of a second is made from after everything was delivered. */
  const standing = (second = START) => {
    const book = createSampleBook();
    for (const sample of on.samples) book.put(sample);
    return book.samplesAt(product, second)[0];
  };

  afterEach(async () => {
    await on.stop();
  });

  it('turns trades into samples in units of the product, with the volume', async () => {
    await begin();
    says({ id: 10, price: '61837.63', at: START - 20, qty: '0.02' });
    await vi.waitFor(() => expect(on.samples).toHaveLength(1));
    expect(on.samples).toEqual([
      { product, source: name, price: 6_183_763n, at: START - 20, tradeId: 10, receivedAt: START, qty: 2_000_000n },
    ]);
  });

  it('gives a second its last trade by the exchange, not one that is a millisecond later', async () => {
    await begin();
    const second = START + 1000;
    on.clock.nowMs = second + 40;
    says(
      { id: 10, price: '110.00', at: second - 1 },
      { id: 11, price: '111.00', at: second },
      { id: 12, price: '112.00', at: second },
      { id: 13, price: '113.00', at: second + 1 },
    );
    await counts({ trades: 4 });
    expect(standing(second - 1000)).toBeUndefined();
    expect(standing(second)).toMatchObject({ tradeId: 12, price: 11_200n, at: second, receivedAt: second + 40 });
    expect(standing(second + 1000)).toMatchObject({ tradeId: 13 });
  });

  it('gives a second a trade that was fetched, if it is the last; it is as old as it is', async () => {
    await begin();
    const late = [111, 112, 113].map((id) => ({ id, price: `${id}.00`, at: START - 1000 + id }));
    on.exchange.answer = () => trades(symbol, late);
    says({ id: 110, price: '110.00', at: START - 1000 }, { id: 114, price: '114.00', at: START + 1 });
    await counts({ trades: 2, backfilled: 3, missing: 0 });
    const at = START - 1000 + 113;
    expect(standing()).toMatchObject({ tradeId: 113, price: 11_300n, at, receivedAt: START, freshAt: at });
  });

  it('does not take fetched trades that are dated ahead', async () => {
    await begin();
    on.exchange.answer = () => trades(symbol, [{ id: 11, price: '100.50', at: START + 61_000 }]);
    says({ id: 10, price: '100.00', at: START }, { id: 12, price: '100.00', at: START });
    await counts({ trades: 2, backfilled: 0, missing: 1 });
    expect(standing(START + 62_000)).toMatchObject({ tradeId: 12 });
  });

  it('fetches the trades of a gap; of one time, the highest number is the last', async () => {
    await begin();
    on.exchange.answer = (path) => {
      expect(path).toBe(tradesPath);
      return trades(
        symbol,
        [109, 110, 111, 112, 113, 114].map((id) => ({ id, price: `${id}.00`, at: START - 90 })),
      );
    };
    says({ id: 110, price: '110.00', at: START - 90 }, { id: 114, price: '114.00', at: START - 90 });
    await counts({ trades: 2, gaps: 1, backfilled: 3, missing: 0 });
    expect(on.samples.map((sample) => sample.price)).toEqual([11_000n, 11_400n, 11_100n, 11_200n, 11_300n]);
    expect(standing()).toMatchObject({ price: 11_400n, receivedAt: START });
    says({ id: 115, price: '115.00', at: START });
    await counts({ trades: 3, gaps: 1 });
  });

  it('counts trades that REST does not give either', async () => {
    await begin();
    on.exchange.answer = () => trades(symbol, [{ id: 11, price: '100.00', at: START }]);
    says({ id: 10, price: '100.00', at: START }, { id: 14, price: '100.00', at: START });
    await counts({ backfilled: 1, missing: 2 });
    expect(on.samples).toHaveLength(3);
  });

  it('asks for many gaps in few requests, one at a time', async () => {
    await begin();
    let [open, most, questions] = [0, 0, 0];
    on.exchange.answer = async () => {
      questions += 1;
      open += 1;
      most = Math.max(most, open);
      // The answer comes after all of it was said, as from an exchange far away.
      await counts({ trades: 20 });
      open -= 1;
      return trades(
        symbol,
        Array.from({ length: 40 }, (_, i) => ({ id: 10 + i, price: '100.00', at: START })),
      );
    };
    says(...Array.from({ length: 20 }, (_, i) => ({ id: 10 + 2 * i, price: '100.00', at: START })));
    await counts({ trades: 20, gaps: 19, backfilled: 19, missing: 0 });
    expect([most, questions <= 3]).toEqual([1, true]);
  });

  it('takes each trade once', async () => {
    await begin();
    says({ id: 10, price: '100.00', at: START }, { id: 10, price: '101.00', at: START });
    await counts({ duplicates: 1 });
    expect(on.samples.map((sample) => sample.price)).toEqual([10_000n]);
  });

  it.each([
    ['PRICE', 'not a number', { price: 'NaN' }],
    ['PRICE', 'zero', { price: '0.00' }],
    ['PRICE', 'below zero', { price: '-100.00' }],
    ['LEAP', 'a hundredfold', { price: '10000.00' }],
    ['LEAP', 'a hundredth', { price: '1.00' }],
    ['QUANTITY', 'a quantity below zero', { qty: '-1' }],
    ['TIME', 'dated a minute back', { at: START - 61_000 }],
    ['TIME', 'dated a minute ahead', { at: START + 61_000 }],
  ] as const)('quarantines as %s a trade that is %s, and continues', async (reason, _what, wrong) => {
    await begin();
    on.exchange.answer = () => trades(symbol, []);
    const bad = { id: 11, price: '100.00', at: START, ...wrong };
    // JSON has no NaN: exchanges that write numbers send a frame that is not JSON.
    const frame = trade(symbol, bad);
    says({ id: 10, price: '100.00', at: START });
    on.exchange.send(frame);
    says({ id: 12, price: '100.50', at: START + 1 });
    await counts({ trades: 2, quarantined: 1 });
    const expected = wrong === undefined || !frame.includes(':NaN') ? reason : 'NOT_JSON';
    expect(on.source.quarantine()).toEqual([{ reason: expected, frame: frame.slice(0, 200) }]);
    expect(on.samples.map((sample) => sample.price)).toEqual([10_000n, 10_050n]);
  });

  it('accepts prices at and below zero for a product that allows them, but no leap', async () => {
    const oil = {
      product,
      category: 'crypto',
      decimals: 2,
      signedScale: price(2000n),
      calendar: null,
      sources: { [name]: symbol },
    } as const;
    on = await listenTo(create, [oil], START);
    says(
      { id: 10, price: '0.01', at: START },
      { id: 11, price: '0.00', at: START },
      { id: 12, price: '-1.50', at: START },
    );
    on.exchange.answer = () => trades(symbol, []);
    says({ id: 13, price: '-150.00', at: START }, { id: 14, price: '-2.25', at: START });
    await counts({ trades: 4, quarantined: 1 });
    expect(on.source.quarantine().map(({ reason }) => reason)).toEqual(['LEAP']);
    expect(on.samples.map((sample) => sample.price)).toEqual([1n, 0n, -150n, -225n]);
  });

  it('accepts a leap after a minute without the old price', async () => {
    await begin({ limits: { silentAfterMs: 120_000 } });
    says({ id: 10, price: '100.00', at: START }, { id: 11, price: '150.00', at: START });
    await counts({ quarantined: 1 });
    on.clock.nowMs += 60_001;
    on.exchange.answer = () => trades(symbol, []);
    says({ id: 12, price: '150.00', at: on.clock.nowMs });
    await counts({ trades: 2, quarantined: 1 });
    expect(standing(START + 61_000)).toMatchObject({ price: 15_000n });
  });

  it.each([-2000, 900])(
    'takes the word of an exchange clock that is %i ms off for the second; our own clock decides how fresh the price is',
    async (offset) => {
      await begin();
      says({ id: 10, price: '100.00', at: START + offset }, { id: 11, price: '101.00', at: START + 5 + offset });
      await counts({ trades: 2, quarantined: 0 });
      const first = offset > 0 ? START + offset : START + offset + 1000;
      expect(standing(first - 1000)?.tradeId).toBe(offset > 0 ? undefined : 10);
      expect(standing(first + 1000)).toMatchObject({ price: 10_100n, receivedAt: START });
    },
  );

  it('does not return to the price of a back-dated trade', async () => {
    await begin();
    says({ id: 10, price: '100.00', at: START }, { id: 11, price: '101.00', at: START - 10_000 });
    await counts({ trades: 2 });
    expect(standing()).toMatchObject({ price: 10_000n });
  });

  it('reconnects after the server dropped it, subscribes again, and fills the gap', async () => {
    await begin();
    await vi.waitFor(() => expect(on.exchange.sockets()).toHaveLength(1));
    on.exchange.answer = () => trades(symbol, [{ id: 11, price: '100.00', at: START }]);
    says({ id: 10, price: '100.00', at: START });
    await counts({ trades: 1 });
    const wishes = on.exchange.heard.length;
    on.exchange.sockets()[0]?.terminate();
    await vi.waitFor(() => expect(on.health.map(({ state }) => state)).toEqual(['silent', 'up', 'down', 'silent']));
    await vi.waitFor(() => expect(on.exchange.heard).toHaveLength(2 * wishes));
    says({ id: 12, price: '100.00', at: START });
    await counts({ backfilled: 1, connections: 2, missing: 0 });
    expect(on.health.at(-1)?.state).toBe('up');
  });

  it('gives up a connection that looks open but sends nothing', async () => {
    await begin();
    on.clock.nowMs += 45_001;
    await vi.waitFor(() => expect(on.health.map(({ state }) => state)).toEqual(['silent', 'down', 'silent']));
    expect(on.health[1]?.reason).toBe('silent');
  });

  describe('numbers that contradict the times', () => {
    const priced = () => on.samples.map(({ price: paid, tradeId }) => [paid, tradeId]);
    const after = (id: number, ms: number): FakeTrade => ({ id, price: `${100 + ms}.00`, at: START + ms });

    it('takes every trade of numbers that start again, and counts on from them', async () => {
      await begin();
      on.exchange.answer = () => trades(symbol, [after(4, 3)]);
      says(after(26_941_144, 0), after(1, 1), after(2, 2), after(3, 2));
      await counts({ trades: 4, contradictions: 3, resyncs: 1, duplicates: 0, missing: 0 });
      says(after(5, 4));
      await counts({ trades: 5, gaps: 1, backfilled: 1, missing: 0 });
      expect(priced()).toEqual([
        [10_000n, 26_941_144],
        [10_100n, 1],
        [10_200n, 2],
        [10_200n, 3],
        [10_400n, 5],
        [10_300n, 4],
      ]);
      expect(standing(START + 1000)).toMatchObject({ tradeId: 5 });
    });

    it('goes on after one huge number, and asks for nothing up to it', async () => {
      await begin();
      on.exchange.answer = () => expect.unreachable('nothing is missing');
      says(after(1000, 0), after(900_000_000_000_000, 1), after(1001, 2), after(1002, 3));
      await counts({ trades: 4, contradictions: 1, resyncs: 0, gaps: 0, missing: 0 });
      expect(standing(START + 1000)).toMatchObject({ tradeId: 1002 });
    });

    it('goes on after a number that is wrong by less, and counts as missing only what did not come', async () => {
      await begin();
      on.exchange.answer = () => trades(symbol, []);
      says(after(1000, 0), after(500_000, 1));
      await counts({ trades: 2, gaps: 1, missing: 498_999 });
      says(after(1001, 2), after(1002, 3), after(1003, 4), after(1004, 5));
      await counts({ trades: 6, resyncs: 1, missing: 0 });
      expect(standing(START + 1000)).toMatchObject({ tradeId: 1004 });
    });

    it('gives prices without a number while every number is 0', async () => {
      await begin();
      on.clock.nowMs = START + 50;
      says(after(0, 0), after(0, 1), after(0, 2), after(0, 3), after(0, 4));
      await counts({ trades: 5, contradictions: 4, duplicates: 0 });
      expect(priced().map(([, tradeId]) => tradeId)).toEqual([0, undefined, undefined, undefined, undefined]);
      expect(standing(START + 1000)).toMatchObject({ price: 10_400n, at: START + 50 });
    });

    it('counts on where the numbers jump for good', async () => {
      await begin();
      on.exchange.answer = () => trades(symbol, []);
      const far = 900_000_000_000_000;
      says(after(1000, 0), after(far, 1), after(far + 1, 2), after(far + 2, 3), after(far + 4, 4));
      await counts({ trades: 5, contradictions: 3, resyncs: 1, gaps: 1, missing: 1 });
      expect(standing(START + 1000)).toMatchObject({ tradeId: far + 4 });
    });
  });

  it('takes a trade that comes after newer ones: it counts at a second if it is the last by time', async () => {
    await begin();
    on.exchange.answer = () => trades(symbol, []);
    on.clock.nowMs = START + 1020;
    says({ id: 10, price: '100.00', at: START }, { id: 12, price: '102.00', at: START + 1001 });
    await counts({ missing: 1 });
    says({ id: 11, price: '101.00', at: START + 999 }, { id: 11, price: '101.00', at: START + 999 });
    await counts({ trades: 3, late: 1, duplicates: 1, missing: 0 });
    expect(standing(START + 1000)).toMatchObject({ tradeId: 11, freshAt: START + 999 });
    expect(standing(START + 2000)).toMatchObject({ tradeId: 12 });
  });

  it.each([
    ['1e-8', 1n],
    ['5E-3', 500_000n],
    ['0.000000001', 0n],
  ])('reads the quantity %s', async (qty, units) => {
    await begin();
    says({ id: 10, price: '1.0E+2', at: START, qty });
    await vi.waitFor(() => expect(on.samples).toHaveLength(1));
    expect(on.samples[0]).toMatchObject({ price: 10_000n, qty: units });
  });

  it('is up only while it gives new prices, and asks anew when it stays silent', async () => {
    await begin({ limits: { silentAfterMs: 3_600_000 } });
    expect([on.health.at(-1)?.state, on.source.figures().state]).toEqual(['silent', 'silent']);
    says({ id: 10, price: '100.00', at: START });
    await vi.waitFor(() => expect(on.health.at(-1)?.state).toBe('up'));
    on.clock.nowMs += 5001;
    expect(on.source.figures()).toMatchObject({ state: 'silent', prices: [{ product, pricedAt: START }] });
    await vi.waitFor(() =>
      expect(on.health.at(-1)).toMatchObject({ state: 'silent', reason: `no new price of ${product}` }),
    );
    on.clock.nowMs += 60_001;
    await counts({ connections: 2 });
    expect(on.source.figures().state).toBe('silent');
    says({ id: 11, price: '100.00', at: on.clock.nowMs });
    await vi.waitFor(() => expect(on.health.at(-1)?.state).toBe('up'));
  });

  it('waits before it reconnects', async () => {
    await begin({ limits: { backoffMs: [300, 300] } });
    const closedAt = performance.now();
    on.exchange.sockets()[0]?.terminate();
    await counts({ connections: 2 });
    expect(performance.now() - closedAt).toBeGreaterThanOrEqual(149);
  });
});
