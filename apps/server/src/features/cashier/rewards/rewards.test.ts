import { inviteView } from '@candor/contract/cashier';
import { operatorInvitationsView } from '@candor/contract/rewards';
import { amount } from '@candor/domain/testing/test-currency';
import { describe, expect, it } from 'vitest';
import { makeMember, makeSession } from '../../../testing/factories.ts';
import { startRewardsSite } from '../../../testing/rewards-site.ts';
import { payRewards } from './pay-rewards.ts';

const { site, invited, deposit, trade, earned, share, work, stateOf } = startRewardsSite();

async function inviteOf(memberId: bigint) {
  const token = await makeSession(site.server.pool, memberId);
  return inviteView.parse((await site.server.call('GET', '/api/account/invite', { token })).body.data);
}

async function available(memberId: bigint): Promise<bigint> {
  const { rows } = await site.server.ownerPool.query<{ posted: bigint }>(
    `select coalesce(sum(posted), 0)::bigint as posted from account where member_id = $1 and kind = 'funds'`,
    [memberId.toString()],
  );
  return rows[0]?.posted ?? 0n;
}

/** What a statement as the worker raises. */
async function tried(text: string): Promise<string> {
  return await site.server.worker.pool.query(text).then(
    () => 'done',
    (error: unknown) => `${Object(error).code} ${Object(error).message}`,
  );
}

describe('the reward of an invitation', () => {
  it('does not come with deposits: five self-invited accounts that pay in bring nothing', async () => {
    const inviter = await invited();
    for (let accounts = 0; accounts < 5; accounts += 1) await deposit(await invited(inviter));
    expect(await work()).toBe(0);
    expect(await available(inviter)).toBe(0n);
    expect(await inviteOf(inviter)).toMatchObject({ invited: 5, rewarded: 0, earned: amount('0') });
  });

  it('comes once the turnover is reached, and once, however often the worker looks', async () => {
    const inviter = await invited();
    const invitee = await invited(inviter);
    expect((await inviteOf(inviter)).invitations).toMatchObject([{ step: 'deposit', reward: amount('58') }]);
    await deposit(invitee);
    await work();
    expect((await inviteOf(inviter)).invitations).toMatchObject([{ step: 'turnover' }]);
    for (let orders = 0; orders < 9; orders += 1) await trade(invitee, '100');
    await work();
    expect(await stateOf(invitee)).toBe('waiting');
    await trade(invitee, '100');
    const { pool } = site.server.worker;
    await site.server.ownerPool.query('update invitation set due_at = now() where invitee_id = $1', [
      invitee.toString(),
    ]);
    const many = await Promise.all([1, 2, 3].map(async () => (await payRewards(pool, site.server.context.site)).paid));
    expect(many.reduce((sum, paid) => sum + paid, 0)).toBe(1);
    expect(await work()).toBe(0);
    expect(await inviteOf(inviter)).toMatchObject({ rewarded: 1, earned: amount('58'), turnoverRate: '10.0000' });
    expect((await inviteOf(inviter)).invitations).toMatchObject([{ step: 'paid' }]);
  });

  it('counts only what was won or lost: a tie is no turnover', async () => {
    const invitee = await invited(await invited());
    await deposit(invitee);
    for (let orders = 0; orders < 10; orders += 1) await trade(invitee, '100', 10_000);
    await work();
    expect(await stateOf(invitee)).toBe('waiting');
  });

  it('keeps the terms of the moment when the member registered', async () => {
    const inviter = await invited();
    const invitee = await invited(inviter);
    await site.server.ownerPool.query('update reward_rule set amount = amount * 2, version = version + 1');
    expect((await inviteOf(inviter)).invitations).toMatchObject([{ reward: amount('58') }]);
    expect((await inviteOf(inviter)).reward).toBe(amount('116'));
    await site.server.ownerPool.query('update reward_rule set amount = amount / 2');
    expect(await stateOf(invitee)).toBe('waiting');
  });

  it('waits while one of the two is frozen', async () => {
    const inviter = await invited();
    const invitee = await earned(inviter);
    await site.server.ownerPool.query('update member set frozen = true where id = $1', [inviter.toString()]);
    expect(await work()).toBe(0);
    expect(await stateOf(invitee)).toBe('earned');
    await site.server.ownerPool.query('update member set frozen = false where id = $1', [inviter.toString()]);
    expect(await work()).toBe(1);
  });

  it('is capped by inviter and day; what is over waits for the next day', async () => {
    await site.server.ownerPool.query('update reward_rule set day_max = 1');
    try {
      const inviter = await invited();
      const invitees = [await earned(inviter), await earned(inviter)];
      expect(await work()).toBe(1);
      expect(await work()).toBe(0);
      expect((await Promise.all(invitees.map(stateOf))).toSorted()).toEqual(['earned', 'paid']);
      // A second account of the inviter has no second cap.
      const second = await invited();
      await share('browser', inviter, second);
      await earned(second);
      expect(await work()).toBe(0);
      await site.server.ownerPool.query(
        `update invitation_reward set at = at - interval '1 day' where inviter_id = $1`,
        [inviter.toString()],
      );
      expect(await work()).toBe(1);
    } finally {
      await site.server.ownerPool.query('update reward_rule set day_max = 5');
      // What waited for the next day.
      await work();
    }
  }, 60_000);
});

describe('many who pay in and do not trade', () => {
  it('do not keep the worker from those who earned', async () => {
    const owner = site.server.ownerPool;
    const inviter = await invited();
    const { rows } = await owner.query<{ id: bigint }>(
      `insert into member (username, password_hash, withdraw_password_hash, phone, invite_code, invited_by)
       select 'idle_' || n, 'x', 'x', 'idle' || n, 'IDLE' || lpad(n::text, 4, '0'), $1 from generate_series(1, 2000) n returning id`,
      [inviter.toString()],
    );
    expect(rows).toHaveLength(2000);
    const ids = rows.map(({ id }) => id.toString());
    const invitee = await invited(inviter);
    await deposit(invitee);
    await owner.query('alter table deposit disable trigger user');
    await owner.query(
      `insert into deposit select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'member_id', m,
         'reference', translate(lpad(m::text, 8, '0'), '0189', 'WXYZ')))).*
       from deposit d, unnest($2::bigint[]) m where d.member_id = $1`,
      [invitee.toString(), ids],
    );
    await owner.query('alter table deposit enable trigger user');
    // The worker has looked at each of them for some hours.
    for (let looks = 0; looks < 8; looks += 1)
      await owner.query('select judge_invitation(m) from unnest($1::bigint[]) m', [ids]);
    for (let orders = 0; orders < 10; orders += 1) await trade(invitee, '100');
    // A minute later.
    await owner.query(
      `update invitation set due_at = case when invitee_id = $1 then now() else due_at - interval '1 minute' end
       where state in ('waiting', 'earned') and due_at < 'infinity'`,
      [invitee.toString()],
    );
    const { paid } = await payRewards(site.server.worker.pool, site.server.context.site);
    const { rows: due } = await owner.query<{ wait: number }>(
      `select extract(epoch from max(due_at) - now())::int as wait from invitation where invitee_id = any($1)`,
      [ids],
    );
    // Their deposits were written without money.
    await owner.query('delete from invitation where invitee_id = any($1)', [ids]);
    await owner.query('alter table deposit disable trigger user');
    await owner.query('delete from deposit where member_id = any($1)', [ids]);
    await owner.query('alter table deposit enable trigger user');
    expect(paid).toBe(1);
    // Nobody waits longer than three hours for the next look.
    expect(due[0]?.wait).toBeLessThan(3 * 3600);
    expect(await stateOf(invitee)).toBe('paid');
  }, 120_000);
});

describe('no reward is paid between accounts of one person', () => {
  it.each([
    ['identity', 'IDENTITY'],
    ['card', 'CARD'],
    ['device', 'DEVICE'],
    ['browser', 'DEVICE'],
    ['network', 'NETWORK'],
  ])('who share the %s', async (kind, reason) => {
    const inviter = await invited();
    const invitee = await earned(inviter);
    await share(kind, inviter, invitee);
    expect(await work()).toBe(0);
    expect(await stateOf(invitee)).toBe(`refused ${reason}`);
    // The member sees that there is no reward, and not why.
    const { invitations } = await inviteOf(inviter);
    expect(invitations).toMatchObject([{ step: 'none' }]);
    expect(JSON.stringify(invitations)).not.toContain(reason);
  });

  it('who are joined by a third account', async () => {
    const [inviter, third] = [await invited(), await invited()];
    const invitee = await earned(inviter);
    await share('card', inviter, third);
    await share('browser', third, invitee);
    expect(await work()).toBe(0);
    expect(await stateOf(invitee)).toBe('refused THIRD');
  });

  it('who are joined by a third account, in whose network one of them was', async () => {
    const [inviter, third] = [await invited(), await invited()];
    const invitee = await earned(inviter);
    await share('card', inviter, third);
    await share('network', third, invitee);
    await work();
    expect(await stateOf(invitee)).toBe('refused THIRD');
  });

  it('over a straw man: A invites B, and B invites a second account of A', async () => {
    const a = await invited();
    const b = await invited(a);
    const again = await earned(b);
    await share('device', a, again);
    expect(await work()).toBe(0);
    expect(await stateOf(again)).toBe('refused CHAIN');
  });

  it('or twice for one invited person', async () => {
    const inviter = await invited();
    const first = await earned(inviter);
    expect(await work()).toBe(1);
    const second = await earned(inviter);
    await share('card', first, second);
    expect(await work()).toBe(0);
    expect(await stateOf(second)).toBe('refused REPEATED');
  });

  it('but between strangers it is, also when others share a network with each', async () => {
    const inviter = await invited();
    const invitee = await earned(inviter);
    await share('network', inviter, await invited());
    await share('network', invitee, await invited());
    expect(await work()).toBe(1);
  });
});

describe('the database', () => {
  it('refuses a reward of the worker without turnover, over the cap, between linked members, or to choose', async () => {
    const inviter = await invited();
    const invitee = await invited(inviter);
    await deposit(invitee);
    const reward = (of: bigint, to: bigint, sum = 'i.amount') =>
      `insert into invitation_reward (invitee_id, inviter_id, deposit_id, wallet, amount)
       select ${of}, ${to}, d.id, d.wallet, ${sum} from invitation i join deposit d on d.member_id = i.invitee_id
       where i.invitee_id = ${of}`;
    expect(await tried(reward(invitee, inviter))).toContain('REWARD_REFUSED: STATE');
    const asEarned = async (id: bigint) =>
      await site.server.ownerPool.query(
        `update invitation i set state = 'earned', reason = null, deposit_id = d.id, needed = 1 from deposit d
         where d.member_id = i.invitee_id and i.invitee_id = $1`,
        [id.toString()],
      );
    await asEarned(invitee);
    expect(await tried(reward(invitee, inviter))).toContain('REWARD_REFUSED: TURNOVER');
    const linked = await earned(inviter);
    await asEarned(linked);
    expect(await tried(reward(linked, await invited()))).toContain('REWARD_REFUSED: STATE');
    expect(await tried(reward(linked, inviter, 'i.amount + 1'))).toContain('REWARD_REFUSED: STATE');
    await share('network', linked, inviter);
    expect(await tried(reward(linked, inviter))).toContain('REWARD_REFUSED: LINK');
    await site.server.ownerPool.query('delete from invitation where invitee_id = any($1)', [
      [invitee, linked].map(String),
    ]);
    for (const right of [
      'update invitation set amount = 1',
      'delete from invitation',
      'update reward_rule set amount = 1',
    ])
      expect(await tried(right)).toContain('42501');
    expect(await tried(`update invitation set state = 'earned'`)).toContain('42501');
  });

  it('lets nobody but the worker judge or pay', async () => {
    for (const pool of [site.server.pool, site.console.context.pool]) {
      await expect(pool.query('select judge_invitation(1)')).rejects.toMatchObject({ code: '42501' });
      await expect(
        pool.query(`insert into invitation_reward (invitee_id, inviter_id, deposit_id, wallet, amount)
          values (1, 2, gen_random_uuid(), 'practice', 1)`),
      ).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('the list of operators', () => {
  it('shows inviter, invited member, state and reason, by state and by name of either', async () => {
    const inviter = await invited();
    const [waiting, refused] = [await invited(inviter), await earned(inviter)];
    await share('card', inviter, refused);
    await work();
    const { rows } = await site.server.ownerPool.query<{ username: string }>(
      'select username from member where id = $1',
      [inviter.toString()],
    );
    const list = async (query: string) => {
      const path = `/api/console/invitations?member=${rows[0]?.username}&${query}`;
      return operatorInvitationsView.parse(
        (await site.console.call('GET', path, { token: site.cashier.token })).body.data,
      );
    };
    expect((await list('')).items).toMatchObject([
      { invitee: { id: `${refused}` }, state: 'refused', reason: 'CARD', turnover: amount('1000') },
      { invitee: { id: `${waiting}` }, state: 'waiting', reason: null, needed: null },
    ]);
    expect((await list('status=refused')).items).toHaveLength(1);
    const page = await list('limit=1');
    expect((await list(`limit=1&cursor=${page.nextCursor}`)).items).toMatchObject([{ state: 'waiting' }]);
    const support = await makeSession(site.server.pool, await makeMember(site.server.pool));
    expect((await site.console.call('GET', '/api/console/invitations', { token: support })).body.error).toBe(
      'SESSION_INVALID',
    );
  });
});
