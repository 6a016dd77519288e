import { createHash, randomUUID } from 'node:crypto';
import { depositView } from '@candor/contract/cashier';
import type { DepositView } from '@candor/contract/cashier';
import { deskDeposit } from '@candor/contract/desk';
import type { DeskDeposit } from '@candor/contract/desk';
import { formatMoney, money, wholeUnits } from '@candor/domain/money';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeMember, makeSession, writePast } from '../../testing/factories.ts';
import { startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import type { TestAnswer } from '../../testing/call.ts';
import { creditDeposits } from './credit-deposits.ts';
import { channelSecret, signNotice, writeSignature } from './payment-signature.ts';

type TestOperator = Awaited<ReturnType<TestConsole['operator']>>;

let server: TestServer;
let desk: TestConsole;
let first: TestOperator;
let second: TestOperator;
let memberId: bigint;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  desk = await startTestConsole(server);
  first = await desk.operator('cashier');
  second = await desk.operator('cashier');
});
afterAll(async () => {
  await desk.stop();
  await server.stop();
});
beforeEach(async () => {
  memberId = await makeMember(server.ownerPool, '0');
  token = await makeSession(server.pool, memberId);
});

/** Whole units of the test currency, as text. */
function units(count: bigint): string {
  return formatMoney(wholeUnits(count, TEST_CURRENCY), TEST_CURRENCY);
}

async function post(path: string, body: unknown, key: string = randomUUID(), as: string = token): Promise<TestAnswer> {
  return await server.call('POST', path, { token: as, key, body });
}

const BANK = { channel: 'bank', amount: '1000', currency: TEST_CURRENCY.code };

async function create(body: object = BANK, key?: string): Promise<DepositView> {
  const answer = await post('/api/wallet/deposits', body, key);
  expect(answer.body.code, answer.text).toBe(200);
  return depositView.parse(answer.body.data);
}

async function pay({ id }: { id: string }, body: object = {}): Promise<TestAnswer> {
  return await post(`/api/wallet/deposits/${id}/paid`, body);
}

async function act(
  operator: TestOperator,
  { id }: { id: string },
  name: 'take' | 'release' | 'approve' | 'reject',
  body: object,
  key: string = randomUUID(),
): Promise<TestAnswer> {
  return await desk.call('POST', `/api/console/deposits/${id}/${name}`, { token: operator.token, key, body });
}

/** A deposit that the first operator has taken. */
async function taken(body: object = BANK): Promise<DeskDeposit> {
  const deposit = await create(body);
  await pay(deposit);
  const answer = await act(first, deposit, 'take', { version: 2 });
  expect(answer.body.code, answer.text).toBe(200);
  return deskDeposit.parse(answer.body.data);
}

async function available(of = memberId): Promise<string> {
  const { rows } = await server.ownerPool.query<{ posted: bigint }>(
    `select coalesce(sum(posted - held), 0)::bigint as posted from account where member_id = $1 and kind = 'funds'`,
    [of.toString()],
  );
  return formatMoney(money(rows[0]?.posted ?? 0n), TEST_CURRENCY);
}

describe('a deposit', () => {
  it('is created with its reference, its instructions and a rate that holds for 15 minutes', async () => {
    const deposit = await create();
    expect(deposit).toMatchObject({
      status: 'recharging',
      amount: units(1000n),
      credited: null,
      instructions: { holder: 'CANDOR PRACTICE' },
      steps: [{ state: 'recharging', reason: null }],
    });
    expect(deposit.reference).toMatch(/^[A-Z2-9]{8}$/);
    expect(Date.parse(deposit.rateUntil) - Date.parse(deposit.createdAt)).toBeCloseTo(15 * 60_000, -3);
    expect(await available()).toBe(units(0n));
  });

  it('is one, however often its call is repeated', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, async () => await create(BANK, key)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect((await post('/api/wallet/deposits', { ...BANK, amount: '2000' }, key)).body.error).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
  });

  it.each([
    ['another channel', { ...BANK, channel: 'none' }, 'DEPOSIT_CHANNEL_UNAVAILABLE', 'channel'],
    ['the network of another', { ...BANK, network: 'erc20' }, 'DEPOSIT_CHANNEL_UNAVAILABLE', 'channel'],
    ['another currency', { ...BANK, currency: 'USDT' }, 'FIELD_INVALID', 'currency'],
    ['no amount', { ...BANK, amount: '' }, 'AMOUNT_REQUIRED', 'amount'],
    ['zero', { ...BANK, amount: '0.00' }, 'AMOUNT_INVALID', 'amount'],
    ['below zero', { ...BANK, amount: '-100' }, 'AMOUNT_INVALID', 'amount'],
    ['too many decimals', { ...BANK, amount: '100.00001' }, 'AMOUNT_TOO_PRECISE', 'amount'],
    ['less than the minimum', { ...BANK, amount: '99' }, 'AMOUNT_BELOW_MINIMUM', 'amount'],
    ['more than the maximum', { ...BANK, amount: '100001' }, 'AMOUNT_ABOVE_MAXIMUM', 'amount'],
  ])('is refused with %s, at its field', async (_, body, error, field) => {
    expect((await post('/api/wallet/deposits', body)).body).toMatchObject({ error, fields: { [field]: error } });
  });

  it('leaves a member at most five open ones', async () => {
    const created = await Promise.all(Array.from({ length: 7 }, async () => await post('/api/wallet/deposits', BANK)));
    expect(created.filter(({ body }) => body.code === 200)).toHaveLength(5);
    expect(created.filter(({ body }) => body.error === 'DEPOSIT_TOO_MANY')).toHaveLength(2);
  });

  it('is seen by its member alone', async () => {
    const deposit = await create();
    const other = await makeSession(server.pool, await makeMember(server.ownerPool, '0'));
    for (const path of ['', '/paid', '/cancel']) {
      const answer = await server.call(path === '' ? 'GET' : 'POST', `/api/wallet/deposits/${deposit.id}${path}`, {
        token: other,
        key: randomUUID(),
        ...(path === '' ? {} : { body: {} }),
      });
      expect(answer.body.error, path).toBe('DEPOSIT_NOT_FOUND');
    }
  });

  it('is cancelled by its member until the desk has it', async () => {
    const deposit = await create();
    const cancelled = await post(`/api/wallet/deposits/${deposit.id}/cancel`, undefined);
    expect(cancelled.body.data).toMatchObject({ status: 'cancelled', reason: 'BY_MEMBER' });
    expect((await pay(deposit)).body.error).toBe('DEPOSIT_STATE_CHANGED');
    const late = await taken();
    expect((await post(`/api/wallet/deposits/${late.id}/cancel`, undefined)).body.error).toBe('DEPOSIT_STATE_CHANGED');
  });

  it('that nobody pays ends by itself', async () => {
    const deposit = await create();
    await writePast(server.ownerPool, `update deposit set expires_at = now() where id = $1`, [deposit.id]);
    await creditDeposits(server.worker.pool, server.worker.site, server.worker.secrets.fingerprint);
    const read = await server.call('GET', `/api/wallet/deposits/${deposit.id}`, { token });
    expect(read.body.data).toMatchObject({ status: 'cancelled', reason: 'EXPIRED' });
  });
});

describe('a deposit in USDT', () => {
  const usdt = { channel: 'usdt-trc20', amount: '100', currency: 'USDT', network: 'trc20' };
  const txid = () => randomUUID().replaceAll('-', '').repeat(2);

  it('is worth what its rate says', async () => {
    expect(await create({ ...usdt, amount: '100.5' })).toMatchObject({ assetAmount: '100.500000', rate: '7.2000' });
    const deposit = await create(usdt);
    expect(deposit.amount).toBe(units(720n));
  });

  it.each([
    ['no hash', {}, 'DEPOSIT_TXID_REQUIRED'],
    ['the hash of another network', { txid: `0x${'a'.repeat(64)}` }, 'DEPOSIT_TXID_INVALID'],
    ['no hash at all', { txid: 'hello' }, 'DEPOSIT_TXID_INVALID'],
  ])('is not paid with %s', async (_, body, error) => {
    expect((await pay(await create(usdt), body)).body).toMatchObject({ error, fields: { txid: error } });
  });

  it('uses a payment once, whatever its capitals', async () => {
    const hash = txid();
    expect((await pay(await create(usdt), { txid: hash })).body.data).toMatchObject({ status: 'pending', txid: hash });
    expect((await pay(await create(usdt), { txid: hash.toUpperCase() })).body.error).toBe('DEPOSIT_TXID_USED');
  });

  it('is not paid at a rate that has expired', async () => {
    const deposit = await create(usdt);
    await writePast(server.ownerPool, `update deposit set rate_until = now() - interval '1 second' where id = $1`, [
      deposit.id,
    ]);
    expect((await pay(deposit, { txid: txid() })).body.error).toBe('DEPOSIT_RATE_EXPIRED');
  });
});

describe('the desk', () => {
  it('credits the submitted amount by one operator, in the statement too', async () => {
    const deposit = await taken();
    const approved = await act(first, deposit, 'approve', { version: deposit.version, credited: '1000' });
    expect(approved.body.data).toMatchObject({ status: 'approved', credited: units(1000n) });
    expect(await available()).toBe(units(1000n));
    const { body } = await server.call('GET', '/api/wallet/transfers?type=recharge', { token });
    expect(body.data).toMatchObject({ items: [{ amount: units(1000n), refType: 'deposit', refId: deposit.id }] });
    const seen = depositView.parse(
      (await server.call('GET', `/api/wallet/deposits/${deposit.id}`, { token })).body.data,
    );
    expect(seen.steps.map(({ state }) => state)).toEqual(['recharging', 'pending', 'reviewing', 'approved']);
  });

  it('credits another amount by two operators and with a reason', async () => {
    const deposit = await taken();
    const wanted = { version: deposit.version, credited: '900' };
    expect((await act(first, deposit, 'approve', wanted)).body).toMatchObject({ error: 'REASON_REQUIRED' });
    const proposed = await act(first, deposit, 'approve', { ...wanted, reason: 'AMOUNT_DIFFERS' });
    expect(proposed.body.data).toMatchObject({ status: 'seconding', credited: units(900n) });
    const own = { version: deposit.version + 1, credited: '900' };
    expect((await act(first, deposit, 'approve', own)).body.error).toBe('SECOND_OPERATOR_NEEDED');
    expect((await act(second, deposit, 'approve', { ...own, credited: '1000' })).body.error).toBe(
      'DEPOSIT_STATE_CHANGED',
    );
    const seen = await server.call('GET', `/api/wallet/deposits/${deposit.id}`, { token });
    expect(seen.body.data).toMatchObject({ status: 'reviewing', credited: null, reason: null });
    expect((await act(second, deposit, 'approve', own)).body.data).toMatchObject({ status: 'approved' });
    expect(await available()).toBe(units(900n));
  });

  it('rejects with a reason that the member reads, and credits nothing', async () => {
    const deposit = await taken();
    const reject = { version: deposit.version, reason: 'PAYMENT_NOT_FOUND', note: 'nothing came' };
    expect((await act(first, deposit, 'reject', reject)).body.data).toMatchObject({ status: 'rejected' });
    const seen = await server.call('GET', `/api/wallet/deposits/${deposit.id}`, { token });
    expect(seen.body.data).toMatchObject({ status: 'rejected', reason: 'PAYMENT_NOT_FOUND', note: 'nothing came' });
    expect(await available()).toBe(units(0n));
  });

  it.each([2, 8])('approves once, though %i calls approve at once', async (times) => {
    const deposit = await taken();
    const body = { version: deposit.version, credited: '1000' };
    const answers = await Promise.all(
      Array.from({ length: times }, async () => await act(first, deposit, 'approve', body)),
    );
    expect(answers.filter(({ body: { code } }) => code === 200)).toHaveLength(1);
    expect(await available()).toBe(units(1000n));
  });

  it('lets one of two operators take it, and tells the other', async () => {
    const deposit = await create();
    await pay(deposit);
    const answers = await Promise.all(
      [first, second].map(async (one) => await act(one, deposit, 'take', { version: 2 })),
    );
    expect(answers.map(({ body }) => body.error ?? 'ok').toSorted()).toEqual(['DEPOSIT_STATE_CHANGED', 'ok']);
  });

  it('names who made each step, also after a release', async () => {
    const deposit = await create();
    await pay(deposit);
    await act(first, deposit, 'take', { version: 2 });
    await act(first, deposit, 'release', { version: 3 });
    await act(second, deposit, 'take', { version: 4 });
    const answer = await act(second, deposit, 'reject', { version: 5, reason: 'PAYMENT_NOT_FOUND' });
    expect(deskDeposit.parse(answer.body.data).steps.map(({ state, by }) => [state, by?.id])).toEqual([
      ['recharging', undefined],
      ['pending', undefined],
      ['reviewing', `${first.id}`],
      ['pending', `${first.id}`],
      ['reviewing', `${second.id}`],
      ['rejected', `${second.id}`],
    ]);
    // The member hears what happened, and not who did it.
    const { text } = await server.call('GET', `/api/wallet/deposits/${deposit.id}`, { token });
    expect(text).not.toContain('"by"');
  });

  it('decides an approval against a cancellation once', async () => {
    const deposit = await create();
    await pay(deposit);
    const [cancelled, took] = await Promise.all([
      post(`/api/wallet/deposits/${deposit.id}/cancel`, undefined),
      act(first, deposit, 'take', { version: 2 }),
    ]);
    expect([cancelled.body.code, took.body.code].filter((code) => code === 200)).toHaveLength(1);
  });

  it('does not let an operator decide on their own deposit', async () => {
    const own = await makeSession(server.pool, first.id);
    const answer = await post('/api/wallet/deposits', BANK, randomUUID(), own);
    const deposit = depositView.parse(answer.body.data);
    await post(`/api/wallet/deposits/${deposit.id}/paid`, {}, randomUUID(), own);
    expect((await act(first, deposit, 'take', { version: 2 })).body.error).toBe('ITEM_OWN');
  });

  it('lists the oldest first, by state, kind, reference and member', async () => {
    const deposits = [await create(), await create()];
    for (const deposit of deposits) await pay(deposit);
    const { rows } = await server.ownerPool.query<{ username: string }>('select username from member where id = $1', [
      memberId.toString(),
    ]);
    const list = async (search: string): Promise<string[]> => {
      const answer = await desk.call('GET', `/api/console/deposits?${search}`, { token: first.token });
      expect(answer.body.code, answer.text).toBe(200);
      return (answer.body.data as { items: { id: string }[] }).items.map(({ id }) => id);
    };
    const name = rows[0]?.username.toUpperCase() ?? '';
    const ids = deposits.map(({ id }) => id);
    expect(await list(`q=${name}`)).toEqual(ids);
    expect(await list(`q=${name}&limit=1&cursor=${ids[0]}`)).toEqual([ids[1]]);
    expect(await list(`q=${deposits[1]?.reference.toLowerCase()}`)).toEqual([ids[1]]);
    expect(await list(`q=${name}&kind=usdt`)).toEqual([]);
    expect(await list(`q=${name}&status=approved`)).toEqual([]);
    expect(await list('q=%25')).toEqual([]);
  });

  it('is for operators with the permission', async () => {
    const deposit = await taken();
    const auditor = await desk.operator('auditor');
    expect((await desk.call('GET', '/api/console/deposits', { token: auditor.token })).body.code).toBe(200);
    expect((await act(auditor, deposit, 'approve', { version: 3, credited: '1000' })).body.error).toBe('FORBIDDEN');
    expect((await act({ ...first, token }, deposit, 'approve', { version: 3, credited: '1000' })).body.error).toBe(
      'SESSION_INVALID',
    );
  });
});

describe('the invitation reward', () => {
  it('comes once, with the first credited deposit, even when two are approved at once', async () => {
    const inviter = await makeMember(server.ownerPool, '0');
    await server.ownerPool.query('update member set invited_by = $1 where id = $2', [
      inviter.toString(),
      memberId.toString(),
    ]);
    const deposits = [await taken(), await taken()];
    const answers = await Promise.all(
      deposits.map(async (deposit) => await act(first, deposit, 'approve', { version: 3, credited: '1000' })),
    );
    expect(answers.map(({ body }) => body.code)).toEqual([200, 200]);
    expect(await available(inviter)).toBe(units(58n));
    const invite = await server.call('GET', '/api/account/invite', { token: await makeSession(server.pool, inviter) });
    expect(invite.body.data).toMatchObject({ invited: 1, rewarded: 1, earned: units(58n) });
  });
});

describe('the practice channel', () => {
  it('credits by itself after ten seconds', async () => {
    const deposit = await create({ ...BANK, channel: 'practice' });
    await pay(deposit);
    const work = async () =>
      await creditDeposits(server.worker.pool, server.worker.site, server.worker.secrets.fingerprint);
    await work();
    expect(await available()).toBe(units(0n));
    await writePast(server.ownerPool, `update deposit set paid_at = paid_at - interval '11 seconds' where id = $1`, [
      deposit.id,
    ]);
    await Promise.all([work(), work()]);
    expect(await available()).toBe(units(1000n));
  });
});

describe('the worker', () => {
  it('credits the other deposits beside one that throws, and leaves out what rests', async () => {
    const [bad, good] = [
      await create({ ...BANK, channel: 'practice' }),
      await create({ ...BANK, channel: 'practice' }),
    ];
    for (const deposit of [bad, good]) await pay(deposit);
    await writePast(
      server.ownerPool,
      `update deposit set paid_at = paid_at - interval '11 seconds' where id = any ($1)`,
      [[bad.id, good.id]],
    );
    const work = async (except: readonly string[]) =>
      await creditDeposits(server.worker.pool, server.worker.site, server.worker.secrets.fingerprint, except);
    await server.ownerPool.query(
      `create function refuse_planted() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
       create trigger a_planted before update on deposit for each row when (new.id = '${bad.id}') execute function refuse_planted()`,
    );
    try {
      const { changed, troubled } = await work([]);
      expect({ changed, troubled: troubled.map(({ id }) => id) }).toEqual({ changed: 1, troubled: [bad.id] });
      expect(await work([bad.id])).toEqual({ changed: 0, troubled: [] });
    } finally {
      await server.ownerPool.query('drop function refuse_planted cascade');
    }
    expect(await available()).toBe(units(1000n));
    expect((await work([])).changed).toBe(1);
    expect(await available()).toBe(units(2000n));
  });
});

describe('a payment notice', () => {
  const CHANNEL = 'online-practice';
  const online = { ...BANK, channel: CHANNEL };

  async function notify(body: string, { at = Date.now(), secret = true, signed = body } = {}): Promise<TestAnswer> {
    const key = channelSecret(secret ? server.context.secrets.fingerprint : Buffer.from('other'), CHANNEL);
    const seconds = BigInt(Math.floor(at / 1000));
    return await server.call('POST', `/api/webhooks/payments/${CHANNEL}`, {
      body,
      headers: { 'candor-signature': writeSignature(seconds, signNotice(key, seconds, signed)) },
    });
  }

  function noticeOf({ reference, assetAmount }: DepositView, more: object = {}): string {
    return JSON.stringify({
      event: randomUUID(),
      reference,
      status: 'paid',
      amount: assetAmount,
      currency: TEST_CURRENCY.code,
      ...more,
    });
  }

  async function work(): Promise<void> {
    await creditDeposits(server.worker.pool, server.worker.site, server.worker.secrets.fingerprint);
  }

  it('credits its deposit once, though it comes three times', async () => {
    const body = noticeOf(await create(online));
    for (let i = 0; i < 3; i += 1) expect((await notify(body)).status).toBe(200);
    await Promise.all([work(), work()].map(async (one) => await one.catch(() => undefined)));
    await work();
    expect(await available()).toBe(units(1000n));
  });

  it.each([
    ['another secret', { secret: false }],
    ['an old time', { at: Date.now() - 6 * 60_000 }],
    ['a time to come', { at: Date.now() + 6 * 60_000 }],
    ['the signature of another body', { signed: 'other' }],
  ])('is refused with %s', async (_, how) => {
    expect((await notify(noticeOf(await create(online)), how)).status).toBe(401);
    await work();
    expect(await available()).toBe(units(0n));
  });

  it.each([
    ['another amount', { amount: '999' }],
    ['another currency', { currency: 'USDT' }],
    ['a payment that failed', { status: 'failed' }],
    ['an unknown reference', { reference: 'ABCDEFGH' }],
  ])('credits nothing with %s', async (_, more) => {
    expect((await notify(noticeOf(await create(online), more))).status).toBe(200);
    await work();
    expect(await available()).toBe(units(0n));
  });

  it('that the role http invents is refused by the worker', async () => {
    const body = noticeOf(await create(online));
    await server.pool.query(
      `insert into payment_notice (channel, event_id, body, signed_at, signature) values ($1, 'x', $2, 1, $3)`,
      [CHANNEL, body, Buffer.alloc(32)],
    );
    await work();
    expect(await available()).toBe(units(0n));
  });

  it('comes from the practice payment page', async () => {
    const deposit = await create(online);
    const page = await server.call('GET', `/api/practice-payment?reference=${deposit.reference}`);
    expect(page.text).toContain(deposit.assetAmount);
    const style = /<style>([^<]*)<\/style>/u.exec(page.text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page.headers['content-security-policy']).toContain(`default-src 'none';style-src 'sha256-${hash}'`);
    const paid = await server.call('POST', '/api/practice-payment', {
      body: `reference=${deposit.reference}&choice=paid`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([paid.status, paid.headers['location']]).toEqual([303, `/#/pages/recharge/index?deposit=${deposit.id}`]);
    await work();
    expect(await available()).toBe(units(1000n));
  });

  it('finds its page in the language of the client, and leads back under the domain of its address', async () => {
    const deposit = await create(online);
    const at = (more: string) => `/api/practice-payment?reference=${deposit.reference}${more}`;
    const page = await server.call('GET', at('&language=zh-Hant&domain=k7'), { language: 'en' });
    expect(page.text).toContain('<html lang="zh-Hant">');
    expect(page.text).toContain('模擬支付成功');
    expect(page.text).toContain('name="domain" value="k7"');
    const failed = await server.call('POST', '/api/practice-payment', {
      body: `reference=${deposit.reference}&choice=failed&domain=k7`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(failed.headers['location']).toBe(`/#/pages/recharge/index?deposit=${deposit.id}&domain=k7`);
    for (const wrong of ['&domain=%22%3E%3Cscript%3E', '&domain=', '&language=xx', `&domain=${'x'.repeat(65)}`])
      expect((await server.call('GET', at(wrong))).body.code, wrong).toBe(400);
  });
});
