import { OPERATOR_PERMISSIONS } from '@candor/contract/operator-permissions';
import { permits } from '@candor/domain/identity/permission';
import { randomUUID } from 'node:crypto';
import { auditCheckView, operatorTokenView, totpDoneView, totpSecretView } from '@candor/contract/console';
import {
  invitationCodeView,
  invitationLinkView,
  rolesView,
  SEEDED_ROLES,
  staffView,
} from '@candor/contract/console-staff';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { tried } from '../../testing/attacks.ts';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { acting, hireOperator, letAct, openTestSession } from '../../testing/test-operator.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';

const PASSWORD = 'seven lanterns 47 rain';
const idView = z.object({ id: z.string() });

type Person = { readonly id: bigint; readonly token: string };

let server: TestServer;
let site: TestConsole;
let maker: Person;
let checker: Person;
let count = 0;

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: 'loopback' });
  site = await startTestConsole(server);
  [maker, checker] = [await site.operator('owner'), await site.operator('owner')];
}, 60_000);
afterAll(async () => {
  await site.stop();
  await server.stop();
});

async function post(who: Person | null, path: string, body: object = {}, headers: Record<string, string> = {}) {
  const token = who === null ? {} : { token: who.token };
  return (await site.call('POST', `/api/console/${path}`, { ...token, body, headers, key: randomUUID() })).body;
}

async function get(who: Person, path: string, headers: Record<string, string> = {}) {
  return (await site.call('GET', `/api/console/${path}`, { token: who.token, headers })).body;
}

async function decide(who: Person, path: string, approve = true) {
  return await post(who, `${path}/decision`, approve ? { approve } : { approve, reason: 'no' });
}

/** An invitation that was approved, with both halves of its secret. */
async function invitation(more: object = {}) {
  count += 1;
  const username = `newcomer_${count}`;
  const body = { username, roles: ['support'], addresses: [], reason: 'a new colleague', ...more };
  const { id } = idView.parse((await post(maker, 'staff-changes', body)).data);
  expect((await decide(checker, `staff-changes/${id}`)).code).toBe(200);
  const { token } = invitationLinkView.parse((await post(maker, `staff-changes/${id}/link`)).data);
  const { code } = invitationCodeView.parse((await post(checker, `staff-changes/${id}/code`)).data);
  return { id, username, token, code };
}

/** From another network each time, so that no test waits for the guesses of another. */
async function join({ token, code }: { token: string; code: string }, headers: Record<string, string> = elsewhere()) {
  return await post(null, 'join', { token, code, pwd: PASSWORD }, headers);
}

let networks = 0;
function elsewhere(): Record<string, string> {
  networks += 1;
  return { 'x-forwarded-for': `192.${networks}.2.1` };
}

/** Somebody who took an invitation and set the second factor up. */
async function joined(more: object = {}): Promise<Person & { username: string; secret: string }> {
  const invited = await invitation(more);
  const { token } = operatorTokenView.parse((await join(invited)).data);
  return { ...(await secured(token)), username: invited.username };
}

async function secured(token: string): Promise<Person & { secret: string }> {
  const begun = await site.call('POST', '/api/console/totp', { token, body: {} });
  const { secret } = totpSecretView.parse(begun.body.data);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const done = await site.call('PUT', '/api/console/totp', { token, body: { code } });
  const { token: works } = totpDoneView.parse(done.body.data);
  const me = (await site.call('GET', '/api/console/me', { token: works })).body;
  return { id: BigInt(idView.parse(me.data).id), token: works, secret };
}

describe('an invitation', () => {
  it('makes an operator who sets a second factor up before anything, and is no member', async () => {
    const invited = await invitation({ roles: ['cashier'] });
    const answer = operatorTokenView.parse((await join(invited)).data);
    expect(answer.stage).toBe('setup');
    const early = { id: 0n, token: answer.token };
    expect((await get(early, 'me')).error).toBe('OPERATOR_LOGIN_UNFINISHED');
    expect((await post(early, 'totp/later')).error).toBe('OPERATOR_SECOND_FACTOR_REQUIRED');
    const newcomer = await secured(answer.token);
    expect((await get(newcomer, 'deposits')).code).toBe(200);
    expect((await get(newcomer, 'staff')).error).toBe('FORBIDDEN');
    const { rows } = await server.ownerPool.query(
      `select (select count(*) from member m where lower(m.username) = lower($1))::int as members,
         (select count(*) from account where member_id = $2)::int as accounts`,
      [invited.username, newcomer.id.toString()],
    );
    expect(rows).toEqual([{ members: 0, accounts: 0 }]);
    // Neither side opens the other.
    expect((await server.call('GET', '/api/user/money', { token: newcomer.token })).body.error).toBe('SESSION_INVALID');
    const login = { username: invited.username, pwd: PASSWORD };
    expect((await server.call('POST', '/api/login/login', { body: login })).body.error).toBe('LOGIN_FAILED');
    const member = await makeSession(server.pool, await makeMember(server.pool));
    expect((await site.call('GET', '/api/console/staff', { token: member })).body.error).toBe('SESSION_INVALID');
    const { rows: acts } = await server.ownerPool.query<{ command: string }>(
      `select command from audit where actor_id = $1 and seq is not null order by id`,
      [newcomer.id.toString()],
    );
    expect(acts.map(({ command }) => command)).toEqual(['console/staff/join', 'console/second-factor']);
  });

  it('works once, also for twelve who come at once', async () => {
    const invited = await invitation();
    const answers = await Promise.all(Array.from({ length: 12 }, async () => await join(invited)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ code }) => code !== 200).map(({ error }) => error))).toEqual(
      new Set(['INVITATION_INVALID']),
    );
  });

  it('needs both halves: the link is its maker’s, the code its checker’s; five wrong codes end the link', async () => {
    const invited = await invitation();
    expect((await post(maker, `staff-changes/${invited.id}/code`)).error).toBe('INVITATION_OVER');
    expect((await post(checker, `staff-changes/${invited.id}/link`)).error).toBe('INVITATION_OVER');
    expect((await join({ token: 'x'.repeat(43), code: invited.code })).error).toBe('INVITATION_INVALID');
    const wrong = invited.code === '00000000' ? '11111111' : '00000000';
    for (let n = 0; n < 5; n += 1)
      expect((await join({ ...invited, code: wrong })).error).toBe('INVITATION_CODE_WRONG');
    expect((await join(invited)).error).toBe('INVITATION_INVALID');
    // Another link of the same invitation, which ends the one before.
    const second = invitationLinkView.parse((await post(maker, `staff-changes/${invited.id}/link`)).data);
    const third = invitationLinkView.parse((await post(maker, `staff-changes/${invited.id}/link`)).data);
    expect((await join({ token: second.token, code: invited.code })).error).toBe('INVITATION_INVALID');
    expect((await join({ token: third.token, code: invited.code })).code).toBe(200);
  });

  it('cannot be guessed at for long from one network', async () => {
    const from = { 'x-forwarded-for': '198.51.100.200' };
    const errors = [];
    for (let n = 0; n < 21; n += 1)
      errors.push((await join({ token: `${'y'.repeat(40)}${n}`, code: '1' }, from)).error);
    expect(errors.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'INVITATION_INVALID'));
    expect(errors[20]).toBe('RATE_LIMITED');
  });

  it('does not hold when it has expired, was ended, or its maker has left', async () => {
    const [late, ended] = [await invitation(), await invitation()];
    await server.ownerPool.query(
      `update operator_invitation set expires_at = now() - interval '1 second' where id = $1`,
      [late.id],
    );
    expect((await join(late)).error).toBe('INVITATION_INVALID');
    expect((await post(checker, `staff-changes/${ended.id}/end`)).code).toBe(200);
    expect((await join(ended)).error).toBe('INVITATION_INVALID');
    const leaver = await site.operator('owner');
    const body = { username: 'left_alone', roles: ['support'], addresses: [], reason: 'x' };
    const { id } = idView.parse((await post(leaver, 'staff-changes', body)).data);
    await decide(checker, `staff-changes/${id}`);
    const { token } = invitationLinkView.parse((await post(leaver, `staff-changes/${id}/link`)).data);
    const { code } = invitationCodeView.parse((await post(checker, `staff-changes/${id}/code`)).data);
    expect((await post(leaver, 'leave', { reason: 'gone' })).code).toBe(200);
    expect((await join({ token, code })).error).toBe('INVITATION_INVALID');
  });

  it.each(['maker', 'checker'] as const)(
    'does not sleep until its %s has lost what it gives: both hold it still when somebody joins',
    async (lost) => {
      const givers = { maker: await site.operator('owner'), checker: await site.operator('owner') };
      const body = { username: `sleeper_${lost}`, roles: ['owner'], addresses: [], reason: 'x' };
      const { id } = idView.parse((await post(givers.maker, 'staff-changes', body)).data);
      await decide(givers.checker, `staff-changes/${id}`);
      const { token } = invitationLinkView.parse((await post(givers.maker, `staff-changes/${id}/link`)).data);
      const { code } = invitationCodeView.parse((await post(givers.checker, `staff-changes/${id}/code`)).data);
      const operatorId = givers[lost].id.toString();
      const less = { operatorId, roles: ['auditor'], addresses: [], reason: 'no owner any more' };
      const change = idView.parse((await post(maker, 'staff-changes', less)).data);
      expect((await decide(checker, `staff-changes/${change.id}`)).code).toBe(200);
      expect((await join({ token, code })).error).toBe('INVITATION_INVALID');
    },
  );

  it('does not hold when its checker has left', async () => {
    const leaver = await site.operator('owner');
    const body = { username: 'left_checker', roles: ['support'], addresses: [], reason: 'x' };
    const { id } = idView.parse((await post(maker, 'staff-changes', body)).data);
    await decide(leaver, `staff-changes/${id}`);
    const { token } = invitationLinkView.parse((await post(maker, `staff-changes/${id}/link`)).data);
    const { code } = invitationCodeView.parse((await post(leaver, `staff-changes/${id}/code`)).data);
    expect((await post(leaver, 'leave', { reason: 'gone' })).code).toBe(200);
    expect((await join({ token, code })).error).toBe('INVITATION_INVALID');
  });

  it('keeps its name from members while it is open', async () => {
    const username = 'lantern_keeper';
    const { id } = await invitation({ username });
    const isKept = async (name: string) => {
      const { rows } = await server.pool.query<{ kept: boolean }>('select reads_as_operator($1) as kept', [name]);
      return rows[0]?.kept;
    };
    expect(await isKept(username)).toBe(true);
    // As one that only reads like it.
    expect(await isKept(username.replace('o', '0').toUpperCase())).toBe(true);
    await post(maker, `staff-changes/${id}/end`);
    expect(await isKept(username)).toBe(false);
  });

  it('stands in the chain with each look at its code', async () => {
    const { id } = await invitation();
    await post(checker, `staff-changes/${id}/code`);
    await post(maker, `staff-changes/${id}/code`);
    const { rows } = await server.ownerPool.query<{ actor: string; detail: object }>(
      `select actor_id::text as actor, detail from audit where command = 'console/staff/code' and subject_id = $1 and seq is not null`,
      [id],
    );
    expect(rows).toEqual([
      { actor: checker.id.toString(), detail: {} },
      { actor: checker.id.toString(), detail: {} },
    ]);
  });

  it('is not for a name that somebody has', async () => {
    const { rows } = await server.ownerPool.query<{ username: string }>('select username from member where id = $1', [
      await makeMember(server.pool),
    ]);
    const body = { username: rows[0]?.username.toUpperCase(), roles: ['support'], addresses: [], reason: 'x' };
    expect((await post(maker, 'staff-changes', body)).error).toBe('OPERATOR_NAME_TAKEN');
  });
});

describe('rights', () => {
  it('are given and taken by two, and hold at once: what runs under the old ones ends', async () => {
    const colleague = await joined();
    expect((await get(colleague, 'deposits')).code).toBe(200);
    const body = { operatorId: `${colleague.id}`, roles: ['content'], addresses: [], reason: 'another desk' };
    const { id } = idView.parse((await post(maker, 'staff-changes', body)).data);
    expect((await decide(maker, `staff-changes/${id}`)).error).toBe('SECOND_OPERATOR_NEEDED');
    expect((await decide(checker, `staff-changes/${id}`)).code).toBe(200);
    expect((await get(colleague, 'me')).error).toBe('SESSION_INVALID');
    const again = { id: colleague.id, token: (await openTestSession(server.ownerPool, colleague.id)).token };
    expect((await get(again, 'deposits')).error).toBe('FORBIDDEN');
    expect((await get(again, 'notices')).code).toBe(200);
  });

  it('are nobody’s own to give: not as maker, not as checker, not by a colleague who holds less', async () => {
    const hr = await role(['staff:operator:*', 'staff:role:*']);
    const [one, two] = [await site.operator(hr), await site.operator(hr)];
    const own = { operatorId: `${one.id}`, roles: ['owner'], addresses: [], reason: 'me' };
    expect((await post(one, 'staff-changes', own)).error).toBe('ITEM_OWN');
    // A colleague who holds as little as oneself cannot give more either.
    expect((await post(two, 'staff-changes', own)).error).toBe('MORE_THAN_HELD');
    // An owner proposes, and the one whom it is about approves.
    const { id } = idView.parse((await post(maker, 'staff-changes', own)).data);
    expect((await decide(one, `staff-changes/${id}`)).error).toBe('ITEM_OWN');
    expect((await decide(two, `staff-changes/${id}`)).error).toBe('MORE_THAN_HELD');
    await post(maker, `staff-changes/${id}/withdraw`);
    // By a role of their own, by another role, or by a puppet.
    const wider = { name: hr, what: 'change', base: 1, names: NAMES, reason: 'me', permissions: ['*:*:*'] };
    expect((await post(one, 'role-changes', wider)).error).toBe('MORE_THAN_HELD');
    const puppet = { username: 'puppet_of_one', roles: ['cashier'], addresses: [], reason: 'x' };
    expect((await post(one, 'staff-changes', puppet)).error).toBe('MORE_THAN_HELD');
    // What an owner proposed, a holder of less cannot approve, and neither can they take it from others.
    const role1 = idView.parse((await post(maker, 'role-changes', wider)).data);
    expect((await decide(two, `role-changes/${role1.id}`)).error).toBe('MORE_THAN_HELD');
    const taken = { operatorId: `${maker.id}`, roles: ['support'], addresses: [], reason: 'x' };
    expect((await post(one, 'staff-changes', taken)).error).toBe('MORE_THAN_HELD');
    expect((await post(one, `staff/${maker.id}/leave`, { reason: 'x' })).error).toBe('MORE_THAN_HELD');
    await post(maker, `role-changes/${role1.id}/withdraw`);
  });

  it('are judged anew at the approval: a maker who lost them meanwhile gives nothing', async () => {
    const fading = await site.operator('owner');
    const body = { username: 'by_a_faded', roles: ['owner'], addresses: [], reason: 'x' };
    const { id } = idView.parse((await post(fading, 'staff-changes', body)).data);
    await server.ownerPool.query(`update operator set roles = '{support}' where id = $1`, [fading.id.toString()]);
    expect((await decide(checker, `staff-changes/${id}`)).error).toBe('MORE_THAN_HELD');
  });

  it('are those that some call asks for: no role of a new site holds another, and none gets one', async () => {
    const { rows } = await server.ownerPool.query<{ permissions: string[] }>(
      'select permissions from role where name = any($1)',
      [SEEDED_ROLES],
    );
    const held = rows.flatMap(({ permissions }) => permissions);
    expect(held.length).toBeGreaterThan(30);
    expect(held.filter((one) => !OPERATOR_PERMISSIONS.some((known) => permits([one], known)))).toEqual([]);
    const idle = {
      name: 'idler',
      what: 'make',
      base: 0,
      names: NAMES,
      reason: 'x',
      permissions: ['cashier:vault:open'],
    };
    expect(await post(maker, 'role-changes', idle)).toMatchObject({ error: 'FIELD_INVALID' });
  });

  it('are shown with who holds them and when they used them last', async () => {
    const colleague = await joined({ roles: ['cashier'] });
    await get(colleague, 'deposits');
    const { items } = staffView.parse((await get(maker, 'staff')).data);
    const shown = items.find(({ id }) => id === `${colleague.id}`);
    expect(shown).toMatchObject({ roles: ['cashier'], secured: true, leftAt: null });
    expect(shown?.uses.map(({ permission }) => permission)).toEqual(['cashier:deposit:read']);
    const roles = rolesView.parse((await get(maker, 'roles')).data).items;
    const holder = roles.find(({ name }) => name === 'cashier')?.holders.find(({ id }) => id === `${colleague.id}`);
    expect(holder?.usedAt).not.toBeNull();
  });
});

const NAMES = { 'zh-Hans': '人事', 'zh-Hant': '人事', en: 'People' };

/** A role of the site's own. */
async function role(permissions: readonly string[]): Promise<string> {
  count += 1;
  const name = `hr${String.fromCodePoint(97 + (count % 26))}${String.fromCodePoint(97 + (Math.floor(count / 26) % 26))}`;
  const body = { name, what: 'make', base: 0, names: NAMES, permissions, reason: 'people' };
  const { id } = idView.parse((await post(maker, 'role-changes', body)).data);
  expect((await decide(checker, `role-changes/${id}`)).code).toBe(200);
  return name;
}

describe('an operator', () => {
  it('loses every session by a colleague, who needs the permission', async () => {
    const colleague = await joined();
    const other = await site.operator('auditor');
    const end = async (who: Person) =>
      (await site.call('DELETE', `/api/console/staff/${colleague.id}/sessions`, { token: who.token })).body;
    expect((await end(other)).error).toBe('FORBIDDEN');
    expect((await end(maker)).data).toEqual({ ended: 1 });
    expect((await get(colleague, 'me')).error).toBe('SESSION_INVALID');
  });

  it('leaves in one act, and nothing of them opens anything', async () => {
    const colleague = await joined();
    expect((await post(maker, `staff/${colleague.id}/leave`, { reason: 'another job' })).code).toBe(200);
    expect((await get(colleague, 'me')).error).toBe('SESSION_INVALID');
    const login = { username: colleague.username, pwd: PASSWORD };
    expect((await post(null, 'login', login)).error).toBe('LOGIN_FAILED');
    expect((await post(maker, `staff/${colleague.id}/leave`, { reason: 'x' })).error).toBe('OPERATOR_NOT_FOUND');
    expect(
      staffView.parse((await get(maker, 'staff')).data).items.find(({ id }) => id === `${colleague.id}`),
    ).toMatchObject({
      roles: [],
      sessions: [],
      leftAt: expect.any(String),
    });
  });

  it('replaces the second factor with a code of the old one, and by nothing less', async () => {
    const colleague = await joined();
    const { token: other } = await openTestSession(server.ownerPool, colleague.id);
    expect((await post(colleague, 'totp')).error).toBe('OPERATOR_SECOND_FACTOR_EXISTS');
    expect((await post(colleague, 'totp/renew', { code: '000000' })).error).toBe('OPERATOR_CODE_WRONG');
    await server.ownerPool.query('update operator_access set used_step = 1 where operator_id = $1', [
      `${colleague.id}`,
    ]);
    const code = new TOTP({ secret: Secret.fromBase32(colleague.secret) }).generate();
    const { secret } = totpSecretView.parse((await post(colleague, 'totp/renew', { code })).data);
    const next = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    const done = await site.call('PUT', '/api/console/totp', { token: colleague.token, body: { code: next } });
    expect((await get({ id: 0n, token: totpDoneView.parse(done.body.data).token }, 'me')).code).toBe(200);
    expect((await get({ id: 0n, token: other }, 'me')).error).toBe('SESSION_INVALID');
  });

  it('may come from the set addresses alone, whatever a header says', async () => {
    const colleague = await joined({ addresses: ['203.0.113.0/24'] }).catch(() => null);
    // From loopback the invitation is as if it were not there.
    expect(colleague).toBeNull();
    const invited = await invitation({ addresses: ['203.0.113.0/24', '2001:db8::/32'] });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    expect((await join(invited, from('198.51.100.7'))).error).toBe('INVITATION_INVALID');
    expect((await join(invited, from('203.0.113.9, 198.51.100.7'))).error).toBe('INVITATION_INVALID');
    const { token } = operatorTokenView.parse((await join(invited, from('203.0.113.9'))).data);
    const begun = (headers: Record<string, string>) =>
      site.call('POST', '/api/console/totp', { token, body: {}, headers });
    expect((await begun(from('198.51.100.7'))).body.error).toBe('SESSION_INVALID');
    expect((await begun(from('203.0.113.9, 198.51.100.7'))).body.error).toBe('SESSION_INVALID');
    expect((await begun(from('not an address'))).body.error).toBe('SESSION_INVALID');
    expect((await begun(from('2001:db8::7'))).body.code).toBe(200);
    const login = { username: invited.username, pwd: PASSWORD };
    expect((await post(null, 'login', login, from('198.51.100.9'))).error).toBe('LOGIN_FAILED');
    expect((await post(null, 'login', login, from('203.0.113.10'))).code).toBe(200);
  });
});

describe('the last owner', () => {
  it('stays: by leaving, by a colleague, by another role, and when two leave at once', async () => {
    // Nobody else is an owner any more.
    await server.ownerPool.query(
      `update operator set roles = '{support}' where 'owner' = any(roles) and id not in ($1, $2)`,
      [`${maker.id}`, `${checker.id}`],
    );
    const answers = await Promise.all([
      post(maker, 'leave', { reason: 'x' }),
      post(checker, 'leave', { reason: 'x' }),
      post(maker, `staff/${checker.id}/leave`, { reason: 'x' }),
      post(checker, `staff/${maker.id}/leave`, { reason: 'x' }),
    ]);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    const { rows } = await server.ownerPool.query<{ id: bigint }>(
      `select id from operator where 'owner' = any(roles) and left_at is null`,
    );
    expect(rows).toHaveLength(1);
    const last = rows[0]?.id ?? 0n;
    const left = last === maker.id ? maker : checker;
    expect((await post(left, 'leave', { reason: 'x' })).error).toBe('LAST_OWNER');
    expect(await tried(server.ownerPool, `update operator set roles = '{}' where id = ${last}`)).toBe('CD044');
  });

  it('is kept by the database when two are removed in two transactions at once', async () => {
    const [one, two] = [await hireOperator(server.ownerPool, 'owner'), await hireOperator(server.ownerPool, 'owner')];
    await server.ownerPool.query(
      `update operator set roles = '{support}' where 'owner' = any(roles) and id not in ($1, $2)`,
      [`${one}`, `${two}`],
    );
    const remove = async (id: bigint) =>
      await tried(server.ownerPool, `update operator set roles = '{}' where id = ${id}`, 'commit');
    const answers = await Promise.all([remove(one), remove(two)]);
    expect(answers.toSorted()).toEqual(['CD044', 'done']);
  });
});

describe('past the server', () => {
  it('the database refuses what the rules refuse', async () => {
    const [owner, second] = [
      await hireOperator(server.ownerPool, 'owner'),
      await hireOperator(server.ownerPool, 'owner'),
    ];
    const hr = await hireOperator(server.ownerPool, 'support');
    await letAct(server.ownerPool, owner, second, hr);
    const { pool } = site.context;
    const id = randomUUID();
    const change = (who: bigint, about: bigint | 'null', roles = 'owner') =>
      `insert into staff_change (id, operator_id, username, roles, reason, maker) values ('${id}', ${about}, 'attacker_x', '{${roles}}', 'x', ${who})`;
    expect(await tried(pool, acting(hr), change(hr, 'null'))).toBe('CD044');
    expect(await tried(pool, acting(owner), change(owner, owner))).toBe('23514');
    expect(await tried(pool, acting(hr), change(owner, 'null'))).toBe('CD302');
    expect(await tried(pool, acting(owner), change(owner, hr), 'set constraints all immediate')).toBe('CD303');
    const approve = (who: bigint) => `update staff_change set status = 'approved', checker = ${who} where id = '${id}'`;
    expect(await tried(pool, acting(owner), change(owner, 'null'), approve(owner))).toBe('23514');
    for (const sql of [
      `update operator set roles = '{owner}'`,
      `insert into operator (username) values ('attacker_y')`,
      'select code from operator_invitation',
      'select token_hash from operator_invitation',
      `insert into operator_invitation (id, code) values ('${id}', '00000000')`,
      `update role set permissions = '{*:*:*}'`,
      `insert into operator_use values (1, 'x:y:z', now())`,
      `delete from staff_change`,
    ])
      expect(await tried(pool, acting(owner), sql), sql).toBe('42501');
    for (const other of [server.pool, server.pools.feed, server.pools.worker])
      for (const sql of [
        'select * from staff_change',
        'select * from operator_invitation',
        `select accept_invitation(sha256('x'), '1', 'x', sha256('y'), '', '')`,
        `select leave_operator(${hr}, 'x')`,
        `select note_use(sha256('x'), 'a:b:c')`,
        `select employ_owner('x', 'x')`,
        'select roles from operator',
      ])
        expect(await tried(other, sql), sql).toBe('42501');
    expect(await tried(pool, acting(hr), `select leave_operator(${owner}, 'x')`)).toBe('CD300');
    expect(await tried(pool, acting(hr), `select end_sessions_of(${owner})`)).toBe('CD300');
    expect(await tried(pool, `select leave_operator(${hr}, 'x')`)).toBe('CD300');
  });

  it('the chain holds all of it', async () => {
    const auditor = await site.operator('auditor');
    const { data } = await get(auditor, 'audit/check?after=0');
    expect(auditCheckView.parse(data)).toMatchObject({ brokenSeq: null, complete: true, outside: null });
  });
});
