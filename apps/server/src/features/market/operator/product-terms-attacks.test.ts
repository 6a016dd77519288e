import { money, rate } from '@candor/domain/money';
import { termsProblem } from '@candor/domain/trading/terms-draft';
import type { TermsDraft } from '@candor/domain/trading/terms-draft';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, tried, valueAfter } from '../../../testing/attacks.ts';
import { makeMember, makeProduct } from '../../../testing/factories.ts';
import { createTestDb } from '../../../testing/test-db.ts';
import type { TestDb } from '../../../testing/test-db.ts';
import { acting, inName, makeOperator } from '../../../testing/test-operator.ts';
import { draftText } from './product-terms-store.ts';

/** Terms of products, as an operator's login, a member's or the owner would write them past the rules. */
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
const TERMS = {
  durations: [{ seconds: 60, payoutRate: 8_200, minStake: 1_000, maxStake: 100_000 }],
  feeRate: 100,
  presets: [10_000],
};

function proposed(terms: object = TERMS, changes: Record<string, string> = {}): string {
  const all = {
    id: `'${ID}'`,
    product: `'AAUSD'`,
    base: '1',
    terms: `'${JSON.stringify(terms)}'`,
    reason: `'x'`,
    maker: String(maker),
    ...changes,
  };
  return `${acting(maker)}; insert into product_terms_change (${Object.keys(all).join(', ')}) values (${Object.values(all).join(', ')})`;
}

function decided(status: string, more = '', by = checker): string {
  return `update product_terms_change set status = '${status}', checker = ${by}${more} where id = '${ID}'`;
}

async function after(...statements: string[]): Promise<unknown> {
  return await valueAfter(test.ownerPool, ...statements);
}

describe('a proposal', () => {
  const [offer] = TERMS.durations;
  it.each<[string, object, Record<string, string>, string]>([
    ['within the bounds', TERMS, {}, 'done'],
    ['for an older version', TERMS, { base: '2' }, 'OLD'],
    ['for no product', TERMS, { product: `'NOSUCH'` }, 'OLD'],
    ['that is decided', TERMS, { status: `'approved'`, checker: 'checker', decided_at: 'clock_timestamp()' }, 'STATE'],
    ['by a member', TERMS, { maker: 'member' }, 'NOT_AN_OPERATOR'],
    ['with a field more', { ...TERMS, winRate: 1 }, {}, 'BOUNDS'],
    ['with a field less', { durations: TERMS.durations, presets: [] }, {}, 'BOUNDS'],
    ['with a field more of a duration', { ...TERMS, durations: [{ ...offer, odds: 1 }] }, {}, 'BOUNDS'],
    ['with a text for a number', { ...TERMS, durations: [{ ...offer, payoutRate: '8200' }] }, {}, 'BOUNDS'],
    ['with a fraction', { ...TERMS, feeRate: 1.5 }, {}, 'BOUNDS'],
    ['with nothing', {}, {}, 'BOUNDS'],
    ['with a list', [], {}, 'BOUNDS'],
    ['with limits', { ...TERMS, lossLimits: { second: 1, product: 1, day: 2 } }, {}, 'done'],
    ['with a limit less', { ...TERMS, lossLimits: { second: 1, product: 1 } }, {}, 'BOUNDS'],
    ['with a limit of no number', { ...TERMS, lossLimits: { second: null, product: 1, day: 2 } }, {}, 'BOUNDS'],
    ['with a limit of a text', { ...TERMS, lossLimits: { second: '1', product: 1, day: 2 } }, {}, 'BOUNDS'],
    ['with a later entry', { ...TERMS, entryDelaySec: 3 }, {}, 'done'],
    ['with half a second later', { ...TERMS, entryDelaySec: 0.5 }, {}, 'BOUNDS'],
    ['with a payout beyond the stake', { ...TERMS, durations: [{ ...offer, payoutRate: 10_001 }] }, {}, 'BOUNDS'],
  ])('%s: %o %o', async (_, terms, columns, answer) => {
    const named: Record<string, bigint> = { member, checker };
    const changes = Object.fromEntries(
      Object.entries(columns).map(([column, value]) => [column, String(named[value] ?? value)]),
    );
    expect(await refusalOf(test.ownerPool, proposed(terms, changes))).toBe(answer);
  });

  it('holds what it changes, as the database knows it, whatever it says', async () => {
    const before = `select before = (select jsonb_build_object('durations', durations, 'feeRate', fee_rate, 'presets', presets)
      from terms where product = 'AAUSD') from product_terms_change where id = '${ID}'`;
    expect(await after(proposed(TERMS, { before: `'{}'` }), before)).toBe(true);
  });

  it('is refused exactly where the rule of the domain refuses', async () => {
    const whole = (max: number) => fc.oneof(fc.nat({ max }), fc.constantFrom(0, 1, 4, 5, 99, 100, 101, 3_600, 3_601));
    const limit = fc.oneof(fc.constantFrom(0, 1, 2, 100, 10 ** 15).map(BigInt), fc.constant(10n ** 15n + 1n));
    const draft = fc.record({
      durations: fc.array(
        fc.record({
          seconds: whole(4_000),
          payoutRate: fc.oneof(whole(11_000), fc.constantFrom(9_999, 10_000, 10_001)),
          minStake: whole(2_000),
          maxStake: fc.oneof(whole(3_000), fc.constantFrom(10 ** 15, 10 ** 15 + 1)),
        }),
        { maxLength: 3 },
      ),
      presets: fc.array(whole(3_000), { maxLength: 3 }),
      feeRate: fc.oneof(whole(200), fc.constantFrom(999, 1_000, 1_001)),
      entryDelaySec: fc.option(fc.constantFrom(0, 1, 2, 3, 4, 10, 11), { nil: undefined }),
      lossLimits: fc.option(
        fc.tuple(limit, limit, limit, fc.boolean()).map(([second, product, day, sorted]) => {
          const [least = 0n, middle = 0n, most = 0n] = [second, product, day].toSorted((a, b) => Number(a - b));
          return sorted ? { second: least, product: middle, day: most } : { second, product, day };
        }),
        { nil: undefined },
      ),
    });
    const drafts: TermsDraft[] = fc
      .sample(draft, { numRuns: 3_000, seed: 149 })
      .map(({ durations, presets, feeRate, entryDelaySec, lossLimits }) => ({
        durations: durations.map(({ seconds, payoutRate, minStake, maxStake }) => ({
          seconds,
          payoutRate: rate(BigInt(payoutRate)),
          minStake: money(BigInt(minStake)),
          maxStake: money(BigInt(maxStake)),
        })),
        presets: presets.map((preset) => money(BigInt(preset))),
        feeRate: rate(BigInt(feeRate)),
        ...(entryDelaySec === undefined ? {} : { entryDelaySec }),
        ...(lossLimits === undefined
          ? {}
          : {
              lossLimits: {
                second: money(lossLimits.second),
                product: money(lossLimits.product),
                day: money(lossLimits.day),
              },
            }),
      }));
    const { rows } = await test.ownerPool.query<{ problem: string | null }>(
      'select terms_draft_problem(d) as problem from unnest($1::jsonb[]) with ordinality as x (d, n) order by n',
      [drafts.map(draftText)],
    );
    const ofDomain = drafts.map((one) => termsProblem(one)?.replace(/^durations\.\d+\./, '') ?? null);
    expect(rows.map(({ problem }) => problem)).toEqual(ofDomain);
    expect(ofDomain.filter((problem) => problem === null).length).toBeGreaterThan(10);
    for (const field of [
      'durations',
      'seconds',
      'payoutRate',
      'minStake',
      'maxStake',
      'feeRate',
      'presets',
      'entryDelaySec',
      'lossLimits.product',
      'lossLimits.day',
    ])
      expect(ofDomain).toContain(field);
  });
});

describe('a decision', () => {
  it('is made once, by another operator, on what was proposed', async () => {
    const { ownerPool } = test;
    expect(await refusalOf(ownerPool, proposed(), decided('approved'))).toBe('done');
    expect(await refusalOf(ownerPool, proposed(), decided('approved', '', maker))).toBe('23514');
    expect(await refusalOf(ownerPool, proposed(), decided('approved', '', member))).toBe('NOT_AN_OPERATOR');
    expect(await refusalOf(ownerPool, proposed(), decided('rejected'), decided('approved'))).toBe('STATE');
    expect(await refusalOf(ownerPool, proposed(), decided('approved', `, terms = '{}'`))).toBe('FIXED');
    const newer = `insert into terms (product, version, durations, fee_rate, presets)
      select product, version + 1, durations, fee_rate, presets from terms where product = 'AAUSD'`;
    expect(await refusalOf(ownerPool, proposed(), newer, decided('approved'))).toBe('OLD');
    expect(await refusalOf(ownerPool, proposed(), newer, decided('rejected'))).toBe('done');
  });

  it('to approve makes the next version, with its document and its place in the order log; to reject makes none', async () => {
    const newest = (what: string) => `select ${what} from terms where product = 'AAUSD' order by version desc limit 1`;
    expect(await after(proposed(), decided('approved'), newest('version'))).toBe(2);
    expect(await after(proposed(), decided('rejected'), newest('version'))).toBe(1);
    const held = newest(
      `durations = '${JSON.stringify(TERMS.durations)}'::jsonb and fee_rate = 100 and presets = '[10000]'::jsonb
       and document like '%"payoutRate":"0.8200"%' and hash = sha256(convert_to(document, 'UTF8'))`,
    );
    expect(await after(proposed(), decided('approved'), held)).toBe(true);
    const rule = `select count(distinct (fresh_ms, near_ppm, min_sources, accept_within_ms))::int from terms where product = 'AAUSD'`;
    expect(await after(proposed(), decided('approved'), rule)).toBe(1);
    const logged = `select count(*)::int from log_terms where product = 'AAUSD' and version = 2 and index is null`;
    expect(await after(proposed(), decided('approved'), logged)).toBe(1);
  });

  it('to approve makes limits and a later entry terms, and what a version leaves out stays', async () => {
    const limits = { second: 100, product: 200, day: 300 };
    const held = `select accept_within_ms || ' ' || coalesce(entry_delay_sec, 0) || ' ' || loss_second || ' ' || loss_product || ' ' || loss_day
      || ' ' || (document::jsonb ->> 'format') || ' ' || (document::jsonb ->> 'entryDelaySec') from terms where product = 'AAUSD' order by version desc limit 1`;
    const more = { ...TERMS, entryDelaySec: 2, lossLimits: limits };
    expect(await after(proposed(more), decided('approved'), held)).toBe('3000 2 100 200 300 candor-terms-v4 2');
    const newer = `insert into terms (product, version, durations, fee_rate, presets)
      select product, version + 1, durations, fee_rate, presets from terms where product = 'AAUSD' and version = 2`;
    expect(await after(proposed(more), decided('approved'), newer, held)).toBe('3000 2 100 200 300 candor-terms-v4 2');
    const plain = { ...TERMS, lossLimits: { second: 0, product: 0, day: 0 } };
    expect(await after(proposed(plain), decided('approved'), held)).toBe('3000 0 0 0 0 candor-terms-v4 0');
  });

  it('at the console is in the name of who acts, with an entry that has the state it came to', async () => {
    const { console } = test.pools;
    const now = 'set constraints all immediate; set constraints all deferred';
    const entered = `select record_act('console/product-terms/propose', 'productTerms', '${ID}', '{}')`;
    expect(await tried(console, proposed(), now)).toBe('CD303');
    expect(await tried(console, proposed(), entered, now)).toBe('done');
    expect(await tried(console, proposed(TERMS, { maker: String(checker) }))).toBe('CD302');
    expect(await tried(console, proposed(), entered, decided('approved'))).toBe('CD302');
    expect(await tried(console, proposed(), entered, now, inName(decided('withdrawn', '', maker)), now)).toBe('CD303');
  });

  it('is no right of the members’ side, and terms themselves are nobody’s to write', async () => {
    for (const pool of [test.pools.http, test.pools.worker, test.pools.feed])
      expect(await tried(pool, 'select from product_terms_change')).toBe('42501');
    for (const sql of [
      `insert into terms (product, version, durations, fee_rate, presets) values ('AAUSD', 2, '[]', 0, '[]')`,
      'update terms set fee_rate = 0',
      'delete from terms',
      `update product_terms_change set terms = '{}'`,
      'delete from product_terms_change',
    ])
      expect(await tried(test.pools.console, acting(maker), sql), sql).toBe('42501');
  });
});
