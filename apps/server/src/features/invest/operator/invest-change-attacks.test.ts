import { randomUUID } from 'node:crypto';
import { minor } from '@candor/domain/testing/test-currency';
import { expect, it } from 'vitest';
import { refusalOf, valueAfter } from '../../../testing/attacks.ts';
import { DAILY, startInvestSite } from '../../../testing/invest-site.ts';
import { acting, inName } from '../../../testing/test-operator.ts';

/** Proposals for terms and rates: each rule of a decision broken by statements that nothing else refuses. */
const { site } = startInvestSite();

const TERMS = {
  names: { 'zh-Hans': 'x', 'zh-Hant': 'x', en: 'x' },
  risk: 'low',
  termDays: 7,
  annualRate: '150',
  min: String(minor('100')),
  max: String(minor('1500')),
  size: String(minor('1500')),
  interest: 'daily',
  active: true,
};

function proposed(id: string, columns: Record<string, string> = {}): string {
  const all = {
    id: `'${id}'`,
    kind: `'project'`,
    project_id: `'${DAILY}'`,
    base_version: '1',
    terms: `'${JSON.stringify(TERMS)}'`,
    reason: `'x'`,
    maker: String(site.first),
    ...columns,
  };
  return `${acting(site.first)}; insert into invest_change (${Object.keys(all).join(', ')}) values (${Object.values(all).join(', ')})`;
}

function decided(id: string, status: string, by = site.second): string {
  return inName(`update invest_change set status = '${status}', checker = ${by} where id = '${id}'`);
}

it('a change begins as a proposal', async () => {
  const ended = { status: `'withdrawn'`, checker: String(site.first), decided_at: 'now()' };
  expect(await refusalOf(site.test.ownerPool, proposed(randomUUID(), ended))).toBe('STATE');
  expect(await refusalOf(site.test.ownerPool, proposed(randomUUID()))).toBe('done');
});

it.each([
  ['1', 'done'],
  ['2', 'VERSION'],
  ['0', 'VERSION'],
])('new terms for version %s of a project at version 1: %s', async (base_version, answer) => {
  const id = randomUUID();
  const made = proposed(id, { base_version });
  expect(await refusalOf(site.test.pools.console, made, decided(id, 'approved'))).toBe(answer);
});

it.each(['approved', 'rejected'])('what was %s is not decided again', async (status) => {
  const id = randomUUID();
  const again = [proposed(id), decided(id, status), decided(id, 'rejected')];
  expect(await refusalOf(site.test.pools.console, ...again)).toBe('STATE');
});

it('a proposal that is touched must be decided, and stays as it was made', async () => {
  const id = randomUUID();
  const own = inName(`update invest_change set note = 'x' where id = '${id}'`, site.first);
  expect(await refusalOf(site.test.pools.console, proposed(id), own)).toBe('STATE');
  const swapped = `update invest_change set status = 'approved', checker = ${site.second}, terms = '{}' where id = '${id}'`;
  expect(await refusalOf(site.test.ownerPool, proposed(id), swapped)).toBe('STATE');
});

it.each([true, false])('approved terms say whether the project is sold: %s', async (active) => {
  const id = randomUUID();
  const terms = `'${JSON.stringify({ ...TERMS, active })}'`;
  const was = `update project set active = ${!active} where id = '${DAILY}'`;
  const after = `select active from project where id = '${DAILY}'`;
  expect(await valueAfter(site.test.ownerPool, was, proposed(id, { terms }), decided(id, 'approved'), after)).toBe(
    active,
  );
});

it('a rate that was proposed for a date that has begun holds from tomorrow', async () => {
  const id = randomUUID();
  const terms = `'{"annualRate":"9000","from":"2026-01-01"}'`;
  const made = proposed(id, { kind: `'savingsRate'`, project_id: 'null', base_version: 'null', terms });
  const from = `select from_date - business_date_at(clock_timestamp()) from savings_rate where annual_rate = 9000`;
  expect(await valueAfter(site.test.ownerPool, made, decided(id, 'approved'), from)).toBe(1);
});
