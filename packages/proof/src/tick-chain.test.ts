import { AssertionError } from '@candor/domain/assert';
import fc from 'fast-check';
import { TICK_STATUSES } from '@candor/domain/trading/tick';
import { describe, expect, it } from 'vitest';
import { toHex } from './encoding.ts';
import { canonicalTickBytes, canonicalTickText, GENESIS_HASH, logLinkProblem } from './tick-chain.ts';
import type { CanonicalTick } from './tick-chain.ts';
import { logOfRow, readTickRow, tickRow } from './tick-row.ts';

/** This is a global wherever the test runs; the package itself depends on no platform. */
declare const crypto: { subtle: { digest(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> } };

const sample: CanonicalTick = {
  prevHash: GENESIS_HASH,
  product: 'BTC-USD',
  seq: 1n,
  at: Date.parse('2026-11-21T09:30:00Z'),
  price: '67890.12',
  status: 'OK',
  feed: 'simulated',
  epoch: 3,
  sourcesDigest: 'ab'.repeat(32),
};

describe('the golden tick', () => {
  const text = [
    'candor-tick-v1',
    '0000000000000000000000000000000000000000000000000000000000000000',
    'BTC-USD',
    '1',
    '2026-11-21T09:30:00.000Z',
    '67890.12',
    'OK',
    'simulated',
    '3',
    'abababababababababababababababababababababababababababababababab',
    '',
  ].join('\n');

  it('has this text', () => {
    expect(canonicalTickText(sample)).toBe(text);
  });

  it('has this hash, computed with sha256sum from the text above', async () => {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', canonicalTickBytes(sample)));
    const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    expect(hex).toBe('32441aa569b5dd982a86ef15d8f6133defc7103fa7d042959e2e20b2b78d24de');
  });

  it('is UTF-8', () => {
    const bytes = canonicalTickBytes({ ...sample, product: '黄金' });
    expect(bytes.length).toBe(canonicalTickBytes({ ...sample, product: 'abcdef' }).length);
  });
});

describe('the golden tick with a head of the order log', () => {
  const logged: CanonicalTick = { ...sample, log: { size: 1234n, root: 'cd'.repeat(32) } };

  it('has its own first line and two more at the end', () => {
    const lines = canonicalTickText(sample).split('\n');
    expect(canonicalTickText(logged).split('\n')).toEqual([
      'candor-tick-v2',
      ...lines.slice(1, -1),
      '1234',
      'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd',
      '',
    ]);
    expect(canonicalTickText({ ...sample, log: null })).toBe(canonicalTickText(sample));
  });

  it('has this hash, computed with sha256sum', async () => {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', canonicalTickBytes(logged)));
    expect(toHex(digest)).toBe('c8a976bb4462a13276ea5e9d86a053dd774d83880973429a950983898d73f2b4');
  });

  it('is another tick with another head', () => {
    const texts = [
      sample,
      logged,
      { ...sample, log: { size: 1235n, root: 'cd'.repeat(32) } },
      { ...sample, log: { size: 1234n, root: 'ce'.repeat(32) } },
    ].map(canonicalTickText);
    expect(new Set(texts).size).toBe(4);
  });

  it('has a row of nine values, and the other one of seven', () => {
    const row = tickRow(logged);
    expect(row).toEqual([...tickRow(sample), 1234, 'cd'.repeat(32)]);
    expect([logOfRow(row), logOfRow(tickRow(sample))]).toEqual([logged.log, null]);
    expect(readTickRow([...row])).toEqual(row);
    expect(readTickRow([...tickRow(sample)])).toEqual(tickRow(sample));
    for (const bad of [
      row.slice(0, 8),
      [...row, 1],
      [...row.slice(0, 7), -1, row[8] ?? ''],
      [...row.slice(0, 8), 'cd'],
    ])
      expect(readTickRow(bad)).toBeUndefined();
  });
});

describe('two heads of the order log, one after the other', () => {
  const [root, other] = ['ab'.repeat(32), 'cd'.repeat(32)];
  const cases: [string, CanonicalTick['log'], CanonicalTick['log'], ReturnType<typeof logLinkProblem>][] = [
    ['no log, no log', null, undefined, null],
    ['a first log', undefined, { size: 0n, root }, null],
    ['the same log', { size: 5n, root }, { size: 5n, root }, null],
    ['a grown log', { size: 5n, root }, { size: 6n, root: other }, null],
    ['none any more', { size: 5n, root }, null, 'LOG_DROPPED'],
    ['a smaller one', { size: 5n, root }, { size: 4n, root: other }, 'LOG_SHRANK'],
    ['another one of the same size', { size: 5n, root }, { size: 5n, root: other }, 'LOG_CHANGED'],
  ];

  it.each(cases)('%s', (_, last, next, problem) => {
    expect(logLinkProblem(last === undefined ? {} : { log: last }, next === undefined ? {} : { log: next })).toBe(
      problem,
    );
  });
});

const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
const field = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/\p{Cc}/u.test(text));

const tick: fc.Arbitrary<CanonicalTick> = fc.record({
  prevHash: hash,
  product: fc.oneof(fc.constantFrom('BTC-USD', 'OK', '1'), field),
  seq: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  at: fc.integer({ min: 0, max: 253_402_300_799_999 }),
  price: fc.stringMatching(/^-?(0|[1-9]\d{0,5})(\.\d{1,8})?$/),
  status: fc.constantFrom(...TICK_STATUSES),
  feed: fc.oneof(fc.constantFrom('live', 'OK', '1'), field),
  epoch: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  sourcesDigest: hash,
});

const fieldNames = [
  'prevHash',
  'product',
  'seq',
  'at',
  'price',
  'status',
  'feed',
  'epoch',
  'sourcesDigest',
] as const satisfies readonly (keyof CanonicalTick)[];

describe('every field', () => {
  it.each(fieldNames)('%s: another value gives another text', (name) => {
    fc.assert(
      fc.property(tick, tick, (one, other) => {
        fc.pre(one[name] !== other[name]);
        expect(canonicalTickText({ ...one, [name]: other[name] })).not.toBe(canonicalTickText(one));
      }),
    );
  });

  it('is on its own line and can be read back, so no field can pass for another', () => {
    fc.assert(
      fc.property(tick, (one) => {
        expect(canonicalTickText(one).split('\n')).toEqual([
          'candor-tick-v1',
          one.prevHash,
          one.product,
          String(one.seq),
          new Date(one.at).toISOString(),
          one.price,
          one.status,
          one.feed,
          String(one.epoch),
          one.sourcesDigest,
          '',
        ]);
      }),
    );
  });

  it('differs in bytes from any different tick', () => {
    fc.assert(
      fc.property(tick, tick, (one, other) => {
        const same = fieldNames.every((name) => one[name] === other[name]);
        expect(canonicalTickBytes(one).join() === canonicalTickBytes(other).join()).toBe(same);
      }),
    );
  });

  it('an epoch is the same as a number or a bigint', () => {
    expect(canonicalTickText({ ...sample, epoch: 3n })).toBe(canonicalTickText(sample));
  });
});

describe('a value that could fake a field is refused', () => {
  const cases: [string, Partial<CanonicalTick>][] = [
    ['a line feed in the product', { product: 'BTC-USD\n1' }],
    ['a line feed at its end', { product: 'BTC-USD\n' }],
    ['a carriage return', { product: 'BTC-USD\r' }],
    ['an empty product', { product: '' }],
    ['a lone surrogate', { product: '\ud800' }],
    ['a line feed in the feed', { feed: 'live\n9' }],
    ['an empty feed', { feed: '' }],
    ['an upper-case hash', { prevHash: 'AB'.repeat(32) }],
    ['a short hash', { prevHash: 'ab' }],
    ['a hash with a line feed', { prevHash: `${GENESIS_HASH}\n` }],
    ['a digest that is not hex', { sourcesDigest: 'xyz' }],
    ['an empty digest', { sourcesDigest: '' }],
    ['a price with a leading zero', { price: '01.5' }],
    ['a price with a line feed', { price: '1.5\n' }],
    ['a price with a point and no digits after it', { price: '1.' }],
    ['an empty price', { price: '' }],
    ['a negative number', { seq: -1n }],
    ['a negative epoch', { epoch: -1 }],
    ['part of a millisecond', { at: 1.5 }],
    ['a log of fewer than no orders', { log: { size: -1n, root: GENESIS_HASH } }],
    ['a root of a log with a line feed', { log: { size: 1n, root: `${GENESIS_HASH}\n` } }],
    ['a time before 1970', { at: -1 }],
    ['a time past the year 9999', { at: 253_402_300_800_000 }],
  ];

  it.each(cases)('%s', (_, change) => {
    expect(() => canonicalTickText({ ...sample, ...change })).toThrow(AssertionError);
  });
});
