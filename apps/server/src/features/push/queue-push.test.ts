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
