import { randomUUID } from 'node:crypto';
import { adjustmentView } from '@candor/contract/console-members';
import { reasonText } from '@candor/contract/reason-texts';
import { transfersView } from '@candor/contract/wallet';
import { amount, minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusalOf, transfersSql, tried } from '../../testing/attacks.ts';
import { checkConservation } from '../../testing/conservation.ts';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { acting, inName, letAct } from '../../testing/test-operator.ts';

interface Operator {
  id: bigint;
  token: string;
}

let server: TestServer;
let consoleSite: TestConsole;
let maker: Operator;
let checker: Operator;
let memberId: bigint;

beforeAll(async () => {
  server = await startTestServer();
  consoleSite = await startTestConsole(server);
  maker = await consoleSite.operator('cashier');
  checker = await consoleSite.operator('cashier');
});
beforeEach(async () => {
  memberId = await makeMember(server.pool);
});
afterAll(async () => {
  await consoleSite.stop();
  await server.stop();
});

async function propose(kind: string, text: string, by = maker, more: { id?: bigint; key?: string } = {}) {
  const body = {
    memberId: (more.id ?? memberId).toString(),
    kind,
    amount: text,
    reason: 'CORRECTION',
    note: 'see ticket 12',
  };
  return (
    await consoleSite.call('POST', '/api/console/adjustments', { token: by.token, key: more.key ?? randomUUID(), body })
  ).body;
}

async function proposed(kind: 'add' | 'deduct', text: string): Promise<string> {
  return adjustmentView.parse((await propose(kind, text)).data).id;
}

async function decide(id: string, approve: boolean, by = checker, more: { reason?: string; key?: string } = {}) {
  const body = { approve, ...(more.reason === undefined ? {} : { reason: more.reason }) };
  const path = `/api/console/adjustments/${id}/decision`;
  return (await consoleSite.call('POST', path, { token: by.token, key: more.key ?? randomUUID(), body })).body;
}

async function withdraw(id: string, by = maker) {
  return (
    await consoleSite.call('POST', `/api/console/adjustments/${id}/withdraw`, {
      token: by.token,
      key: randomUUID(),
      body: {},
    })
  ).body;
}

async function balance(): Promise<bigint> {
  const { rows } = await server.ownerPool.query<{ posted: bigint }>(
    `select posted from account where member_id = $1 and kind = 'funds' and wallet = 'practice' and currency = $2`,
    [memberId, TEST_CURRENCY.code],
  );
  return rows[0]?.posted ?? 0n;
}

describe('an adjustment', () => {
  it.each([
    ['add', '100050', 'manualAdd'],
    ['deduct', '99950', 'manualDeduct'],
  ] as const)(
    'to %s moves the money once another operator approved it, and the member sees it',
    async (kind, after, type) => {
      const id = await proposed(kind, amount('50'));
      expect(await balance()).toBe(minor('100000'));
      expect(await decide(id, true)).toMatchObject({
        data: { status: 'approved', maker: { id: `${maker.id}` }, checker: { id: `${checker.id}` } },
      });
      expect(await balance()).toBe(minor(after));
      const token = await makeSession(server.pool, memberId);
      const { body } = await server.call('GET', `/api/wallet/transfers?type=${type}`, { token });
      expect(body.data).toMatchObject({ items: [{ type, refType: 'adjustment', refId: id }] });
      const { rows } = await server.ownerPool.query<{ command: string }>(
        `select command from audit where subject_id = $1 and seq is not null order by seq`,
        [id],
      );
      expect(rows.map(({ command }) => command)).toEqual([
        'console/adjustments/propose',
        'console/adjustments/approve',
      ]);
    },
  );

  it('is rejected with a reason alone', async () => {
    const id = await proposed('add', amount('50'));
    expect(await decide(id, false)).toMatchObject({ error: 'REASON_REQUIRED', fields: { reason: 'REASON_REQUIRED' } });
    expect((await decide(id, false, checker, { reason: 'no proof' })).data).toMatchObject({
      status: 'rejected',
      decisionNote: 'no proof',
    });
    expect(await balance()).toBe(minor('100000'));
  });

  it('needs a code of its kind and words for the checker; the member reads the code’s text in the statement', async () => {
    const body = {
      memberId: memberId.toString(),
      kind: 'deduct',
      amount: amount('50'),
      reason: 'BOOKED_TWICE',
      note: 'x',
    };
    const call = async (change: object) =>
      (
        await consoleSite.call('POST', '/api/console/adjustments', {
          token: maker.token,
          key: randomUUID(),
          body: { ...body, ...change },
        })
      ).body;
    expect(await call({ note: ' ' })).toMatchObject({ code: 400, fields: { note: 'NOTE_REQUIRED' } });
    expect(await call({ reason: 'GOODWILL' })).toMatchObject({ code: 400, fields: { reason: 'REASON_REQUIRED' } });
    const { id } = adjustmentView.parse((await call({})).data);
    await decide(id, true);
    const token = await makeSession(server.pool, memberId);
    const path = '/api/wallet/transfers?type=manualDeduct';
    const { body: read } = await server.call('GET', path, { token });
    expect(transfersView.parse(read.data).items).toMatchObject([{ type: 'manualDeduct', reason: 'BOOKED_TWICE' }]);
    const file = await server.call('GET', `${path}&format=csv`, { token, language: 'zh-Hant' });
    expect(file.text).toContain(reasonText('adjustmentDeduct', 'BOOKED_TWICE', 'zh-Hant'));
  });

  it('takes no more than the member has', async () => {
    const id = await proposed('deduct', amount('100001'));
    expect((await decide(id, true)).error).toBe('AVAILABLE_INSUFFICIENT');
    expect(await balance()).toBe(minor('100000'));
  });

  it.each([
    ['nothing', '0', 'AMOUNT_INVALID'],
    ['less than nothing', '-5', 'AMOUNT_INVALID'],
    ['no number', 'much', 'AMOUNT_INVALID'],
    ['too fine a part', '1.00001', 'AMOUNT_INVALID'],
  ])('of %s is refused at its field', async (_, text, error) => {
    expect(await propose('add', text)).toMatchObject({ error, fields: { amount: error } });
  });

  it('of a member who does not exist is refused', async () => {
    expect((await propose('add', amount('50'), maker, { id: 999_999_999n })).error).toBe('MEMBER_NOT_FOUND');
  });

  it('sent twice under one key is one; under one key with another body it is refused', async () => {
    const key = randomUUID();
    const first = await propose('add', amount('50'), maker, { key });
    expect((await propose('add', amount('50'), maker, { key })).data).toEqual(first.data);
    expect((await propose('add', amount('60'), maker, { key })).error).toBe('IDEMPOTENCY_KEY_REUSED');
    const { id } = adjustmentView.parse(first.data);
    const approval = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(async () => await decide(id, true, checker, { key: approval })));
    for (const { data } of answers) expect(data).toMatchObject({ status: 'approved' });
    expect(await balance()).toBe(minor('100050'));
  });

  it('approved by many at once, or withdrawn meanwhile, has exactly one effect', async () => {
    const others = await Promise.all([1, 2, 3, 4].map(async () => await consoleSite.operator('cashier')));
    for (let round = 0; round < 3; round += 1) {
      const before = await balance();
      const id = await proposed('add', amount('10'));
      const answers = await Promise.all([
        ...others.map(async (one) => (await decide(id, true, one)).error ?? 'approved'),
        (async () => (await withdraw(id)).error ?? 'withdrawn')(),
      ]);
      const effects = answers.filter((answer) => answer === 'approved' || answer === 'withdrawn');
      expect(effects).toHaveLength(1);
      expect(answers.filter((answer) => answer === 'ADJUSTMENT_STATE_CHANGED')).toHaveLength(4);
      expect((await balance()) - before).toBe(effects[0] === 'approved' ? minor('10') : 0n);
    }
    await checkConservation(server.ownerPool);
  });
});

describe('the database', () => {
  const row = (changes: Record<string, string> = {}) => {
    const columns = {
      id: 'gen_random_uuid()',
      member_id: `${memberId}`,
      wallet: `'practice'`,
      currency: `'${TEST_CURRENCY.code}'`,
      kind: `'add'`,
      amount: `${minor('50')}`,
      reason: `'x'`,
      maker: `${maker.id}`,
      ...changes,
    };
    return `${acting(maker.id)}; insert into adjustment (${Object.keys(columns).join(', ')}) values (${Object.values(columns).join(', ')})`;
  };
  const transfer = (id: string, change: object = {}) =>
    transfersSql({
      type: 'manualAdd',
      amount: minor('50'),
      debit: ['house', null],
      credit: ['funds', memberId],
      refType: 'adjustment',
      refId: id,
      ...change,
    });
  const approve = (id: string, by = checker.id) =>
    inName(`update adjustment set status = 'approved', checker = ${by} where id = '${id}'`, checker.id);
  beforeEach(async () => await letAct(server.ownerPool, maker.id, checker.id));

  it('accepts the right writes, so that each attack below fails for its own reason', async () => {
    const id = await proposed('add', amount('50'));
    expect(await tried(consoleSite.context.pool, row())).toBe('done');
    expect(
      await tried(consoleSite.context.pool, approve(id), transfer(id), 'set constraints check_money immediate'),
    ).toBe('done');
  });

  it('pays only what was approved: its member, its amount, its side, once', async () => {
    const id = await proposed('add', amount('50'));
    const stranger = await makeMember(server.pool, '0');
    const { pool } = consoleSite.context;
    expect(await refusalOf(pool, transfer(id))).toBe('NO_REASON');
    for (const change of [
      { amount: minor('51') },
      { credit: ['funds', stranger] },
      { credit: ['savings', memberId] },
      { debit: ['grants', null] },
      { type: 'manualDeduct' },
      { type: 'manualDeduct', debit: ['funds', memberId], credit: ['house', null] },
      { refType: 'deposit' },
      { refId: randomUUID() },
      { wallet: 'cash' },
    ])
      expect(
        await refusalOf(pool, approve(id), transfer(id, change)),
        JSON.stringify(change, (_, v: unknown) => String(v)),
      ).toBe('NO_REASON');
    expect(await tried(pool, approve(id), transfer(id), transfer(id))).toBe('23505');
    expect(await refusalOf(server.pool, transfer(id))).toBe('NOT_ALLOWED');
  });

  it('keeps maker, checker and member apart, and a decision final', async () => {
    const id = await proposed('add', amount('50'));
    const { pool } = consoleSite.context;
    expect(await tried(pool, row({ maker: `${memberId}` }))).toBe('23514');
    expect(await tried(pool, approve(id, maker.id))).toBe('23514');
    expect(await tried(pool, approve(id, memberId))).toBe('23514');
    expect(
      await tried(
        pool,
        inName(`update adjustment set status = 'withdrawn', checker = ${checker.id} where id = '${id}'`),
      ),
    ).toBe('23514');
    expect(await tried(pool, approve(id), 'set constraints check_money immediate')).toBe('CD011');
    await decide(id, false, checker, { reason: 'no' });
    expect(await tried(pool, approve(id))).toBe('CD011');
    expect(await tried(pool, `update adjustment set status = 'proposed', checker = null where id = '${id}'`)).toBe(
      'CD011',
    );
  });

  it.each([
    ['the amount', 'update adjustment set amount = 1'],
    ['the member', 'update adjustment set member_id = 1'],
    ['the maker', 'update adjustment set maker = 1'],
    ['the code', `update adjustment set code = 'GOODWILL'`],
    ['the reason', `update adjustment set reason = 'y'`],
    ['the time', 'update adjustment set decided_at = now()'],
    ['that it was there', 'delete from adjustment'],
  ])('lets nobody at the console change %s', async (_, sql) => {
    expect(await tried(consoleSite.context.pool, sql)).toBe('42501');
    expect(await tried(server.pool, sql)).toBe('42501');
  });
});
