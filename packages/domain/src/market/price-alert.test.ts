import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { price } from '../price.ts';
import { TICK_STATUSES } from '../trading/tick.ts';
import { decideAlert, firstCrossing, isReached } from './price-alert.ts';
import type { AlertFacts, FeedTick, PriceAlert } from './price-alert.ts';

function tick(seq: number, units: number, more: Partial<FeedTick> = {}): FeedTick {
  return { seq: BigInt(seq), at: seq * 1_000, price: price(BigInt(units)), status: 'OK', feed: 'live', ...more };
}

const ALERT: PriceAlert = { side: 'above', target: price(100n), afterSeq: 3n, feed: 'live', expiresAt: 60_000 };

describe('the tick that reaches an alert', () => {
  it.each<[string, FeedTick[], bigint | null]>([
    ['the first price at the target', [tick(4, 99), tick(5, 100), tick(6, 101)], 5n],
    ['the first price beyond it after a gap', [tick(4, 99), tick(90, 150, { at: 50_000 })], 90n],
    ['no tick from before the alert was set', [tick(2, 100), tick(3, 100)], null],
    ['no repeated price', [tick(4, 100, { status: 'STALE' }), tick(5, 100, { status: 'CLOSED' })], null],
    ['no price of another kind of feed', [tick(4, 100, { feed: 'replay' })], null],
    ['the first price after the feed came back', [tick(4, 100, { feed: 'replay' }), tick(5, 101)], 5n],
    ['no tick from after its end', [tick(60, 100)], null],
    ['nothing', [], null],
  ])('is %s', (_, ticks, seq) => expect(firstCrossing(ALERT, ticks)?.seq ?? null).toBe(seq));

  it('below is the mirror of above', () => {
    const below: PriceAlert = { ...ALERT, side: 'below' };
    expect(firstCrossing(below, [tick(4, 101), tick(5, 100), tick(6, 99)])?.seq).toBe(5n);
  });

  const anyTick = fc.record({
    units: fc.integer({ min: -50, max: 50 }),
    status: fc.constantFrom(...TICK_STATUSES),
    feed: fc.constantFrom('live', 'replay'),
    step: fc.integer({ min: 1, max: 3 }),
  });
  const anyChain = fc.array(anyTick, { maxLength: 30 }).map((made) => {
    let seq = 0;
    return made.map(({ units, step, ...rest }) => tick((seq += step), units, rest));
  });
  const anyAlert = fc.record({
    side: fc.constantFrom('above', 'below'),
    target: fc.integer({ min: -50, max: 50 }).map((units) => price(BigInt(units))),
    afterSeq: fc.bigInt({ min: 0n, max: 60n }),
    feed: fc.constantFrom('live', 'replay'),
    expiresAt: fc.integer({ min: 0, max: 60_000 }),
  });

  it('is a new price that reaches it, and no earlier tick is', () => {
    fc.assert(
      fc.property(anyAlert, anyChain, (alert, ticks) => {
        const counts = (one: FeedTick): boolean =>
          one.seq > alert.afterSeq && one.status === 'OK' && one.feed === alert.feed && one.at < alert.expiresAt;
        const found = firstCrossing(alert, ticks);
        const before = found === null ? ticks : ticks.filter(({ seq }) => seq < found.seq);
        expect(before.some((one) => counts(one) && isReached(alert, one.price))).toBe(false);
        if (found !== null) expect(counts(found) && isReached(alert, found.price)).toBe(true);
      }),
    );
  });

  it('does not depend on how the chain is cut into reads, even when they overlap', () => {
    fc.assert(
      fc.property(anyAlert, anyChain, fc.nat(30), fc.nat(5), (alert, ticks, cut, overlap) => {
        const parts = [ticks.slice(0, cut), ticks.slice(Math.max(0, cut - overlap))];
        const first = parts.map((part) => firstCrossing(alert, part)).find((found) => found !== null);
        expect(first ?? null).toEqual(firstCrossing(alert, ticks));
      }),
    );
  });
});

describe('setting an alert', () => {
  const FACTS: AlertFacts = { product: { decimals: 2, signedScale: null }, newest: tick(7, 10_000), waiting: [] };
  const ask = (text: string, side: 'above' | 'below', facts: Partial<AlertFacts> = {}) =>
    decideAlert({ product: 'BTCUSD', side, price: text }, { ...FACTS, ...facts }, 1_000);

  it('keeps the newest tick and its kind of feed, and ends after 30 days', () =>
    expect(ask('100.01', 'above')).toEqual({
      ok: true,
      value: { side: 'above', target: 10_001n, afterSeq: 7n, feed: 'live', expiresAt: 1_000 + 2_592_000_000 },
    }));

  const same = { product: 'BTCUSD', side: 'above', target: price(12_000n) } as const;
  it.each<[string, string, 'above' | 'below', Partial<AlertFacts>, string]>([
    ['a product that is not there', '120', 'above', { product: undefined }, 'PRODUCT_NOT_FOUND'],
    ['more decimals than the product has', '120.001', 'above', {}, 'ALERT_PRICE_INVALID'],
    ['zero', '0', 'below', {}, 'ALERT_PRICE_INVALID'],
    ['a price below zero', '-1', 'below', {}, 'ALERT_PRICE_INVALID'],
    ['no number', '1e3', 'above', {}, 'ALERT_PRICE_INVALID'],
    ['a price too large to store', '9999999999999999999', 'above', {}, 'ALERT_PRICE_INVALID'],
    ['before the first tick', '120', 'above', { newest: undefined }, 'ALERT_NO_PRICE'],
    ['a price that is reached already, above', '99', 'above', {}, 'ALERT_REACHED'],
    ['a price that is reached already, below', '100', 'below', {}, 'ALERT_REACHED'],
    ['the same again', '120', 'above', { waiting: [same] }, 'ALERT_EXISTS'],
    [
      'one too many',
      '120',
      'above',
      { waiting: Array.from({ length: 20 }, () => ({ ...same, product: 'X' })) },
      'ALERTS_FULL',
    ],
  ])('is refused for %s', (_, text, side, facts, error) =>
    expect(ask(text, side, facts)).toEqual({ ok: false, error }),
  );

  it.each<[string, AlertFacts['waiting']]>([
    ['another product', [{ ...same, product: 'X' }]],
    ['the other side', [{ ...same, side: 'below' }]],
    ['another price', [{ ...same, target: price(12_001n) }]],
    ['nineteen others', Array.from({ length: 19 }, () => ({ ...same, product: 'X' }))],
  ])('is possible beside one for %s', (_, waiting) => expect(ask('120', 'above', { waiting }).ok).toBe(true));

  it('may be below zero where prices may', () =>
    expect(ask('-5', 'below', { product: { decimals: 2, signedScale: price(100n) } }).ok).toBe(true));
});
