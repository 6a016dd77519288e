import { randomUUID } from 'node:crypto';
import {
  operatorBannerView,
  operatorNoticesView,
  operatorNoticeView,
  noticeVersionsView,
} from '@candor/contract/console-notices';
import { LANGUAGES } from '@candor/contract/languages';
import { bannersView } from '@candor/contract/notices';
import { describe, expect, it } from 'vitest';
import { tried } from '../../testing/attacks.ts';
import { makeMember } from '../../testing/factories.ts';
import { announceNotices } from './announce-notices.ts';
import { seedNotices } from './seed-notices.ts';
import { CONSOLE_NOTICES, startNoticesSite } from '../../testing/notices-site.ts';

const { site, inHours, written, post, publish, list, now, read, newsRows } = startNoticesSite();

const BANNERS = '/api/console/banners';

describe('operators', () => {
  it('publish for everyone with one row of news, kept with who did it', async () => {
    for (let other = 0; other < 3; other += 1) await makeMember(site.server.pool);
    await site.server.ownerPool.query('truncate outbox');
    const heard: unknown[] = [];
    const stop = site.server.context.bus.subscribe('everyone', (news) => heard.push(news));
    const { id, operator, state } = await publish('Hello');
    expect({ operator, state }).toMatchObject({ operator: { id: site.writer.id.toString() }, state: 'shown' });
    await expect.poll(() => heard).toEqual([[{ type: 'notice' }]]);
    stop();
    const { rows } = await site.server.ownerPool.query(
      `select actor_id as actor, command, detail ->> 'title' as title from audit where subject_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ actor: site.writer.id, command: 'console/notices/save', title: 'Hello zh-Hans' }]);
  });

  it('publish at a time: members hear of it then, once', async () => {
    const { id } = await publish('Later', { publishedFrom: inHours(1) });
    expect(await newsRows()).toEqual([]);
    expect(await announceNotices(site.server.pools.worker)).toBe(0);
    await site.server.ownerPool.query(`update notice_version set published_from = now() where notice_id = $1`, [id]);
    const counts = await Promise.all([1, 2, 3].map(async () => await announceNotices(site.server.pools.worker)));
    expect(counts.toSorted()).toEqual([0, 0, 1]);
    expect((await now()).unread).toBe(1);
  });

  it('edit: a version more, the same moment of publication, and what was read stays read', async () => {
    const first = await publish('Typo');
    await read(`${first.id}/read`);
    const edited = operatorNoticeView.parse(
      (
        await post(
          `${CONSOLE_NOTICES}/${first.id}`,
          { ...written('Right'), base: 1, publishedFrom: inHours(5) },
          { method: 'PUT' },
        )
      ).data,
    );
    expect(edited).toMatchObject({ version: 2, publishedFrom: first.publishedFrom, state: 'shown' });
    expect(await list()).toMatchObject({ items: [{ title: 'Right en', unread: false }], unread: 0 });
    const { body } = await site.console.call('GET', `${CONSOLE_NOTICES}/${first.id}/versions`, {
      token: site.writer.token,
    });
    expect(noticeVersionsView.parse(body.data).items.map(({ version, texts }) => [version, texts.en.title])).toEqual([
      [2, 'Right en'],
      [1, 'Typo en'],
    ]);
  });

  it('of two who edit at once, one is refused', async () => {
    const { id } = await publish('Both');
    const answers = await Promise.all(
      ['A', 'B'].map(
        async (title) => await post(`${CONSOLE_NOTICES}/${id}`, written(title, { base: 1 }), { method: 'PUT' }),
      ),
    );
    expect(answers.map(({ error }) => error ?? 'OK').toSorted()).toEqual(['NOTICE_CHANGED', 'OK']);
  });

  it('withdraw with a reason, and then nothing changes it', async () => {
    const { id } = await publish('Gone');
    expect((await post(`${CONSOLE_NOTICES}/${id}/withdraw`, { base: 1, reason: ' ' })).fields).toEqual({
      reason: 'REASON_REQUIRED',
    });
    const gone = operatorNoticeView.parse(
      (await post(`${CONSOLE_NOTICES}/${id}/withdraw`, { base: 1, reason: 'wrong date' })).data,
    );
    expect(gone).toMatchObject({
      state: 'withdrawn',
      reason: 'wrong date',
      version: 2,
      texts: { en: { title: 'Gone en' } },
    });
    expect((await post(`${CONSOLE_NOTICES}/${id}/withdraw`, { base: 2, reason: 'again' })).error).toBe(
      'NOTICE_WITHDRAWN',
    );
    expect((await post(`${CONSOLE_NOTICES}/${id}`, written('Back', { base: 2 }), { method: 'PUT' })).error).toBe(
      'NOTICE_WITHDRAWN',
    );
    expect((await post(`${CONSOLE_NOTICES}/${randomUUID()}`, written('None'), { method: 'PUT' })).error).toBe(
      'NOTICE_NOT_FOUND',
    );
  });

  it('write one notice, however often a lost answer is asked for again', async () => {
    const key = randomUUID();
    const body = written('Once');
    const [first, again] = [await post(CONSOLE_NOTICES, body, { key }), await post(CONSOLE_NOTICES, body, { key })];
    expect(again).toEqual(first);
    expect((await post(CONSOLE_NOTICES, written('Other'), { key })).error).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await list()).items).toHaveLength(1);
  });

  it.each([
    ['a tag', 'body', 'x\n<img src=x onerror=alert(1)>', 'NOTICE_MARKUP_WRONG'],
    ['only blanks', 'body', ' \n ', 'FIELD_REQUIRED'],
    ['a link in the title', 'title', '[x](https://example.org)', 'NOTICE_MARKUP_WRONG'],
    ['a title that is too long', 'title', 'x'.repeat(81), 'NOTICE_TEXT_TOO_LONG'],
    ['no summary', 'summary', '', 'FIELD_REQUIRED'],
  ])('are refused %s, in any language, at its field', async (_, field, value, key) => {
    for (const language of LANGUAGES) {
      const body = written('Bad');
      Object.assign(body.texts[language] ?? {}, { [field]: value });
      expect((await post(CONSOLE_NOTICES, body)).fields).toEqual({ [`texts.${language}.${field}`]: key });
    }
  });

  it('find them by state, category and title', async () => {
    await publish('Shown', { category: 'trading' });
    await publish('Draft', { publishedFrom: undefined });
    const found = async (query: string) =>
      operatorNoticesView
        .parse((await site.console.call('GET', `${CONSOLE_NOTICES}?${query}`, { token: site.writer.token })).body.data)
        .items.map(({ texts, state }) => `${texts.en.title}: ${state}`);
    expect(await found('')).toEqual(['Draft en: draft', 'Shown en: shown']);
    expect(await found('state=shown,over')).toEqual(['Shown en: shown']);
    expect(await found('category=system')).toEqual(['Draft en: draft']);
    expect(await found('q=SHOWN')).toEqual(['Shown en: shown']);
    expect(await found('limit=1')).toEqual(['Draft en: draft']);
  });
});

describe('banners', () => {
  const banner = (title: string, changes: Record<string, unknown> = {}) => ({
    base: 0,
    texts: Object.fromEntries(LANGUAGES.map((language) => [language, { title: `${title} ${language}`, text: 'x' }])),
    target: '/pages/fairness/index',
    position: 5,
    shownFrom: inHours(-1),
    ...changes,
  });
  const shown = async () =>
    bannersView.parse((await site.server.call('GET', '/api/content/banners', { language: 'en' })).body.data).items;

  it('are shown in their order, five at most, within their time', async () => {
    for (const position of [6, 1, 4, 2, 5, 3]) await post(BANNERS, banner(`B${position}`, { position }));
    await post(BANNERS, banner('Later', { position: 0, shownFrom: inHours(1) }));
    await post(BANNERS, banner('Draft', { position: 0, shownFrom: undefined }));
    expect((await shown()).map(({ title }) => title)).toEqual(['B1 en', 'B2 en', 'B3 en', 'B4 en', 'B5 en']);
  });

  it('are edited and withdrawn as versions', async () => {
    const { id } = operatorBannerView.parse((await post(BANNERS, banner('One'))).data);
    await post(`${BANNERS}/${id}`, banner('Two', { base: 1, target: 'https://example.org/a?b=1#c' }), {
      method: 'PUT',
    });
    expect(await shown()).toEqual([{ id, title: 'Two en', text: 'x', target: 'https://example.org/a?b=1#c' }]);
    expect((await post(`${BANNERS}/${id}`, banner('Old', { base: 1 }), { method: 'PUT' })).error).toBe(
      'NOTICE_CHANGED',
    );
    await post(`${BANNERS}/${id}/withdraw`, { base: 2, reason: 'over' });
    expect(await shown()).toEqual([]);
  });

  it.each([
    'javascript:alert(1)',
    'http://example.org',
    '//example.org',
    'https://user@example.org',
    'https://example.org\\@evil.example',
    'https://exa mple.org',
    '/pages/../api',
    '/api/index',
    'data:text/html,x',
  ])('never lead to %s', async (target) => {
    expect((await post(BANNERS, banner('Bad', { target }))).fields).toEqual({ target: 'BANNER_TARGET_WRONG' });
  });
});

describe('the database', () => {
  it('lets nobody change or remove what was published', async () => {
    const { id } = await publish('Fixed');
    const console = site.console.context.pool;
    for (const sql of [
      `update notice_version set texts = '{}'`,
      'delete from notice_version',
      `update notice set version = 1`,
      'delete from notice',
    ])
      expect(await tried(console, sql), sql).toBe('42501');
    expect(
      await tried(
        console,
        `insert into notice_version (notice_id, version, category, pinned, important, texts, areas) select notice_id, 1, category,
           pinned, important, texts, areas from notice_version where notice_id = '${id}'`,
      ),
    ).toBe('CD013');
  });

  it('shows members nothing that is not published', async () => {
    for (const table of ['notice', 'notice_version', 'banner', 'banner_version'])
      expect(await tried(site.server.pool, `select from ${table}`), table).toBe('42501');
  });
});

it('a new site has its texts once, and an edited one stays edited', async () => {
  await seedNotices(site.server.ownerPool, { mode: 'practice' }, Date.now());
  const seeded = await list();
  expect(seeded.items.map(({ pinned }) => pinned)).toEqual([true, false, false]);
  const [first] = seeded.items;
  await post(`${CONSOLE_NOTICES}/${first?.id}/withdraw`, { base: 1, reason: 'ours is better' });
  await seedNotices(site.server.ownerPool, { mode: 'practice' }, Date.now());
  expect((await list()).items).toHaveLength(2);
  await site.server.ownerPool.query('truncate notice, notice_version, banner, banner_version cascade');
  await seedNotices(site.server.ownerPool, { mode: 'live' }, Date.now());
  expect((await list()).items).toHaveLength(2);
});
