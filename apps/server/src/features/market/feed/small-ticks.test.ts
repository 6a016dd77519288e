import { createHash } from 'node:crypto';
import { tracedSourcesText } from '@candor/proof/source-reports';
import type { SourceReport } from '@candor/proof/source-reports';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectStoredSources, selectStoredTicks } from '../../../services/ticks/tick-store.ts';
import { databaseNow, makeProduct, makeTicks, writePast } from '../../../testing/factories.ts';
import { type TestDb, createTestDb } from '../../../testing/test-db.ts';

/** A day's table keeps its ticks in few bytes; what is read is what was published, in days of either form. */
const DAY_MS = 86_400_000;
const ROOT = createHash('sha256').update('a head').digest('hex');
const AT = Date.UTC(2026, 10, 3, 12, 0, 5);

let db: TestDb;
let today: number;
beforeAll(async () => {
  db = await createTestDb();
  today = Math.floor((await databaseNow(db.pool)) / DAY_MS) * DAY_MS;
  await db.ownerPool.query(`insert into order_log_head (size, root) values (7000, decode($1, 'hex'))`, [ROOT]);
});
afterAll(async () => {
  // No batch of the order log ends there.
  await writePast(db.ownerPool, 'delete from order_log_head where size = 7000');
  await db.drop();
});

function nameOf(day: number): string {
  return `tick_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

/** What three exchanges and a fourth, which is late, said. */
function fourReports(at: number): SourceReport[] {
  return ['binance', 'okx', 'bybit', 'kraken'].map((source, i) => ({
    source,
    price: `91234.${10 + i}`,
    tradeId: i === 3 ? null : String(5_512_345_678 + i),
    tradedAt: i === 3 ? null : new Date(at - 120 - i).toISOString(),
    receivedAt: new Date(at - 35 - i).toISOString(),
    verdict: i === 3 ? 'stale' : 'used',
  }));
}

async function packed(said: unknown, at = AT): Promise<{ kept: unknown; again: unknown }> {
  const { rows } = await db.ownerPool.query<{ kept: unknown; again: unknown }>(
    `select p as kept, unpack_sources(p, $2) as again from pack_sources($1::jsonb, $2) p`,
    [JSON.stringify(said), new Date(at).toISOString()],
  );
  if (rows[0] === undefined) throw new Error('no answer');
  return rows[0];
}

async function put(product: string, at: number, sources: readonly SourceReport[]): Promise<void> {
  await db.ownerPool.query(
    `with put as (
       insert into tick (product, seq, at, price, status, feed, epoch, sources, sources_digest, prev_hash, hash, log_size, log_root, log_no)
       select $1, coalesce(h.seq, 0) + 1, $2, 9123410, 'OK', 'live', 1, $3, sha256($4), coalesce(h.hash, decode(repeat('00', 32), 'hex')),
         sha256(uuid_send(gen_random_uuid())), 7000, decode($5, 'hex'), 0
       from (select) one left join tick_head h on h.product = $1
       returning product, seq, at, price, status, hash, log_size)
     insert into tick_head select * from put on conflict (product) do update set seq = excluded.seq, at = excluded.at, hash = excluded.hash`,
    [product, new Date(at).toISOString(), JSON.stringify(sources), tracedSourcesText(sources as never), ROOT],
  );
}

describe('the table of a day', () => {
  it('keeps a tick of four sources in less than half the bytes, and gives all of it back, also beside a day of before', async () => {
    await makeProduct(db.ownerPool, 'SMALLUSD');
    const [before, now] = [today - DAY_MS, today];
    // As days were made before.
    await db.ownerPool.query(
      `create table ${nameOf(before)} (like tick including defaults including constraints including indexes)`,
    );
    await db.ownerPool.query(
      `alter table tick attach partition ${nameOf(before)} for values from ('${new Date(before).toISOString()}') to ('${new Date(now).toISOString()}')`,
    );
    await db.ownerPool.query('select ensure_tick_partition($1::date)', [new Date(now).toISOString().slice(0, 10)]);
    for (const at of [before, now]) await put('SMALLUSD', at, fourReports(at));
    const { rows } = await db.ownerPool.query<{ bytes: number; kept: unknown; root: string }>(
      `select pg_column_size(t.*) as bytes, sources -> 0 as kept, encode(log_root, 'hex') as root from tick t where product = 'SMALLUSD' order by seq`,
    );
    expect(rows).toMatchObject([
      { kept: fourReports(before)[0], root: ROOT },
      { kept: 'binance|91234.10|5512345678|-120|-35|used', root: '' },
    ]);
    const [large = { bytes: 0 }, small = { bytes: 0 }] = rows;
    expect(small.bytes).toBeLessThan(large.bytes / 2);
    for (const pool of [db.pools.http, db.pools.worker]) {
      const sources = await selectStoredSources(pool, 'SMALLUSD', 1n, 2n);
      expect(sources.map((tick) => tick.sources)).toEqual([fourReports(before), fourReports(now)]);
      for (const { sourcesDigest, sources: said } of sources)
        expect(
          createHash('sha256')
            .update(tracedSourcesText(said as never))
            .digest('hex'),
        ).toBe(sourcesDigest);
      const ticks = await selectStoredTicks(pool, 'SMALLUSD', 1n, 2n);
      expect(ticks.map(({ log }) => log)).toEqual([
        { size: 7000n, root: ROOT },
        { size: 7000n, root: ROOT },
      ]);
    }
  });

  it('keeps the root of a head that is not written as it is', async () => {
    await makeProduct(db.ownerPool, 'ROOTUSD');
    const other = createHash('sha256').update('another head').digest('hex');
    await makeTicks(db, 'ROOTUSD', [{ at: today, price: 10_000, log: { size: 7000n, root: other, no: 0n } }]);
    const [tick] = await selectStoredTicks(db.pool, 'ROOTUSD', 1n, 1n);
    expect(tick?.log).toEqual({ size: 7000n, root: other });
  });

  it('has every rule and index of the whole, and its columns without gaps', async () => {
    await db.ownerPool.query('select ensure_tick_partition($1::date)', [new Date(today).toISOString().slice(0, 10)]);
    const rules = async (table: string) => {
      const { rows } = await db.ownerPool.query<{ rule: string }>(
        `select case when contype = 'c' then conname else contype::text end || replace(pg_get_constraintdef(oid), ' NOT VALID', '') as rule
           from pg_constraint where conrelid = $1::regclass
         union all select regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', '') || indisunique from pg_index where indrelid = $1::regclass
         union all select attname || ' ' || format_type(atttypid, atttypmod) || attnotnull from pg_attribute where attrelid = $1::regclass and attnum > 0
         order by 1`,
        [table],
      );
      return rows.map(({ rule }) => rule);
    };
    const whole = await rules('tick');
    expect(whole.length).toBeGreaterThan(20);
    expect(await rules(nameOf(today))).toEqual(whole);
    const { rows } = await db.ownerPool.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 order by attnum`,
      [nameOf(today)],
    );
    expect(rows.slice(0, 6).map(({ name }) => name)).toEqual(['seq', 'at', 'price', 'epoch', 'log_size', 'log_no']);
    expect(rows.at(-1)?.name).toBe('sources');
  });
});

describe('what sources said, in short lines', () => {
  it('is the same again, whatever it was', async () => {
    const moment = fc.integer({ min: -86_400_000, max: 5000 }).map((ms) => new Date(AT + ms).toISOString());
    const text = fc.oneof(fc.stringMatching(/^[a-z]{1,12}$/), fc.stringMatching(/^[a-z|"\\ -]{0,6}$/));
    const report = fc.record(
      {
        source: text,
        price: fc.oneof(fc.stringMatching(/^-?[0-9]{1,9}\.[0-9]{2}$/), text),
        tradeId: fc.oneof(fc.constant(null), fc.stringMatching(/^[0-9]{1,20}$/)),
        tradedAt: fc.oneof(fc.constant(null), moment, text),
        receivedAt: fc.oneof(moment, text, fc.constant('2026-11-03T12:00:05.123456Z')),
        verdict: fc.constantFrom('used', 'stale', 'outlier', 'unused'),
        more: fc.integer(),
      },
      { requiredKeys: ['source', 'price', 'receivedAt', 'verdict'] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(report, { maxLength: 5 }), async (said) => {
        expect((await packed(said)).again).toEqual(said);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['none', []],
    [
      'of the format without trades',
      [{ source: 'a', price: '1.00', receivedAt: '2026-11-03T12:00:05.000Z', verdict: 'used' }],
    ],
    ['a name with the sign between the fields', [{ ...fourReports(AT)[0], source: 'a|b' }]],
    ['a time of another form', [{ ...fourReports(AT)[0], receivedAt: '2026-11-03 12:00:05Z' }]],
    ['finer than a millisecond', [{ ...fourReports(AT)[0], receivedAt: '2026-11-03T12:00:05.000400Z' }]],
    ['something else', [{ ...fourReports(AT)[0], more: 1 }]],
    ['no report at all', ['x']],
  ])('stays as it is where it would not: %s', async (_name, said) => {
    expect((await packed(said)).kept).toEqual(said);
  });

  it('and is a quarter of the bytes', async () => {
    const { kept } = await packed(fourReports(AT));
    expect(JSON.stringify(kept).length).toBeLessThan(JSON.stringify(fourReports(AT)).length / 2.5);
  });
});
