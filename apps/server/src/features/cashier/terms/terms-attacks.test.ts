import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, valueAfter } from '../../../testing/attacks.ts';
import { makeMember } from '../../../testing/factories.ts';
import { createTestDb } from '../../../testing/test-db.ts';
import type { TestDb } from '../../../testing/test-db.ts';
import { hireOperator } from '../../../testing/test-operator.ts';

/** Terms of the cashier, proposed and decided past the server's own rules. What is not wrong beside an attack passes. */
let test: TestDb;
let maker: bigint;
let checker: bigint;
let member: bigint;
beforeAll(async () => {
  test = await createTestDb();
  [maker, checker, member] = [
    await hireOperator(test.ownerPool, 'owner'),
    await hireOperator(test.ownerPool, 'owner'),
    await makeMember(test.ownerPool, '0'),
  ];
});
afterAll(async () => await test.drop());

const ID = '00000000-0000-4000-8000-000000000001';
const RULE = 'withdrawals';
const BANK = 'channel/bank';
const FRESH = 'channel/fresh';

/** A proposal for the terms that hold, with these changes; for a new channel, for those of `bank`. */
function proposed(subject: string, terms: object = {}, columns: Record<string, string> = {}): string {
  const like = subject === FRESH ? BANK : subject;
  const base =
    subject === FRESH
      ? '0'
      : subject === RULE
        ? '(select version from withdrawal_rule)'
        : `(select version from deposit_channel where code = '${subject.slice(8)}')`;
  const all = {
    id: `'${ID}'`,
    subject: `'${subject}'`,
    base,
    terms: `cashier_terms('${like}') || '${JSON.stringify(terms)}'`,
    reason: `'x'`,
    maker: String(maker),
    ...columns,
  };
  return `insert into cashier_change (${Object.keys(all).join(', ')}) values (${Object.values(all).join(', ')})`;
}

function decided(status: string, more = '', by = checker): string {
  return `update cashier_change set status = '${status}', checker = ${by}${more} where id = '${ID}'`;
}

async function after(...statements: string[]): Promise<unknown> {
  return await valueAfter(test.ownerPool, ...statements);
}

describe('a proposal', () => {
  it.each<[string, string, object, Record<string, string>, string]>([
    ['of the terms that hold', RULE, {}, {}, 'done'],
    ['of a channel', BANK, {}, {}, 'done'],
    ['of a new channel', FRESH, {}, {}, 'done'],
    ['by a member', RULE, {}, { maker: 'member' }, 'NOT_AN_OPERATOR'],
    [
      'that is decided',
      RULE,
      {},
      { status: `'withdrawn'`, checker: 'maker', decided_at: 'clock_timestamp()' },
      'STATE',
    ],
    ['for an older version', RULE, {}, { base: '0' }, 'OLD'],
    ['with a field more', RULE, { more: 1 }, {}, 'FORM'],
    ['with no field', BANK, {}, { terms: `'{}'` }, 'FORM'],
    ['for another kind of channel', BANK, { kind: 'usdt' }, {}, 'KIND'],
    ['for another network', BANK, { network: 'trc20' }, {}, 'KIND'],
    ['for a new channel that credits by itself', FRESH, { kind: 'practice' }, {}, 'KIND'],
  ])('%s: %s %o', async (_, subject, terms, columns, answer) => {
    const named: Record<string, bigint> = { maker, member };
    const values = Object.fromEntries(
      Object.entries(columns).map(([column, value]) => [column, String(named[value] ?? value)]),
    );
    expect(await refusalOf(test.ownerPool, proposed(subject, terms, values))).toBe(answer);
  });
});

describe('a decision', () => {
  it('is made once, by an operator, on what was proposed', async () => {
    const { ownerPool } = test;
    expect(await refusalOf(ownerPool, proposed(RULE), decided('approved'))).toBe('done');
    expect(await refusalOf(ownerPool, proposed(RULE), decided('approved', '', member))).toBe('NOT_AN_OPERATOR');
    expect(await refusalOf(ownerPool, proposed(RULE), decided('rejected'), decided('rejected'))).toBe('STATE');
    expect(await refusalOf(ownerPool, proposed(RULE), decided('rejected'), decided('approved'))).toBe('STATE');
    expect(await refusalOf(ownerPool, proposed(RULE), decided('approved', `, reason = 'y'`))).toBe('FIXED');
    const newer = 'update withdrawal_rule set version = version + 1';
    expect(await refusalOf(ownerPool, proposed(RULE), newer, decided('approved'))).toBe('OLD');
    expect(await refusalOf(ownerPool, proposed(RULE), newer, decided('rejected'))).toBe('done');
  });

  it('has the moment it is made', async () => {
    const long = proposed(RULE, {}, { created_at: `'2020-01-01'` });
    const isNow = `select decided_at > clock_timestamp() - interval '1 minute' from cashier_change where id = '${ID}'`;
    expect(await after(long, decided('approved'), isNow)).toBe(true);
  });

  it('to approve puts every figure of the withdrawals in force', async () => {
    const terms = {
      min: '11',
      max: '22',
      dailyMax: '33',
      feeRate: '44',
      feeMin: '5',
      feeMax: '66',
      cardRequired: false,
      identityRequired: true,
      arrivalHours: 7,
    };
    const held = `select cashier_terms('${RULE}') = '${JSON.stringify(terms)}'::jsonb`;
    expect(await after(proposed(RULE, terms), decided('approved'), held)).toBe(true);
    expect(await after(proposed(RULE, terms), decided('rejected'), held)).toBe(false);
    const version = 'select (select version from withdrawal_rule) - base from cashier_change';
    expect(await after(proposed(RULE, terms), decided('approved'), version)).toBe(1);
  });

  it('to approve changes its channel and no other, and a new channel appears', async () => {
    const changed = `select string_agg(code, ' ' order by code) from deposit_channel where position = 77`;
    expect(await after(proposed(BANK, { position: 77 }), decided('approved'), changed)).toBe('bank');
    expect(await after(proposed(FRESH, { position: 77 }), decided('approved'), changed)).toBe('fresh');
    const version = `select (select version from deposit_channel where code = 'bank') - base from cashier_change`;
    expect(await after(proposed(BANK), decided('approved'), version)).toBe(1);
  });
});
