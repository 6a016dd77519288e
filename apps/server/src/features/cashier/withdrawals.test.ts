import { randomUUID } from 'node:crypto';
import { withdrawalTermsView, withdrawalView } from '@candor/contract/cashier';
import type { WithdrawalView } from '@candor/contract/cashier';
import { deskWithdrawal } from '@candor/contract/desk';
import type { DeskWithdrawal } from '@candor/contract/desk';
import { formatMoney, money, wholeUnits } from '@candor/domain/money';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sealCard } from '../../services/papers/papers-of-member.ts';
import { createPasswords } from '../../services/secrets/passwords.ts';
import type { TestAnswer } from '../../testing/call.ts';
import { makeMember, makeSession, writePast } from '../../testing/factories.ts';
import { startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';

type TestOperator = Awaited<ReturnType<TestConsole['operator']>>;

const PIN = '271828';
const CARD = '6222021234567890128';

let server: TestServer;
let desk: TestConsole;
let first: TestOperator;
let second: TestOperator;
let hash: string;
let memberId: bigint;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  desk = await startTestConsole(server);
  first = await desk.operator('cashier');
  second = await desk.operator('cashier');
  hash = await createPasswords().hash(PIN);
});
afterAll(async () => {
  await desk.stop();
  await server.stop();
});
beforeEach(async () => {
  memberId = await makeReady();
  token = await makeSession(server.pool, memberId);
});

/** A member with 1000, a bound card and a withdraw password. */
async function makeReady(): Promise<bigint> {
  const id = await makeMember(server.ownerPool, '1000');
  const { holderSealed, numberSealed } = sealCard(server.context.secrets.seal, id, { holder: '王小明', number: CARD });
  await server.ownerPool.query('update member set withdraw_password_hash = $2 where id = $1', [id.toString(), hash]);
  await server.ownerPool.query(
    `insert into bank_card (member_id, holder_sealed, number_sealed, bank) values ($1, $2, $3, 'ICBC')`,
    [id.toString(), holderSealed, numberSealed],
  );
  return id;
}

/** Whole units of the test currency, as text. */
function units(count: bigint): string {
  return formatMoney(wholeUnits(count, TEST_CURRENCY), TEST_CURRENCY);
}

async function ask(amount = '200', { pin = PIN, key = randomUUID(), as = token } = {}): Promise<TestAnswer> {
  return await server.call('POST', '/api/wallet/withdrawals', { token: as, key, body: { amount, withdrawPwd: pin } });
}

async function asked(amount?: string): Promise<WithdrawalView> {
  const answer = await ask(amount);
  expect(answer.body.code, answer.text).toBe(200);
  return withdrawalView.parse(answer.body.data);
}

async function cancel({ id }: { id: string }, as = token): Promise<TestAnswer> {
  return await server.call('POST', `/api/wallet/withdrawals/${id}/cancel`, { token: as, key: randomUUID() });
}

type Act = 'take' | 'release' | 'approve' | 'reject' | 'payout';

async function act(operator: TestOperator, { id }: { id: string }, name: Act, body: object): Promise<TestAnswer> {
  return await desk.call('POST', `/api/console/withdrawals/${id}/${name}`, {
    token: operator.token,
    key: randomUUID(),
    body,
  });
}

/** A withdrawal of 200 that has come so far at the desk. */
async function at(state: 'reviewing' | 'seconding' | 'approved'): Promise<DeskWithdrawal> {
  const withdrawal = await asked();
  const path = [
    ['reviewing', first, 'take'],
    ['seconding', first, 'approve'],
    ['approved', second, 'approve'],
  ] as const;
  let version = 1;
  for (const [came, operator, name] of path) {
    const answer = await act(operator, withdrawal, name, { version });
    expect(answer.body.code, answer.text).toBe(200);
    if (came === state) return deskWithdrawal.parse(answer.body.data);
    version += 1;
  }
  throw new Error('unreachable');
}

async function balance(of = memberId): Promise<{ posted: string; held: string }> {
  const { rows } = await server.ownerPool.query<{ posted: bigint; held: bigint }>(
    `select posted, held from account where member_id = $1 and kind = 'funds'`,
    [of.toString()],
  );
  const text = (amount: bigint | undefined) => formatMoney(money(amount ?? 0n), TEST_CURRENCY);
  return { posted: text(rows[0]?.posted), held: text(rows[0]?.held) };
}

describe('a withdrawal', () => {
  it('holds its amount at once, tells fee and card, and moves nothing', async () => {
    const withdrawal = await asked();
    expect(withdrawal).toMatchObject({
      status: 'pending',
      payout: 'none',
      amount: units(200n),
      fee: units(2n),
      credited: units(198n),
      card: { bank: 'ICBC', holder: '王**', number: '6222 **** **** 0128' },
      canCancel: true,
    });
    expect(await balance()).toEqual({ posted: units(1000n), held: units(200n) });
    const { rows } = await server.ownerPool.query<{ row: string }>(
      'select w::text as row from withdrawal w where id = $1',
      [withdrawal.id],
    );
    expect(rows[0]?.row).not.toMatch(/小明|12345678/);
  });

  it('is one, however often its call is repeated', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 4 }, async () => await ask('200', { key })));
    expect(new Set(answers.map(({ body }) => (body.data as { id: string }).id)).size).toBe(1);
    expect(await balance()).toMatchObject({ held: units(200n) });
  });

  it('of the whole balance is made once, though five are asked for at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, async () => await ask('1000')));
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'AVAILABLE_INSUFFICIENT')).toHaveLength(4);
    expect(await balance()).toEqual({ posted: units(1000n), held: units(1000n) });
  });

  it.each([
    ['no amount', '', 'AMOUNT_REQUIRED'],
    ['zero', '0', 'AMOUNT_INVALID'],
    ['words', 'all', 'AMOUNT_INVALID'],
    ['too little', '99', 'AMOUNT_BELOW_MINIMUM'],
    ['too much', '50001', 'AMOUNT_ABOVE_MAXIMUM'],
    ['more than there is', '1001', 'AVAILABLE_INSUFFICIENT'],
  ])('is refused with %s, at its field', async (_, amount, error) => {
    expect((await ask(amount)).body).toMatchObject({ error, fields: { amount: error } });
  });

  it('stays within the day', async () => {
    await server.ownerPool.query(`update withdrawal_rule set daily_max = max`);
    await server.ownerPool.query(`update withdrawal_rule set max = $1, daily_max = $1`, [
      wholeUnits(500n, TEST_CURRENCY).toString(),
    ]);
    await asked('300');
    expect((await ask('201')).body).toMatchObject({
      error: 'WITHDRAWAL_DAILY_LIMIT',
      fields: { amount: 'WITHDRAWAL_DAILY_LIMIT' },
      params: { limit: `¥${units(200n)}` },
    });
    const cancelled = await asked('200');
    expect((await cancel(cancelled)).body.code).toBe(200);
    expect((await ask('200')).body.code).toBe(200);
    await server.ownerPool.query(`update withdrawal_rule set max = $1, daily_max = $2`, [
      wholeUnits(50_000n, TEST_CURRENCY).toString(),
      wholeUnits(100_000n, TEST_CURRENCY).toString(),
    ]);
  });

  it.each([
    ['without a card', 'delete from bank_card where member_id = $1', 'BANK_CARD_REQUIRED'],
    ['that is forbidden', 'update member set withdrawal_allowed = false where id = $1', 'WITHDRAWAL_FORBIDDEN'],
    ['of a frozen member', 'update member set frozen = true where id = $1', 'ACCOUNT_FROZEN'],
    [
      'during a pause',
      `update member set withdrawals_paused_until = now() + interval '2 hours' where id = $1`,
      'WITHDRAWAL_PAUSED',
    ],
  ])('%s is refused, and the screen knows before', async (_, sql, error) => {
    await server.ownerPool.query(sql, [memberId.toString()]);
    const terms = await server.call('GET', '/api/wallet/withdrawal-terms', { token });
    expect(withdrawalTermsView.parse(terms.body.data).blockers).toEqual([error]);
    expect((await ask()).body.error).toBe(error);
    expect(await balance()).toMatchObject({ held: units(0n) });
  });

  it('is forbidden with the operator’s own words, as long as it is', async () => {
    const terms = async () =>
      withdrawalTermsView.parse((await server.call('GET', '/api/wallet/withdrawal-terms', { token })).body.data);
    const restrict = async (restricted: boolean, reason: string) =>
      await server.ownerPool.query(
        `insert into member_restriction (member_id, kind, restricted, reason, operator_id) values ($1, 'withdrawal', $2, $3, $4)`,
        [memberId.toString(), restricted, reason, (await makeMember(server.pool, '0')).toString()],
      );
    expect((await terms()).forbiddenReason).toBeNull();
    await restrict(true, '请补充资金来源');
    expect(await terms()).toMatchObject({ blockers: ['WITHDRAWAL_FORBIDDEN'], forbiddenReason: '请补充资金来源' });
    await restrict(false, 'fine');
    expect(await terms()).toMatchObject({ blockers: [], forbiddenReason: null });
  });

  it('needs a verified identity where the site asks for it', async () => {
    await server.ownerPool.query('update withdrawal_rule set identity_required = true');
    const answer = await ask();
    await server.ownerPool.query('update withdrawal_rule set identity_required = false');
    expect(answer.body.error).toBe('IDENTITY_NOT_VERIFIED');
  });

  it('is released by its member until the desk has it', async () => {
    const withdrawal = await asked();
    expect((await cancel(withdrawal)).body.data).toMatchObject({
      status: 'cancelled',
      reason: 'BY_MEMBER',
      canCancel: false,
    });
    expect(await balance()).toEqual({ posted: units(1000n), held: units(0n) });
    expect((await cancel(withdrawal)).body.error).toBe('WITHDRAWAL_STATE_CHANGED');
    expect((await cancel(await at('reviewing'))).body.error).toBe('WITHDRAWAL_STATE_CHANGED');
  });

  it('is seen and cancelled by its member alone', async () => {
    const withdrawal = await asked();
    const other = await makeSession(server.pool, await makeReady());
    expect((await cancel(withdrawal, other)).body.error).toBe('WITHDRAWAL_NOT_FOUND');
    const read = await server.call('GET', `/api/wallet/withdrawals/${withdrawal.id}`, { token: other });
    expect(read.body.error).toBe('WITHDRAWAL_NOT_FOUND');
    const list = await server.call('GET', '/api/wallet/withdrawals', { token: other });
    expect(list.body.data).toMatchObject({ items: [], count: 0 });
  });
});

describe('the card of a withdrawal that runs', () => {
  const card = async (method: 'POST' | 'DELETE', body: object): Promise<string> =>
    (await server.call(method, '/api/account/bank-card', { token, key: randomUUID(), body })).body.error ?? 'OK';
  const remove = async () => await card('DELETE', { withdrawPwd: PIN });
  const replace = async () => await card('POST', { number: CARD, bank: 'ICBC', withdrawPwd: PIN });

  it.each(['pending', 'reviewing', 'seconding', 'approved'] as const)('stays while it is %s', async (state) => {
    if (state === 'pending') await asked();
    else await at(state);
    expect([await remove(), await replace()]).toEqual(['BANK_CARD_IN_USE', 'BANK_CARD_BOUND']);
  });

  it('can be removed when the withdrawal is over', async () => {
    await cancel(await asked());
    expect(await remove()).toBe('OK');
  });
});

describe('the withdraw password', () => {
  it('has five tries, also when they come at once, and then rests', async () => {
    const wrong = await Promise.all(Array.from({ length: 8 }, async () => await ask('200', { pin: '000001' })));
    const left = wrong.flatMap(({ body }) =>
      body.error === 'WITHDRAW_PASSWORD_MISMATCH' ? [(body['params'] as { left: number }).left] : [],
    );
    expect(left.toSorted()).toEqual([0, 1, 2, 3, 4]);
    expect(wrong.filter(({ body }) => body.error === 'WITHDRAW_PASSWORD_LOCKED')).toHaveLength(3);
    expect((await ask()).body.error).toBe('WITHDRAW_PASSWORD_LOCKED');
    expect(await balance()).toMatchObject({ held: units(0n) });
    await server.ownerPool.query(`update withdraw_password_try set locked_until = now() where member_id = $1`, [
      memberId.toString(),
    ]);
    expect((await ask()).body.code).toBe(200);
  });

  it('starts again after a right one', async () => {
    await ask('200', { pin: '000001' });
    await asked();
    const terms = await server.call('GET', '/api/wallet/withdrawal-terms', { token });
    expect(terms.body.data).toMatchObject({ triesLeft: 5 });
  });
});

describe('the desk', () => {
  it('pays after two operators approved', async () => {
    const withdrawal = await at('seconding');
    expect(await balance()).toEqual({ posted: units(1000n), held: units(200n) });
    const own = await act(first, withdrawal, 'approve', { version: withdrawal.version });
    expect(own.body.error).toBe('SECOND_OPERATOR_NEEDED');
    const approved = await act(second, withdrawal, 'approve', { version: withdrawal.version });
    expect(approved.body.data).toMatchObject({ status: 'approved', firstBy: { id: String(first.id) } });
    expect(await balance()).toEqual({ posted: units(800n), held: units(0n) });
    const { body } = await server.call('GET', '/api/wallet/transfers?type=withdraw,fee', { token });
    expect((body.data as { items: { amount: string }[] }).items.map(({ amount }) => amount)).toEqual([
      `-${units(2n)}`,
      `-${units(198n)}`,
    ]);
  });

  it('shows the full card to who reviews, and writes that down', async () => {
    const withdrawal = await at('reviewing');
    const read = await desk.call('GET', `/api/console/withdrawals/${withdrawal.id}`, { token: first.token });
    expect(read.body.data).toMatchObject({
      payee: { holder: '王小明', number: CARD },
      balance: { available: units(800n), held: units(200n), after: units(800n) },
    });
    const { rows } = await server.ownerPool.query(
      `select from audit where command = 'console/withdrawals/open' and subject_id = $1 and actor_id = $2`,
      [withdrawal.id, first.id.toString()],
    );
    expect(rows).toHaveLength(1);
    const support = await desk.operator('support');
    const refused = await desk.call('GET', `/api/console/withdrawals/${withdrawal.id}`, { token: support.token });
    expect(refused.body.error).toBe('FORBIDDEN');
    const list = await desk.call('GET', '/api/console/withdrawals', { token: support.token });
    expect(list.text).not.toContain(CARD);
  });

  it('rejects with a reason, and releases the whole amount', async () => {
    const withdrawal = await at('seconding');
    const bare = await act(second, withdrawal, 'reject', { version: withdrawal.version });
    expect(bare.body).toMatchObject({ code: 400, fields: { reason: 'REASON_REQUIRED' } });
    const rejected = await act(second, withdrawal, 'reject', { version: withdrawal.version, reason: 'CARD_WRONG' });
    expect(rejected.body.data).toMatchObject({ status: 'rejected' });
    expect(await balance()).toEqual({ posted: units(1000n), held: units(0n) });
    const seen = await server.call('GET', `/api/wallet/withdrawals/${withdrawal.id}`, { token });
    expect(seen.body.data).toMatchObject({ status: 'rejected', reason: 'CARD_WRONG' });
  });

  it.each([
    ['approvals', ['approve', 'approve', 'approve'] as const],
    ['an approval and a rejection', ['approve', 'reject'] as const],
    ['an approval and a release', ['approve', 'release'] as const],
  ])('decides once between %s', async (_, names) => {
    const withdrawal = await at('seconding');
    const body = { version: withdrawal.version };
    const answers = await Promise.all(
      names.map(
        async (name) =>
          await act(second, withdrawal, name, { ...body, ...(name === 'reject' ? { reason: 'OTHER' } : {}) }),
      ),
    );
    expect(answers.filter(({ body: { code } }) => code === 200)).toHaveLength(1);
  });

  it('decides once between its taking and the member’s cancelling', async () => {
    const withdrawal = await asked();
    const answers = await Promise.all([cancel(withdrawal), act(first, withdrawal, 'take', { version: 1 })]);
    expect(answers.filter(({ body: { code } }) => code === 200)).toHaveLength(1);
  });

  it('records the payment, step by step', async () => {
    const { id } = await at('approved');
    const step = async (version: number, name: string, more = {}) =>
      await act(first, { id }, 'payout', { version, step: name, ...more });
    expect((await step(4, 'arrived')).body.error).toBe('WITHDRAWAL_STATE_CHANGED');
    expect((await step(4, 'sent', { payoutRef: 'B-1' })).body.data).toMatchObject({ payout: 'sent', payoutRef: 'B-1' });
    expect((await step(4, 'arrived')).body.error).toBe('WITHDRAWAL_STATE_CHANGED');
    expect((await step(5, 'arrived')).body.data).toMatchObject({ payout: 'arrived', payoutRef: 'B-1' });
    const seen = withdrawalView.parse((await server.call('GET', `/api/wallet/withdrawals/${id}`, { token })).body.data);
    expect(seen.steps.map(({ state }) => state)).toEqual(['pending', 'reviewing', 'approved', 'sent', 'arrived']);
    expect((await step(6, 'returned', { reason: 'BANK_REFUSED' })).body.error).toBe('WITHDRAWAL_STATE_CHANGED');
  });

  it('credits a returned payment again with its fee, once, and says why', async () => {
    const { id } = await at('approved');
    await act(first, { id }, 'payout', { version: 4, step: 'sent' });
    expect((await act(first, { id }, 'payout', { version: 5, step: 'returned' })).body.error).toBe('REASON_REQUIRED');
    const returned = { version: 5, step: 'returned', reason: 'BANK_REFUSED' };
    const answers = await Promise.all([
      act(first, { id }, 'payout', returned),
      act(second, { id }, 'payout', returned),
    ]);
    expect(answers.filter(({ body: { code } }) => code === 200)).toHaveLength(1);
    expect(await balance()).toEqual({ posted: units(1000n), held: units(0n) });
    const seen = await server.call('GET', `/api/wallet/withdrawals/${id}`, { token });
    expect(seen.body.data).toMatchObject({ payout: 'returned', reason: 'BANK_REFUSED' });
  });

  it('needs the permission to pay', async () => {
    const { id } = await at('approved');
    const auditor = await desk.operator('auditor');
    expect((await act(auditor, { id }, 'payout', { version: 4, step: 'sent' })).body.error).toBe('FORBIDDEN');
  });
});

it('everyone sees how long withdrawals wait', async () => {
  for (let quick = 0; quick < 2; quick += 1) await at('approved');
  const decided = await at('approved');
  const waiting = await asked('100');
  for (const sql of [
    `update withdrawal set decided_at = created_at + interval '10 minutes' where decided_at is not null`,
    `update withdrawal set decided_at = created_at + interval '60 minutes' where id = '${decided.id}'`,
    `update withdrawal set created_at = clock_timestamp() - interval '30 minutes' where id = '${waiting.id}'`,
  ])
    await writePast(server.ownerPool, sql);
  const { body } = await server.call('GET', '/api/wallet/withdrawal-waits');
  expect(body.data).toMatchObject({ medianMinutes: 10, longestMinutes: 60, longestWaitingMinutes: 30 });
  expect((body.data as { waiting: number }).waiting).toBeGreaterThan(0);
});

it('a running withdrawal keeps the time it was promised when the rule changes', async () => {
  const promised = ({ createdAt, expectedAt }: WithdrawalView) => Date.parse(expectedAt ?? '') - Date.parse(createdAt);
  const first = await asked();
  const { rows } = await server.ownerPool.query<{ hours: number }>(
    'select arrival_hours as hours from withdrawal_rule',
  );
  const hours = rows[0]?.hours ?? 0;
  expect(promised(first)).toBe(hours * 3_600_000);
  await server.ownerPool.query('update withdrawal_rule set arrival_hours = $1', [hours + 24]);
  try {
    const again = await server.call('GET', `/api/wallet/withdrawals/${first.id}`, { token });
    expect(withdrawalView.parse(again.body.data).expectedAt).toBe(first.expectedAt);
    expect(promised(await asked())).toBe((hours + 24) * 3_600_000);
  } finally {
    await server.ownerPool.query('update withdrawal_rule set arrival_hours = $1', [hours]);
  }
});
