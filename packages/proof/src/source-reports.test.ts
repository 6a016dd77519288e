import { AssertionError } from '@candor/domain/assert';
import { describe, expect, it } from 'vitest';
import { textHash } from './encoding.ts';
import { openSampleCheck, sourcesText, tracedSourcesText } from './source-reports.ts';
import type { SourceReport, TracedReport } from './source-reports.ts';
import { webCrypto } from './testing/web-crypto.ts';

const SECOND = Date.parse('2026-11-21T10:00:00.000Z');

const PLAIN = { source: 'binance', price: '61837.63', receivedAt: '2026-11-21T09:59:59.990Z', verdict: 'used' };
const TRADE: TracedReport = { ...PLAIN, tradeId: '3017', tradedAt: '2026-11-21T09:59:59.875Z' };
const QUOTE: TracedReport = { ...PLAIN, source: 'kraken', tradeId: null, tradedAt: null, verdict: 'outlier' };

describe('the text of the sources', () => {
  it('has six lines a source, after its format', async () => {
    const text = [
      'candor-sources-v2\nbinance\n61837.63\n3017\n2026-11-21T09:59:59.875Z\n2026-11-21T09:59:59.990Z\nused\n',
      'kraken\n61837.63\n-\n-\n2026-11-21T09:59:59.990Z\noutlier\n',
    ].join('');
    expect(tracedSourcesText([TRADE, QUOTE])).toBe(text);
    expect(sourcesText([TRADE, QUOTE])).toBe(text);
    // The example in docs/proof-format.md.
    expect(await textHash(text, webCrypto)).toBe('ecdfa28dedfceec68af9ee9d9ba082476700a696cd74e965f7a0ab5f035e9f3e');
  });

  it('has four lines a source, and no format, in ticks from before', () => {
    expect(sourcesText([PLAIN, { ...PLAIN, source: 'okx' }])).toBe(
      'binance\n61837.63\n2026-11-21T09:59:59.990Z\nused\nokx\n61837.63\n2026-11-21T09:59:59.990Z\nused\n',
    );
  });

  it('takes the first trade of an exchange', () => {
    const first = { ...TRADE, tradeId: '1' };
    expect(sourcesText([first])).toBe(tracedSourcesText([first]));
  });

  it('takes a number of up to 20 digits, as 64 bits may have', () => {
    const longest = { ...TRADE, tradeId: String(2n ** 64n - 1n) };
    expect(sourcesText([longest])).toBe(tracedSourcesText([longest]));
  });

  it('is empty without sources, old or new', () => {
    expect([sourcesText([]), tracedSourcesText([])]).toEqual(['', '']);
  });

  it.each<[string, readonly SourceReport[]]>([
    ['some know of trades and some do not', [TRADE, PLAIN]],
    ['a number without a time', [{ ...TRADE, tradedAt: null }]],
    ['a time without a number', [{ ...TRADE, tradeId: null }]],
    ['a number alone', [{ ...PLAIN, tradeId: '3017' }]],
    ['no number but a dash', [{ ...TRADE, tradeId: '-' }]],
    ['a number too long', [{ ...TRADE, tradeId: '1'.repeat(21) }]],
    ['a time that is none', [{ ...TRADE, tradedAt: '2026-11-31T09:59:59.875Z' }]],
    ['a line feed in a name', [{ ...TRADE, source: 'binance\n1.00' }]],
    ['a line feed in an old one', [{ ...PLAIN, source: 'binance\n1.00' }]],
  ])('is not there for %s', (_, reports) => {
    expect(sourcesText(reports)).toBeNull();
  });

  it('is never written where it could not be read', () => {
    for (const wrong of [{ tradedAt: null }, { tradeId: '-' }, { tradedAt: 'now' }, { source: 'a\nb' }])
      expect(() => tracedSourcesText([{ ...TRADE, ...wrong }])).toThrow(AssertionError);
  });
});

describe('the rule of samples', () => {
  const at = (ms: number) => new Date(SECOND + ms).toISOString();
  const traded = (id: number, ms: number, given: Partial<TracedReport> = {}): TracedReport => ({
    ...TRADE,
    tradeId: String(id),
    tradedAt: at(ms),
    receivedAt: at(ms + 5),
    ...given,
  });
  const quoted = (ms: number): TracedReport => ({ ...QUOTE, receivedAt: at(ms) });

  /** The problems of ticks that follow each other, one a second; each with its epoch. */
  const problems = (...ticks: readonly (readonly [reports: readonly SourceReport[], epoch?: number])[]) => {
    const check = openSampleCheck();
    return ticks.map(([reports, epoch = 1], index) => check.add({ at: SECOND + index * 1000, epoch }, reports));
  };

  it('is kept by an honest feed', () => {
    expect(
      problems(
        [[traded(1, -1), quoted(-3)]],
        [[traded(1, -1, { receivedAt: at(990) }), quoted(-3)]],
        [[traded(2, -1), quoted(2000)]],
        [[traded(9, 3000, { receivedAt: at(3040) })]],
      ),
    ).toEqual([null, null, null, null]);
  });

  it('is broken by a trade from after the second, whatever became of it', () => {
    expect(problems([[traded(1, 0)]], [[traded(2, 1001)]])).toEqual([null, 'AFTER_SECOND']);
    expect(problems([[traded(2, 1, { verdict: 'outlier' })]])).toEqual(['AFTER_SECOND']);
  });

  it('is broken by a price that is no trade, received after the second', () => {
    expect(problems([[quoted(0)]], [[quoted(1001)]])).toEqual([null, 'AFTER_SECOND']);
  });

  it('is broken by an older trade, of one time by a lower number', () => {
    expect(problems([[traded(5, -10)]], [[traded(6, -11)]])).toEqual([null, 'WENT_BACK']);
    expect(problems([[traded(10, -10)]], [[traded(9, -10)]])).toEqual([null, 'WENT_BACK']);
    expect(problems([[quoted(-10)]], [[quoted(-11)]])).toEqual([null, 'WENT_BACK']);
  });

  it('is broken by an older trade though a tick between them does not name the source', () => {
    expect(problems([[traded(5, -10)]], [[]], [[traded(4, -11)]])).toEqual([null, null, 'WENT_BACK']);
  });

  it('lets another leader, who has heard less, go back', () => {
    expect(problems([[traded(5, -10)]], [[traded(4, -11)], 2], [[traded(3, -12)], 2])).toEqual([
      null,
      null,
      'WENT_BACK',
    ]);
  });

  it('is broken by another price or time of the same trade, also of another leader', () => {
    const changed = [null, 'TRADE_CHANGED'];
    expect(problems([[traded(5, -10)]], [[traded(5, -10, { price: '61837.64' })]])).toEqual(changed);
    expect(problems([[traded(5, -10)]], [[traded(5, 900)]])).toEqual(changed);
    expect(problems([[traded(5, -10)]], [[traded(5, -11)], 2])).toEqual(changed);
  });

  it('tells sources apart, and learns nothing from reports without trades', () => {
    expect(problems([[traded(5, -10)]], [[{ ...traded(1, -99), source: 'okx' }]])).toEqual([null, null]);
    expect(problems([[PLAIN]], [[{ ...PLAIN, receivedAt: at(-60_000) }]], [[PLAIN]])).toEqual([null, null, null]);
  });

  it('remembers no more sources than a bound', () => {
    const flood = Array.from({ length: 200 }, (_, index) => traded(1, -1, { source: `s${index}` }));
    expect(problems([[traded(5, -10)]], [flood], [[traded(4, -11)]])).toEqual([null, null, null]);
    expect(problems([[traded(5, -10)]], [flood.slice(1)], [[traded(4, -11)]])).toEqual([null, null, 'WENT_BACK']);
  });
});
