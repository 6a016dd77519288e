import { createHash, randomUUID } from 'node:crypto';
import { siteChangeView, siteLogoView, siteSettingsView } from '@candor/contract/console-site';
import type { SitePartName, SiteSettingsView } from '@candor/contract/console-site';
import { siteConfigView } from '@candor/contract/identity';
import { siteHistoryView } from '@candor/contract/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formOf, makePhoto } from '../../testing/pictures.ts';
import { startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';

/** Settings of the site, from the proposal to what every process says. That two are needed is tested in proposal-kinds.test.ts too. */
let server: TestServer;
let consoleSite: TestConsole;
let admin: Awaited<ReturnType<TestConsole['operator']>>;
let cashier: typeof admin;

beforeAll(async () => {
  server = await startTestServer();
  consoleSite = await startTestConsole(server);
  [admin, cashier] = [await consoleSite.operator('owner'), await consoleSite.operator('cashier')];
}, 180_000);
afterAll(async () => {
  await consoleSite.stop();
  await server.stop();
});

async function held(): Promise<SiteSettingsView> {
  return siteSettingsView.parse(
    (await consoleSite.call('GET', '/api/console/site', { token: cashier.token })).body.data,
  );
}

async function post(path: string, body: object, by = admin) {
  return (await consoleSite.call('POST', path, { token: by.token, key: randomUUID(), body })).body;
}

async function propose(
  part: SitePartName,
  changes: object,
  { base, by = admin }: { base?: number; by?: typeof admin } = {},
) {
  const { version, value } = (await held())[part];
  return await post(
    '/api/console/site/changes',
    { part, base: base ?? version, value: { ...value, ...changes }, reason: 'a good one' },
    by,
  );
}

async function approved(part: SitePartName, changes: object): Promise<void> {
  const { id } = siteChangeView.parse((await propose(part, changes)).data);
  const { error } = await post(`/api/console/site/changes/${id}/decision`, { approve: true }, cashier);
  expect(error).toBeUndefined();
}

async function shown() {
  return siteConfigView.parse((await server.call('GET', '/api/index/getconf')).body.data);
}

/** Another process hears of it within the time that it reads again by itself. */
async function untilShown(wanted: object): Promise<void> {
  await expect.poll(shown, { timeout: 6_000, interval: 50 }).toMatchObject(wanted);
}

function at(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}

async function tried(pool: TestServer['pool'], sql: string): Promise<string> {
  return await pool.query(sql).then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
}

describe('what binds members', () => {
  it('takes two, holds in every process without a restart, and stands in the public history', async () => {
    const one = siteChangeView.parse((await propose('identity', { name: 'Harbour' })).data);
    expect(one).toMatchObject({ status: 'proposed', alone: false, before: { name: 'Candor' } });
    expect(await post(`/api/console/site/changes/${one.id}/decision`, { approve: true })).toMatchObject({
      error: 'SECOND_OPERATOR_NEEDED',
    });
    expect(await shown()).toMatchObject({ name: 'Candor' });
    await post(`/api/console/site/changes/${one.id}/decision`, { approve: true }, cashier);
    await untilShown({ name: 'Harbour' });
    await expect.poll(() => consoleSite.context.site.name, { timeout: 6_000 }).toBe('Harbour');
    const { items } = siteHistoryView.parse((await server.call('GET', '/api/index/versions')).body.data);
    expect(items[0]).toMatchObject({ part: 'identity', version: 1, value: { name: 'Harbour' } });
    const { rows } = await server.ownerPool.query<{ change: string }>(
      `select detail ->> 'change' as change from audit where subject_id = $1 and command = 'console/site/approve'`,
      [one.id],
    );
    expect(rows).toEqual([{ change: 'name: "Candor" → "Harbour"' }]);
  });

  it('is not overwritten by somebody who saw what was before', async () => {
    const { version } = (await held()).identity;
    expect(await propose('identity', { name: 'Old' }, { base: version - 1 })).toMatchObject({
      error: 'SITE_CHANGE_OLD',
    });
    const open = siteChangeView.parse((await propose('identity', { name: 'One' })).data);
    expect(await propose('identity', { name: 'Two' })).toMatchObject({ error: 'TERMS_CHANGE_OPEN' });
    expect((await held()).identity.open).toBe(open.id);
    await post(`/api/console/site/changes/${open.id}/withdraw`, {});
  });

  it.each([
    ['markup', { name: '<b>Candor</b>' }, 'value.name'],
    ['10,000 letters', { name: 'x'.repeat(10_000) }, 'value.name'],
    ['letters that turn it around', { name: 'Can\u202Edor' }, 'value.name'],
    ['nothing', { name: '   ' }, 'value.name'],
    ['no language', { languages: [] }, 'value.languages'],
    ['one language twice', { languages: ['en', 'en'] }, 'value.languages'],
    ['a footer of markup', { footer: { 'zh-Hans': '', 'zh-Hant': '', en: '<script>' } }, 'value.footer.en'],
    ['no address', { contact: { email: 'nobody', phone: '', address: '' } }, 'value.contact.email'],
  ])('with %s is refused at its field', async (_, changes, field) => {
    const { fields } = await propose('identity', changes);
    expect(Object.keys(fields ?? {})).toEqual([field]);
  });

  it('is proposed by whoever may, and nobody else', async () => {
    expect(await propose('access', { registration: 'closed' }, { by: cashier })).toMatchObject({ error: 'FORBIDDEN' });
    expect(await propose('basis', { currency: 'USD' })).toMatchObject({ error: 'SITE_FIXED' });
    expect(await propose('opening', { open: true })).toMatchObject({ error: 'SITE_FIXED' });
  });
});

describe('what only looks', () => {
  it('takes one', async () => {
    const one = siteChangeView.parse((await propose('look', { primary: '#1d5fc4' })).data);
    expect(one).toMatchObject({ status: 'approved', alone: true });
    await untilShown({ colour: { primary: '#1d5fc4', label: '#ffffff' } });
  });

  it.each([
    ['#777777', 'SITE_COLOUR_LABEL'],
    ['#ffffff', 'SITE_COLOUR_LIGHT'],
    ['#0b0d12', 'SITE_COLOUR_DARK'],
    ['red', 'FIELD_INVALID'],
    ['#fff;background:url(//x)', 'FIELD_INVALID'],
    ['var(--bg)', 'FIELD_INVALID'],
  ])('refuses the colour %s: %s', async (primary, key) => {
    expect(await propose('look', { primary })).toMatchObject({ error: key, fields: { 'value.primary': key } });
  });

  it('knows no logo that nobody sent', async () => {
    expect(await propose('look', { logo: 'ab'.repeat(32) })).toMatchObject({ error: 'SITE_LOGO_UNKNOWN' });
  });
});

describe('registration', () => {
  async function register(inviteCode?: string): Promise<string> {
    return await tried(
      server.pool,
      `insert into member (username, password_hash, withdraw_password_hash, phone, invite_code, invited_by)
       values ('${randomUUID().slice(0, 8).replaceAll(/\d/g, 'x')}', 'none', 'none', '+86${Math.floor(10 ** 10 + Math.random() * 10 ** 10)}',
         '${Math.floor(Math.random() * 10 ** 12)}', ${inviteCode ?? 'null'})`,
    );
  }

  it('by invitation, and closed, is decided where it is written, whatever a process still believes', async () => {
    await approved('access', { registration: 'invite' });
    expect(await register()).toBe('CD044');
    expect(await register(admin.id.toString())).not.toBe('CD044');
    await approved('access', { registration: 'closed' });
    expect(await register(admin.id.toString())).toBe('CD044');
    await untilShown({ registration: { open: false } });
    await approved('access', { registration: 'open', identityRequired: true });
    expect(await register()).toBe('CD044');
    await approved('access', { identityRequired: false });
    expect(await register()).not.toBe('CD044');
  });

  it('that races a switch is before it or behind it', async () => {
    const one = siteChangeView.parse((await propose('access', { registration: 'closed' })).data);
    const [, ...answers] = await Promise.all([
      post(`/api/console/site/changes/${one.id}/decision`, { approve: true }, cashier),
      ...Array.from({ length: 20 }, async () => await register()),
    ]);
    expect(await register()).toBe('CD044');
    expect(answers.every((answer) => answer === 'done' || answer === 'CD044' || answer === '23505')).toBe(true);
    await approved('access', { registration: 'open' });
  });
});

describe('a logo', () => {
  async function send(logo: Uint8Array, by = admin) {
    const { headers, payload: body } = formOf({ logo });
    return (await consoleSite.call('POST', '/api/console/site/logos', { token: by.token, headers, body })).body;
  }

  it('is drawn again, kept under the hash of its bytes, and shown everywhere once the look says so', async () => {
    const sent = await send(await makePhoto('#1d5fc4', 960, 480));
    const { id } = siteLogoView.parse(sent.data);
    expect(sent.data).toEqual({ id, width: 320, height: 160 });
    // The same one again: no second entry.
    expect((await send(await makePhoto('#1d5fc4', 960, 480))).data).toEqual(sent.data);
    const { rows } = await server.ownerPool.query(
      `select actor_id, command from audit where subject_type = 'siteLogo' and subject_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ actor_id: admin.id, command: 'console/site/logo' }]);
    const own = async () => (await consoleSite.role.app.inject('/api/console/logo')).headers['etag'];
    expect(await own()).toBeUndefined();
    expect(await propose('look', { logo: id })).toMatchObject({ data: { alone: true, status: 'approved' } });
    await untilShown({ web_logo: `/api/index/logo/${id}` });
    await expect.poll(own, { timeout: 6_000 }).toBe(`"${id}"`);
    const kept = await server.http.app.inject(`/api/index/logo/${id}`);
    expect(kept.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(createHash('sha256').update(kept.rawPayload).digest('hex')).toBe(id);
    const asked = { url: '/api/console/logo', headers: { 'if-none-match': `"${id}"` } };
    expect((await consoleSite.role.app.inject(asked)).statusCode).toBe(304);
    await propose('look', { logo: null });
    await untilShown({ web_logo: '' });
  });

  it.each([
    [
      'a drawing with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      'IMAGE_INVALID',
    ],
    ['a line', undefined, 'SITE_LOGO_SIZE'],
    ['too many bytes', Buffer.alloc(520 * 1024, 1), 'SITE_LOGO_SIZE'],
  ])('is not %s', async (_, bytes, error) => {
    expect(await send(bytes ?? (await makePhoto('#1d5fc4', 900, 30)))).toMatchObject({ error });
  });

  it('is nobody’s to send who may not change the site, nor without end', async () => {
    expect(await send(await makePhoto(), cashier)).toMatchObject({ error: 'FORBIDDEN' });
    await server.ownerPool.query(
      `alter table site_logo disable trigger user;
       insert into site_logo (id, png, operator_id) select encode(sha256(n::text::bytea), 'hex'), n::text::bytea, ${admin.id}
       from generate_series(1, 50) n;
       alter table site_logo enable trigger user`,
    );
    expect(await send(await makePhoto('#00aa00', 100, 100))).toMatchObject({ error: 'UPLOAD_LIMIT_REACHED' });
  });
});

describe('a maintenance', () => {
  it.each([
    ['in the past', [{ from: at(-60), until: at(-30) }], 'SITE_WINDOW_ORDER'],
    ['at once', [{ from: at(1), until: at(30) }], 'SITE_WINDOW_NOTICE'],
    ['of ten years', [{ from: at(60), until: at(60 * 24 * 3_650) }], 'SITE_WINDOW_LONG'],
    [
      'over another',
      [
        { from: at(60), until: at(120) },
        { from: at(90), until: at(150) },
      ],
      'SITE_WINDOW_ORDER',
    ],
  ])('%s is refused', async (_, windows, key) => {
    expect(await propose('maintenance', { windows })).toMatchObject({ error: key });
  });

  it('is announced beforehand', async () => {
    const windows = [{ from: at(60), until: at(120) }];
    await approved('maintenance', { windows });
    await untilShown({ maintenance: windows });
    await approved('maintenance', { windows: [] });
    await untilShown({ maintenance: [] });
    expect((await held()).maintenance.value).toEqual({ windows: [] });
  });
});

describe('the database', () => {
  it.each([
    ['the name', `update site set name = 'Mine'`],
    ['who may register', 'update site set registration_open = false'],
    [
      'a version',
      `insert into site_version (part, version, value, change_id) values ('look', 9, '{}', gen_random_uuid())`,
    ],
    ['what was proposed', `update site_change set value = '{}'`],
  ])('lets no login change %s by itself', async (_, sql) => {
    expect(await tried(server.pool, sql)).toBe('42501');
    expect(await tried(consoleSite.context.pool, sql)).toBe('42501');
  });

  it('lets the members’ side read no proposal', async () => {
    expect(await tried(server.pool, 'select * from site_change')).toBe('42501');
  });

  it('keeps every version and what was chosen once, also against its owner', async () => {
    expect(await tried(server.ownerPool, `update site_version set value = '{}'`)).toBe('CD043');
    expect(await tried(server.ownerPool, 'delete from site_version')).toBe('CD043');
    expect(await tried(server.ownerPool, 'update site set opened_at = null')).toBe('CD040');
  });
});
