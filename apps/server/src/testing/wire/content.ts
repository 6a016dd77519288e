import { idOf, textAt } from './wire-site.ts';
import type { Caller, WireSite } from './wire-site.ts';

const ABSENT = '00000000-0000-4000-8000-000000000000';
const HOUR_MS = 3_600_000;

function inLanguages(text: (language: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(['zh-Hans', 'zh-Hant', 'en'].map((language) => [language, text(language)]));
}

/** Announcements and banners: written in the console, read by members and everyone. */
export async function recordNotices(wire: WireSite): Promise<void> {
  const { call, refused } = wire;
  const writer = await wire.operator('wire_editor', 'support');
  const inHours = (hours: number) => new Date(wire.server.context.clock.now() + hours * HOUR_MS).toISOString();
  const at = '/api/console/notices';
  const notice = (title: string, more: object = {}) => ({
    base: 0,
    category: 'system',
    pinned: false,
    important: false,
    texts: inLanguages((language) => ({
      title: `${title} ${language}`,
      summary: `About ${title}`,
      body: `## Part\n${title} says more.\n- one\n- two`,
    })),
    publishedFrom: inHours(-1),
    areas: [],
    ...more,
  });
  const shown = idOf(await call(writer, `POST ${at}`, { body: notice('First') }));
  const draft = idOf(await call(writer, `POST ${at}`, { body: notice('Draft', { publishedFrom: undefined }) }));
  await call(writer, `POST ${at}`, { body: notice('Second', { important: true, pinned: true }) });
  await call(writer, `POST ${at}`, {
    body: notice('Works', { category: 'maintenance', startsAt: inHours(1), endsAt: inHours(2), areas: ['trade'] }),
  });
  await refused(writer, `POST ${at}`, 'IDEMPOTENCY_KEY_REQUIRED', { body: notice('x'), key: null });
  await refused(writer, `POST ${at}`, 'FIELD_INVALID', { body: notice('x', { category: 'gossip' }) });
  await refused(writer, `POST ${at}`, 'NOTICE_TEXT_TOO_LONG', {
    body: notice('x', { texts: inLanguages(() => ({ title: 'x'.repeat(500), summary: 'x', body: 'x' })) }),
  });
  await call(writer, `PUT ${at}/${draft}`, { body: notice('Draft again', { base: 1, publishedFrom: undefined }) });
  await refused(writer, `PUT ${at}/${draft}`, 'NOTICE_CHANGED', { body: notice('x', { base: 1 }) });
  await refused(writer, `PUT ${at}/${ABSENT}`, 'NOTICE_NOT_FOUND', { body: notice('x', { base: 1 }) });
  await call(writer, `GET ${at}/${draft}`);
  await call(writer, `GET ${at}/${draft}/versions`);
  await refused(writer, `GET ${at}/${ABSENT}`, 'NOTICE_NOT_FOUND');
  await refused(writer, `GET ${at}/${ABSENT}/versions`, 'NOTICE_NOT_FOUND');
  await refused(writer, `POST ${at}/${draft}/withdraw`, 'REASON_REQUIRED', { body: { base: 2 } });
  await call(writer, `POST ${at}/${draft}/withdraw`, { body: { base: 2, reason: 'not needed' } });
  const page = await call(writer, `GET ${at}?limit=2`);
  await call(writer, `GET ${at}?limit=2&cursor=${textAt(page, 'nextCursor')}`);
  await call(writer, `GET ${at}?state=withdrawn&category=system&q=Draft`);
  await refused(writer, `GET ${at}?state=lost`, 'FIELD_INVALID');
  await refused(writer, `GET ${at}?cursor=x`, 'FIELD_INVALID');
  await recordBanners(wire, writer);
  await recordReading(wire, shown);
}

async function recordBanners({ call, refused }: WireSite, writer: Caller): Promise<void> {
  const at = '/api/console/banners';
  const banner = (more: object = {}) => ({
    base: 0,
    texts: inLanguages((language) => ({ title: `Banner ${language}`, text: 'Look' })),
    target: '/pages/notice/list',
    position: 1,
    shownFrom: '2026-01-01T00:00:00Z',
    ...more,
  });
  const one = idOf(await call(writer, `POST ${at}`, { body: banner() }));
  await refused(writer, `POST ${at}`, 'BANNER_TARGET_WRONG', { body: banner({ target: 'javascript:x' }) });
  const other = idOf(await call(writer, `POST ${at}`, { body: banner({ position: 2 }) }));
  await call(writer, `PUT ${at}/${one}`, { body: banner({ base: 1, position: 3 }) });
  await refused(writer, `PUT ${at}/${one}`, 'NOTICE_CHANGED', { body: banner({ base: 1 }) });
  await call(writer, `GET ${at}/${one}`);
  await refused(writer, `GET ${at}/${ABSENT}`, 'BANNER_NOT_FOUND');
  await call(writer, `POST ${at}/${other}/withdraw`, { body: { base: 1, reason: 'over' } });
  await call(writer, `GET ${at}`);
  const page = await call(writer, `GET ${at}?limit=1`);
  await call(writer, `GET ${at}?limit=1&cursor=${textAt(page, 'nextCursor')}`);
  await call(writer, `GET ${at}?state=shown`);
  await refused(writer, `GET ${at}?cursor=x`, 'FIELD_INVALID');
}

async function recordReading(wire: WireSite, shown: string): Promise<void> {
  const { call, refused } = wire;
  const member = await wire.member('wire_reader');
  const at = '/api/content/notices';
  await call(member, `GET ${at}/now`);
  await call(member, `GET ${at}`);
  await call(member, `GET ${at}`, { language: 'zh-TW', note: 'zh-TW' });
  const page = await call(member, `GET ${at}?limit=1`);
  await call(member, `GET ${at}?limit=1&cursor=${textAt(page, 'nextCursor')}`);
  await call(member, `GET ${at}?category=maintenance&q=Works`);
  await refused(member, `GET ${at}?cursor=x`, 'FIELD_INVALID');
  await refused(member, `GET ${at}?category=gossip`, 'FIELD_INVALID');
  await call(member, `GET ${at}/${shown}`);
  await refused(member, `GET ${at}/${ABSENT}`, 'NOTICE_NOT_FOUND');
  await call(member, `POST ${at}/${shown}/read`, { body: {} });
  await call(member, `POST ${at}/${shown}/read`, { note: 'again' });
  await refused(member, `POST ${at}/${ABSENT}/read`, 'NOTICE_NOT_FOUND');
  await call(member, `POST ${at}/read`, { body: {} });
  await refused(member, `POST ${at}/read`, 'FIELD_UNKNOWN', { body: { all: true } });
  await call(member, `GET ${at}/now`);
  await call(member, 'GET /api/messages');
  await refused(member, 'GET /api/messages?cursor=x', 'FIELD_INVALID');
  await call(member, 'POST /api/messages/read', { body: { upTo: '1' } });
  await refused(member, 'POST /api/messages/read', 'FIELD_INVALID', { body: { upTo: 'x' } });
  await refused(member, 'POST /api/messages/read', 'FIELD_REQUIRED', { body: {} });
  for (const language of ['en', 'zh-CN']) {
    await call(null, 'GET /api/content/maintenance', { language, note: language });
    await call(null, 'GET /api/content/banners', { language, note: language });
  }
}

/** The site's texts: read by everyone, agreed to by members, changed by two operators. */
export async function recordTexts(wire: WireSite): Promise<void> {
  const { call, refused } = wire;
  for (const language of ['en', 'zh-CN', 'zh-TW'])
    await call(null, 'GET /api/content/pages/agreement', { language, note: language });
  await call(null, 'GET /api/content/pages/agreement?version=1');
  await refused(null, 'GET /api/content/pages/agreement?version=99', 'NOT_FOUND');
  await refused(null, 'GET /api/content/pages/agreement?version=x', 'FIELD_INVALID');
  await refused(null, 'GET /api/content/pages/none', 'NOT_FOUND');
  const [writer, checker] = [
    await wire.operator('wire_author', 'owner'),
    await wire.operator('wire_lawyer', 'reviewer'),
  ];
  await call(writer, 'GET /api/console/texts');
  const text = { title: 'A new title', change: 'Shorter.', body: '## One\n\nText.\n\n- a\n- b' };
  const body = {
    slug: 'agreement',
    base: 1,
    texts: { 'zh-Hans': text, 'zh-Hant': text, en: text },
    reason: 'the law changed',
  };
  const at = '/api/console/text-changes';
  await refused(writer, `POST ${at}`, 'REASON_REQUIRED', { body: { ...body, reason: '' } });
  await refused(writer, `POST ${at}`, 'FIELD_INVALID', { body: { ...body, slug: 'poem' } });
  await refused(writer, `POST ${at}`, 'TERMS_CHANGE_OLD', { body: { ...body, base: 9 } });
  const one = idOf(await call(writer, `POST ${at}`, { body }));
  await refused(writer, `POST ${at}`, 'TERMS_CHANGE_OPEN', { body });
  await refused(writer, `POST ${at}/${one}/decision`, 'SECOND_OPERATOR_NEEDED', { body: { approve: true } });
  await refused(checker, `POST ${at}/${one}/decision`, 'REASON_REQUIRED', { body: { approve: false } });
  await call(checker, `POST ${at}/${one}/decision`, { body: { approve: true } });
  const two = idOf(
    await call(writer, `POST ${at}`, {
      body: { ...body, base: 2, texts: { ...body.texts, en: { ...text, title: 'Newer' } } },
    }),
  );
  await call(writer, `POST ${at}/${two}/withdraw`, { body: {} });
  await refused(writer, `POST ${at}/${two}/withdraw`, 'TERMS_CHANGE_DECIDED', { body: {} });
  await call(checker, `GET ${at}`);
  const page = await call(checker, `GET ${at}?limit=1`);
  await call(checker, `GET ${at}?limit=1&cursor=${textAt(page, 'nextCursor')}`);
  await call(checker, `GET ${at}?status=withdrawn`);
  await refused(checker, `GET ${at}?cursor=x`, 'FIELD_INVALID');
  await call(checker, `GET ${at}/${one}`);
  await refused(checker, `GET ${at}/${ABSENT}`, 'TERMS_CHANGE_NOT_FOUND');
  await call(checker, 'GET /api/console/texts/agreement/versions');
  const versions = await call(checker, 'GET /api/console/texts/agreement/versions?limit=1');
  await call(checker, `GET /api/console/texts/agreement/versions?limit=1&cursor=${textAt(versions, 'nextCursor')}`);
  await refused(checker, 'GET /api/console/texts/none/versions', 'FIELD_INVALID');
  await call(null, 'GET /api/content/pages/agreement/versions');
  const shown = await call(null, 'GET /api/content/pages/agreement/versions?limit=1');
  await call(null, `GET /api/content/pages/agreement/versions?limit=1&cursor=${textAt(shown, 'nextCursor')}`);
  await refused(null, 'GET /api/content/pages/agreement/versions?cursor=x', 'FIELD_INVALID');
  await refused(null, 'GET /api/content/pages/none/versions', 'NOT_FOUND');
  const member = await wire.member('wire_agreeing');
  await call(member, 'GET /api/account/agreements');
  await call(member, 'POST /api/account/agreements', { body: { slug: 'agreement', version: 2 } });
  await refused(member, 'POST /api/account/agreements', 'TEXT_VERSION_OLD', {
    body: { slug: 'agreement', version: 1 },
  });
  await refused(member, 'POST /api/account/agreements', 'FIELD_INVALID', { body: { slug: 'poem', version: 1 } });
}
