import { createHash } from 'node:crypto';
import { currency, rate } from '@candor/domain/money';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { canonicalJson } from '@candor/proof/canonical-json';
import { termsDocument } from '@candor/proof/terms-document';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct } from '../../testing/factories.ts';
import { type TestDb, createTestDb } from '../../testing/test-db.ts';
import { currentTerms, newestTicks, productFacts, termsVersion, ticksBetween, ticksInSpans } from './quote-store.ts';
import { parseCalendar, parseDurations } from './terms-json.ts';

const T0 = Date.parse('2026-11-20T10:00:00.000Z');
let db: TestDb;

const DURATIONS = JSON.stringify([
  { seconds: 60, payoutRate: 8500, minStake: 1000, maxStake: 5_000_000 },
  { seconds: 5, payoutRate: 8000, minStake: 1000, maxStake: 5_000_000 },
]);

beforeAll(async () => {
  db = await createTestDb();
  const owner = db.ownerPool;
  await owner.query(
    `insert into product (code, names, category, decimals, calendar, position) values
       ('AAAUSD', '{}', 'crypto', 2, null, 1),
       ('BBBUSD', '{}', 'forex', 5, '{"timeZone":"UTC","weekly":{"1":[{"start":"08:00","end":"24:00"}]},"holidays":["2026-12-25"]}', 2)`,
  );
  await owner.query(
    `insert into terms (product, version, durations, fee_rate, presets) values
       ('AAAUSD', 1, $1, 0, '[10000]'), ('AAAUSD', 2, $1, 100, '[10000, 50000]')`,
    [DURATIONS],
  );
  await owner.query(`select ensure_tick_partition('2026-11-20')`);
  await owner.query(
    `insert into tick (product, seq, at, price, status, feed, epoch, sources, sources_digest, prev_hash, hash)
     select 'AAAUSD', n, to_timestamp($1::float8 / 1000) + n * interval '1 second', 100 + n, 'OK', 'simulated', 1, '[]',
       sha256('sources'), case n when 1 then decode(repeat('00', 32), 'hex') else sha256((n - 1)::text::bytea) end, sha256(n::text::bytea) from generate_series(1, 20) as n`,
    [T0],
  );
  await owner.query(
    `insert into tick_head (product, seq, at, price, status, hash)
     select product, seq, at, price, status, hash from tick where seq = 20`,
  );
});

afterAll(async () => {
  await db.drop();
});

describe('ticks', () => {
  it('gives the newest tick of each product that has one', async () => {
    const newest = await newestTicks(db.pool, ['AAAUSD', 'BBBUSD', 'NOPE']);
    expect(newest).toEqual(new Map([['AAAUSD', { seq: 20n, at: T0 + 20_000, price: 120n, status: 'OK' }]]));
  });

  it('gives the ticks between two moments, both included, oldest first', async () => {
    const seqs = (await ticksBetween(db.pool, 'AAAUSD', T0 + 3000, T0 + 5000)).map((tick) => tick.seq);
    expect(seqs).toEqual([3n, 4n, 5n]);
    expect(await ticksBetween(db.pool, 'AAAUSD', T0 + 3001, T0 + 3999)).toEqual([]);
  });

  it('gives many spans at once, each answer in its place', async () => {
    const answer = await ticksInSpans(db.pool, [
      { product: 'AAAUSD', fromMs: T0 + 9000, toMs: T0 + 10_000 },
      { product: 'BBBUSD', fromMs: T0, toMs: T0 + 10_000 },
      { product: 'AAAUSD', fromMs: T0 + 9000, toMs: T0 + 9000 },
    ]);
    expect(answer.map((ticks) => ticks.map((tick) => tick.seq))).toEqual([[9n, 10n], [], [9n]]);
    expect(await ticksInSpans(db.pool, [])).toEqual([]);
  });
});

describe('terms and products', () => {
  it('gives the newest version, ascending by seconds', async () => {
    const terms = (await currentTerms(db.pool, ['AAAUSD', 'BBBUSD'])).get('AAAUSD');
    expect(terms).toMatchObject({ version: 2, decimals: 2, feeRate: 100n, presets: [10_000n, 50_000n] });
    expect(terms?.durations.map(({ seconds, payoutRate }) => [seconds, payoutRate])).toEqual([
      [5, 8000n],
      [60, 8500n],
    ]);
  });

  it('gives the hash of the document that packages/proof builds, for any site', async () => {
    const terms = (await currentTerms(db.pool, ['AAAUSD'])).get('AAAUSD');
    if (terms === undefined) throw new Error('no terms');
    const text = canonicalJson(termsDocument(terms, TEST_CURRENCY));
    expect(terms.hash).toBe(createHash('sha256').update(text).digest('hex'));
    const client = await db.ownerPool.connect();
    try {
      await client.query('begin');
      // A new site, because the currency of this one may not change once it has terms.
      await client.query('set local session_replication_role = replica');
      await client.query(`update site set currency = 'J"PÉ', currency_decimals = 0`);
      await client.query('set local session_replication_role = default');
      await client.query(
        `insert into terms (product, version, durations, fee_rate, presets)
         select product, 3, durations, 10000, presets from terms where product = 'AAAUSD' and version = 1`,
      );
      const { rows } = await client.query<{ document: string }>(`select document from terms where version = 3`);
      const other = termsDocument({ ...terms, version: 3, feeRate: rate(10_000n) }, currency('J"PÉ', 0));
      expect(rows[0]?.document).toBe(canonicalJson(other));
      await client.query(
        `insert into terms (product, version, durations, fee_rate, presets, entry_delay_sec)
         select product, 4, durations, 10000, presets, 3 from terms where product = 'AAAUSD' and version = 1`,
      );
      const later = termsDocument(
        { ...terms, version: 4, feeRate: rate(10_000n), entryDelaySec: 3 },
        currency('J"PÉ', 0),
      );
      const { rows: delayed } = await client.query<{ document: string }>(
        `select document from terms where version = 4`,
      );
      expect(delayed[0]?.document).toBe(canonicalJson(later));
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('says how much later orders enter, if the terms do', async () => {
    expect(await termsVersion(db.pool, 'AAAUSD', 1)).not.toHaveProperty('entryDelaySec');
    await makeProduct(db.ownerPool, 'LATEUSD');
    await db.ownerPool.query(
      `insert into terms (product, version, durations, fee_rate, presets, entry_delay_sec)
       select product, 2, durations, fee_rate, presets, 3 from terms where product = 'LATEUSD'`,
    );
    expect((await currentTerms(db.pool, ['LATEUSD'])).get('LATEUSD')).toMatchObject({ entryDelaySec: 3 });
  });

  it('gives one version, or null', async () => {
    expect(await termsVersion(db.pool, 'AAAUSD', 1)).toMatchObject({ version: 1, feeRate: 0n });
    expect(await termsVersion(db.pool, 'AAAUSD', 3)).toBeNull();
  });

  it('gives the facts that a rule needs', async () => {
    const facts = await productFacts(db.pool, ['AAAUSD', 'BBBUSD']);
    expect(facts.get('AAAUSD')).toEqual({
      code: 'AAAUSD',
      active: true,
      forbidden: false,
      stopCode: null,
      decimals: 2,
      calendar: null,
    });
    expect(facts.get('BBBUSD')?.calendar).toMatchObject({ timeZone: 'UTC', holidays: ['2026-12-25'] });
  });
});

describe('a jsonb value', () => {
  it('is refused when its shape is not ours', () => {
    expect(() => parseDurations([])).toThrow('too_small');
    expect(() => parseDurations([{ seconds: 5, payoutRate: 0.85, minStake: 1, maxStake: 2 }])).toThrow('payoutRate');
    expect(() => parseDurations([{ seconds: 5, payoutRate: '8500', minStake: 1, maxStake: 2 }])).toThrow('payoutRate');
    expect(() => parseCalendar({ timeZone: 'UTC', weekly: { 7: [] }, holidays: [] })).toThrow('invalid_key');
    expect(() =>
      parseCalendar({ timeZone: 'UTC', weekly: { 1: [{ start: '24:00', end: '25:00' }] }, holidays: [] }),
    ).toThrow('start');
  });

  it('gives one object for equal calendars, because the session rules cache by object', () => {
    const calendar = { timeZone: 'UTC', weekly: {}, holidays: [] };
    expect(parseCalendar({ ...calendar })).toBe(parseCalendar({ ...calendar }));
    expect(parseCalendar(null)).toBeNull();
  });
});
