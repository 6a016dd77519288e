import { pageView } from '@candor/contract/content';
import type { PageView } from '@candor/contract/content';
import { LANGUAGES } from '@candor/contract/languages';
import { PATHS } from '@candor/contract/routes';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { pageOf } from './content.routes.ts';
import { PAGE_SLUGS, readPages } from './read-pages.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => await server.stop());

async function get(slug: string, language?: string) {
  return await server.call('GET', PATHS.contentPage(slug), language === undefined ? {} : { language });
}

async function read(slug: string, language?: string): Promise<PageView> {
  return pageView.parse((await get(slug, language)).body.data);
}

describe.each(PAGE_SLUGS)('%s', (slug) => {
  it('is public in every language', async () => {
    const titles = new Set<string>();
    for (const language of LANGUAGES) {
      const page = await read(slug, language);
      expect(page).toMatchObject({ slug, language, version: expect.stringMatching(/^\d+\.\d+$/) });
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
  },
);

test('an over-long slug is refused', async () => {
  expect((await get('x'.repeat(65))).body.code).toBe(400);
});

test('pages that hold only for practice money are not served on a live site', () => {
  const pages = readPages();
  expect(pageOf(pages, 'agreement', 'en', 'practice')).toBeDefined();
  expect(PAGE_SLUGS.filter((slug) => pageOf(pages, slug, 'en', 'live') !== undefined)).toEqual(['rules', 'fairness']);
});
