import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../platform/db/pool.ts';
import { createLog } from '../../platform/log/log.ts';
import { makeMember, makeProduct, writePast } from '../../testing/factories.ts';
import { startQueueingPush } from './queue-push.ts';
import { startPushSite } from '../../testing/push-site.ts';

const { site, subscribe, newSender, settled, announced, waitingNotices, newsAt } = startPushSite();

describe('a fault while devices are put down', () => {
  /** Refuses the first statement with this text, and lets a message come in before it does. */
  function refusingOnce(part: string, meanwhile: () => Promise<void> = async () => await Promise.resolve()) {
    const { pool } = site.server.worker;
    const refused = Promise.withResolvers<void>();
    let isRefusing = true;
    const query: Db['query'] = async (statement) => {
      if (!isRefusing || !JSON.stringify(statement).includes(part)) return await pool.query(statement);
      isRefusing = false;
      await meanwhile();
      refused.resolve();
      throw new Error('the database refused');
    };
    return { db: { query }, refused: refused.promise };
  }

  it('loses none of the orders that the bus named: they are put down at the next look', async () => {
    await subscribe();
    const [first, second] = [await settled(), await settled()];
    const { bus } = site.server.worker;
    const publish = async (id: string) =>
      await bus.publish('order', [{ memberId: site.memberId.toString(), orderId: id }]);
    const told = Promise.withResolvers<void>();
    const { db, refused } = refusingOnce('from settlement', async () => await publish(second));
    const queueing = startQueueingPush({ pool: db, bus, log: createLog('silent') }, told.resolve);
    await publish(first);
    await refused;
    queueing.wake();
    await told.promise;
    await queueing.stop();
    await newSender().send();
    expect(site.service.calls.map((_, at) => newsAt(at).tag).toSorted()).toEqual([first, second].toSorted());
  });

  it('does not keep the other news of that second waiting', async () => {
    await subscribe({ kinds: ['settlement', 'notice'] });
    await announced('Now');
    const { bus } = site.server.worker;
    const told = Promise.withResolvers<void>();
    const { db } = refusingOnce('from settlement');
    const queueing = startQueueingPush({ pool: db, bus, log: createLog('silent') }, told.resolve);
    await bus.publish('order', [{ memberId: site.memberId.toString(), orderId: await settled() }]);
    await told.promise;
    await queueing.stop();
    expect(await waitingNotices()).toBe(1);
  });

  it('hears an announcement that comes while an older one is put down', async () => {
    await subscribe({ kinds: ['notice'] });
    const { pool, bus } = site.server.worker;
    const told = Promise.withResolvers<void>();
    const looked = Promise.withResolvers<void>();
    let looks = 0;
    const query: Db['query'] = async (statement) => {
      const answer = await pool.query(statement);
      if (JSON.stringify(statement).includes('shown_notice') && (looks += 1) === 1) {
        await announced('Later');
        await bus.publish('everyone', [{ type: 'notice' }]);
        looked.resolve();
      }
      return answer;
    };
    const queueing = startQueueingPush({ pool: { query }, bus, log: createLog('silent') }, told.resolve);
    await looked.promise;
    queueing.wake();
    await told.promise;
    await queueing.stop();
    expect(await waitingNotices()).toBe(1);
  });
});

describe('what a member asked to hear', () => {
  beforeAll(async () => void (await makeProduct(site.server.ownerPool, 'ALERTED')));

  async function alertOf(of: bigint, fired: boolean): Promise<string> {
    const id = randomUUID();
    await writePast(
      site.server.ownerPool,
      `insert into price_alert (id, member_id, product, side, target, after_seq, feed, expires_at, fired_seq, fired_at, fired_price)
       values ('${id}', ${of}, 'ALERTED', 'above', 6500000, 1, 'simulated', now() + interval '1 day',
         ${fired ? `2, now(), 6500100` : 'null, null, null'})`,
    );
    return id;
  }

  async function reminderOf(of: bigint): Promise<string> {
    const id = randomUUID();
    await writePast(
      site.server.ownerPool,
      `insert into opening_reminder (id, member_id, product, opens_at, told_at) values ('${id}', ${of}, 'XAUUSD', now(), now())`,
    );
    return id;
  }

  it.each([
    [false, 'ALERTED'],
    [true, 'ALERTED · 65001.00'],
  ])(
    'is a price that was reached (amounts: %s) and a market that opened, from the news on the bus',
    async (amounts, body) => {
      await subscribe({ kinds: ['alert'], amounts });
      const other = await makeMember(site.server.pool);
      const [mine, waiting, foreign, opened] = [
        await alertOf(site.memberId, true),
        await alertOf(site.memberId, false),
        await alertOf(other, true),
        await reminderOf(site.memberId),
      ];
      const { pool, bus } = site.server.worker;
      const told = Promise.withResolvers<void>();
      const queueing = startQueueingPush({ pool, bus, log: createLog('silent') }, told.resolve);
      const to = site.memberId.toString();
      await bus.publish('me', [
        ...[mine, waiting, foreign].map((id) => ({ memberId: to, d: { type: 'price_alert', id } })),
        { memberId: to, d: { type: 'market_open', id: opened } },
        { memberId: to, d: { type: 'price_alert', id: 'x' } },
      ]);
      await told.promise;
      await queueing.stop();
      await newSender().send();
      const news = site.service.calls
        .map((_, at) => newsAt(at))
        .map(({ title, body: text, path }) => [title, text, path]);
      expect(news.toSorted()).toEqual(
        [
          ['价格升到了提醒价', body, '/pages/kLineChart/index?code=ALERTED'],
          ['市场已开市', 'XAUUSD', '/pages/kLineChart/index?code=XAUUSD'],
        ].toSorted(),
      );
    },
  );

  it('and an announcement of the bus is queued too', async () => {
    await subscribe({ kinds: ['notice'] });
    const { pool, bus } = site.server.worker;
    const told = Promise.withResolvers<void>();
    const queueing = startQueueingPush({ pool, bus, log: createLog('silent') }, told.resolve);
    await announced('Now');
    await bus.publish('everyone', [{ type: 'notice' }]);
    await told.promise;
    await queueing.stop();
    expect(await waitingNotices()).toBe(1);
  });
});

describe('messages to the member', () => {
  async function tell(kind: string, state: string, of = site.memberId): Promise<void> {
    await site.server.ownerPool.query(`select tell_member($1, $2, $3, 'x', null, null)`, [of.toString(), kind, state]);
  }

  async function securityEvent(kind: string): Promise<void> {
    await site.server.ownerPool.query(
      `insert into security_event (member_id, kind, device) values ($1, $2, 'Firefox')`,
      [site.memberId.toString(), kind],
    );
  }

  /** What is put down after the bus has said that there is something new, by `kind state`. */
  async function queued(): Promise<string[]> {
    const { pool, bus } = site.server.worker;
    const looked = Promise.withResolvers<void>();
    const query: Db['query'] = async (statement) => {
      const answer = await pool.query(statement);
      if (JSON.stringify(statement).includes('member_message')) looked.resolve();
      return answer;
    };
    const queueing = startQueueingPush({ pool: { query }, bus, log: createLog('silent') }, () => undefined);
    await bus.publish('me', [{ memberId: site.memberId.toString(), d: { type: 'notice' } }]);
    await looked.promise;
    await queueing.stop();
    const { rows } = await site.server.ownerPool.query<{ kind: string; ref: string }>(
      'select kind, ref from push_message where next_at is not null order by kind, ref',
    );
    return rows.map(({ kind, ref }) => `${kind} ${ref.split(':')[1]}`);
  }

  it.each([
    ['zh-Hans', ['客服已回复您', '新设备登录了您的账户', '身份认证已通过'], '点按查看详情'],
    ['zh-Hant', ['客服已回覆您', '新裝置登入了您的帳戶', '身分認證已通過'], '輕觸查看詳情'],
    [
      'en',
      ['Support has answered you', 'Sign-in on a new device', 'Your identity is verified'],
      'Tap to see the details',
    ],
  ])('are pushed once, in the language of the device (%s), and lead to their pages', async (language, titles, body) => {
    await subscribe({ kinds: ['identity', 'security', 'support'], amounts: true, language });
    await tell('identity', 'verified');
    await tell('support', 'answered');
    await securityEvent('newDevice');
    await tell('identity', 'verified', await makeMember(site.server.pool));
    expect(await queued()).toEqual(['identity verified', 'security newDevice', 'support answered']);
    await newSender().send();
    const news = site.service.calls.map((_, at) => newsAt(at));
    expect(news.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
    expect(news.map((one) => one.body)).toEqual([body, body, body]);
    expect(news.map(({ path }) => path).toSorted()).toEqual([
      '/pages/common/webview/index',
      '/pages/mine/info/security/index',
      '/pages/mine/info/user/verifyInfo/index',
    ]);
    expect(await queued()).toEqual([]);
  });

  it('are not pushed of what the member did, of kinds they did not choose, or of what they have read', async () => {
    await subscribe({ kinds: ['identity', 'security'] });
    for (const kind of ['password', 'totpOn', 'passkeyAdded', 'withdrawPassword']) await securityEvent(kind);
    await tell('support', 'answered');
    await tell('limit', 'set');
    await tell('identity', 'rejected');
    await site.server.ownerPool.query('update member_message set read_at = now() where member_id = $1', [
      site.memberId.toString(),
    ]);
    expect(await queued()).toEqual([]);
    await tell('identity', 'rejected');
    expect(await queued()).toEqual(['identity rejected']);
    await site.server.ownerPool.query('update member_message set read_at = now() where member_id = $1', [
      site.memberId.toString(),
    ]);
    await newSender().send();
    expect(site.service.calls).toEqual([]);
  });
});
