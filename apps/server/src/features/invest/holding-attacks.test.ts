import { randomUUID } from 'node:crypto';
import { money } from '@candor/domain/money';
import { minor } from '@candor/domain/testing/test-currency';
import { describe, expect, it } from 'vitest';
import { refusalOf, transfersSql, tried, valueAfter } from '../../testing/attacks.ts';
import { makeMember } from '../../testing/factories.ts';
import { laterSql, startInvestSite } from '../../testing/invest-site.ts';
import { investTransferId } from './transfer-id.ts';

/**
 * The rules of a holding, each broken by one statement that nothing else refuses: by the owner, or by a role that got a right
 * which it does not have. Where a rule has a bound, the statement beside the bound passes.
 */
const { site, projectWith, holdingSql, today, bought } = startInvestSite();

const CHECK_NOW = 'set constraints all immediate';
/** Room for two holdings of 1000. */
const ROOMY = { max: String(minor('9000')), size: String(minor('9000')) };
const EARLY = { ...ROOMY, early_lock_days: '2', early_rate: '50' };

function changed(id: string, set: string): string {
  return `update holding set ${set} where id = '${id}'`;
}

describe('a purchase', () => {
  it.each([
    ['frozen = true', 'CD160'],
    ['frozen = false', 'done'],
    [`guarded = true, excluded_until = clock_timestamp() + interval '1 minute'`, 'EXCLUDED'],
    [`guarded = true, excluded_until = clock_timestamp() - interval '1 second'`, 'done'],
  ])('of a member with %s: %s', async (state, answer) => {
    const who = await makeMember(site.test.ownerPool);
    const made = `update member set ${state} where id = ${who}`;
    const purchase = holdingSql(randomUUID(), { member_id: String(who) });
    expect(await refusalOf(site.test.ownerPool, made, purchase)).toBe(answer);
  });

  it('by the worker is refused, though it may continue a holding', async () => {
    const may = 'grant insert on holding to candor_worker';
    const purchase = [may, 'set local role candor_worker', holdingSql(randomUUID())];
    expect(await refusalOf(site.test.ownerPool, ...purchase)).toBe('WORKER');
  });

  it('takes what it holds from what is left, and an end gives it back', async () => {
    const project_id = await projectWith(ROOMY);
    const sold = `select sold from project where id = ${project_id}`;
    const id = await bought({ project_id });
    await bought({ project_id }, site.stranger, minor('500'));
    expect(await valueAfter(site.test.ownerPool, sold)).toBe(minor('1500'));
    const matured = [laterSql(7), changed(id, `status = 'matured'`)];
    expect(await valueAfter(site.test.ownerPool, ...matured, sold)).toBe(minor('500'));
    // Interest of a day that is paid, and a choice, leave it as it is.
    const moved = [laterSql(1), changed(id, 'paid_through = starts_on'), changed(id, 'roll_over = true')];
    expect(await valueAfter(site.test.ownerPool, ...moved, sold)).toBe(minor('1500'));
  });
});

describe('a holding that continues another', () => {
  it.each([
    ['as it was', {}, {}, true, 'done'],
    ['that still runs', {}, {}, false, 'ROLLED'],
    ['that was not to be continued', { roll_over: 'false' }, {}, true, 'ROLLED'],
    ['of another member', {}, { member_id: 'stranger' }, true, 'ROLLED'],
    ['with another sum', {}, { principal: String(minor('999')) }, true, 'ROLLED'],
    ['of another project', {}, { project_id: 'other' }, true, 'ROLLED'],
  ])('%s: %s', async (_, first, next, isOver, answer) => {
    const [project_id, other] = [await projectWith(ROOMY), await projectWith(ROOMY)];
    const named: Record<string, string> = { stranger: String(site.stranger), other };
    const id = await bought({ project_id, roll_over: 'true', ...first });
    const changes = Object.fromEntries(Object.entries(next).map(([column, value]) => [column, named[value] ?? value]));
    const over = isOver ? [changed(id, `status = 'matured'`)] : [];
    const rolled = holdingSql(randomUUID(), { project_id, rolled_from: `'${id}'`, ...changes });
    expect(await refusalOf(site.test.ownerPool, laterSql(8), ...over, rolled)).toBe(answer);
  });

  it('has another term, or is written by the role http: refused', async () => {
    const project_id = await projectWith(ROOMY);
    const id = await bought({ project_id, roll_over: 'true' });
    const over = [laterSql(8), changed(id, `status = 'matured'`)];
    const longer = `with newer as (update project set version = 2 where id = ${project_id})
      insert into project_terms select (jsonb_populate_record(t, '{"version": 2, "term_days": 8}')).*
      from project_terms t where project_id = ${project_id}`;
    const rolled = { project_id, rolled_from: `'${id}'` };
    const later = holdingSql(randomUUID(), { ...rolled, version: '2' });
    expect(await refusalOf(site.test.ownerPool, ...over, longer, later)).toBe('ROLLED');
    const http = ['grant insert on holding to candor_http', 'set local role candor_http'];
    expect(await refusalOf(site.test.ownerPool, ...over, ...http, holdingSql(randomUUID(), rolled))).toBe('ROLLED');
  });
});

describe('a holding', () => {
  it.each([
    [6, 'MATURITY'],
    [7, 'done'],
  ])('of seven days matures after %i: %s', async (days, answer) => {
    const id = await bought();
    expect(await refusalOf(site.test.ownerPool, laterSql(days), changed(id, `status = 'matured'`))).toBe(answer);
  });

  it.each([
    [1, EARLY, 'REDEMPTION'],
    [2, EARLY, 'done'],
    [6, EARLY, 'done'],
    [7, EARLY, 'REDEMPTION'],
    [3, ROOMY, 'REDEMPTION'],
  ])('after %i days, with terms %o, is redeemed early: %s', async (days, terms, answer) => {
    const id = await bought({ project_id: await projectWith(terms) });
    expect(await refusalOf(site.test.ownerPool, laterSql(days), changed(id, `status = 'redeemed'`))).toBe(answer);
  });

  it.each([
    ['http', `status = 'matured'`, 7, 'MATURITY'],
    ['http', 'paid_through = starts_on', 1, 'PAYMENT'],
    ['worker', 'roll_over = true', 1, 'CHOICE'],
    ['worker', `status = 'redeemed'`, 3, 'REDEMPTION'],
    ['worker', `status = 'matured'`, 7, 'done'],
    ['worker', 'paid_through = starts_on', 1, 'done'],
    ['http', 'roll_over = true', 1, 'done'],
    ['http', `status = 'redeemed'`, 3, 'done'],
  ])(
    'is not moved by %s with %s after %i days, even with the right to write it: %s',
    async (role, set, days, answer) => {
      const id = await bought({ project_id: await projectWith(EARLY) });
      const may = `grant select, update on holding to candor_${role}`;
      const as = [laterSql(days), may, `set local role candor_${role}`];
      expect(await refusalOf(site.test.ownerPool, ...as, changed(id, set))).toBe(answer);
    },
  );

  it('cannot end without its principal, even where no interest is due', async () => {
    const id = await bought({ project_id: await projectWith({ annual_rate: '0' }) });
    const end = [laterSql(7), changed(id, `status = 'matured'`)];
    const back = transfersSql({
      id: investTransferId('redemption', id, (await today()) + 7),
      type: 'redemption',
      amount: minor('1000'),
      debit: ['invested', site.member],
      credit: ['funds', site.member],
      refType: 'holding',
      refId: id,
    });
    expect(await tried(site.test.ownerPool, ...end, CHECK_NOW)).toBe('CD160');
    expect(await tried(site.test.ownerPool, ...end, back, CHECK_NOW)).toBe('done');
  });

  it('cannot be paid interest that no transfer brings', async () => {
    const id = await bought();
    const pay = [laterSql(1), changed(id, 'paid_through = starts_on')];
    const interest = transfersSql({
      id: investTransferId('interest', id, await today()),
      type: 'interest',
      amount: money(4n),
      debit: ['house', null],
      credit: ['funds', site.member],
      refType: 'holding',
      refId: id,
    });
    expect(await tried(site.test.ownerPool, ...pay, CHECK_NOW)).toBe('CD160');
    expect(await tried(site.test.ownerPool, ...pay, interest, CHECK_NOW)).toBe('done');
  });
});
