import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, tried, valueAfter } from '../../../testing/attacks.ts';
import { makeMember } from '../../../testing/factories.ts';
import { createTestDb } from '../../../testing/test-db.ts';
import type { TestDb } from '../../../testing/test-db.ts';
import { acting, inName, makeOperator } from '../../../testing/test-operator.ts';

/** The site's texts, as an operator's login or the owner would change them past the rules of a publication. */
let test: TestDb;
let maker: bigint;
let checker: bigint;
let member: bigint;
let newest: number;
beforeAll(async () => {
  test = await createTestDb();
  [maker, checker, member] = [
    await makeOperator(test.ownerPool, 'owner'),
    await makeOperator(test.ownerPool, 'owner'),
    await makeMember(test.ownerPool, '0'),
  ];
  newest = Number(await valueAfter(test.ownerPool, NEWEST));
});
afterAll(async () => await test.drop());

const ID = '00000000-0000-4000-8000-000000000001';
const NEWEST = `select max(version) from text_version where slug = 'risk'`;
const TEXTS = `'{"zh-Hans":{},"zh-Hant":{},"en":{}}'`;

function proposed(changes: Record<string, string> = {}): string {
  const columns = {
    id: `'${ID}'`,
    slug: `'risk'`,
    base: String(newest),
    texts: TEXTS,
    reason: `'x'`,
    maker: String(maker),
    ...changes,
  };
  return `${acting(maker)}; insert into text_change (${Object.keys(columns).join(', ')}) values (${Object.values(columns).join(', ')})`;
}

function decided(status: string, more = '', by = checker): string {
  return inName(`update text_change set status = '${status}', checker = ${by}${more} where id = '${ID}'`, checker);
}

it.each(['update text_version set texts = texts', `delete from text_version where slug = 'risk'`])(
  'what was published never changes, not even by the owner: %s',
  async (sql) => {
    expect(await tried(test.ownerPool, sql)).toBe('CD180');
  },
);

describe('a change of a text', () => {
  it.each([
    ['as the newest one', {}, 'done'],
    ['of one that there is not yet', { base: 'next' }, 'OLD'],
    ['of one that is older', { base: '0' }, 'OLD'],
    ['that is decided already', { status: `'withdrawn'`, checker: 'maker', decided_at: 'clock_timestamp()' }, 'STATE'],
    ['by a member', { maker: 'member' }, 'NOT_AN_OPERATOR'],
  ])('is proposed %s: %s', async (_, changes, answer) => {
    const named: Record<string, bigint> = { maker, member, next: BigInt(newest + 1) };
    const columns = Object.fromEntries(
      Object.entries(changes).map(([column, value]) => [column, String(named[value] ?? value)]),
    );
    expect(await refusalOf(test.ownerPool, proposed(columns))).toBe(answer);
  });

  it('is decided by an operator, once, and stays as it was proposed', async () => {
    const { console } = test.pools;
    expect(await refusalOf(console, proposed(), decided('approved', '', member))).toBe('NOT_AN_OPERATOR');
    expect(await refusalOf(console, proposed(), decided('rejected'), decided('rejected'))).toBe('STATE');
    expect(await refusalOf(console, proposed(), decided('rejected'), decided('approved'))).toBe('STATE');
    const touched = inName(`update text_change set checker = ${checker}, note = 'x' where id = '${ID}'`);
    expect(await refusalOf(console, proposed(), touched)).toBe('STATE');
    const swapped = decided('approved', `, reason = 'other'`);
    expect(await refusalOf(test.ownerPool, proposed(), swapped)).toBe('FIXED');
  });

  it('is not approved when another one was published since', async () => {
    const newer = `insert into text_version (slug, version, shipped, texts) values ('risk', ${newest + 1}, '99.0', ${TEXTS})`;
    expect(await refusalOf(test.ownerPool, proposed(), newer, decided('approved'))).toBe('OLD');
    expect(await refusalOf(test.ownerPool, proposed(), newer, decided('rejected'))).toBe('done');
  });

  it('becomes the next version when it is approved, and only then', async () => {
    expect(await valueAfter(test.pools.console, proposed(), decided('approved'), NEWEST)).toBe(newest + 1);
    expect(await valueAfter(test.pools.console, proposed(), decided('rejected'), NEWEST)).toBe(newest);
  });
});
