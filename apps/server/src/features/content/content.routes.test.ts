import { agreementsView, pageVersionsView, pageView, TEXT_SLUGS } from '@candor/contract/content';
import type { PageView } from '@candor/contract/content';
import type { TextsByLanguage } from '@candor/contract/console-texts';
import { LANGUAGES } from '@candor/contract/languages';
import { agree as agreeCall, listPageVersions, readAgreements, readPage } from '@candor/contract/calls/content';
import { pathOf } from '@candor/contract/operation';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { readPages } from './read-pages.ts';
import { isNewer, seedTexts } from './seed-texts.ts';
import { hireOperator } from '../../testing/test-operator.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => await server.stop());

async function get(slug: string, language?: string, version?: string) {
  const query = version === undefined ? '' : `?version=${version}`;
  return await server.call('GET', `${pathOf(readPage, { slug })}${query}`, language === undefined ? {} : { language });
}

async function read(slug: string, language?: string, version?: string): Promise<PageView> {
  return pageView.parse((await get(slug, language, version)).body.data);
}

describe.each(TEXT_SLUGS)('%s', (slug) => {
  it('is public in every language', async () => {
    const titles = new Set<string>();
    for (const language of LANGUAGES) {
      const page = await read(slug, language);
      expect(page).toMatchObject({ slug, language, version: 1, latest: 1 });
      titles.add(page.title);
    }
    expect(titles.size).toBe(LANGUAGES.length);
  });

  it('has the same build, version and date in each language', async () => {
    const shape = ({ version, updatedAt, body }: PageView) => ({
      version,
      updatedAt,
      body: body.map((block) => (block.kind === 'list' ? [block.ordered, block.items.length] : block.kind)),
    });
    const [first, ...others] = await Promise.all(LANGUAGES.map(async (language) => await read(slug, language)));
    for (const page of others) expect(shape(page)).toEqual(first && shape(first));
  });

  it('is written in the script of its language', async () => {
    const text = async (language: string) => JSON.stringify((await read(slug, language)).body);
    expect(await text('en')).not.toMatch(/\p{Script=Han}/u);
    expect(await text('zh-Hans')).not.toMatch(/[訂單結餘價買漲後開號]/);
    expect(await text('zh-Hant')).not.toMatch(/[订单结余价买涨后开号]/);
    expect(await text('zh-Hant')).not.toMatch(/[账登录]{2}|网络|信息|默认|用户/);
  });
});

test('a request without a language gets simplified Chinese', async () => {
  expect((await read('rules')).language).toBe('zh-Hans');
  expect((await read('rules', 'zh-HK')).language).toBe('zh-Hant');
});

test.each(['none', 'rules.en', '../pages/rules', '__proto__', 'constructor', 'RULES'])(
  '%s is not a page',
  async (slug) => {
    expect((await get(slug, 'en')).body).toMatchObject({ code: 404, error: 'NOT_FOUND' });
    const versions = await server.call('GET', pathOf(listPageVersions, { slug }));
    expect(versions.body).toMatchObject({ code: 404, error: 'NOT_FOUND' });
  },
);

test('an over-long slug is refused', async () => {
  expect((await get('x'.repeat(65))).body.code).toBe(400);
});

test.each(['0', '-1', '1.0', '1e3', 'x', '99999999', "1' or '1"])('%s is not a version', async (version) => {
  expect((await get('rules', 'en', version)).body).toMatchObject({ code: 400 });
});

test('pages that hold only for practice money are not published on a live site', () => {
  expect(readPages('practice').map(({ slug }) => slug)).toEqual([...TEXT_SLUGS]);
  expect(readPages('live').map(({ slug }) => slug)).toEqual(['rules', 'fairness']);
});

// Versions -----------------------------------------------------------------------------------------------------------

/** The next version of a text, by an operator or of a release. */
async function publish(slug: string, version: number, shipped: string | null, title: string): Promise<void> {
  const text = { title, change: 'Changed.', body: [{ kind: 'paragraph' as const, text: title }] };
  const texts = JSON.stringify({ 'zh-Hans': text, 'zh-Hant': text, en: text } satisfies TextsByLanguage);
  if (shipped !== null) {
    const insert = 'insert into text_version (slug, version, shipped, texts) values ($1, $2, $3, $4)';
    await server.ownerPool.query(insert, [slug, version, shipped, texts]);
    return;
  }
  const maker = await hireOperator(server.ownerPool, 'owner');
  await server.ownerPool.query(
    `insert into text_change (slug, base, texts, reason, maker) values ($1, $2, $3, 'test', $4)`,
    [slug, version - 1, texts, maker],
  );
  await server.ownerPool.query(
    `update text_change set status = 'approved', checker = maker where slug = $1 and status = 'proposed'`,
    [slug],
  );
}

test('old versions stay readable, and the list has what changed, newest first', async () => {
  await publish('about', 2, null, 'Second');
  await publish('about', 3, null, 'Third');
  const first = await read('about', 'en', '1');
  expect([first.version, first.latest]).toEqual([1, 3]);
  expect(await read('about', 'en', '2')).toMatchObject({ version: 2, latest: 3, title: 'Second', change: 'Changed.' });
  expect((await get('about', 'en', '4')).body).toMatchObject({ code: 404 });
  const list = async (query: string) =>
    pageVersionsView.parse(
      (await server.call('GET', `${pathOf(listPageVersions, { slug: 'about' })}${query}`)).body.data,
    );
  const newest = await list('?limit=2');
  expect([newest.items.map(({ version }) => version), newest.nextCursor]).toEqual([[3, 2], '2']);
  const rest = await list('?limit=2&cursor=2');
  expect([rest.items.map(({ version }) => version), rest.nextCursor]).toEqual([[1], null]);
  const wrong = await server.call('GET', `${pathOf(listPageVersions, { slug: 'about' })}?cursor=x`);
  expect(wrong.body).toMatchObject({ code: 400, error: 'FIELD_INVALID' });
});

test('a published version never changes, not even for the owner', async () => {
  for (const attack of [
    `update text_version set texts = texts where slug = 'rules'`,
    `delete from text_version where slug = 'rules'`,
  ])
    await expect(server.ownerPool.query(attack)).rejects.toMatchObject({ code: 'CD180' });
});

// The rule of a new release ------------------------------------------------------------------------------------------

test('a release is newer by its numbers', () => {
  expect([isNewer('1.10', '1.9'), isNewer('2.0', '1.9'), isNewer('1.1', '1.1'), isNewer('1.0', '1.1')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(isNewer('9.9', null)).toBe(false);
});

test('a site takes over the text of a newer release, and keeps what its operators wrote', async () => {
  const versionsOf = async (slug: string) =>
    (await server.ownerPool.query('select shipped from text_version where slug = $1 order by version', [slug])).rows;
  // The release that the site was made with had an older text of this one.
  await server.ownerPool.query(
    `alter table text_version disable trigger user;
     update text_version set shipped = '0.9', texts = jsonb_set(texts, '{en,title}', '"Old"') where slug = 'fairness';
     alter table text_version enable trigger user`,
  );
  await seedTexts(server.ownerPool, { mode: 'practice' });
  await seedTexts(server.ownerPool, { mode: 'practice' });
  const [shipped] = readPages('practice').filter(({ slug }) => slug === 'fairness');
  expect(await versionsOf('fairness')).toEqual([{ shipped: '0.9' }, { shipped: shipped?.shipped }]);
  // The operators' own text of "about" is still the newest.
  expect(await versionsOf('about')).toHaveLength(3);
});

// What a member agreed to --------------------------------------------------------------------------------------------

test('a member agrees to the version that holds, once, and is asked again for a new one', async () => {
  const memberId = await makeMember(server.pool);
  const token = await makeSession(server.pool, memberId);
  const other = await makeSession(server.pool, await makeMember(server.pool));
  const states = async (as = token) =>
    agreementsView
      .parse((await server.call('GET', readAgreements.path, { token: as })).body.data)
      .items.map(({ slug, version, accepted, isDue }) => [slug, version, accepted?.version ?? null, isDue]);
  const agree = async (slug: string, version: unknown) =>
    await server.call('POST', agreeCall.path, { token, body: { slug, version } });

  await server.ownerPool.query('delete from text_acceptance where member_id = $1', [memberId]);
  expect(await states()).toEqual([
    ['agreement', 1, null, true],
    ['privacy', 1, null, false],
    ['risk', 1, null, true],
  ]);
  for (const slug of ['agreement', 'privacy', 'risk']) expect((await agree(slug, 1)).body.code).toBe(200);
  expect((await agree('risk', 1)).body.code).toBe(200);
  expect((await states()).map(([, , accepted, isDue]) => [accepted, isDue])).toEqual([
    [1, false],
    [1, false],
    [1, false],
  ]);

  await publish('risk', 2, '9.0', 'Risk again');
  expect(await states()).toContainEqual(['risk', 2, 1, true]);
  expect((await agree('risk', 1)).body).toMatchObject({ code: 409, error: 'TEXT_VERSION_OLD' });
  expect((await agree('risk', 3)).body).toMatchObject({ code: 409, error: 'TEXT_VERSION_OLD' });
  for (const [slug, version] of [
    ['rules', 1],
    ['none', 1],
    ['risk', 0],
    ['risk', 1.5],
    ['risk', '2'],
    ['risk', null],
  ])
    expect((await agree(String(slug), version)).body.code).toBe(400);
  expect((await agree('risk', 2)).body.code).toBe(200);
  expect(await states()).toContainEqual(['risk', 2, 2, false]);
  // Nothing of it is another member's.
  expect((await states(other)).every(([, , accepted]) => accepted === null)).toBe(true);
});
