import { price } from '@candor/domain/price';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Sample } from '../sources/source.ts';
import { SECONDS_KEPT, createSampleBook } from './sample-book.ts';

function trade(source: string, at: number, tradeId: number, given: Partial<Sample> = {}): Sample {
  return { product: 'BTCUSDT', source, price: price(BigInt(tradeId)), at, tradeId, receivedAt: at + 1, ...given };
}

function quote(at: number, units: bigint): Sample {
  return { product: 'BTCUSDT', source: 'fx', price: price(units), at, receivedAt: at };
}

/** The numbers of the trades that a tick of this second is made from. */
function idsAt(book: ReturnType<typeof createSampleBook>, second: number): (number | undefined)[] {
  return book.samplesAt('BTCUSDT', second).map(({ tradeId }) => tradeId);
}

describe('the sample of a second', () => {
  it('is the last trade at or before it, to the millisecond, of each source', () => {
    const book = createSampleBook();
    book.put(trade('one', 1_999, 10));
    book.put(trade('one', 2_000, 11));
    book.put(trade('one', 2_001, 12));
    book.put(trade('two', 500, 7));
    expect(idsAt(book, 2_000)).toEqual([11, 7]);
    expect(idsAt(book, 3_000)).toEqual([12, 7]);
    expect(book.samplesAt('ETHUSDT', 3_000)).toEqual([]);
  });

  it('is nothing as long as a source has traded only after it', () => {
    const book = createSampleBook();
    book.put(trade('one', 2_001, 10));
    expect(idsAt(book, 2_000)).toEqual([]);
    expect(idsAt(book, 3_000)).toEqual([10]);
  });

  it('is of one time the trade with the highest number, in whatever order they come', () => {
    const book = createSampleBook();
    for (const id of [9, 12, 10]) book.put(trade('one', 1_500, id));
    expect(idsAt(book, 2_000)).toEqual([12]);
  });

  it('is by the time of the exchange, though a higher number has an earlier time', () => {
    const book = createSampleBook();
    book.put(trade('one', 1_500, 10));
    book.put(trade('one', 1_400, 11));
    expect(idsAt(book, 2_000)).toEqual([10]);
  });

  it('is not a trade that comes after the tick was made, but the next second may be made from it', () => {
    const book = createSampleBook();
    book.put(trade('one', 1_100, 10));
    expect(idsAt(book, 2_000)).toEqual([10]);
    book.put(trade('one', 1_900, 12, { receivedAt: 2_600 }));
    book.put(trade('one', 1_800, 11, { receivedAt: 2_600 }));
    expect(book.samplesAt('BTCUSDT', 3_000)).toMatchObject([{ tradeId: 12, receivedAt: 2_600 }]);
  });

  it('says when the trade was last confirmed, and is then as fresh as that', () => {
    const book = createSampleBook();
    book.put(trade('one', 1_000, 10, { receivedAt: 1_700, freshAt: 1_000 }));
    book.put(trade('one', 1_000, 10, { receivedAt: 1_900 }));
    book.put(trade('one', 1_000, 10, { receivedAt: 1_800 }));
    const [sample] = book.samplesAt('BTCUSDT', 2_000);
    expect(sample).toMatchObject({ receivedAt: 1_900 });
    expect(sample?.freshAt).toBeUndefined();
  });

  it('counts from when we received it if it is no trade', () => {
    const book = createSampleBook();
    book.put(quote(1_500, 7n));
    book.put(quote(2_000, 8n));
    book.put(quote(2_000, 9n));
    book.put(quote(2_010, 10n));
    expect(book.samplesAt('BTCUSDT', 2_000).map((sample) => sample.price)).toEqual([9n]);
  });

  it('is nothing of a source that dates trades a second after our clock: everyone saw the price of that second before it', () => {
    const book = createSampleBook();
    book.put(trade('one', 9_900, 10));
    book.put(trade('two', 9_900, 7));
    // Ours is two seconds behind that of the first; the second is ahead by less than clocks that are kept may be.
    book.put(trade('one', 12_000, 11, { receivedAt: 10_000 }));
    book.put(trade('two', 11_000, 8, { receivedAt: 10_000 }));
    // What confirms a trade later does not hide it.
    book.put(trade('one', 12_000, 11, { receivedAt: 11_900 }));
    expect([idsAt(book, 12_000), book.aheadAt(12_000)]).toEqual([[8], ['one']]);
    expect([idsAt(book, 14_999), book.aheadAt(14_999)]).toEqual([[8], ['one']]);
    expect([idsAt(book, 15_000), book.aheadAt(15_000)]).toEqual([[11, 8], []]);
  });

  it('stays while nobody trades, however long', () => {
    const book = createSampleBook();
    book.put(trade('one', 1_000, 10));
    for (let second = 1; second < 500; second += 1) expect(idsAt(book, second * 1000)).toEqual([10]);
  });

  it('is, for any trades and any seconds in order, the last at or before it among those received', () => {
    const received = fc.record({ at: fc.integer({ min: 1, max: 20_000 }), id: fc.integer({ min: 0, max: 40 }) });
    const step = fc.oneof({ weight: 4, arbitrary: received }, fc.constant('tick' as const));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 0, max: 20 }), (steps, first) => {
        const book = createSampleBook();
        const trades: Sample[] = [];
        let second = first * 1000;
        for (const each of [...steps, 'tick' as const]) {
          if (each === 'tick') {
            const last = trades
              .filter(({ at }) => at <= second)
              .toSorted((a, b) => a.at - b.at || (a.tradeId ?? 0) - (b.tradeId ?? 0))
              .at(-1);
            const [sample] = book.samplesAt('BTCUSDT', second);
            expect([sample?.at, sample?.tradeId]).toEqual([last?.at, last?.tradeId]);
            second += 1000;
          } else {
            const one = trade('one', each.at, each.id);
            trades.push(one);
            book.put(one);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('what is kept', () => {
  it('is bounded, and still has the sample of now when every source is a minute ahead', () => {
    const book = createSampleBook();
    const now = 1_000_000;
    for (let at = now - 500_000; at <= now + 60_000; at += 100) book.put(trade('one', at, at / 100));
    expect(idsAt(book, now)).toEqual([now / 100]);
    const other = createSampleBook();
    for (let at = 1; at <= 1_000; at += 1) other.put(trade('one', at * 1000, at));
    const oldest = (1_001 - SECONDS_KEPT) * 1000;
    expect(idsAt(other, oldest - 1000)).toEqual([]);
    expect(idsAt(other, oldest)).toEqual([oldest / 1000]);
  });
});

describe('the volume', () => {
  it('is given once, of late trades too', () => {
    const book = createSampleBook();
    expect(book.takeQty('BTCUSDT')).toBeNull();
    book.put(trade('one', 1_000, 10, { qty: 5n }));
    book.put(trade('two', 1_000, 10, { qty: 7n }));
    book.put(trade('one', 500, 9, { qty: 1n }));
    expect(book.takeQty('BTCUSDT')).toBe(13n);
    expect(book.takeQty('BTCUSDT')).toBe(0n);
    book.put(trade('one', 2_000, 11, { qty: 3n }));
    expect(book.takeQty('BTCUSDT')).toBe(3n);
    expect(book.takeQty('ETHUSDT')).toBeNull();
  });

  it('is unknown when no source has one', () => {
    const book = createSampleBook();
    book.put(trade('one', 1_000, 10));
    expect(book.takeQty('BTCUSDT')).toBeNull();
  });
});
