import { createHash } from 'node:crypto';
import { price } from '@candor/domain/price';
import { GENESIS_HASH, canonicalTickBytes } from '@candor/proof/tick-chain';
import { isPause } from '@candor/proof/price-rule';
import { describe, expect, it } from 'vitest';
import { FOREX_CALENDAR } from '../calendars.ts';
import { minSourcesOf } from '../sources/listings.ts';
import { type TickFacts, makeTick } from './make-tick.ts';

const AT = Date.parse('2026-11-20T15:00:00.000Z');

const EURO = {
  product: 'EURUSD',
  category: 'forex',
  decimals: 5,
  signedScale: null,
  calendar: FOREX_CALENDAR,
  sources: {},
  rule: { freshMs: 60_000, minSources: 1, nearPpm: 5_000 },
} as const;

function cryptoOf(minSources: number) {
  const rule = { freshMs: 5_000, minSources, nearPpm: 5_000 };
  return { ...EURO, product: 'BTCUSDT', category: 'crypto', decimals: 2, calendar: null, rule } as const;
}

function facts(given: Partial<TickFacts> = {}): TickFacts {
  return {
    instrument: EURO,
    at: AT,
    head: null,
    lastPrice: null,
    samples: [{ source: 'bank', price: price(115_000n), at: AT - 10, receivedAt: AT - 10 }],
    feed: 'live',
    epoch: 7n,
    log: { size: 3n, root: 'cd'.repeat(32) },
    clockCertain: true,
    ...given,
  };
}

function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe('makeTick', () => {
  it('starts a chain at seq 1 with the hash of its canonical bytes', () => {
    const made = makeTick(facts());
    expect(made?.tick).toEqual({ seq: 1n, at: AT, price: 115_000n, status: 'OK' });
    const sourcesDigest = sha256('candor-sources-v2\nbank\n1.15000\n-\n-\n2026-11-20T14:59:59.990Z\nused\n');
    expect(made?.entry).toMatchObject({ prevHash: GENESIS_HASH, sourcesDigest, seq: '1', price: '115000' });
    expect(made?.entry.hash).toBe(
      sha256(
        canonicalTickBytes({
          prevHash: GENESIS_HASH,
          product: 'EURUSD',
          seq: 1n,
          at: AT,
          price: '1.15000',
          status: 'OK',
          feed: 'live',
          epoch: 7n,
          sourcesDigest,
          log: { size: 3n, root: 'cd'.repeat(32) },
        }),
      ),
    );
  });

  it('names the trade of each sample, its time by the exchange and by us, in the order of the sources', () => {
    const given = { price: price(115_000n), receivedAt: AT - 3 };
    const samples = [
      { ...given, source: 'fx', at: AT - 3 },
      { ...given, source: 'bank', at: AT - 250, tradeId: 4711 },
    ];
    const made = makeTick(facts({ samples }));
    expect(makeTick(facts({ samples: samples.toReversed() }))).toEqual(made);
    const receivedAt = '2026-11-20T14:59:59.997Z';
    expect(made?.entry.sources).toEqual([
      {
        source: 'bank',
        price: '1.15000',
        tradeId: '4711',
        tradedAt: '2026-11-20T14:59:59.750Z',
        receivedAt,
        verdict: 'used',
      },
      { source: 'fx', price: '1.15000', tradeId: null, tradedAt: null, receivedAt, verdict: 'used' },
    ]);
    expect(made?.entry.sourcesDigest).toBe(
      sha256(
        `candor-sources-v2\nbank\n1.15000\n4711\n2026-11-20T14:59:59.750Z\n${receivedAt}\nused\n` +
          `fx\n1.15000\n-\n-\n${receivedAt}\nused\n`,
      ),
    );
  });

  it('does not take a trade that was fetched later for fresher than it is', () => {
    const head = makeTick(facts())?.head ?? null;
    const fetched = { source: 'bank', price: price(115_000n), at: AT, receivedAt: AT + 60_900, freshAt: AT };
    const later = (samples: TickFacts['samples']) => makeTick(facts({ head, at: AT + 61_000, samples }))?.tick.status;
    expect(later([fetched])).toBe('STALE');
    expect(later([{ ...fetched, freshAt: AT + 1000 }])).toBe('OK');
  });

  it('continues from the head', () => {
    const first = makeTick(facts());
    const second = makeTick(facts({ head: first?.head ?? null, at: AT + 1000 }));
    expect(second?.entry).toMatchObject({ seq: '2', prevHash: first?.entry.hash });
  });

  it('repeats the last price as STALE when the only source is silent, and names that source', () => {
    const head = makeTick(facts())?.head ?? null;
    const made = makeTick(facts({ head, at: AT + 61_000 }));
    expect(made?.tick).toMatchObject({ price: 115_000n, status: 'STALE' });
    expect(made?.entry.sources).toMatchObject([{ source: 'bank', verdict: 'stale' }]);
  });

  it('waits for as long as the terms say', () => {
    const head = makeTick(facts())?.head ?? null;
    const later = { head, at: AT + 6000 };
    expect(makeTick(facts(later))?.tick.status).toBe('OK');
    expect(makeTick(facts({ ...later, instrument: cryptoOf(1) }))?.tick.status).toBe('STALE');
  });

  it('is DISAGREE for an impossible price, and DEAD without any sample', () => {
    const head = makeTick(facts())?.head ?? null;
    const far = { source: 'bank', price: price(-5n), at: AT, receivedAt: AT };
    expect(makeTick(facts({ head, samples: [far] }))?.tick).toMatchObject({ price: 115_000n, status: 'DISAGREE' });
    expect(makeTick(facts({ head, samples: [] }))?.tick.status).toBe('DEAD');
    expect(makeTick(facts({ samples: [] }))).toBeNull();
  });

  it('is not OK while the clock is uncertain', () => {
    const head = makeTick(facts())?.head ?? null;
    const samples = [{ source: 'bank', price: price(115_500n), at: AT, receivedAt: AT }];
    const made = makeTick(facts({ head, samples, clockCertain: false }));
    expect(made?.tick).toMatchObject({ price: 115_000n, status: 'DEAD' });
    expect(made?.entry.sources).toEqual([]);
  });

  it.each([
    ['a hundredfold', [100_00n, 100_02n, 10_000_00n], 'OK', 100_01n],
    ['zero', [100_00n, 100_02n, 0n], 'OK', 100_01n],
    ['below zero', [100_00n, 100_02n, -100_00n], 'OK', 100_01n],
    ['far, without a way to know which of two is right', [100_00n, 102_00n], 'DISAGREE', 99_00n],
    ['far from two that are far apart', [100_00n, 102_00n, 104_00n], 'DISAGREE', 99_00n],
  ] as const)('with several sources, one of them %s', (_what, units, status, expected) => {
    const samples = units.map((each, i) => ({ source: `s${i}`, price: price(each), at: AT, receivedAt: AT }));
    const instrument = cryptoOf(minSourcesOf(samples.length));
    const made = makeTick(facts({ instrument, samples, lastPrice: price(99_00n) }));
    expect(made?.tick).toMatchObject({ status, price: expected });
  });

  it('stops when too few sources are left, and resumes when they are back', () => {
    const at = (receivedAt: readonly number[]): string | undefined => {
      const samples = receivedAt.map((each, i) => ({
        source: `s${i}`,
        price: price(100_00n),
        at: AT,
        receivedAt: each,
      }));
      return makeTick(facts({ instrument: cryptoOf(2), samples, lastPrice: price(99_00n) }))?.tick.status;
    };
    expect(at([AT, AT, AT])).toBe('OK');
    expect(at([AT - 6000, AT, AT])).toBe('OK');
    expect(at([AT - 6000, AT - 6000, AT])).toBe('STALE');
    expect(at([])).toBe('DEAD');
    expect(at([AT - 6000, AT, AT - 5000])).toBe('OK');
  });

  it('asks a recording and the simulator, which are one source, for one alone', () => {
    const given = { instrument: cryptoOf(2), lastPrice: price(99_00n) };
    expect(makeTick(facts({ ...given, feed: 'simulated' }))?.tick.status).toBe('OK');
    expect(makeTick(facts(given))?.tick.status).toBe('STALE');
  });

  it('reports a trade that was fetched later as old as it is', () => {
    const samples = [
      { source: 'bank', price: price(115_000n), at: AT - 90_000, tradeId: 1, receivedAt: AT, freshAt: AT - 90_000 },
    ];
    const made = makeTick(facts({ samples, lastPrice: price(1n) }));
    expect(made?.entry.sources).toMatchObject([{ receivedAt: '2026-11-20T14:58:30.000Z', verdict: 'stale' }]);
  });

  it('closes a session once, with the last price', () => {
    const head = makeTick(facts())?.head ?? null;
    const closesAt = Date.parse('2026-11-20T21:58:00.000Z');
    const closed = makeTick(facts({ head, at: closesAt }));
    expect(closed?.tick).toEqual({ seq: 2n, at: closesAt, price: 115_000n, status: 'CLOSED' });
    expect(makeTick(facts({ head: closed?.head ?? null, at: closesAt + 1000 }))).toBeNull();
    const reopens = Date.parse('2026-11-22T22:03:00.000Z');
    expect(makeTick(facts({ head: closed?.head ?? null, at: reopens - 1000 }))).toBeNull();
    const samples = [{ source: 'bank', price: price(114_000n), at: reopens, receivedAt: reopens }];
    expect(makeTick(facts({ head: closed?.head ?? null, at: reopens, samples }))?.tick).toMatchObject({
      seq: 3n,
      price: 114_000n,
      status: 'OK',
    });
  });

  it('makes no price for a minute after a close, also if the calendar is changed back or the close was told late', () => {
    const head = makeTick(facts())?.head ?? null;
    const never = { ...EURO, calendar: { timeZone: 'UTC', weekly: {}, holidays: [] } };
    const closed = makeTick(facts({ instrument: never, head, at: AT + 1000 }));
    expect(closed?.tick.status).toBe('CLOSED');
    const after = (seconds: number, from = closed) => {
      const at = (from?.head.at ?? 0) + seconds * 1000;
      const samples = [{ source: 'bank', price: price(114_000n), at, receivedAt: at }];
      return makeTick(facts({ head: from?.head ?? null, at, samples, clockCertain: seconds !== 30 }));
    };
    expect([1, 30, 59].map((seconds) => after(seconds))).toEqual([null, null, null]);
    const open = after(60);
    expect(open?.tick.status).toBe('OK');
    // So a receipt and an auditor find a pause.
    expect(isPause(closed?.tick ?? { at: 0, status: 'OK' }, open?.tick)).toBe(true);
    // A feed that comes back half a minute before the market opens.
    const late = makeTick(facts({ head, at: Date.parse('2026-11-22T22:02:30.000Z') }));
    expect(late?.tick.status).toBe('CLOSED');
    expect(after(30, late)).toBeNull();
    expect(after(60, late)?.tick.status).toBe('OK');
  });

  it('starts a chain outside sessions with one CLOSED tick at the last known price', () => {
    const saturday = Date.parse('2026-11-21T10:00:00.000Z');
    expect(makeTick(facts({ at: saturday, lastPrice: price(116_000n) }))?.tick).toEqual({
      seq: 1n,
      at: saturday,
      price: 116_000n,
      status: 'CLOSED',
    });
    expect(makeTick(facts({ at: saturday }))).toBeNull();
  });
});
