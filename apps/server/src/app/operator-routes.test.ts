import { randomUUID } from 'node:crypto';
import { CODES } from '@candor/contract/envelope';
import { permits } from '@candor/domain/identity/permission';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { isErrorKey } from '@candor/contract/errors';
import { malformedRequest } from '../platform/http/malformed-request.ts';
import { descriptionOf } from '../testing/description.ts';
import { makeMember, makeSession } from '../testing/factories.ts';
import { startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { startTestServer } from '../testing/test-server.ts';
import { openTestSession } from '../testing/test-operator.ts';
import type { TestServer } from '../testing/test-server.ts';

/**
 * Every route of the console, and which operator may call it. The routes come from the console's own description. A route
 * that is not in this list fails the test until someone has decided who it is for.
 *
 * `public`: no session. `unfinished`: a session that has not shown its second factor. `any`: every operator. Otherwise the
 * permission that it needs.
 */
const ROUTES: Readonly<Record<string, string>> = {
  'GET /api/console/captcha': 'public',
  'GET /api/console/puzzle': 'public',
  'POST /api/console/login': 'public',
  'POST /api/console/login/code': 'unfinished',
  'POST /api/console/totp': 'unfinished',
  'PUT /api/console/totp': 'unfinished',
  'POST /api/console/totp/later': 'unfinished',
  'POST /api/console/logout': 'unfinished',
  'GET /api/console/me': 'any',
  'GET /api/console/counters': 'any',
  'POST /api/console/password': 'any',
  'GET /api/console/sessions': 'any',
  'DELETE /api/console/sessions/{id}': 'any',
  'POST /api/console/totp/renew': 'any',
  // Both halves of an invitation, from two colleagues, and then a second factor.
  'POST /api/console/join': 'public',
  'POST /api/console/leave': 'any',
  'GET /api/console/staff': 'staff:operator:read',
  'DELETE /api/console/staff/{id}/sessions': 'staff:operator:end',
  'POST /api/console/staff/{id}/leave': 'staff:operator:end',
  'GET /api/console/staff-changes': 'staff:operator:read',
  'GET /api/console/staff-changes/{id}': 'staff:operator:read',
  'POST /api/console/staff-changes': 'staff:operator:make',
  'POST /api/console/staff-changes/{id}/decision': 'staff:operator:check',
  'POST /api/console/staff-changes/{id}/withdraw': 'staff:operator:make',
  'POST /api/console/staff-changes/{id}/link': 'staff:operator:make',
  'POST /api/console/staff-changes/{id}/code': 'staff:operator:check',
  'POST /api/console/staff-changes/{id}/end': 'staff:operator:make',
  'GET /api/console/roles': 'staff:role:read',
  'GET /api/console/role-changes': 'staff:role:read',
  'GET /api/console/role-changes/{id}': 'staff:role:read',
  'POST /api/console/role-changes': 'staff:role:make',
  'POST /api/console/role-changes/{id}/decision': 'staff:role:check',
  'POST /api/console/role-changes/{id}/withdraw': 'staff:role:make',
  'GET /api/console/orders': 'market:order:read',
  'GET /api/console/orders/{id}': 'market:order:read',
  'GET /api/console/orders/{id}/receipt': 'market:order:read',
  'GET /api/console/members': 'member:profile:search',
  'GET /api/console/members/{id}': 'member:profile:read',
  'GET /api/console/members/{id}/limits': 'member:profile:read',
  'GET /api/console/members/{id}/own-data': 'member:profile:read',
  'POST /api/console/members/{id}/freeze': 'member:profile:freeze',
  'POST /api/console/members/{id}/forbid': 'member:profile:forbid',
  'POST /api/console/members/{id}/notes': 'member:note:write',
  'DELETE /api/console/members/{id}/sessions': 'member:profile:sessions',
  'GET /api/console/adjustments': 'ledger:adjustment:read',
  'POST /api/console/adjustments': 'ledger:adjustment:make',
  'GET /api/console/adjustments/{id}': 'ledger:adjustment:read',
  'POST /api/console/adjustments/{id}/decision': 'ledger:adjustment:check',
  'POST /api/console/adjustments/{id}/withdraw': 'ledger:adjustment:make',
  'GET /api/console/practice-codes': 'account:code:open',
  'GET /api/console/marks': 'member:mark:read',
  'GET /api/console/mark-releases': 'member:mark:read',
  'GET /api/console/mark-releases/{id}': 'member:mark:read',
  'POST /api/console/mark-releases': 'member:mark:make',
  'POST /api/console/mark-releases/{id}/decision': 'member:mark:check',
  'POST /api/console/mark-releases/{id}/withdraw': 'member:mark:make',
  'GET /api/console/invitations': 'cashier:deposit:read',
  'GET /api/console/factor-releases': 'member:factor:read',
  'GET /api/console/factor-releases/{id}': 'member:factor:read',
  'POST /api/console/factor-releases': 'member:factor:make',
  'POST /api/console/factor-releases/{id}/decision': 'member:factor:check',
  'POST /api/console/factor-releases/{id}/withdraw': 'member:factor:make',
  'POST /api/console/factor-releases/{id}/stop': 'member:factor:stop',
  'GET /api/console/invest/projects': 'invest:project:read',
  'GET /api/console/invest/changes': 'invest:project:read',
  'GET /api/console/invest/changes/{id}': 'invest:project:read',
  'GET /api/console/invest/holdings': 'invest:holding:read',
  'GET /api/console/invest/days': 'invest:close:read',
  'GET /api/console/invest/liabilities': 'invest:close:read',
  'POST /api/console/invest/project-changes': 'invest:project:make',
  'POST /api/console/invest/rate-changes': 'invest:project:make',
  'POST /api/console/invest/changes/{id}/decision': 'invest:project:check',
  'POST /api/console/invest/changes/{id}/withdraw': 'invest:project:make',
  'GET /api/console/deposits': 'cashier:deposit:read',
  'GET /api/console/deposits/{id}': 'cashier:deposit:read',
  'GET /api/console/deposits/{id}/proof': 'cashier:deposit:read',
  'POST /api/console/deposits/{id}/take': 'cashier:deposit:review',
  'POST /api/console/deposits/{id}/release': 'cashier:deposit:review',
  'POST /api/console/deposits/{id}/approve': 'cashier:deposit:review',
  'POST /api/console/deposits/{id}/reject': 'cashier:deposit:review',
  'GET /api/console/withdrawals': 'cashier:withdrawal:read',
  // It shows the whole number of the card, for paying to it.
  'GET /api/console/withdrawals/{id}': 'cashier:withdrawal:review',
  'POST /api/console/withdrawals/{id}/take': 'cashier:withdrawal:review',
  'POST /api/console/withdrawals/{id}/release': 'cashier:withdrawal:review',
  'POST /api/console/withdrawals/{id}/approve': 'cashier:withdrawal:review',
  'POST /api/console/withdrawals/{id}/reject': 'cashier:withdrawal:review',
  'POST /api/console/withdrawals/{id}/payout': 'cashier:withdrawal:payout',
  'GET /api/console/verifications': 'identity:verification:read',
  'GET /api/console/verifications/{id}': 'identity:verification:read',
  'GET /api/console/verifications/{id}/front': 'identity:verification:read',
  'GET /api/console/verifications/{id}/back': 'identity:verification:read',
  'POST /api/console/verifications/{id}/take': 'identity:verification:review',
  'POST /api/console/verifications/{id}/release': 'identity:verification:review',
  'POST /api/console/verifications/{id}/verify': 'identity:verification:review',
  'POST /api/console/verifications/{id}/reject': 'identity:verification:review',
  'GET /api/console/terms': 'site:channel:read',
  'GET /api/console/terms/changes': 'site:channel:read',
  'GET /api/console/terms/changes/{id}': 'site:channel:read',
  'POST /api/console/terms/changes': 'site:channel:write',
  // A cashier checks what an admin proposes, and proposes nothing.
  'POST /api/console/terms/changes/{id}/decision': 'site:channel:check',
  'POST /api/console/terms/changes/{id}/withdraw': 'site:channel:write',
  // Whoever sees what was added by hand sees what it was added to.
  'GET /api/console/alarms': 'site:alarm:read',
  'GET /api/console/alarms/{id}': 'site:alarm:read',
  'GET /api/console/alarm-messages': 'site:alarm:read',
  'POST /api/console/alarm-messages/test': 'site:alarm:take',
  // Takes, acknowledges, notes. What opens and closes an alarm is no call.
  'POST /api/console/alarms/{id}': 'site:alarm:take',
  'GET /api/console/overview': 'ledger:adjustment:read',
  'GET /api/console/state': 'ledger:adjustment:read',
  'GET /api/console/statements/accounts': 'cashier:statement:read',
  'PUT /api/console/statements/accounts/{code}': 'cashier:statement:import',
  'GET /api/console/statements/files': 'cashier:statement:read',
  'POST /api/console/statements/files': 'cashier:statement:import',
  'GET /api/console/statements/files/{id}/original': 'cashier:statement:import',
  'GET /api/console/statements/entries': 'cashier:statement:read',
  'GET /api/console/statements/entries/{id}': 'cashier:statement:read',
  'POST /api/console/statements/entries/{id}/match': 'cashier:statement:match',
  'POST /api/console/statements/entries/{id}/explain': 'cashier:statement:match',
  'POST /api/console/statements/entries/{id}/undo': 'cashier:statement:match',
  'GET /api/console/statements/things': 'cashier:statement:read',
  'GET /api/console/statements/days/{date}': 'cashier:statement:read',
  'GET /api/console/days': 'ledger:adjustment:read',
  'GET /api/console/days/{date}': 'ledger:adjustment:read',
  // Whoever may approve what was added by hand may sign for the whole of it.
  'POST /api/console/days/{date}/sign': 'ledger:adjustment:check',
  'GET /api/console/books': 'ledger:adjustment:read',
  'GET /api/console/books/transfers': 'ledger:adjustment:read',
  'GET /api/console/books/checks': 'ledger:adjustment:read',
  'GET /api/console/exposure': 'market:product:read',
  'GET /api/console/products': 'market:product:read',
  'GET /api/console/stops': 'market:product:read',
  // Whoever counts money may stop at once; nobody lets orders begin again alone.
  'POST /api/console/stops': 'market:stop:make',
  'GET /api/console/resumptions': 'market:product:read',
  'GET /api/console/resumptions/{id}': 'market:product:read',
  'POST /api/console/resumptions': 'market:stop:make',
  'POST /api/console/resumptions/{id}/decision': 'market:stop:check',
  'POST /api/console/resumptions/{id}/withdraw': 'market:stop:make',
  'GET /api/console/product-changes': 'market:product:read',
  'GET /api/console/product-terms': 'market:product:read',
  'GET /api/console/product-changes/{id}': 'market:product:read',
  'GET /api/console/product-terms/{id}': 'market:product:read',
  'POST /api/console/product-changes': 'market:product:write',
  'POST /api/console/product-terms': 'market:terms:write',
  'GET /api/console/source-trials/{id}': 'market:product:write',
  'POST /api/console/source-trials': 'market:product:write',
  // Whoever counts money checks its price, and does not set it.
  'POST /api/console/product-changes/{id}/decision': 'market:product:check',
  'POST /api/console/product-terms/{id}/decision': 'market:terms:check',
  'POST /api/console/product-changes/{id}/withdraw': 'market:product:write',
  'POST /api/console/product-terms/{id}/withdraw': 'market:terms:write',
  // Its login shows it, as the members' page does.
  'GET /api/console/logo': 'public',
  'GET /api/console/logo/{id}': 'public',
  'POST /api/console/site/logos': 'site:settings:write',
  'GET /api/console/site': 'site:settings:read',
  'GET /api/console/site/changes': 'site:settings:read',
  'GET /api/console/site/changes/{id}': 'site:settings:read',
  'POST /api/console/site/changes': 'site:settings:write',
  // A cashier checks what an admin proposes, and proposes nothing.
  'POST /api/console/site/changes/{id}/decision': 'site:settings:check',
  'POST /api/console/site/changes/{id}/withdraw': 'site:settings:write',
  'GET /api/console/texts': 'site:text:read',
  'GET /api/console/texts/{slug}/versions': 'site:text:read',
  'GET /api/console/text-changes': 'site:text:read',
  'GET /api/console/text-changes/{id}': 'site:text:read',
  'POST /api/console/text-changes': 'site:text:write',
  // A reviewer checks what an admin writes, and writes nothing.
  'POST /api/console/text-changes/{id}/decision': 'site:text:check',
  'POST /api/console/text-changes/{id}/withdraw': 'site:text:write',
  'GET /api/console/support/conversations': 'support:desk:read',
  'GET /api/console/support/conversations/{id}/messages': 'support:desk:read',
  'POST /api/console/support/conversations/{id}/messages': 'support:desk:answer',
  'POST /api/console/support/conversations/{id}/read': 'support:desk:answer',
  'POST /api/console/support/conversations/{id}/take': 'support:desk:answer',
  'POST /api/console/support/conversations/{id}/assign': 'support:desk:answer',
  'POST /api/console/support/conversations/{id}/close': 'support:desk:answer',
  'POST /api/console/support/conversations/{id}/reopen': 'support:desk:answer',
  'GET /api/console/support/conversations/{id}/pictures/{file}': 'support:desk:read',
  'GET /api/console/support/operators': 'support:desk:read',
  'GET /api/console/reports': 'report:regulator:read',
  'GET /api/console/complaints': 'support:complaint:read',
  'GET /api/console/complaints/{id}': 'support:complaint:read',
  'GET /api/console/complaint-figures': 'support:complaint:read',
  'POST /api/console/complaints': 'support:complaint:answer',
  'POST /api/console/complaints/{id}/take': 'support:complaint:answer',
  'POST /api/console/complaints/{id}/questions': 'support:complaint:answer',
  'POST /api/console/complaints/{id}/answer': 'support:complaint:answer',
  'GET /api/console/support/answers': 'support:desk:read',
  'PUT /api/console/support/answers/{id}': 'support:canned:write',
  'GET /api/console/support/hours': 'support:desk:read',
  'PUT /api/console/support/hours': 'support:hours:write',
  'GET /api/console/notices': 'content:notice:read',
  'GET /api/console/notices/{id}': 'content:notice:read',
  'GET /api/console/notices/{id}/versions': 'content:notice:read',
  'POST /api/console/notices': 'content:notice:write',
  'PUT /api/console/notices/{id}': 'content:notice:write',
  'POST /api/console/notices/{id}/withdraw': 'content:notice:write',
  'GET /api/console/banners': 'content:notice:read',
  'GET /api/console/banners/{id}': 'content:notice:read',
  'POST /api/console/banners': 'content:notice:write',
  'PUT /api/console/banners/{id}': 'content:notice:write',
  'POST /api/console/banners/{id}/withdraw': 'content:notice:write',
  // Each list is read with the permission of its page (exports.test.ts).
  'POST /api/console/exports': 'any',
  // What it finds is what its operator may read.
  'POST /api/console/search': 'any',
  'GET /api/console/audit': 'audit:log:read',
  'GET /api/console/audit/check': 'audit:log:read',
};

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
interface Route {
  name: string;
  method: Method;
  path: string;
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

let server: TestServer;
let consoleSite: TestConsole;
let routes: Route[];
let roles: { name: string; permissions: string[] }[];

beforeAll(async () => {
  server = await startTestServer();
  consoleSite = await startTestConsole(server);
  routes = Object.entries(description.parse(await descriptionOf(consoleSite.role.app)).paths).flatMap(
    ([path, operations]) =>
      METHODS.filter((method) => method.toLowerCase() in operations).map((method) => ({
        name: `${method} ${path}`,
        method,
        path,
      })),
  );
  ({ rows: roles } = await server.ownerPool.query<{ name: string; permissions: string[] }>(
    'select name, permissions from role order by name',
  ));
});
afterAll(async () => {
  await consoleSite.stop();
  await server.stop();
});

async function call({ method, path }: Route, token?: string) {
  const answer = await consoleSite.call(method, path.replaceAll(/\{\w+\}/g, randomUUID()), {
    key: randomUUID(),
    ...(token === undefined ? {} : { token }),
    ...(method === 'GET' ? {} : { body: {} }),
  });
  expect(answer.status, answer.text).toBe(200);
  if (answer.body.code !== 200) expect(isErrorKey(answer.body.error), answer.text).toBe(true);
  expect(answer.body.error, `${method} ${path}`).not.toBe('FAULT');
  return answer.body.error ?? 'OK';
}

describe('every route of the console', () => {
  it('is listed here, and the router has no other', () => {
    expect(routes.map(({ name }) => name).toSorted()).toEqual(Object.keys(ROUTES).toSorted());
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const known = consoleSite.role.app.printRoutes({ method, commonPrefix: false }).match(/\(\w+\)/g) ?? [];
      expect(known, method).toHaveLength(routes.filter((route) => route.method === method).length);
    }
  });

  it('asks a stranger for a solved puzzle, where a stranger may write', async () => {
    for (const { name, method, path } of routes.filter(
      (route) => ROUTES[route.name] === 'public' && route.method !== 'GET',
    )) {
      const pwd = 'a long phrase 7';
      const body = path.endsWith('/join')
        ? { token: 'x'.repeat(43), code: '12345678', pwd }
        : { username: 'somebody', pwd };
      const answer = await consoleSite.call(method, path, { key: randomUUID(), body, puzzle: null });
      expect(answer.body.error, name).toBe('PUZZLE_REQUIRED');
    }
  });

  it('asks for a session of an operator, unless it is public', async () => {
    const member = await makeSession(server.pool, await makeMember(server.pool));
    for (const route of routes)
      for (const token of [undefined, 'x'.repeat(43), member]) {
        const error = await call(route, token);
        if (ROUTES[route.name] === 'public') expect(error, route.name).not.toBe('SESSION_INVALID');
        else expect(error, route.name).toBe('SESSION_INVALID');
      }
  });

  it.each(['code', 'setup'] as const)(
    'is closed to a session at the stage %s, unless it finishes the login',
    async (stage) => {
      const { id } = await consoleSite.operator('owner');
      const open: string[] = [];
      for (const route of routes.filter(({ name }) => !['public', 'unfinished'].includes(ROUTES[name] ?? ''))) {
        const { token } = await openTestSession(server.ownerPool, id, stage);
        if ((await call(route, token)) !== 'OPERATOR_LOGIN_UNFINISHED') open.push(route.name);
      }
      expect(open).toEqual([]);
    },
  );

  it('is open to exactly the roles with its permission', async () => {
    for (const role of roles) {
      const { id } = await consoleSite.operator(role.name);
      for (const route of routes) {
        const needed = ROUTES[route.name] ?? '';
        if (!needed.includes(':')) continue;
        const { token } = await openTestSession(server.ownerPool, id);
        const error = await call(route, token);
        const isOpen = permits(role.permissions, needed);
        expect(error === 'FORBIDDEN', `${role.name}: ${route.name}`).toBe(!isOpen);
      }
    }
  });

  it('that changes anything is closed to the auditor', async () => {
    const auditor = roles.find(({ name }) => name === 'auditor');
    const open = routes.filter(({ name, method }) => {
      const needed = ROUTES[name] ?? '';
      return method !== 'GET' && needed.includes(':') && permits(auditor?.permissions ?? [], needed);
    });
    expect(open).toEqual([]);
  });
});

/** Whatever comes, an operator gets an envelope with a known key: never a fault, and nothing from inside. */
describe('odd calls', () => {
  const LEAKS = /stack|node_modules|\bat .+\.ts|select |insert |postgres|pg_|relation|syntax error|password_hash/i;
  let token: string;
  let adminId: bigint;

  beforeAll(async () => {
    ({ id: adminId } = await consoleSite.operator('owner'));
  });
  /** Of its own for each route: odd calls may be a valid logout. */
  beforeEach(async () => await renew());
  async function renew(): Promise<void> {
    ({ token } = await openTestSession(server.ownerPool, adminId));
  }

  async function expectKnownAnswer({ method, name }: Route, path: string, body?: string): Promise<void> {
    const answer = await consoleSite.call(method, path, {
      token,
      key: randomUUID(),
      ...(body === undefined ? {} : { body }),
    });
    const about = `${name} ${path.slice(0, 200)} ${body?.slice(0, 200) ?? ''}: ${answer.text.slice(0, 300)}`;
    const refused = malformedRequest({ url: path, ip: '127.0.0.1', method, headers: {} });
    expect(refused === undefined ? [200, 413] : [refused.status], about).toContain(answer.status);
    expect(CODES, about).toContain(answer.body.code);
    if (answer.body.code === 200) return;
    expect(isErrorKey(answer.body.error), about).toBe(true);
    expect(answer.body.error, about).not.toBe('FAULT');
    expect(answer.text, about).not.toMatch(LEAKS);
  }

  function fill(path: string, value: string): string {
    return path.replaceAll(/\{\w+\}/g, encodeURIComponent(value));
  }

  it('with any JSON are refused or answered', async () => {
    const bodies = fc.sample(fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.dictionary(fc.string(), fc.jsonValue())), {
      numRuns: 8,
      seed: 11,
    });
    const fixed = [
      '{"version":',
      '{"version":1e999}',
      '{"__proto__":{"admin":true}}',
      '{"text":"a\\u0000b","reason":"\\ud800"}',
      `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
      JSON.stringify({ reason: 'x'.repeat(600_000) }),
    ];
    for (const route of routes.filter(({ method }) => method === 'POST' || method === 'PUT')) {
      await renew();
      for (const body of [...fixed, ...bodies.map((value) => JSON.stringify(value))])
        await expectKnownAnswer(route, fill(route.path, randomUUID()), body);
    }
  });

  it('with any text in path, cursor and filter are refused or answered', async () => {
    const texts = [
      ...fc
        .sample(fc.string({ unit: 'binary', maxLength: 40 }), { numRuns: 4, seed: 7 })
        .map((text) => text.toWellFormed()),
      "' or 1=1--",
      '../../etc/passwd',
      '\u0000',
      '💥',
      '-1',
      '9'.repeat(30),
      'x'.repeat(3_000),
    ];
    const words = [
      'cursor',
      'limit',
      'status',
      'q',
      'from',
      'member',
      'mine',
      'kind',
      'payout',
      'actor',
      'after',
      'session',
    ];
    for (const route of routes.filter(({ method }) => method === 'GET' || method === 'DELETE')) {
      await renew();
      for (const [index, text] of texts.entries()) {
        const word = words[(index * 5 + route.path.length) % words.length] ?? 'cursor';
        await expectKnownAnswer(route, `${fill(route.path, text)}?${word}=${encodeURIComponent(text)}`);
        await expectKnownAnswer(route, `${fill(route.path, '1')}?cursor=${encodeURIComponent(text)}`);
      }
    }
  });
});

it('the roles are the known ones', () => {
  expect(Object.fromEntries(roles.map(({ name, permissions }) => [name, permissions.join(' ')]))).toEqual({
    owner: '*:*:*',
    auditor: '*:*:read member:profile:search',
    cashier:
      'cashier:*:* ledger:adjustment:read ledger:adjustment:make ledger:adjustment:check member:profile:read member:profile:search site:channel:read site:channel:check member:note:write invest:project:read invest:project:check invest:holding:read invest:close:read member:factor:read member:factor:check member:factor:stop member:mark:read member:mark:check market:product:read market:stop:make market:stop:check market:terms:check site:settings:read site:settings:check market:product:check market:order:read site:alarm:read site:alarm:take',
    risk: 'market:*:* member:profile:read member:profile:search member:profile:forbid cashier:deposit:read cashier:withdrawal:read invest:project:read invest:holding:read invest:close:read audit:log:read site:alarm:read site:alarm:take',
    compliance:
      'identity:verification:read member:profile:read member:profile:search member:profile:freeze member:profile:forbid member:profile:sessions member:note:write member:factor:* member:mark:* cashier:deposit:read cashier:withdrawal:read ledger:adjustment:read audit:log:read market:order:read site:alarm:read site:alarm:take support:complaint:read',
    content: 'content:*:* site:text:read site:text:write site:text:check',
    reviewer:
      'identity:*:* member:profile:read member:profile:search member:note:write site:text:read site:text:check member:factor:* member:mark:*',
    support:
      'member:profile:read member:profile:search cashier:deposit:read cashier:withdrawal:read member:note:write content:notice:read content:notice:write support:*:* account:code:open member:factor:read member:factor:make member:factor:stop member:mark:read member:mark:make market:order:read site:alarm:read site:alarm:take',
  });
});
