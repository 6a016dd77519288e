import { randomUUID } from 'node:crypto';
import { depositView } from '@candor/contract/cashier';
import { limitsView } from '@candor/contract/limits';
import type { LimitsView } from '@candor/contract/limits';
import { orderView } from '@candor/contract/trading';
import type { OrderView } from '@candor/contract/trading';
import { dateText, localDay } from '@candor/domain/market/local-time';
import { limitPeriod, LIMIT_PERIODS } from '@candor/domain/limits/limit-period';
import { amount, minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { creditDeposits } from '../features/cashier/credit-deposits.ts';
import type { TestAnswer } from '../testing/call.ts';
import { databaseNow, makeMember, makeProduct, makeSession, makeTicks, writePast } from '../testing/factories.ts';
import { runOn } from '../testing/signed-orders.ts';
import { startTestConsole } from '../testing/test-console.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

const PATH = '/api/account/limits';
const PRICE = 10_000;
/** As many products as orders are sent at once: a member has one open order of each. */
const PRODUCTS = Array.from({ length: 20 }, (_, index) => `LIMIT${index}`);

let server: TestServer;
let timeZone: string;
let memberId: bigint;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  timeZone = server.context.site.timeZone;
  for (const product of PRODUCTS) await makeProduct(server.ownerPool, product);
});
afterAll(async () => await server.stop());
beforeEach(async () => {
  memberId = await makeMember(server.pool);
  token = await makeSession(server.pool, memberId);
});

async function put(body: object, { key, as = token }: { key?: string; as?: string } = {}): Promise<TestAnswer> {
  return await server.call('PUT', PATH, { token: as, body, ...(key === undefined ? {} : { key }) });
}

async function changed(body: object): Promise<LimitsView> {
  const answer = await put(body);
  expect(answer.body.code, answer.text).toBe(200);
  return limitsView.parse(answer.body.data);
}

async function read(as = token): Promise<LimitsView> {
  return limitsView.parse((await server.call('GET', PATH, { token: as })).body.data);
}

function stakeLimit(units: string | null, period = 'day') {
  return limit('stake', units, period);
}

function limit(kind: string, units: string | null, period = 'day') {
  return { limits: [{ kind, period, amount: units === null ? null : amount(units) }] };
}

/** Time passes for the member's waiting limits. */
async function pass(hours: number): Promise<void> {
  await server.ownerPool.query(
    'update own_limit set next_at = next_at - make_interval(hours => $2) where member_id = $1',
    [memberId.toString(), hours],
  );
}

async function freshTick(product: string): Promise<void> {
  const at = Math.floor((await databaseNow(server.pool)) / 1000) * 1000;
  const { rows } = await server.pool.query<{ at: number }>('select at from tick_head where product = $1', [product]);
  if ((rows[0]?.at ?? 0) < at) await makeTicks(server, product, [{ at, price: PRICE }]);
}

async function order(stake: string, product: string, language?: string): Promise<TestAnswer> {
  await freshTick(product);
  return await server.call('POST', '/api/trade/orders', {
    token,
    key: randomUUID(),
    body: { product, direction: 'up', durationSec: 5, stake: amount(stake) },
    ...(language === undefined ? {} : { language }),
  });
}

let products = 0;
async function newProduct(): Promise<string> {
  products += 1;
  return await makeProduct(server.ownerPool, `OWN${products}`);
}

/** Places an order on a new product. */
async function placed(stake: string): Promise<OrderView> {
  const answer = await order(stake, await newProduct());
  expect(answer.body.code, answer.text).toBe(200);
  return orderView.parse(answer.body.data);
}

/** Settles an order as won, lost, tied or void. */
async function settle(open: OrderView, outcome: 'won' | 'lost' | 'tied' | 'voided'): Promise<void> {
  const exit = { won: PRICE + 1, lost: PRICE - 1, tied: PRICE, voided: PRICE }[outcome];
  await runOn(
    server,
    open,
    outcome === 'voided'
      ? [[60, PRICE]]
      : [
          [0, PRICE],
          [5, exit],
        ],
  );
}

async function useOf(
  kind: string,
  period = 'day',
): Promise<{ used: string | undefined; left: string | null | undefined }> {
  const found = (await read()).limits.find((each) => each.kind === kind && each.period === period);
  return { used: found?.used, left: found?.left };
}

async function deposit(units: string): Promise<TestAnswer> {
  const body = { channel: 'bank', amount: amount(units), currency: TEST_CURRENCY.code };
  return await server.call('POST', '/api/wallet/deposits', { token, key: randomUUID(), body });
}

/** A deposit on the practice channel that the member has reported as paid. */
async function practiceDeposit(units: string): Promise<{ id: string }> {
  const body = { channel: 'practice', amount: amount(units), currency: TEST_CURRENCY.code };
  const asked = await server.call('POST', '/api/wallet/deposits', { token, key: randomUUID(), body });
  const { id } = depositView.parse(asked.body.data);
  await server.call('POST', `/api/wallet/deposits/${id}/paid`, { token, key: randomUUID(), body: {} });
  return { id };
}

/** The practice channel credits by itself after a wait, which is over here. */
async function creditPaid(id: string): Promise<void> {
  await writePast(server.ownerPool, `update deposit set paid_at = paid_at - interval '1 minute' where id = $1`, [id]);
  await creditDeposits(server.worker.pool, server.worker.site, server.worker.secrets.fingerprint);
}

async function statusOf(id: string): Promise<string | undefined> {
  const { rows } = await server.ownerPool.query<{ status: string }>('select status from deposit where id = $1', [id]);
  return rows[0]?.status;
}

describe('own limits', () => {
  it('are none at first, and belong to the one who set them', async () => {
    expect(await read()).toEqual({ wallet: 'practice', limits: [], exclusion: null, realityCheckMinutes: null });
    await changed(stakeLimit('100'));
    const other = await makeSession(server.pool, await makeMember(server.pool));
    expect((await read(other)).limits).toEqual([]);
    expect((await server.call('GET', PATH)).body.code).toBe(401);
    expect((await server.call('PUT', PATH, { body: stakeLimit('1') })).body.code).toBe(401);
  });

  it('hold at once when tighter, and say when they count anew', async () => {
    const now = await databaseNow(server.pool);
    for (const period of LIMIT_PERIODS) await changed(stakeLimit('100', period));
    const { limits } = await changed(stakeLimit('60'));
    expect(limits).toHaveLength(3);
    for (const found of limits) {
      const { nextDate, nextAtMs } = limitPeriod(timeZone, now, found.period);
      expect(found).toMatchObject({
        kind: 'stake',
        amount: amount(found.period === 'day' ? '60' : '100'),
        used: amount('0'),
        startsAgainOn: nextDate,
        startsAgainAt: new Date(nextAtMs).toISOString(),
        next: null,
      });
    }
  });

  it('loosen only after a day, can be cancelled until then, and a tighter one drops what waits', async () => {
    await changed(stakeLimit('100'));
    const first = (await changed(stakeLimit('500'))).limits[0];
    expect(first).toMatchObject({ amount: amount('100'), next: { amount: amount('500') } });
    expect(Date.parse(first?.next?.at ?? '') - (await databaseNow(server.pool))).toBeCloseTo(86_400_000, -4);
    expect((await changed(stakeLimit('500'))).limits[0]?.next).toEqual(first?.next);
    expect((await changed(stakeLimit('100'))).limits[0]).toMatchObject({ amount: amount('100'), next: null });
    await changed(stakeLimit(null));
    expect((await changed(stakeLimit('90'))).limits[0]).toMatchObject({ amount: amount('90'), next: null });
    await changed(stakeLimit('200'));
    await pass(23);
    expect((await read()).limits[0]?.amount).toBe(amount('90'));
    await pass(1);
    expect((await read()).limits[0]).toMatchObject({ amount: amount('200'), next: null });
    await changed(stakeLimit(null));
    await pass(24);
    expect((await read()).limits).toEqual([]);
    expect((await order('1000', await newProduct())).body.code).toBe(200);
  });

  it('change once for one key', async () => {
    await changed(stakeLimit('100'));
    const key = randomUUID();
    const first = await put(stakeLimit('300'), { key });
    expect((await put(stakeLimit('300'), { key })).body.data).toEqual(first.body.data);
    expect((await put(stakeLimit('1'), { key })).body.error).toBe('IDEMPOTENCY_KEY_REUSED');
    const { rows } = await server.ownerPool.query(`select detail from audit where actor_id = $1 order by id`, [
      memberId.toString(),
    ]);
    expect(rows).toMatchObject([{ detail: { limits: `stake/day ${amount('100')}` } }, { detail: {} }]);
  });

  it.each([
    ['no amount', { limits: [{ kind: 'stake', period: 'day', amount: '0' }] }],
    ['another kind', { limits: [{ kind: 'win', period: 'day', amount: '1' }] }],
    ['another period', { limits: [{ kind: 'stake', period: 'year', amount: '1' }] }],
    ['one limit twice', { limits: [...limit('stake', '1').limits, ...limit('stake', '2').limits] }],
    ['too many decimals', { limits: [{ kind: 'stake', period: 'day', amount: '1.23456' }] }],
    ['another term', { exclusion: 'hour' }],
    ['another interval', { realityCheckMinutes: 5 }],
    ['something else', { guarded: false }],
  ])('refuse %s', async (_, body) => {
    expect((await put(body)).body.code).toBe(400);
    expect((await read()).limits).toEqual([]);
  });

  it('keep the interval of the reality check', async () => {
    expect((await changed({ realityCheckMinutes: 30 })).realityCheckMinutes).toBe(30);
    expect((await changed({ realityCheckMinutes: null })).realityCheckMinutes).toBeNull();
  });
});

describe('a stake limit', () => {
  it('refuses what does not fit, and names itself, what is left and the date', async () => {
    await changed(stakeLimit('150'));
    await placed('100');
    const product = await newProduct();
    const answer = await order('51', product, 'en');
    const { nextDate } = limitPeriod(timeZone, await databaseNow(server.pool), 'day');
    const symbol = server.context.site.currencySymbol;
    expect(answer.body).toMatchObject({
      code: 500,
      error: 'STAKE_LIMIT_DAY',
      params: { limit: symbol + amount('150'), left: symbol + amount('50'), from: nextDate },
    });
    expect(answer.body.msg).toContain(nextDate);
    expect((await order('50', product)).body.code).toBe(200);
    expect(await useOf('stake')).toEqual({ used: amount('150'), left: amount('0') });
  });

  it('allows one of twenty orders that are sent at once', async () => {
    await changed(stakeLimit('100'));
    for (const product of PRODUCTS) await freshTick(product);
    const answers = await Promise.all(PRODUCTS.map(async (product) => await order('60', product)));
    const errors = answers.map(({ body }) => body.error ?? 'OK').toSorted();
    expect(errors).toEqual(['OK', ...Array.from({ length: 19 }, () => 'STAKE_LIMIT_DAY')]);
    expect(await useOf('stake')).toEqual({ used: amount('60'), left: amount('40') });
  });

  it('counts the week and the month, and not what is before them', async () => {
    for (const period of LIMIT_PERIODS) await changed(stakeLimit('1000', period));
    const now = await databaseNow(server.pool);
    const today = localDay(timeZone, now);
    for (const period of LIMIT_PERIODS) {
      await server.ownerPool.query('delete from own_use where member_id = $1', [memberId.toString()]);
      const { firstDate } = limitPeriod(timeZone, now, period);
      await server.ownerPool.query(
        `insert into own_use (member_id, wallet, day, staked) values ($1, 'practice', $2, $3), ($1, 'practice', $2::date - 1, $4),
           ($1, 'cash', $5, $4)`,
        [memberId.toString(), firstDate, minor('10').toString(), minor('500').toString(), dateText(today)],
      );
      expect((await useOf('stake', period)).used, period).toBe(amount('10'));
    }
  });

  it('gives back the stake of an order that was tied or void, and not of one that was won or lost', async () => {
    await changed(stakeLimit('1000'));
    for (const [outcome, used] of [
      ['won', '100'],
      ['tied', '100'],
      ['voided', '100'],
      ['lost', '200'],
    ] as const) {
      await settle(await placed('100'), outcome);
      expect((await useOf('stake')).used, outcome).toBe(amount(used));
    }
  });

  it('counts what was staked and lost before it was set', async () => {
    await settle(await placed('100'), 'lost');
    await settle(await placed('100'), 'tied');
    await placed('30');
    await changed({ limits: [...stakeLimit('500').limits, ...limit('loss', '500').limits] });
    expect((await useOf('stake')).used).toBe(amount('130'));
    expect((await useOf('loss')).used).toBe(amount('130'));
  });
});

describe('a loss limit', () => {
  it('counts open orders as lost, and what was lost when they are settled', async () => {
    await changed(limit('loss', '150'));
    const open = await placed('100');
    expect((await order('51', await newProduct())).body.error).toBe('LOSS_LIMIT_DAY');
    await settle(open, 'lost');
    expect(await useOf('loss')).toEqual({ used: amount('100'), left: amount('50') });
    expect((await order('51', await newProduct())).body.error).toBe('LOSS_LIMIT_DAY');
    const second = await placed('50');
    expect((await useOf('loss')).left).toBe(amount('0'));
    await settle(second, 'won');
    // 100 lost, 42.50 won: 57.50 counts.
    expect((await useOf('loss')).left).toBe(amount('92.5'));
  });

  it('holds against twenty orders that are sent at once', async () => {
    await changed(limit('loss', '100'));
    for (const product of PRODUCTS) await freshTick(product);
    const answers = await Promise.all(PRODUCTS.map(async (product) => await order('60', product)));
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1);
  });
});

describe('a deposit limit', () => {
  it('counts what is asked for and what is credited', async () => {
    await changed(limit('deposit', '1500'));
    const first = depositView.parse((await deposit('1000')).body.data);
    const refused = await deposit('600');
    expect(refused.body).toMatchObject({
      error: 'DEPOSIT_LIMIT_DAY',
      fields: { amount: 'DEPOSIT_LIMIT_DAY' },
      params: { left: server.context.site.currencySymbol + amount('500') },
    });
    await server.call('POST', `/api/wallet/deposits/${first.id}/cancel`, { token, key: randomUUID(), body: {} });
    expect((await deposit('1500')).body.code).toBe(200);
    expect(await useOf('deposit')).toEqual({ used: amount('1500'), left: amount('0') });
  });

  it('allows one of five requests that are sent at once', async () => {
    await changed(limit('deposit', '1000'));
    const answers = await Promise.all(Array.from({ length: 5 }, async () => await deposit('600')));
    expect(answers.map(({ body }) => body.error ?? 'OK').toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'DEPOSIT_LIMIT_DAY'),
      'OK',
    ]);
  });

  it('lets what was asked for before it arrive, and counts it', async () => {
    const earlier = await practiceDeposit('2000');
    await changed(limit('deposit', '500'));
    expect(await useOf('deposit')).toEqual({ used: amount('2000'), left: amount('0') });
    await creditPaid(earlier.id);
    expect(await statusOf(earlier.id)).toBe('approved');
    expect(await useOf('deposit')).toEqual({ used: amount('2000'), left: amount('0') });
    expect((await deposit('100')).body.error).toBe('DEPOSIT_LIMIT_DAY');
  });

  it('counts what was credited before it was set', async () => {
    await creditPaid((await practiceDeposit('2000')).id);
    await changed(limit('deposit', '2500', 'month'));
    expect((await useOf('deposit', 'month')).left).toBe(amount('500'));
  });
});

describe('self-exclusion', () => {
  const refused = async () => [
    (await order('100', await newProduct())).body.error,
    (await deposit('100')).body.error,
    (
      await server.call('POST', '/api/trade/orders', {
        token,
        key: randomUUID(),
        body: { product: PRODUCTS[0], direction: 'down', durationSec: 5, stake: amount('10') },
      })
    ).body.error,
  ];

  it('refuses orders and deposits until its end, and says when that is', async () => {
    await changed({ exclusion: 'day' });
    const until = Date.parse((await read()).exclusion?.until ?? '');
    expect(until - (await databaseNow(server.pool))).toBeCloseTo(86_400_000, -4);
    expect(await refused()).toEqual(['SELF_EXCLUDED', 'SELF_EXCLUDED', 'SELF_EXCLUDED']);
    const answer = await order('100', await newProduct(), 'en');
    expect(answer.body.msg).toMatch(/until \d{4}-\d\d-\d\d \d\d:\d\d \(/);
    await server.ownerPool.query(`update member set excluded_until = now() - interval '1 second' where id = $1`, [
      memberId.toString(),
    ]);
    expect((await read()).exclusion).toBeNull();
    expect((await order('100', await newProduct())).body.code).toBe(200);
  });

  it('is never shortened, and can be made longer', async () => {
    const before = (await changed({ exclusion: 'month' })).exclusion?.until;
    expect((await changed({ exclusion: 'day' })).exclusion?.until).toBe(before);
    expect((await changed({ exclusion: 'forever' })).exclusion).toEqual({ until: null });
    expect((await changed({ exclusion: 'halfYear' })).exclusion).toEqual({ until: null });
    expect(await refused()).toEqual(['SELF_EXCLUDED_FOREVER', 'SELF_EXCLUDED_FOREVER', 'SELF_EXCLUDED_FOREVER']);
  });

  it('leaves open orders and money that is on its way alone', async () => {
    const open = await placed('100');
    const earlier = await practiceDeposit('500');
    await changed({ exclusion: 'week' });
    await settle(open, 'won');
    await creditPaid(earlier.id);
    expect(await statusOf(earlier.id)).toBe('approved');
    const money = await server.call('GET', '/api/user/money', { token });
    expect(money.body.data).toMatchObject({ available: amount('100585') });
    // Refused for want of a card, not for the exclusion.
    const withdrawal = await server.call('POST', '/api/wallet/withdrawals', {
      token,
      key: randomUUID(),
      body: { amount: amount('100'), withdrawPwd: '618034' },
    });
    expect(withdrawal.body.error).not.toContain('EXCLUDED');
  });
});

describe('the desk', () => {
  it('sees what a member decided, and has no way to change it', async () => {
    await changed({ ...stakeLimit('100'), exclusion: 'week' });
    const desk = await startTestConsole(server);
    try {
      const { token: operator } = await desk.operator('support');
      const path = `/api/console/members/${memberId}/limits`;
      expect((await desk.call('GET', path, { token: operator })).body.data).toEqual(await read());
      expect((await desk.call('GET', '/api/console/members/999999/limits', { token: operator })).body.error).toBe(
        'MEMBER_NOT_FOUND',
      );
      expect((await desk.call('PUT', path, { token: operator, body: stakeLimit('900') })).body.error).toBe('NOT_FOUND');
    } finally {
      await desk.stop();
    }
  });
});

/** As the login of a role, past every rule of the code. */
async function tried(role: 'http' | 'worker' | 'console', sql: string, ...values: unknown[]): Promise<string> {
  return await server.pools[role].query(sql, values).then(
    ({ rowCount }) => `changed ${rowCount ?? 0}`,
    (error: { code?: string }) => error.code ?? 'failed',
  );
}

describe('the database refuses', () => {
  const id = () => memberId.toString();
  const WITHOUT_RIGHT = '42501';
  const LOOSER = 'CD012';

  it('the login of http to loosen a limit before its time', async () => {
    await changed(stakeLimit('100'));
    const set = async (change: string) =>
      await tried('http', `update own_limit set ${change} where member_id = $1`, id());
    expect(await set(`amount = amount + 1`)).toBe(LOOSER);
    expect(await set(`amount = null`)).toBe(LOOSER);
    expect(await set(`amount = amount + 1, waiting = true, next_amount = null`)).toBe(LOOSER);
    expect(await set(`next_at = now()`)).toBe(WITHOUT_RIGHT);
    expect(await set(`period = 'month'`)).toBe(WITHOUT_RIGHT);
    expect(await tried('http', 'delete from own_limit where member_id = $1', id())).toBe(WITHOUT_RIGHT);
    // It may ask for more, and then waits a day whatever it tries.
    expect(await set(`waiting = true, next_amount = amount * 9`)).toBe('changed 1');
    await pass(23);
    expect(await set(`next_amount = next_amount * 2`)).toBe('changed 1');
    await pass(23);
    expect(await set(`amount = next_amount`)).toBe(LOOSER);
    expect((await read()).limits[0]?.amount).toBe(amount('100'));
    await pass(1);
    expect((await read()).limits[0]?.amount).toBe(amount('1800'));
    expect(await set(`amount = next_amount, waiting = false, next_amount = null`)).toBe('changed 1');
  });

  it.each(['http', 'worker', 'console'] as const)(
    'the login of %s to end an exclusion or to change what counts',
    async (role) => {
      await changed({ ...stakeLimit('100'), exclusion: 'month' });
      const before = await read();
      for (const sql of [
        'update member set excluded_until = null where id = $1',
        'update member set guarded = false where id = $1',
        'delete from self_exclusion where member_id = $1',
        'update self_exclusion set until = now() where member_id = $1',
        `insert into self_exclusion (member_id, term, until) values ($1, 'day', now())`,
        'update own_use set staked = 0 where member_id = $1',
        'delete from own_use where member_id = $1',
        `insert into own_use (member_id, wallet, day, staked) values ($1, 'practice', now(), -1000000)`,
      ])
        expect(await tried(role, sql, id()), sql).toBe(WITHOUT_RIGHT);
      if (role !== 'http') {
        expect(await tried(role, `insert into self_exclusion (member_id, term) values ($1, 'day')`, id())).toBe(
          WITHOUT_RIGHT,
        );
        expect(await tried(role, 'update own_limit set amount = 1 where member_id = $1', id())).toBe(WITHOUT_RIGHT);
      }
      expect(await read()).toEqual(before);
    },
  );

  it('an order past a limit or an exclusion, and two at once where one fits', async () => {
    await changed(stakeLimit('100'));
    const place = async (product: string, stake: string) => {
      await freshTick(product);
      return await tried('http', ORDER, product, id(), minor(stake).toString());
    };
    expect(await place(await newProduct(), '101')).toBe(LOOSER);
    for (const product of PRODUCTS) await freshTick(product);
    const both = await Promise.all(PRODUCTS.slice(0, 4).map(async (product) => await place(product, '60')));
    expect(both.filter((answer) => answer === 'changed 1')).toHaveLength(1);
    expect((await useOf('stake')).used).toBe(amount('60'));
    await changed(limit('loss', '90'));
    expect(await place(await newProduct(), '31')).toBe(LOOSER);
    expect(await place(await newProduct(), '30')).toBe('changed 1');
    await changed({ exclusion: 'day' });
    expect(await place(await newProduct(), '10')).toBe(LOOSER);
  });

  it('a deposit past a limit or an exclusion', async () => {
    const ask = async () =>
      await tried(
        'http',
        `insert into deposit (reference, member_id, wallet, currency, channel, kind, network, amount, asset, asset_amount, rate,
           rate_until, details, expires_at)
         select upper(substr(md5(random()::text), 1, 8)), $1, 'practice', s.currency, c.code, c.kind, c.network, c.min, c.asset,
           c.min, c.rate, now(), c.details, now() + interval '1 hour'
         from deposit_channel c cross join site s where c.code = 'bank'`,
        id(),
      );
    expect(await ask()).toBe('changed 1');
    await changed(limit('deposit', '1'));
    expect(await ask()).toBe(LOOSER);
    await pass(0);
    await changed({ exclusion: 'day' });
    expect(await ask()).toBe(LOOSER);
  });
});

/** An order as http writes it, at the newest price. */
const ORDER = `insert into trade_order (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout,
    duration_sec, terms_version, submitted_at, accepted_at, entry_at, closes_at)
  select gen_random_uuid(), $2, 'practice', $1, 'up', $3::bigint, 0, 8500, $3::bigint + $3::bigint * 8500 / 10000, 5, 1, m.at, m.at,
    e.at, e.at + interval '5 seconds'
  from (select clock_timestamp() as at offset 0) m
  cross join lateral (select date_trunc('second', greatest(m.at, h.at)) + interval '1 second' as at from tick_head h
    where h.product = $1) e`;
