import {
  productProblem,
  CALENDAR_ZONES,
  type ProductDraft,
  type ProductStart,
} from '@candor/domain/market/product-draft';
import { money, rate } from '@candor/domain/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, tried, valueAfter } from '../../../testing/attacks.ts';
import { makeMember, makeProduct } from '../../../testing/factories.ts';
import { createTestDb } from '../../../testing/test-db.ts';
import type { TestDb } from '../../../testing/test-db.ts';
import { acting, makeOperator } from '../../../testing/test-operator.ts';
import { draftJson, startJson } from './product-change-store.ts';

/** Products, as an operator's login, a member's or the owner would change them past the rules. */
let test: TestDb;
let maker: bigint;
let checker: bigint;
let member: bigint;
beforeAll(async () => {
  test = await createTestDb();
  [maker, checker, member] = [
    await makeOperator(test.ownerPool, 'owner'),
    await makeOperator(test.ownerPool, 'cashier'),
    await makeMember(test.ownerPool, '0'),
  ];
  await makeProduct(test.ownerPool, 'AAUSD');
}, 180_000);
afterAll(async () => await test.drop());

const ID = '00000000-0000-4000-8000-000000000001';
const NAMES = { 'zh-Hans': '测试', 'zh-Hant': '測試', en: 'Test' };
const WEEK = { timeZone: 'UTC', weekly: { 1: [{ start: '08:00', end: '16:00' }] }, holidays: ['2027-01-01'] };
const DRAFT = { names: NAMES, sources: { binance: 'AAUSD' }, calendar: WEEK, active: true };
const START = { category: 'crypto', decimals: 4, like: 'AAUSD', simulated: { level: 1_000, volatility: 5_000 } };

const OFFER = { seconds: 60, payoutRate: 8_200, minStake: 10, maxStake: 1_000 };
const TERMS = { durations: [OFFER], feeRate: 100, presets: [100] };

function proposed(draft: object = DRAFT, changes: Record<string, string> = {}): string {
  const all = {
    id: `'${ID}'`,
    product: `'AAUSD'`,
    base: '1',
    draft: `'${JSON.stringify(draft)}'`,
    reason: `'x'`,
    maker: String(maker),
    ...changes,
  };
  return `${acting(maker)}; insert into product_change (${Object.keys(all).join(', ')}) values (${Object.values(all).join(', ')})`;
}

function added(draft: object = DRAFT, start: object = START): string {
  return proposed(draft, { product: `'NEWUSD'`, base: '0', start: `'${JSON.stringify(start)}'` });
}

function decided(status: string, more = '', by = checker): string {
  return `update product_change set status = '${status}', checker = ${by}${more} where id = '${ID}'`;
}

async function after(...statements: string[]): Promise<unknown> {
  return await valueAfter(test.ownerPool, ...statements);
}

describe('a proposal', () => {
  const week = (changes: object) => ({ ...DRAFT, calendar: { ...WEEK, ...changes } });
  it.each<[string, object, Record<string, string>, string]>([
    ['within the bounds', DRAFT, {}, 'done'],
    ['for an older version', DRAFT, { base: '2' }, 'OLD'],
    ['that is decided', DRAFT, { status: `'approved'`, checker: 'checker', decided_at: 'clock_timestamp()' }, 'STATE'],
    ['by a member', DRAFT, { maker: 'member' }, 'NOT_AN_OPERATOR'],
    ['with other decimals', { ...DRAFT, decimals: 3 }, {}, 'BOUNDS'],
    [
      'with a calendar that is earlier',
      week({ earlier: { until: '2026-01-01T00:00:00.000Z', calendar: null } }),
      {},
      'BOUNDS',
    ],
    ['with a zone that nobody knows', week({ timeZone: 'Mars/Base' }), {}, 'BOUNDS'],
    ['with a clock that nobody reads', week({ weekly: { 1: [{ start: '8:00', end: '16:00' }] } }), {}, 'BOUNDS'],
    ['with a number for a day', week({ holidays: [20270101] }), {}, 'BOUNDS'],
    ['with a holiday that does not exist', week({ holidays: ['2027-02-30'] }), {}, 'BOUNDS'],
    ['with a path for a symbol', { ...DRAFT, sources: { binance: '../../x' } }, {}, 'BOUNDS'],
    ['with a host for a symbol', { ...DRAFT, sources: { kraken: 'A/B@evil' } }, {}, 'BOUNDS'],
    ['with two lines for a symbol', { ...DRAFT, sources: { binance: 'AAUSD\nX' } }, {}, 'BOUNDS'],
    ['with nothing', {}, {}, 'BOUNDS'],
    ['with a list', [], {}, 'BOUNDS'],
  ])('%s: %o %o', async (_, draft, columns, answer) => {
    const named: Record<string, bigint> = { member, checker };
    const changes = Object.fromEntries(
      Object.entries(columns).map(([column, value]) => [column, String(named[value] ?? value)]),
    );
    expect(await refusalOf(test.ownerPool, proposed(draft, changes))).toBe(answer);
  });

  it('to add says what stays for ever, and only then', async () => {
    const { ownerPool } = test;
    expect(await refusalOf(ownerPool, added())).toBe('done');
    expect(await refusalOf(ownerPool, added(DRAFT, { ...START, like: 'NOSUCH' }))).toBe('LIKE');
    expect(await refusalOf(ownerPool, added(DRAFT, { ...START, decimals: 9 }))).toBe('BOUNDS');
    expect(await refusalOf(ownerPool, added(DRAFT, { ...START, payoutRate: 1 }))).toBe('BOUNDS');
    expect(await refusalOf(ownerPool, proposed(DRAFT, { start: `'${JSON.stringify(START)}'` }))).toBe('23514');
    expect(await refusalOf(ownerPool, proposed(DRAFT, { product: `'NEWUSD'`, base: '0' }))).toBe('LIKE');
  });

  it('leaves as many sources as must agree', async () => {
    const terms = `insert into terms (product, version, durations, presets, fresh_ms, near_ppm, min_sources)
      select 'NEWUSD', 1, durations, presets, 5000, 5000, 2 from terms where product = 'AAUSD'`;
    const product = `insert into product (code, names, category, decimals, sources, position) values ('NEWUSD', '{}', 'crypto', 2,
      '{"binance": "AAA", "okx": "A-B", "kraken": "A/B"}', 9)`;
    const left = (sources: object) => proposed({ ...DRAFT, sources }, { product: `'NEWUSD'` });
    expect(await refusalOf(test.ownerPool, product, terms, left({ binance: 'AAA' }))).toBe('SOURCES');
    expect(await refusalOf(test.ownerPool, product, terms, left({ binance: 'AAA', kraken: 'A/B' }))).toBe('done');
  });

  it('is refused exactly where the rule of the domain refuses', async () => {
    const clock = fc.constantFrom('00:00', '08:00', '16:00', '23:59');
    const segment = fc.record({ start: clock, end: fc.oneof(clock, fc.constant('24:00')) });
    const dates = fc.array(
      fc.constantFrom('2027-01-01', '2027-02-28', '2027-02-29', '2028-02-29', '1999-12-31', '2200-01-01'),
      { maxLength: 2 },
    );
    const calendar = fc.record(
      {
        timeZone: fc.constantFrom(...CALENDAR_ZONES, 'Mars/Base'),
        weekly: fc.dictionary(fc.constantFrom('0', '1', '6'), fc.array(segment, { maxLength: 7 }), { maxKeys: 2 }),
        follows: fc.constantFrom('forex' as const, 'frankfurt' as const),
        holidays: dates,
        earlyCloses: fc.dictionary(fc.constantFrom('2027-01-01', '2027-02-29'), clock, { maxKeys: 1 }),
        tradesOn: dates,
        listedUntil: fc.constantFrom('2027-12-31', '2027-02-29'),
      },
      { requiredKeys: ['timeZone', 'weekly', 'holidays'] },
    );
    const name = fc.constantFrom('Gold', 'x'.repeat(40), 'x'.repeat(41), ' Gold', '金');
    const symbol = fc.constantFrom('BTCUSDT', 'BTC-USDT', 'BTC/USDT', 'btcusdt', 'A', '../x', 'A-B@c', 'AAA?x=1', '');
    const draft: fc.Arbitrary<ProductDraft> = fc.record({
      names: fc.record({ 'zh-Hans': fc.constant('金'), 'zh-Hant': fc.constant('金'), en: name }),
      sources: fc.dictionary(fc.constantFrom('binance', 'okx', 'kraken', 'coinbase', 'mtgox'), symbol, { maxKeys: 1 }),
      calendar: fc.option(calendar, { nil: null, freq: 3 }),
      active: fc.boolean(),
    });
    const terms = fc.record({
      durations: fc.array(
        fc.record({
          seconds: fc.constantFrom(5, 60, 3_601),
          payoutRate: fc.constantFrom(rate(8_200n), rate(10_001n)),
          minStake: fc.constantFrom(money(10n), money(0n)),
          maxStake: fc.constant(money(1_000n)),
        }),
        { maxLength: 2 },
      ),
      feeRate: fc.constantFrom(rate(0n), rate(1_001n)),
      presets: fc.constantFrom([], [money(100n)], [money(5n)]),
    });
    const start: fc.Arbitrary<ProductStart | null> = fc.option(
      fc.record(
        {
          category: fc.constantFrom('crypto', 'metal'),
          decimals: fc.constantFrom(0, 8, 9),
          like: fc.constant('AAUSD'),
          terms,
          simulated: fc.option(
            fc.record({
              level: fc.constantFrom(0, 1, 10 ** 15, 10 ** 15 + 1),
              volatility: fc.constantFrom(0, 1, 50_000, 50_001),
            }),
            { nil: null },
          ),
        },
        { requiredKeys: ['category', 'decimals', 'like', 'simulated'] },
      ),
      { nil: null },
    );
    const drawn = fc.sample(fc.tuple(draft, start), { numRuns: 8_000, seed: 153 });
    const { rows } = await test.ownerPool.query<{ problem: string | null }>(
      'select product_draft_problem(d, s) as problem from unnest($1::jsonb[], $2::jsonb[]) with ordinality as x (d, s, n) order by n',
      [drawn.map(([one]) => draftJson(one)), drawn.map(([, one]) => (one === null ? null : startJson(one)))],
    );
    // The database does not say which duration.
    const ofDomain = drawn.map(([one, begins]) => productProblem(one, begins)?.replace(/durations\.\d+\./, '') ?? null);
    expect(rows.map(({ problem }) => problem)).toEqual(ofDomain);
    expect(ofDomain.filter((problem) => problem === null).length).toBeGreaterThan(100);
    expect(new Set(ofDomain).size).toBe(17);
  });
});

describe('an approval', () => {
  const calendar = `select calendar from product where code = 'AAUSD'`;

  it('of other hours holds when every order that runs has closed, whatever is proposed', async () => {
    const until = `select (calendar #>> '{earlier,until}')::timestamptz > clock_timestamp() + interval '70 minutes'
      and (calendar #>> '{earlier,until}')::timestamptz < clock_timestamp() + interval '73 minutes' from product where code = 'AAUSD'`;
    expect(await after(proposed(), decided('approved'), until)).toBe(true);
    // A terms version of old let it run longer than any today.
    const long = `set local session_replication_role = replica; insert into position (member_id, wallet, product, order_id, closes_at)
      values (${member}, 'practice', 'AAUSD', '${ID}', clock_timestamp() + interval '5 hours'); set local session_replication_role = origin`;
    const later = `select (calendar #>> '{earlier,until}')::timestamptz >= (select max(closes_at) from position) from product where code = 'AAUSD'`;
    expect(await after(long, proposed(), decided('approved'), later)).toBe(true);
    expect(
      await after(
        long,
        proposed(),
        decided('approved'),
        `select max(v.holds_from) >= (select max(closes_at) from position)
      from product_version v where v.product = 'AAUSD'`,
      ),
    ).toBe(true);
  });

  it('of other names alone leaves the calendar as it is', async () => {
    const named = { ...DRAFT, calendar: null, names: { ...NAMES, en: 'Other' } };
    expect(await after(proposed(named), decided('approved'), calendar)).toBeNull();
  });

  it('of hours that never end writes them out, and the second change comes after the first', async () => {
    const second = (draft: object) => proposed(draft, { id: `'00000000-0000-4000-8000-000000000002'`, base: '2' });
    const approved = decided('approved').replace(ID, '00000000-0000-4000-8000-000000000002');
    const chain = `select calendar #>> '{weekly,0}' like '%24:00%' and (calendar #>> '{earlier,until}')::timestamptz
      > (calendar #>> '{earlier,calendar,earlier,until}')::timestamptz and calendar #> '{earlier,calendar,earlier,calendar}' = 'null' from product where code = 'AAUSD'`;
    expect(await after(proposed(), decided('approved'), second({ ...DRAFT, calendar: null }), approved, chain)).toBe(
      true,
    );
  });

  it('adds a product with the terms of another and the price rule of its own', async () => {
    const made = `select p.decimals = 4 and p.active and p.version = 1 and t.version = 1 and t.fresh_ms = 5000 and t.min_sources = 1
      and t.document like '%"product":"NEWUSD"%' and exists (select from product_version v where v.product = p.code)
      from product p join terms t on t.product = p.code where p.code = 'NEWUSD'`;
    expect(await after(added(), decided('approved'), made)).toBe(true);
    const three = { binance: 'AAA', okx: 'A-B', kraken: 'A/B' };
    const agreeing = `select min_sources from terms where product = 'NEWUSD'`;
    expect(await after(added({ ...DRAFT, sources: three }), decided('approved'), agreeing)).toBe(2);
  });

  it('adds a product with its own terms, and what they leave out of another', async () => {
    const own = (more: object) => added(DRAFT, { ...START, terms: { ...TERMS, ...more } });
    const limits = { second: 10, product: 20, day: 30 };
    const made = `select t.durations = '${JSON.stringify(TERMS.durations)}' and t.fee_rate = 100 and t.presets = '[100]' and t.entry_delay_sec = 2
      and (t.loss_second, t.loss_product, t.loss_day) = (10, 20, 30) from terms t where t.product = 'NEWUSD'`;
    expect(await after(own({ entryDelaySec: 2, lossLimits: limits }), decided('approved'), made)).toBe(true);
    const left = `select (t.entry_delay_sec, t.loss_day) is not distinct from (a.entry_delay_sec, a.loss_day) and t.fee_rate = 100
      from terms t, terms a where t.product = 'NEWUSD' and a.product = 'AAUSD'`;
    expect(await after(own({}), decided('approved'), left)).toBe(true);
    expect(await refusalOf(test.ownerPool, own({ feeRate: 1_001 }))).toBe('BOUNDS');
    expect(await refusalOf(test.ownerPool, own({ minSources: 1 }))).toBe('BOUNDS');
  });

  it('is made once, by another operator, on what was proposed and what is there', async () => {
    const { ownerPool } = test;
    expect(await refusalOf(ownerPool, proposed(), decided('approved', '', maker))).toBe('23514');
    expect(await refusalOf(ownerPool, proposed(), decided('approved', '', member))).toBe('NOT_AN_OPERATOR');
    expect(await refusalOf(ownerPool, proposed(), decided('rejected'), decided('approved'))).toBe('STATE');
    expect(await refusalOf(ownerPool, proposed(), decided('approved', `, draft = '{}'`))).toBe('FIXED');
    const newer = `update product set version = 2 where code = 'AAUSD'`;
    expect(await refusalOf(ownerPool, proposed(), newer, decided('approved'))).toBe('OLD');
    const came = `insert into product (code, names, category, decimals, position) values ('NEWUSD', '{}', 'crypto', 2, 9)`;
    expect(await refusalOf(ownerPool, added(), came, decided('approved'))).toBe('OLD');
  });

  it('changes nothing that ticks and receipts stand on, by nobody', async () => {
    for (const column of ['decimals = 4', `category = 'metal'`, 'signed_scale = 100', `simulated = '{}'`])
      expect(await refusalOf(test.ownerPool, `update product set ${column} where code = 'AAUSD'`), column).toBe(
        'CD041',
      );
    for (const sql of [
      'update product set decimals = 4',
      `update product set calendar = null`,
      'update product set active = false',
      `insert into product (code, names, category, decimals, position) values ('NEWUSD', '{}', 'crypto', 2, 9)`,
      'delete from product',
      `insert into product_version (product, version, names, sources, active, holds_from) values ('AAUSD', 2, '{}', '{}', true, now())`,
      'update product_version set holds_from = now()',
      `update product_change set draft = '{}'`,
      'delete from product_change',
    ])
      expect(await tried(test.pools.console, acting(maker), sql), sql).toBe('42501');
    for (const pool of [test.pools.http, test.pools.worker, test.pools.feed])
      expect(await tried(pool, 'select from product_change')).toBe('42501');
  });
});
