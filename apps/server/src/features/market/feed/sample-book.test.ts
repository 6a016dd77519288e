import { price } from '@candor/domain/price';
import { describe, expect, it } from 'vitest';
import { createSampleBook } from './sample-book.ts';

function sample(source: string, at: number, units: bigint, qty?: bigint, receivedAt = at) {
  return { product: 'BTCUSDT', source, price: price(units), at, receivedAt, ...(qty === undefined ? {} : { qty }) };
}

describe('createSampleBook', () => {
  it('keeps the newest sample of each source', () => {
    const book = createSampleBook();
    book.put(sample('one', 1_000, 10n));
    book.put(sample('two', 1_000, 20n));
    book.put(sample('one', 2_000, 11n));
    // Fetched later: older than the current sample.
    book.put(sample('two', 500, 19n));
    // Same time, so the sample received later wins.
    book.put(sample('one', 2_000, 12n, undefined, 2_001));
    book.put(sample('one', 2_000, 13n, undefined, 1_999));
    expect(book.samplesOf('BTCUSDT').map(({ source, price: units }) => [source, units])).toEqual([
      ['one', 12n],
      ['two', 20n],
    ]);
    expect(book.samplesOf('ETHUSDT')).toEqual([]);
  });

  it('gives each volume once', () => {
    const book = createSampleBook();
    expect(book.takeQty('BTCUSDT')).toBeNull();
    book.put(sample('one', 1_000, 10n, 5n));
    book.put(sample('two', 1_000, 10n, 7n));
    // The quantity of an older trade counts as well.
    book.put(sample('one', 500, 10n, 1n));
    expect(book.takeQty('BTCUSDT')).toBe(13n);
    expect(book.takeQty('BTCUSDT')).toBe(0n);
    book.put(sample('one', 2_000, 10n, 3n));
    expect(book.takeQty('BTCUSDT')).toBe(3n);
    expect(book.takeQty('ETHUSDT')).toBeNull();
  });

  it('reports no volume when no source has one', () => {
    const book = createSampleBook();
    book.put(sample('one', 1_000, 10n));
    expect(book.takeQty('BTCUSDT')).toBeNull();
  });
});
