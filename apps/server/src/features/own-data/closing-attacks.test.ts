import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TestAnswer } from '../../testing/call.ts';
import { BANK } from '../../testing/deposit-site.ts';
import { databaseNow, makeProduct, makeTicks } from '../../testing/factories.ts';
import { startWithdrawalSite, units } from '../../testing/withdrawal-site.ts';

const { site, ask, asked, cancel, lock, balance } = startWithdrawalSite();

/** As the owner of the database, about the member. */
async function own(text: string): Promise<unknown[]> {
  return (await site.server.ownerPool.query<Record<string, unknown>>(text, [site.memberId.toString()])).rows;
}

/** A wish of the member whose day has come; its id. */
async function dueClosing(): Promise<string> {
  const { rows } = await site.server.pool.query<{ id: string }>(
    'insert into member_closing (member_id, due_at) values ($1, now()) returning id',
    [site.memberId.toString()],
  );
  return rows[0]?.id ?? '';
}

async function waiting(): Promise<number> {
  const { rowCount } = await site.server.ownerPool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}

/** What a member begins, and how many of it there are. */
const BEGINNINGS: Readonly<Record<string, { readonly begin: () => Promise<TestAnswer>; readonly rows: string }>> = {
  deposit: {
    begin: async () =>
      await site.server.call('POST', '/api/wallet/deposits', { token: site.token, key: randomUUID(), body: BANK }),
    rows: 'select from deposit where member_id = $1',
  },
  withdrawal: { begin: async () => await ask(), rows: 'select from withdrawal where member_id = $1' },
};

describe.each(Object.entries(BEGINNINGS))('an account and a %s at the same moment', (_name, { begin, rows }) => {
  it('is closed, and nothing begins that came behind', async () => {
    const id = await dueClosing();
    const closing = await site.server.ownerPool.connect();
    try {
      await closing.query('begin');
      await closing.query('select lock_members($1)', [[site.memberId.toString()]]);
      let answer: TestAnswer | undefined;
      // Its session and its signature were good.
      const sent = begin().then((got) => (answer = got));
      await expect.poll(async () => answer !== undefined || (await waiting()) > 0).toBe(true);
      expect(answer).toBeUndefined();
      expect((await closing.query('select close_account($1) as done', [id])).rows).toEqual([{ done: true }]);
      await closing.query('commit');
      expect((await sent).body.error, (await sent).text).toBe('SESSION_INVALID');
    } finally {
      closing.release(true);
    }
    expect(await own(rows)).toEqual([]);
    expect(await own('select login_allowed from member where id = $1')).toEqual([{ login_allowed: false }]);
  });

  it('stays open when the other came first', async () => {
    const id = await dueClosing();
    const holding = await site.server.ownerPool.connect();
    try {
      await holding.query('begin');
      await holding.query('select lock_members($1)', [[site.memberId.toString()]]);
      let answer: TestAnswer | undefined;
      const sent = begin().then((got) => (answer = got));
      await expect.poll(async () => answer !== undefined || (await waiting()) > 0).toBe(true);
      expect(answer).toBeUndefined();
      const closed = site.server.worker.pool.query<{ done: boolean }>('select close_account($1) as done', [id]);
      await expect.poll(waiting).toBeGreaterThan(1);
      await holding.query('commit');
      expect((await sent).body.code, (await sent).text).toBe(200);
      expect((await closed).rows).toEqual([{ done: false }]);
    } finally {
      holding.release(true);
    }
    expect(await own(rows)).toHaveLength(1);
    expect(await own('select login_allowed from member where id = $1')).toEqual([{ login_allowed: true }]);
  });
});

it('an account is closed or has an open order, never both', async () => {
  for (const product of ['END1', 'END2', 'END3']) {
    await site.server.ownerPool.query('update member_closing set stopped_at = now() where closed_at is null');
    const id = await dueClosing();
    await makeProduct(site.server.ownerPool, product);
    const at = Math.floor((await databaseNow(site.server.pool)) / 1000) * 1000;
    await makeTicks(site.server, product, [{ at, price: 100_000 }]);
    const [placed, closed] = await Promise.all([
      site.server.call('POST', '/api/trade/orders', {
        token: site.token,
        key: randomUUID(),
        body: { product, direction: 'up', durationSec: 5, stake: units(10n) },
      }),
      site.server.worker.pool.query<{ done: boolean }>('select close_account($1) as done', [id]),
    ]);
    const isPlaced = placed.body.code === 200;
    expect([isPlaced, closed.rows[0]?.done], placed.text).toEqual([isPlaced, !isPlaced]);
    expect(await own('select from position where member_id = $1')).toHaveLength(isPlaced ? 1 : 0);
    if (!isPlaced) return;
  }
});

describe('a lock and a cancel at once', () => {
  it('have one winner, and the money agrees with it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const withdrawal = await asked('100');
      const [locked, cancelled] = await Promise.all([lock(withdrawal), cancel(withdrawal)]);
      const codes = [locked.body.code, cancelled.body.code];
      expect(
        codes.filter((code) => code === 200),
        JSON.stringify([locked.body, cancelled.body]),
      ).toHaveLength(1);
      expect(codes).not.toContain(500);
    }
    const held = await own(
      `select coalesce(sum(amount), 0)::bigint::text as held from withdrawal where member_id = $1 and status = 'pending'`,
    );
    const { held: onAccount } = await balance();
    expect(held).toEqual([{ held: String(BigInt(onAccount.replaceAll(/[.,]/g, ''))) }]);
  });

  it('are kept apart by the database when neither holds the member', async () => {
    const withdrawal = await asked('100');
    const locking = await site.server.pool.connect();
    try {
      await locking.query('begin');
      await locking.query('insert into withdrawal_lock (withdrawal_id, member_id) values ($1, $2)', [
        withdrawal.id,
        site.memberId.toString(),
      ]);
      const cancelling = site.server.pool
        .query(`update withdrawal set status = 'cancelled' where id = $1`, [withdrawal.id])
        .then(
          () => 'OK',
          (error: unknown) => String(error),
        );
      await expect.poll(waiting).toBeGreaterThan(0);
      await locking.query('commit');
      expect(await cancelling).toContain('WITHDRAWAL_LOCKED');
    } finally {
      locking.release(true);
    }
  });
});
