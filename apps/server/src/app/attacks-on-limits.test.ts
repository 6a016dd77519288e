import { amount, minor } from '@candor/domain/testing/test-currency';
import { describe, expect, it } from 'vitest';
import { limit, PRODUCTS, stakeLimit, startLimitsSite } from '../testing/limits-site.ts';

const { site, changed, read, pass, freshTick, newProduct, useOf } = startLimitsSite();

/** As the login of a role, past every rule of the code. */
async function tried(role: 'http' | 'worker' | 'console', sql: string, ...values: unknown[]): Promise<string> {
  return await site.server.pools[role].query(sql, values).then(
    ({ rowCount }) => `changed ${rowCount ?? 0}`,
    (error: { code?: string }) => error.code ?? 'failed',
  );
}

describe('the database refuses', () => {
  const id = () => site.memberId.toString();
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
    const ask = async () => await tried('http', DEPOSIT, id());
    expect(await ask()).toBe('changed 1');
    await changed(limit('deposit', '1'));
    expect(await ask()).toBe(LOOSER);
    await pass(0);
    await changed({ exclusion: 'day' });
    expect(await ask()).toBe(LOOSER);
  });

  it.each([
    ['an order', async () => [ORDER, await newProduct(), id(), minor('10').toString()] as const],
    ['a deposit', async () => await Promise.resolve([DEPOSIT, id()] as const)],
  ])('%s that is sent while an exclusion is written: it waits, and then sees it', async (_, attack) => {
    await changed({ ...stakeLimit('1000'), ...limit('deposit', '100000') });
    const [sql, ...values] = await attack();
    if (sql === ORDER) await freshTick(values[0]);
    const excluding = await site.server.ownerPool.connect();
    try {
      await excluding.query('begin');
      // As every command of a member does.
      await excluding.query('select lock_members($1)', [[id()]]);
      await excluding.query(`insert into self_exclusion (member_id, term) values ($1, 'day')`, [id()]);
      let answer: string | undefined;
      const sent = tried('http', sql, ...values).then((result) => (answer = result));
      // Until it waits for the member, or is through.
      await expect.poll(async () => answer ?? (await waitsForLock())).not.toBe(false);
      expect(answer).toBeUndefined();
      await excluding.query('commit');
      expect(await sent).toBe(LOOSER);
    } finally {
      excluding.release(true);
    }
  });

  async function waitsForLock(): Promise<boolean> {
    const { rowCount } = await site.server.ownerPool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return (rowCount ?? 0) > 0;
  }
});

/** A deposit as http writes it. */
const DEPOSIT = `insert into deposit (reference, member_id, wallet, currency, channel, kind, network, amount, asset, asset_amount,
    rate, rate_until, details, expires_at)
  select translate(upper(substr(md5(random()::text), 1, 8)), '01', 'XY'), $1, 'practice', s.currency, c.code, c.kind, c.network,
    c.min, c.asset, c.min, c.rate, now(), c.details, now() + interval '1 hour'
  from deposit_channel c cross join site s where c.code = 'bank'`;

/** An order as http writes it, at the newest price. */
const ORDER = `insert into trade_order (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout,
    duration_sec, terms_version, submitted_at, accepted_at, entry_at, closes_at, nonce, key, fingerprint,
    request_key, request_signature, requested_at, request_deadline, request_terms_hash)
  select uuidv7(m.at - pg_catalog.clock_timestamp()), $2, 'practice', $1, 'up', $3::bigint, 0, 8500, $3::bigint + $3::bigint * 8500 / 10000, 5, 1, m.at, m.at,
    e.at, e.at + interval '5 seconds', gen_random_uuid(), gen_random_uuid(), sha256('body'), sha256('key'), sha256('r') || sha256('s'),
    date_trunc('milliseconds', m.at), date_trunc('milliseconds', m.at) + interval '3 seconds', sha256('terms')
  from (select clock_timestamp() as at offset 0) m
  cross join lateral (select date_trunc('second', greatest(m.at, h.at)) + interval '1 second' as at from tick_head h
    where h.product = $1) e`;
