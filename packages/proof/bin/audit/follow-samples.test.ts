/** What the sources said of prices: lies about it, signed by who holds the key of the site. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SourceReport } from '../../src/source-reports.ts';
import { createLogReader } from '../site/log-reader.ts';
import { createPublicData } from '../site/public-data.ts';
import type { PublicSources } from '../site/public-data.ts';
import { createSiteClient } from '../site/site-client.ts';
import { digestOf, PRODUCT, START_MS, startPublicSite } from '../testing/public-site.ts';
import type { PublicSite } from '../testing/public-site.ts';
import { auditSite } from './audit-site.ts';
import { emptyState } from './audit-state.ts';
import type { AuditState } from './audit-state.ts';

let shown: PublicSite;

beforeEach(async () => {
  shown = await startPublicSite();
  await shown.grow(100);
});
afterEach(async () => await shown.site.close());

async function audit(state: AuditState = emptyState('here')) {
  const client = createSiteClient(shown.site.url, { wait: async () => undefined });
  const newest = shown.ticks.at(-1)?.at ?? START_MS;
  return await auditSite(
    {
      data: createPublicData(client),
      reader: createLogReader(client),
      keys: [{ ...shown.site.signer.key, retiredAt: null }],
      nowMs: () => newest + 500,
      firstDays: 2,
    },
    state,
  );
}

async function findings(): Promise<string[]> {
  return (await audit()).findings.map(({ key, where }) => `${key}: ${where}`);
}

/** Changes the reports of prices, what the prices name of them, and signs all that follows. */
async function forge(seqs: readonly number[], change: (sources: PublicSources) => PublicSources): Promise<void> {
  for (const seq of seqs) shown.sources.set(BigInt(seq), change(shown.sources.get(BigInt(seq)) ?? []));
  shown.ticks = shown.relink(
    shown.ticks.map((tick) => ({ ...tick, sourcesDigest: digestOf(shown.sources.get(tick.seq) ?? []) })),
  );
  await shown.sign();
}

/** Changes the report of the first source. */
function first(change: Partial<SourceReport>): (sources: PublicSources) => PublicSources {
  return ([report, ...others]) => (report === undefined ? [] : [{ ...report, ...change }, ...others]);
}

function momentAt(seq: number, ms: number): string {
  return new Date(START_MS + (seq - 1) * 1000 + ms).toISOString();
}

function withoutTrades(sources: PublicSources): PublicSources {
  return sources.map(({ source, price, receivedAt, verdict }) => ({ source, price, receivedAt, verdict }));
}

const where = `${PRODUCT}, price 50`;

describe('the samples of an honest site', () => {
  it('hold, and so do those of a site that named no trades before', async () => {
    expect(await findings()).toEqual([]);
    await forge(
      Array.from({ length: 60 }, (_, index) => index + 1),
      withoutTrades,
    );
    expect(await findings()).toEqual([]);
    expect(await audit()).toMatchObject({ products: [{ sources: 100 }] });
  });

  it('may be missing where no source was there', async () => {
    const { price = '' } = shown.ticks[48] ?? {};
    shown.ticks = shown.ticks.map((tick) => (tick.seq === 50n ? { ...tick, price, status: 'DEAD' } : tick));
    await forge([50], () => []);
    expect(await findings()).toEqual([]);
    shown.ticks = shown.ticks.map((tick) => (tick.seq === 50n ? { ...tick, price: '100.40' } : tick));
    await forge([50], () => []);
    expect(await findings()).toEqual([`PRICE_NOT_REPEATED: ${PRODUCT}, price 50`]);
  });

  it('may go back when another leader begins, who heard less', async () => {
    const older = { tradeId: String(START_MS / 1000), tradedAt: momentAt(1, 0) };
    shown.ticks = shown.ticks.map((tick) => (tick.seq < 50n ? tick : { ...tick, epoch: 2 }));
    await forge([50], first(older));
    expect(await findings()).toEqual([]);
    shown.ticks = shown.ticks.map((tick) => (tick.seq === 49n ? { ...tick, epoch: 2 } : tick));
    await forge([50], first(older));
    expect(await findings()).toEqual([`SAMPLE_BACK: ${where}`]);
  });
});

describe('a sample', () => {
  it.each<[string, string, Partial<SourceReport>]>([
    ['a trade from after the second', 'SAMPLE_AFTER', { tradedAt: momentAt(50, 1) }],
    [
      'a trade from after the second that was not used',
      'SAMPLE_AFTER',
      { tradedAt: momentAt(50, 400), verdict: 'outlier' },
    ],
    ['an older trade than the second before', 'SAMPLE_BACK', { tradedAt: momentAt(49, -56) }],
    [
      'a trade of the same time with a lower number',
      'SAMPLE_BACK',
      { tradedAt: momentAt(49, -55), tradeId: String(START_MS / 1000) },
    ],
    [
      'the trade before, at another price',
      'SAMPLE_TRADE',
      { tradedAt: momentAt(49, -55), tradeId: String(START_MS / 1000 + 48) },
    ],
    ['the trade before, at another time', 'SAMPLE_TRADE', { tradeId: String(START_MS / 1000 + 48) }],
    [
      'best prices from after the second',
      'SAMPLE_AFTER',
      { source: 'three', tradeId: null, tradedAt: null, receivedAt: momentAt(50, 1) },
    ],
  ])('that is %s is seen', async (_, key, change) => {
    await forge([50], first(change));
    expect(await findings()).toEqual([`${key}: ${where}`]);
  });

  it('is seen in the next audit too, from where the last one went on', async () => {
    const { state } = await audit();
    await shown.grow(10);
    await forge([105], first({ tradedAt: momentAt(105, 1) }));
    expect((await audit(state)).findings).toMatchObject([{ key: 'SAMPLE_AFTER', where: `${PRODUCT}, price 105` }]);
  });
});

describe('a price', () => {
  const used =
    (...prices: readonly string[]) =>
    (sources: PublicSources) => [
      ...prices.map((price, index) => ({ ...(sources[1] ?? fail()), source: `quotes${index}`, price })),
      ...sources.filter(({ verdict }) => verdict === 'outlier'),
    ];
  const set = (price: string, of: readonly string[]) => async () => {
    shown.ticks = shown.ticks.map((tick) => (tick.seq === 50n ? { ...tick, price } : tick));
    await forge([50], used(...of));
    return await findings();
  };

  it.each([
    ['100.00', ['100.00']],
    ['100.01', ['100.09', '100.01', '99.99']],
    ['100.02', ['100.01', '100.04']],
    ['100.02', ['100.02', '100.03']],
    ['-0.02', ['-0.01', '-0.02']],
  ])('%s is the middle of %j, half to even', async (price, of) => {
    expect(await set(price, of)()).toEqual([]);
  });

  it.each([
    ['100.01', ['100.00']],
    ['100.09', ['100.09', '100.01', '99.99']],
    ['100.03', ['100.02', '100.03']],
    ['100.00', ['1000.0']],
    ['100.00', []],
  ])('%s that was not made from %j is seen', async (price, of) => {
    expect(await set(price, of)()).toEqual([`PRICE_SOURCES: ${where}`]);
  });
});

function fail(): never {
  throw new Error('the site has quotes');
}

describe('a report', () => {
  it.each<[string, (sources: PublicSources) => PublicSources]>([
    ['another trade', first({ tradeId: '1' })],
    ['another time of the trade', first({ tradedAt: momentAt(50, -56) })],
    ['no trade', first({ tradeId: null, tradedAt: null })],
    ['a number without a time', first({ tradedAt: null })],
    ['nothing of trades', withoutTrades],
    [
      'nothing of one trade',
      ([report, ...others]) => [...withoutTrades(report === undefined ? [] : [report]), ...others],
    ],
  ])('that is served otherwise than it was signed is seen: %s', async (_, change) => {
    shown.sources.set(50n, change(shown.sources.get(50n) ?? []));
    expect(await findings()).toEqual([`SOURCES: ${where}`]);
  });
});

describe('a market that never closes', () => {
  it('is not called closed, so that a winner is void', async () => {
    const { price = '' } = shown.ticks[48] ?? {};
    shown.ticks = shown.relink(
      shown.ticks.map((tick) => (tick.seq === 50n ? { ...tick, price, status: 'CLOSED' } : tick)),
    );
    await shown.sign();
    expect(await findings()).toEqual([`CLOSED_OPEN: ${PRODUCT}, price 50`]);
    // One with hours may be, but not for a second.
    shown.sessions = 'forex';
    expect(await findings()).toEqual([`CLOSED_OPEN: ${PRODUCT}, price 51`]);
  });

  it('with closing times is not called closed for less than a minute', async () => {
    const price = shown.ticks[48]?.price ?? '';
    const pausedFor = (ms: number) =>
      shown.ticks.map((tick) => {
        if (tick.seq === 50n) return { ...tick, price, status: 'CLOSED' as const };
        return tick.seq > 50n ? { ...tick, at: tick.at + ms - 1000 } : tick;
      });
    [shown.sessions, shown.ticks] = ['forex', shown.relink(pausedFor(59_000))];
    await shown.sign();
    expect(await findings()).toEqual([`CLOSED_OPEN: ${PRODUCT}, price 51`]);
    shown.ticks = shown.relink(shown.ticks.map((tick) => (tick.seq > 50n ? { ...tick, at: tick.at + 1000 } : tick)));
    await shown.sign();
    expect((await findings()).filter((each) => each.startsWith('CLOSED_OPEN'))).toEqual([]);
  });
});

describe('the rule of the terms', () => {
  const rule = { freshMs: 5000, minSources: 2, nearPpm: 5000 };
  const published = (priceRule: object, ms = 0) => [
    {
      publishedAt: new Date(START_MS + ms).toISOString(),
      document: JSON.stringify({ format: 'candor-terms-v2', priceRule }),
    },
  ];
  const unused = (sources: PublicSources) => sources.map((report) => ({ ...report, verdict: 'unused' }));
  const isStale = (seq: bigint, price: string) => {
    shown.ticks = shown.ticks.map((tick) => (tick.seq === seq ? { ...tick, price, status: 'STALE' } : tick));
  };

  it('gives the prices of an honest site', async () => {
    shown.terms = published(rule);
    expect(await findings()).toEqual([]);
  });

  it('does not give a second that is called not valid though enough sources agree', async () => {
    shown.terms = published(rule);
    isStale(50n, shown.ticks[48]?.price ?? '');
    await forge([50], unused);
    expect(await findings()).toEqual([`STATUS_CHOSEN: ${where}`]);
  });

  it('does not give a price of fewer sources than must agree', async () => {
    shown.terms = published({ ...rule, minSources: 3 });
    expect(await findings()).toEqual([`STATUS_CHOSEN: ${PRODUCT}, price 11`]);
  });

  it('holds until the next one: what an older one gave is no excuse', async () => {
    shown.terms = [...published({ ...rule, minSources: 3 }), ...published(rule, 20_000)];
    expect(await findings()).toEqual([`STATUS_CHOSEN: ${PRODUCT}, price 11`]);
    shown.terms = [...published(rule), ...published({ ...rule, minSources: 3 }, 20_000)];
    expect(await findings()).toEqual([`STATUS_CHOSEN: ${PRODUCT}, price 31`]);
  });

  it('judges nothing from before it, or from the first seconds of it', async () => {
    shown.terms = published({ ...rule, minSources: 3 }, 100_000);
    expect(await findings()).toEqual([]);
    shown.terms = [];
    expect(await findings()).toEqual([]);
  });
});
