import { randomUUID } from 'node:crypto';
import { operatorNoticeView } from '@candor/contract/console-notices';
import { LANGUAGES } from '@candor/contract/languages';
import { noticesNowView, noticesReadView, noticesView } from '@candor/contract/notices';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { makeMember, makeSession } from './factories.ts';
import { startTestConsole } from './test-console.ts';
import type { TestConsole } from './test-console.ts';
import { startTestServer } from './test-server.ts';
import type { TestServer } from './test-server.ts';

export const NOTICES = '/api/content/notices';
export const CONSOLE_NOTICES = '/api/console/notices';
export const HOUR = 3_600_000;

/** A server without announcements, its console, an operator who writes them, and a member of each test. */
export interface NoticesSite {
  server: TestServer;
  console: TestConsole;
  writer: { id: bigint; token: string };
  memberId: bigint;
  token: string;
}

/** The site for the tests of this file: what its operator publishes and what its member reads. */
export function startNoticesSite() {
  const site = {} as NoticesSite;
  beforeAll(async () => {
    site.server = await startTestServer();
    site.console = await startTestConsole(site.server);
    site.writer = await site.console.operator('support');
  });
  beforeEach(async () => {
    await site.server.ownerPool.query('truncate notice, notice_version, notice_read, banner, banner_version, outbox');
    site.memberId = await makeMember(site.server.pool);
    site.token = await makeSession(site.server.pool, site.memberId);
  });
  afterAll(async () => {
    await site.console.stop();
    await site.server.stop();
  });

  function inHours(hours: number): string {
    return new Date(site.server.context.clock.now() + hours * HOUR).toISOString();
  }

  /** What an operator sends, published now. */
  function written(title: string, changes: Record<string, unknown> = {}) {
    const text = (language: string) => ({
      title: `${title} ${language}`,
      summary: `About ${title}`,
      body: `## Part\n${title} says more.\n- one\n- two`,
    });
    return {
      base: 0,
      category: 'system',
      pinned: false,
      important: false,
      texts: Object.fromEntries(LANGUAGES.map((language) => [language, text(language)])),
      publishedFrom: inHours(-1),
      areas: [],
      ...changes,
    };
  }

  async function post(
    path: string,
    body: unknown,
    { method = 'POST', as = site.writer.token, key = randomUUID() } = {},
  ) {
    return (await site.console.call(method === 'PUT' ? 'PUT' : 'POST', path, { token: as, key, body })).body;
  }

  async function publish(title: string, changes: Record<string, unknown> = {}) {
    const answer = await post(CONSOLE_NOTICES, written(title, changes));
    expect(answer.error).toBeUndefined();
    return operatorNoticeView.parse(answer.data);
  }

  async function get(path: string, as = site.token, language = 'en') {
    return (await site.server.call('GET', path, { token: as, language })).body;
  }

  async function list(query = '', as = site.token) {
    return noticesView.parse((await get(`${NOTICES}${query}`, as)).data);
  }

  async function titles(query = '') {
    return (await list(query)).items.map(({ title }) => title.replace(' en', ''));
  }

  async function now(as = site.token) {
    return noticesNowView.parse((await get(`${NOTICES}/now`, as)).data);
  }

  async function read(path: string, as = site.token) {
    const { body } = await site.server.call('POST', `${NOTICES}/${path}`, { token: as, body: {} });
    return body.error ?? noticesReadView.parse(body.data).unread;
  }

  async function newsRows() {
    return (
      await site.server.ownerPool.query(
        'select member_id as "memberId", message from outbox where message is not null order by id',
      )
    ).rows;
  }

  return { site, inHours, written, post, publish, get, list, titles, now, read, newsRows };
}
