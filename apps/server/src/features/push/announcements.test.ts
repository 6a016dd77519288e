import { describe, expect, it } from 'vitest';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { createDevice } from '../../testing/push-service.ts';
import { NOTICE_BATCH, queueNotices, queueSettlements } from './push-store.ts';
import { startPushSite } from '../../testing/push-site.ts';

const { site, subscribe, newSender, settled, announced, crowd, waitingNotices, newsAt } = startPushSite();

describe('an announcement', () => {
  it('is told in the language of the device, once, and only where it is wanted', async () => {
    await subscribe({ kinds: ['notice'], language: 'en' });
    const other = createDevice();
    const token2 = await makeSession(site.server.pool, await makeMember(site.server.pool));
    await subscribe({ endpoint: `${site.service.origin}/other`, keys: other.keys, kinds: ['settlement'] }, token2);
    const id = await announced(`Fees ${'x'.repeat(100)}`);
    const { pool } = site.server.worker;
    expect(await queueNotices(pool)).toEqual({ queued: 1, isLeft: true });
    expect(await queueNotices(pool)).toEqual({ queued: 0, isLeft: false });
    await newSender().send();
    expect(site.service.calls).toHaveLength(1);
    expect(newsAt(0)).toMatchObject({ title: 'New announcement', path: `/pages/mine/notice/index?id=${id}`, tag: id });
    expect(newsAt(0).body).toMatch(/^Fees x{74}…$/);
  });

  it('that was withdrawn before its turn, or is an hour old, is not told', async () => {
    await subscribe({ kinds: ['notice'] });
    const { pool } = site.server.worker;
    await announced('Old');
    await site.server.ownerPool.query(`update notice set announced_at = announced_at - interval '61 minutes'`);
    expect(await queueNotices(pool)).toEqual({ queued: 0, isLeft: false });
    const id = await announced('Wrong');
    expect(await queueNotices(pool)).toMatchObject({ queued: 1 });
    await site.server.ownerPool.query(
      `insert into notice_version (notice_id, version, category, pinned, important, texts, published_from, areas, withdrawn, reason)
       select notice_id, 2, category, pinned, important, texts, published_from, areas, true, 'wrong' from notice_version
       where notice_id = $1`,
      [id],
    );
    await newSender().send();
    expect([site.service.calls.length, await waitingNotices()]).toEqual([0, 0]);
  });

  it('waits in one batch at a time, and a settlement goes before all of it', async () => {
    await crowd(NOTICE_BATCH + 60, site.service.origin);
    await announced('All');
    const { pool } = site.server.worker;
    expect(await queueNotices(pool)).toEqual({ queued: NOTICE_BATCH, isLeft: true });
    // A full batch waits: nothing is added to it.
    expect(await queueNotices(pool)).toEqual({ queued: 0, isLeft: true });
    await subscribe();
    const id = await settled();
    await queueSettlements(pool, [id]);
    await newSender().round();
    expect((await pool.query('select from push_message where tries = 1 and ref = $1', [id])).rowCount).toBe(1);
    await site.server.ownerPool.query(`update push_message set next_at = null where kind = 'notice'`);
    expect(await queueNotices(pool)).toEqual({ queued: 60, isLeft: true });
    expect(await queueNotices(pool)).toEqual({ queued: 0, isLeft: false });
  });

  it('passes over a push service that is down, so that the others hear of it', async () => {
    await crowd(NOTICE_BATCH, site.dead.origin);
    await announced('All');
    const { pool } = site.server.worker;
    expect(await queueNotices(pool)).toMatchObject({ queued: NOTICE_BATCH });
    await site.server.ownerPool.query('update push_message set tries = 1');
    await subscribe({ kinds: ['notice'] });
    await site.server.ownerPool.query(`update notice set pushed_after = null`);
    // The device at the other service is among the first 200 or after them.
    const [first, second] = [await queueNotices(pool), await queueNotices(pool)];
    expect(first.queued + second.queued).toBe(1);
  });
});
