import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeMember, makeSession, writePast } from '../../testing/factories.ts';
import { creditDeposits } from './credit-deposits.ts';
import { BANK, units, startDepositSite } from '../../testing/deposit-site.ts';

const { site, post, create, pay, taken, available } = startDepositSite();

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
    const other = await makeSession(site.server.pool, await makeMember(site.server.ownerPool, '0'));
    for (const path of ['', '/paid', '/cancel']) {
      const answer = await site.server.call(path === '' ? 'GET' : 'POST', `/api/wallet/deposits/${deposit.id}${path}`, {
        token: other,
        key: randomUUID(),
        ...(path === '' ? {} : { body: {} }),
      });
      expect(answer.body.error, path).toBe('DEPOSIT_NOT_FOUND');
    }
  });

  it('is cancelled by its member until an operator has it', async () => {
    const deposit = await create();
    const cancelled = await post(`/api/wallet/deposits/${deposit.id}/cancel`, undefined);
    expect(cancelled.body.data).toMatchObject({ status: 'cancelled', reason: 'BY_MEMBER' });
    expect((await pay(deposit)).body.error).toBe('DEPOSIT_STATE_CHANGED');
    const late = await taken();
    expect((await post(`/api/wallet/deposits/${late.id}/cancel`, undefined)).body.error).toBe('DEPOSIT_STATE_CHANGED');
  });

  it('that nobody pays ends by itself', async () => {
    const deposit = await create();
    await writePast(site.server.ownerPool, `update deposit set expires_at = now() where id = $1`, [deposit.id]);
    await creditDeposits(site.server.worker.pool, site.server.worker.site, site.server.worker.secrets.fingerprint);
    const read = await site.server.call('GET', `/api/wallet/deposits/${deposit.id}`, { token: site.token });
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
    await writePast(
      site.server.ownerPool,
      `update deposit set rate_until = now() - interval '1 second' where id = $1`,
      [deposit.id],
    );
    expect((await pay(deposit, { txid: txid() })).body.error).toBe('DEPOSIT_RATE_EXPIRED');
  });
});

describe('the practice channel', () => {
  it('credits by itself after ten seconds', async () => {
    const deposit = await create({ ...BANK, channel: 'practice' });
    await pay(deposit);
    const work = async () =>
      await creditDeposits(site.server.worker.pool, site.server.worker.site, site.server.worker.secrets.fingerprint);
    await work();
    expect(await available()).toBe(units(0n));
    await writePast(
      site.server.ownerPool,
      `update deposit set paid_at = paid_at - interval '11 seconds' where id = $1`,
      [deposit.id],
    );
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
      site.server.ownerPool,
      `update deposit set paid_at = paid_at - interval '11 seconds' where id = any ($1)`,
      [[bad.id, good.id]],
    );
    const work = async (except: readonly string[]) =>
      await creditDeposits(
        site.server.worker.pool,
        site.server.worker.site,
        site.server.worker.secrets.fingerprint,
        except,
      );
    await site.server.ownerPool.query(
      `create function refuse_planted() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
       create trigger a_planted before update on deposit for each row when (new.id = '${bad.id}') execute function refuse_planted()`,
    );
    try {
      const { changed, troubled } = await work([]);
      expect({ changed, troubled: troubled.map(({ id }) => id) }).toEqual({ changed: 1, troubled: [bad.id] });
      expect(await work([bad.id])).toEqual({ changed: 0, troubled: [] });
    } finally {
      await site.server.ownerPool.query('drop function refuse_planted cascade');
    }
    expect(await available()).toBe(units(1000n));
    expect((await work([])).changed).toBe(1);
    expect(await available()).toBe(units(2000n));
  });
});
