import { randomUUID } from 'node:crypto';
import { pageView, TEXT_SLUGS } from '@candor/contract/content';
import {
  operatorTextsView,
  operatorTextVersionsView,
  textChangesView,
  textChangeView,
} from '@candor/contract/console-texts';
import type { TextChangeBody } from '@candor/contract/console-texts';
import { readPage } from '@candor/contract/calls/content';
import { pathOf } from '@candor/contract/operation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tried } from '../../../testing/attacks.ts';
import { makeMember } from '../../../testing/factories.ts';
import { startTestConsole } from '../../../testing/test-console.ts';
import type { TestConsole } from '../../../testing/test-console.ts';
import { acting, letAct } from '../../../testing/test-operator.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';

type TestOperator = Awaited<ReturnType<TestConsole['operator']>>;

let server: TestServer;
let consoleSite: TestConsole;
let admin: TestOperator;
let reviewer: TestOperator;

beforeAll(async () => {
  server = await startTestServer();
  consoleSite = await startTestConsole(server);
  admin = await consoleSite.operator('owner');
  reviewer = await consoleSite.operator('reviewer');
});
beforeEach(async () => {
  // A proposal of another test would stand in the way.
  await server.ownerPool.query(
    `update text_change set status = 'withdrawn', checker = maker where status = 'proposed'`,
  );
});
afterAll(async () => {
  await consoleSite.stop();
  await server.stop();
});

async function held() {
  const { body } = await consoleSite.call('GET', '/api/console/texts', { token: admin.token });
  return operatorTextsView.parse(body.data).items;
}

async function versionOf(slug: string): Promise<number> {
  return (await held()).find((text) => text.slug === slug)?.version ?? 0;
}

let words = 0;
async function bodyOf(slug: TextChangeBody['slug'], changes: Partial<TextChangeBody['texts']['en']> = {}) {
  words += 1;
  const text = {
    title: `Title ${words}`,
    change: 'Shorter.',
    body: `## One\n\nText ${words}.\n\n- a\n- b`,
    ...changes,
  };
  const texts = { 'zh-Hans': text, 'zh-Hant': text, en: text };
  return { slug, base: await versionOf(slug), texts, reason: 'the law changed' };
}

async function propose(body: object, by = admin, key: string = randomUUID()) {
  return (await consoleSite.call('POST', '/api/console/text-changes', { token: by.token, key, body })).body;
}

async function decide(id: string, approve: boolean, by = reviewer, reason?: string) {
  const body = { approve, ...(reason === undefined ? {} : { reason }) };
  const path = `/api/console/text-changes/${id}/decision`;
  return (await consoleSite.call('POST', path, { token: by.token, key: randomUUID(), body })).body;
}

async function proposed(slug: TextChangeBody['slug']): Promise<string> {
  const answer = await propose(await bodyOf(slug));
  expect(answer.error).toBeUndefined();
  return textChangeView.parse(answer.data).id;
}

async function pageOf(slug: string) {
  const { body } = await server.call('GET', pathOf(readPage, { slug }), { language: 'en' });
  return pageView.parse(body.data);
}

describe('texts', () => {
  it('are shown with their versions, who wrote them, and how many agreed', async () => {
    expect((await held()).map(({ slug }) => slug)).toEqual([...TEXT_SLUGS]);
    const { body } = await consoleSite.call('GET', '/api/console/texts/agreement/versions', { token: admin.token });
    const [first] = operatorTextVersionsView.parse(body.data).items;
    expect(first).toMatchObject({ version: 1, shipped: expect.stringMatching(/^1\./), maker: null });
    expect((await consoleSite.call('GET', '/api/console/texts/none/versions', { token: admin.token })).body.code).toBe(
      400,
    );
  });

  it('that bind members wait for another operator, and are then the next version', async () => {
    const before = await pageOf('agreement');
    const id = await proposed('agreement');
    expect((await held()).find(({ slug }) => slug === 'agreement')).toMatchObject({
      open: id,
      version: before.version,
    });
    expect((await pageOf('agreement')).title).toBe(before.title);

    expect(await decide(id, true, admin)).toMatchObject({ code: 403, error: 'SECOND_OPERATOR_NEEDED' });
    const approved = textChangeView.parse((await decide(id, true)).data);
    expect(approved).toMatchObject({ status: 'approved', checker: { id: reviewer.id.toString() } });
    expect(await decide(id, true)).toMatchObject({ error: 'TERMS_CHANGE_DECIDED' });

    const { body } = await consoleSite.call('GET', '/api/console/texts/agreement/versions', { token: admin.token });
    expect(operatorTextVersionsView.parse(body.data).items[0]).toMatchObject({
      version: before.version + 1,
      shipped: null,
      maker: expect.any(String),
      checker: expect.any(String),
      accepted: 0,
    });
    const { rows } = await server.ownerPool.query(
      `select command, detail ->> 'version' as version, length(detail ->> 'sha256') as hash from audit
       where subject_type = 'text' and subject_id = $1 order by id`,
      [id],
    );
    expect(rows).toEqual([
      { command: 'console/texts/propose', version: String(before.version + 1), hash: 64 },
      { command: 'console/texts/approve', version: String(before.version + 1), hash: 64 },
    ]);
  });

  it('that bind nobody are published at once by one operator', async () => {
    const answer = await propose(await bodyOf('about', { title: 'About us' }));
    expect(textChangeView.parse(answer.data)).toMatchObject({
      status: 'approved',
      maker: { id: admin.id.toString() },
    });
    expect((await held()).find(({ slug }) => slug === 'about')?.texts.en.title).toBe('About us');
  });

  it('are shown beside the newer one of a release, once operators wrote their own', async () => {
    const newerOf = async () => (await held()).find(({ slug }) => slug === 'privacy')?.newer;
    expect(await newerOf()).toBeNull();
    await decide(await proposed('privacy'), true);
    // The site took over this very text before.
    expect(await newerOf()).toBeNull();
    await server.ownerPool.query(
      `alter table text_version disable trigger user;
       update text_version set shipped = '0.9' where slug = 'privacy' and shipped is not null;
       alter table text_version enable trigger user`,
    );
    expect(await newerOf()).toMatchObject({ shipped: expect.stringMatching(/^1\./) });
  });

  it('are rejected with a reason, or withdrawn by their maker alone', async () => {
    const id = await proposed('risk');
    expect(await decide(id, false)).toMatchObject({ error: 'REASON_REQUIRED' });
    const withdraw = async (by: TestOperator) =>
      (
        await consoleSite.call('POST', `/api/console/text-changes/${id}/withdraw`, {
          token: by.token,
          key: randomUUID(),
          body: {},
        })
      ).body;
    const other = await consoleSite.operator('owner');
    expect(await withdraw(other)).toMatchObject({ error: 'MAKER_ONLY' });
    expect(textChangeView.parse((await withdraw(admin)).data).status).toBe('withdrawn');
    const second = await proposed('risk');
    expect(textChangeView.parse((await decide(second, false, reviewer, 'unclear')).data)).toMatchObject({
      status: 'rejected',
      note: 'unclear',
    });
    const { body } = await consoleSite.call('GET', '/api/console/text-changes?status=rejected', {
      token: reviewer.token,
    });
    expect(textChangesView.parse(body.data).items[0]?.id).toBe(second);
    expect(await versionOf('risk')).toBe(1);
  });

  it('are refused when they are old, open, unchanged, or not plain text', async () => {
    const body = await bodyOf('rules');
    expect(await propose({ ...body, base: body.base + 1 })).toMatchObject({ error: 'TERMS_CHANGE_OLD' });
    for (const [field, text] of [
      ['body', '<script>alert(1)</script>'],
      ['body', 'see [x](javascript:alert(1))'],
      ['body', 'Plain.\n  - indented'],
      ['title', '# Title'],
      ['change', '**all**'],
    ] as const) {
      const answer = await propose({ ...body, texts: { ...body.texts, en: { ...body.texts.en, [field]: text } } });
      expect(answer).toMatchObject({
        error: 'TEXT_FORM_INVALID',
        fields: { [`texts.en.${field}`]: 'TEXT_FORM_INVALID' },
      });
    }
    for (const wrong of [
      { slug: 'terms' },
      { texts: { en: body.texts.en } },
      { reason: ' ' },
      { base: -1 },
      { texts: { ...body.texts, en: { ...body.texts.en, body: 'x'.repeat(20_001) } } },
    ])
      expect((await propose({ ...body, ...wrong })).code).toBe(400);

    const key = randomUUID();
    const first = await propose(body, admin, key);
    expect(await propose(body, admin, key)).toEqual(first);
    expect(await propose(await bodyOf('rules'))).toMatchObject({ error: 'TERMS_CHANGE_OPEN' });
    await decide(textChangeView.parse(first.data).id, true);
    const same = { ...body, base: body.base + 1 };
    expect(await propose(same)).toMatchObject({ error: 'TERMS_UNCHANGED' });
    // Another sentence about it is no change of the text.
    const sentence = { ...same.texts.en, change: 'Other words.' };
    expect(await propose({ ...same, texts: { ...same.texts, en: sentence } })).toMatchObject({
      error: 'TERMS_UNCHANGED',
    });
  });

  it('are decided once, also when two operators approve at the same moment', async () => {
    const other = await consoleSite.operator('owner');
    const [id, before] = [await proposed('risk'), await versionOf('risk')];
    const answers = await Promise.all([decide(id, true), decide(id, true, other)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409]);
    expect(await versionOf('risk')).toBe(before + 1);
  });
});

describe('the database', () => {
  const TEXTS = JSON.stringify(Object.fromEntries(['zh-Hans', 'zh-Hant', 'en'].map((language) => [language, {}])));

  it('publishes nothing that was not approved by another operator', async () => {
    const pool = consoleSite.context.pool;
    const id = await proposed('agreement');
    const memberId = await makeMember(server.pool);
    await letAct(server.ownerPool, admin.id);
    const asAdmin = acting(admin.id);
    const approve = (by: bigint) =>
      `${asAdmin}; update text_change set status = 'approved', checker = ${by} where id = '${id}'`;
    // Its maker, and somebody who is no operator.
    expect(await tried(pool, approve(admin.id))).toBe('23514');
    expect(await tried(pool, approve(memberId))).toBe('CD180');
    const insert = `${asAdmin}; insert into text_change (id, slug, base, texts, reason, maker)`;
    const version = await versionOf('about');
    expect(
      await tried(pool, `${insert} values (gen_random_uuid(), 'about', ${version + 1}, '${TEXTS}', 'x', ${admin.id})`),
    ).toBe('CD180');
    expect(
      await tried(pool, `${insert} values (gen_random_uuid(), 'about', ${version}, '${TEXTS}', 'x', ${memberId})`),
    ).toBe('CD180');
    for (const attack of [
      `insert into text_version (slug, version, shipped, texts) values ('about', 99, '9.9', '${TEXTS}')`,
      `update text_change set texts = '${TEXTS}'`,
      `delete from text_change`,
      `insert into text_acceptance (member_id, slug, version) values (${memberId}, 'risk', 1)`,
    ])
      expect(await tried(pool, attack)).toBe('42501');
  });

  it('keeps what a member agreed to', async () => {
    for (const attack of [
      'delete from text_acceptance',
      'update text_acceptance set version = 1',
      `insert into text_change (slug, base, texts, reason, maker) values ('about', 1, '${TEXTS}', 'x', 1)`,
    ])
      expect(await tried(server.pool, attack)).toBe('42501');
  });
});
