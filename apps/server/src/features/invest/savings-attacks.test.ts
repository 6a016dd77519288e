import { randomUUID } from 'node:crypto';
import { minor } from '@candor/domain/testing/test-currency';
import { describe, expect, it } from 'vitest';
import { refusalOf, tried, valueAfter } from '../../testing/attacks.ts';
import { makeMember } from '../../testing/factories.ts';
import { startInvestSite } from '../../testing/invest-site.ts';

/** The rules of savings, each broken by one statement that nothing else refuses. */
const { site, savingsSql, saved } = startInvestSite();

const CHECK_NOW = 'set constraints all immediate';
const AUTO = { auto_on: `'2026-01-01'`, origin: `'auto'`, net: '0', at: 'now()' };

/** Statements of the owner before those of a member who chose to save automatically. */
async function autoSaver(): Promise<{ who: string; chosen: string }> {
  const who = String(await makeMember(site.test.ownerPool));
  return { who, chosen: `insert into savings (member_id, wallet, auto) values (${who}, 'practice', true)` };
}

describe('a transfer of savings', () => {
  it('under another agreement is refused', async () => {
    expect(await tried(site.test.pools.http, savingsSql(randomUUID(), { agreement: '2' }))).toBe('CD161');
    expect(await tried(site.test.pools.http, savingsSql(randomUUID(), { agreement: '0' }))).toBe('CD161');
    expect(await tried(site.test.pools.http, savingsSql(randomUUID(), { wallet: `'cash'` }))).toBe('CD161');
    expect(await tried(site.test.pools.http, savingsSql(randomUUID()))).toBe('done');
  });

  it.each([
    ['true', 'CD161'],
    ['false', 'done'],
  ])('of a member whose frozen is %s: %s', async (frozen, answer) => {
    const member_id = String(await makeMember(site.test.ownerPool));
    const state = `update member set frozen = ${frozen} where id = ${member_id}`;
    const as = [state, 'set local role candor_http'];
    expect(await tried(site.test.ownerPool, ...as, savingsSql(randomUUID(), { member_id }))).toBe(answer);
  });

  it('that nobody asked for goes in, and only for who chose so', async () => {
    const { who: member_id, chosen } = await autoSaver();
    const into = savingsSql(randomUUID(), { ...AUTO, member_id });
    const out = savingsSql(randomUUID(), { ...AUTO, member_id, direction: `'out'` });
    expect(await refusalOf(site.test.ownerPool, into)).toBe('ORIGIN');
    expect(await refusalOf(site.test.ownerPool, chosen, out)).toBe('ORIGIN');
    expect(await refusalOf(site.test.ownerPool, chosen, into)).toBe('done');
  });

  it('that nobody asked for is not the task of http, and one that was asked for not that of the worker', async () => {
    const { who: member_id, chosen } = await autoSaver();
    const as = (role: string) => [
      chosen,
      `grant insert, select on savings_transfer to candor_${role}`,
      `set local role candor_${role}`,
    ];
    const asked = savingsSql(randomUUID(), { member_id });
    const alone = savingsSql(randomUUID(), { ...AUTO, member_id });
    expect(await refusalOf(site.test.ownerPool, ...as('http'), alone)).toBe('ORIGIN');
    expect(await refusalOf(site.test.ownerPool, ...as('http'), asked)).toBe('done');
    expect(await refusalOf(site.test.ownerPool, ...as('worker'), asked)).toBe('ORIGIN');
    expect(await refusalOf(site.test.ownerPool, ...as('worker'), alone)).toBe('done');
  });

  it('counts all that went in and out before it', async () => {
    const member_id = String(await makeMember(site.test.ownerPool));
    const move = (direction: string, sum: string) =>
      savingsSql(randomUUID(), { member_id, direction: `'${direction}'`, amount: String(minor(sum)) });
    const net = `select net from savings_transfer where member_id = ${member_id} order by n desc limit 1`;
    const moves = [move('in', '500'), move('out', '200'), move('in', '40')];
    expect(await valueAfter(site.test.ownerPool, ...moves.slice(0, 2), net)).toBe(minor('300'));
    expect(await valueAfter(site.test.ownerPool, ...moves, net)).toBe(minor('340'));
  });

  it('of a member who excluded themselves goes out, and never in', async () => {
    const { who: member_id, chosen } = await autoSaver();
    const until = (moment: string) =>
      `update member set guarded = true, excluded_until = clock_timestamp() ${moment} where id = ${member_id}`;
    const [excluded, over] = [until(`+ interval '1 minute'`), until(`- interval '1 second'`)];
    const move = (changes: Record<string, string>) => savingsSql(randomUUID(), { member_id, ...changes });
    expect(await refusalOf(site.test.ownerPool, excluded, move({}))).toBe('EXCLUDED');
    expect(await refusalOf(site.test.ownerPool, excluded, move({ direction: `'out'` }))).toBe('done');
    expect(await refusalOf(site.test.ownerPool, over, move({}))).toBe('done');
    const count = `select count(*)::int from savings_transfer where member_id = ${member_id}`;
    expect(await valueAfter(site.test.ownerPool, chosen, excluded, move(AUTO), count)).toBe(0);
    expect(await valueAfter(site.test.ownerPool, chosen, over, move(AUTO), count)).toBe(1);
  });
});

it('interest of savings is posted only with its transfer', async () => {
  const who = await makeMember(site.test.ownerPool);
  await saved(who, minor('90000'));
  const day = 'business_date_at(clock_timestamp())';
  const accrued = `select accrue_savings(${day}, ${who}, ${who}, '{}')`;
  const posted = `update savings_accrual set posted_at = clock_timestamp() where member_id = ${who}`;
  expect(await tried(site.test.ownerPool, accrued, posted, CHECK_NOW)).toBe('CD161');
  expect(await tried(site.test.ownerPool, accrued, `select post_savings(${day}, '{${who}}')`, CHECK_NOW)).toBe('done');
});
