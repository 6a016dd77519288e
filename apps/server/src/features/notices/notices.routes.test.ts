import { randomUUID } from 'node:crypto';
import { memberEvent } from '@candor/contract/live';
import { maintenanceView, noticeView } from '@candor/contract/notices';
import type { NoticesView } from '@candor/contract/notices';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { markRead } from './notice-store.ts';
import { CONSOLE_NOTICES, HOUR, NOTICES, startNoticesSite } from '../../testing/notices-site.ts';

const { site, inHours, written, post, publish, get, list, titles, now, read } = startNoticesSite();

describe('what members see', () => {
  it('is what was published, in their language', async () => {
    const { id } = await publish('Hello', { category: 'trading' });
    const [line] = (await list()).items;
    expect(line).toMatchObject({ id, title: 'Hello en', category: 'trading', unread: true, maintenance: null });
    const notice = noticeView.parse((await get(`${NOTICES}/${id}`, site.token, 'zh-HK')).data);
    expect(notice).toMatchObject({ language: 'zh-Hant', title: 'Hello zh-Hant', version: 1 });
    expect(notice.body).toEqual([
      { kind: 'heading', level: 2, text: 'Part' },
      { kind: 'paragraph', text: 'Hello says more.' },
      { kind: 'list', ordered: false, items: ['one', 'two'] },
    ]);
  });

  it.each([
    ['a draft', { publishedFrom: undefined }],
    ['one for later', { publishedFrom: inFuture() }],
  ])('is not %s', async (_, changes) => {
    const { id } = await publish('Hidden', changes);
    expect((await list()).items).toEqual([]);
    expect((await get(`${NOTICES}/${id}`)).error).toBe('NOTICE_NOT_FOUND');
    expect(await read(`${id}/read`)).toBe('NOTICE_NOT_FOUND');
    expect(await now()).toEqual({ unread: 0, messages: 0, important: [], bar: [] });
  });

  it('ends with its time and with its withdrawal', async () => {
    const over = await publish('Over', { publishedUntil: inHours(1) });
    await site.server.ownerPool.query(
      `update notice_version set published_from = now() - interval '2 days', published_until = now() - interval '1 second'
       where notice_id = $1`,
      [over.id],
    );
    const gone = await publish('Gone');
    await post(`${CONSOLE_NOTICES}/${gone.id}/withdraw`, { base: 1, reason: 'a wrong date' });
    expect((await list()).items).toEqual([]);
    expect((await get(`${NOTICES}/${gone.id}`)).error).toBe('NOTICE_NOT_FOUND');
  });

  it('is pinned first, then newest first, in pages without a gap', async () => {
    for (const title of ['1', '2', '3', '4', '5']) await publish(title, { pinned: title === '2' });
    expect(await titles()).toEqual(['2', '5', '4', '3', '1']);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: NoticesView = await list(`?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.items.map(({ title }) => title));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
    for (const wrong of ['x', 'p_1_x', `q_1_${randomUUID()}`])
      expect((await get(`${NOTICES}?cursor=${wrong}`)).fields).toEqual({ cursor: 'FIELD_INVALID' });
  });

  it('is found by category and by its words in that language', async () => {
    await publish('Orders', { category: 'trading' });
    await publish('Prizes', { category: 'activity' });
    expect(await titles('?category=trading')).toEqual(['Orders']);
    expect(await titles('?q=prizes%20SAYS')).toEqual(['Prizes']);
    expect(await titles('?q=Prizes%20zh-Hans')).toEqual([]);
    expect(await titles('?q=%25')).toEqual([]);
  });

  it('needs a session; a visitor sees maintenance and banners alone', async () => {
    for (const path of [NOTICES, `${NOTICES}/now`, `${NOTICES}/${randomUUID()}`])
      expect((await site.server.call('GET', path)).body.code, path).toBe(401);
    for (const path of ['/api/content/maintenance', '/api/content/banners'])
      expect((await site.server.call('GET', path)).body.code, path).toBe(200);
  });
});

function inFuture(): string {
  return new Date(Date.now() + HOUR).toISOString();
}

describe('read marks', () => {
  it('are of one member, and count what they have not read', async () => {
    const [first] = [await publish('First'), await publish('Second')];
    const other = await makeSession(site.server.pool, await makeMember(site.server.pool));
    await site.server.ownerPool.query(`update member set created_at = now() - interval '1 day'`);
    expect((await list()).unread).toBe(2);
    expect(await read(`${first.id}/read`)).toBe(1);
    expect(await read(`${first.id}/read`)).toBe(1);
    expect((await list()).items.map(({ title, unread }) => [title, unread])).toEqual([
      ['Second en', true],
      ['First en', false],
    ]);
    expect((await now(other)).unread).toBe(2);
    expect(await read('read')).toBe(0);
    expect((await now(other)).unread).toBe(2);
    await publish('Third');
    expect((await now()).unread).toBe(1);
  });

  it('of a new member begin with them: older ones count as read, unless they are pinned', async () => {
    await publish('Old', { important: true });
    const { id } = await publish('Rules', { pinned: true });
    await site.server.ownerPool.query(`update notice_version set published_from = now() - interval '1 hour'`);
    await site.server.ownerPool.query('update member set created_at = now() where id = $1', [site.memberId]);
    expect(await now()).toMatchObject({ unread: 1, important: [] });
    expect((await list()).items).toMatchObject([
      { id, unread: true },
      { title: 'Old en', unread: false },
    ]);
  });

  it('stay one row of at most 200 marks: beyond that, everything older counts as read', async () => {
    const connection = await site.server.ownerPool.connect();
    await connection.query(
      `set session_replication_role = replica;
       insert into notice (id, version) select gen_random_uuid(), 1 from generate_series(1, 203);
       insert into notice_version (notice_id, version, category, pinned, important, texts, published_from, areas)
         select id, 1, 'system', true, false, '{"zh-Hans":{},"zh-Hant":{},"en":{"title":"t","summary":"s","body":"b"}}',
           now() - interval '1 second' * row_number() over (), '{}' from notice;
       set session_replication_role = default`,
    );
    connection.release();
    const { rows } = await site.server.ownerPool.query<{ id: string }>(
      'select notice_id as id from notice_version order by published_from desc',
    );
    const marks = async () =>
      (
        await site.server.ownerPool.query<{ count: number }>(
          'select cardinality(also) as count from notice_read where member_id = $1',
          [site.memberId],
        )
      ).rows[0]?.count;
    for (const { id } of rows.slice(1, 201)) await markRead(site.server.pool, site.memberId, id);
    expect([await marks(), (await now()).unread]).toEqual([200, 3]);
    // The newest one pushes the oldest mark out, and the two that are older than that mark go with it.
    await markRead(site.server.pool, site.memberId, rows[0]?.id ?? '');
    expect([await marks(), (await now()).unread]).toEqual([200, 0]);
  });

  it('are heard on the member’s other screens, and nowhere else', async () => {
    const { id } = await publish('News');
    await site.server.ownerPool.query('truncate outbox');
    const sent: unknown[] = [];
    const stop = site.server.context.bus.subscribe('me', (news) => sent.push(news));
    await read(`${id}/read`);
    const news = z.array(z.object({ memberId: z.string(), d: memberEvent }));
    await expect
      .poll(() => sent.flatMap((message) => news.parse(message)))
      .toEqual([{ memberId: site.memberId.toString(), d: { type: 'notice' } }]);
    stop();
  });
});

describe('what every screen shows', () => {
  it('is the number of unread ones, the bar, and the important ones that were not read', async () => {
    const plain = await publish('Plain');
    const important = await publish('Important', { important: true, category: 'activity' });
    expect(await now()).toEqual({
      unread: 2,
      messages: 0,
      important: [important.id],
      bar: [
        { id: important.id, category: 'activity', title: 'Important en', unread: true },
        { id: plain.id, category: 'system', title: 'Plain en', unread: true },
      ],
    });
    await read(`${important.id}/read`);
    const after = await now();
    expect(after).toMatchObject({ unread: 1, important: [] });
    expect(after.bar.map(({ unread }) => unread)).toEqual([false, true]);
  });

  it('has no old lines in its bar, unless they are pinned', async () => {
    await publish('Old');
    await publish('Pinned', { pinned: true });
    await site.server.ownerPool.query(`update notice_version set published_from = now() - interval '15 days'`);
    expect((await now()).bar.map(({ title }) => title)).toEqual(['Pinned en']);
  });
});

describe('a maintenance', () => {
  const maintenance = (from: number, to: number) => ({
    category: 'maintenance',
    startsAt: inHours(from),
    endsAt: inHours(to),
    areas: ['trade', 'deposit'],
  });

  it('is seen by everyone from a day before until its end', async () => {
    const soon = await publish('Soon', maintenance(2, 3));
    await publish('Later', maintenance(30, 31));
    const { body } = await site.server.call('GET', '/api/content/maintenance', { language: 'en' });
    expect(maintenanceView.parse(body.data).items).toEqual([
      { id: soon.id, title: 'Soon en', startsAt: soon.startsAt, endsAt: soon.endsAt, areas: ['trade', 'deposit'] },
    ]);
  });

  it.each([
    ['without a window', { category: 'maintenance' }, { startsAt: 'NOTICE_WINDOW_REQUIRED' }],
    ['that affects nothing', { ...maintenance0(), areas: [] }, { endsAt: 'NOTICE_WINDOW_WRONG' }],
    ['with half a window', { ...maintenance0(), endsAt: undefined }, { endsAt: 'NOTICE_WINDOW_WRONG' }],
    ['of another category', { ...maintenance0(), category: 'system' }, { startsAt: 'NOTICE_WINDOW_REQUIRED' }],
  ])('%s is refused at its field', async (_, changes, fields) => {
    expect((await post(CONSOLE_NOTICES, written('Wrong', changes))).fields).toEqual(fields);
  });
});

function maintenance0() {
  return {
    category: 'maintenance',
    startsAt: inFuture(),
    endsAt: new Date(Date.now() + 2 * HOUR).toISOString(),
    areas: ['trade'],
  };
}
