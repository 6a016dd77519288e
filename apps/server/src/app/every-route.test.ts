import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CODES } from '@candor/contract/envelope';
import { isErrorKey } from '@candor/contract/errors';
import { SIGNED_ROUTES } from '@candor/contract/testing/signed-routes';
import * as z from 'zod/mini';
import { malformedRequest } from '../platform/http/malformed-request.ts';
import { descriptionOf } from '../testing/description.ts';
import { makeMember, makeProduct, makeSession } from '../testing/factories.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { CallOptions, TestAnswer } from '../testing/call.ts';
import { makeDevice } from '../testing/test-device.ts';
import type { CallToSign, TestDevice } from '../testing/test-device.ts';
import type { TestServer } from '../testing/test-server.ts';
import { VISITOR_HEADER } from '@candor/contract/support';
import { person } from '../testing/entry-site.ts';

/**
 * Checks that hold for every route. The routes come from the server's own description, so a new route is tested
 * automatically. Only the routes named here may be used without a session.
 */
const PUBLIC = new Set([
  'GET /api/index/getconf',
  'GET /captchaImage',
  'GET /api/login/puzzle',
  'POST /api/login/login',
  'POST /api/login/factor',
  'POST /api/login/factor/options',
  'POST /api/login/register',
  'POST /api/login/password/code',
  'POST /api/login/password/reset',
  'POST /api/index/registration-check',
  // The session comes in a frame, as on a socket; without one it brings prices alone.
  'POST /api/live',
  'GET /api/content/pages/{slug}',
  'GET /api/content/pages/{slug}/versions',
  'GET /api/content/maintenance',
  'GET /api/content/banners',
  'GET /api/market/products',
  'GET /api/market/products/{code}',
  'GET /api/market/products/{code}/candles',
  'GET /api/market/products/{code}/ticks',
  'GET /api/market/products/{code}/sources',
  'GET /api/market/sources',
  'GET /api/market/simulator-seeds',
  'GET /api/market/products/{code}/terms',
  'GET /api/index/logo/{id}',
  'GET /api/index/versions',
  'GET /api/market/products/{code}/sessions',
  'GET /api/market/products/{code}/room',
  'GET /api/market/products/{code}/stops',
  'GET /api/market/products/{code}/versions',
  'GET /api/market/checkpoints',
  'GET /api/market/fairness',
  'GET /api/market/fairness/orders',
  'GET /api/log/openings',
  'GET /api/market/fairness/voids',
  'GET /api/market/fairness/months',
  'GET /api/market/fairness/accounts',
  'GET /api/log/time-stamps',
  'GET /api/log/witnesses',
  'GET /api/wallet/withdrawal-waits',
  // The token in it is the secret: it gives one file for ten minutes.
  'GET /api/data/{token}',
  'GET /api/support/service',
  'GET /api/support/visitor/messages',
  'POST /api/support/visitor/messages',
  'POST /api/support/visitor/messages/read',
]);

/**
 * What a stolen token alone may write: every writing route of members is signed by the device, or named here with its reason.
 * The question is what a thief gains, or what a member loses, by the call alone.
 */
const UNSIGNED: Readonly<Record<string, string>> = {
  'POST /logout': 'ends only the session that calls; whoever lost the key must be able to leave',
  'POST /api/trade/orders': 'the order itself is signed, and the signature is kept with it',
  'PUT /api/account/first-run': 'which hints for newcomers were seen',
  'POST /api/market/alerts': 'an alert only reads prices, and tells the member alone',
  'DELETE /api/market/alerts/{id}': 'an alert only reads prices, and tells the member alone',
  'POST /api/market/reminders': 'a reminder of an opening tells the member alone',
  'DELETE /api/market/reminders/{id}': 'a reminder of an opening tells the member alone',
  'POST /api/content/notices/read': 'marks of what was read',
  'POST /api/content/notices/{id}/read': 'marks of what was read',
  'POST /api/support/messages/read': 'marks of what was read',
  'POST /api/messages/read': 'marks of what was read',
};

/** Strangers may send these without a puzzle, because what they may do there is bounded otherwise. */
const NO_PUZZLE = new Set([
  // The password was right before, which cost a puzzle. A challenge allows five answers.
  'POST /api/login/factor',
  'POST /api/login/factor/options',
  // Marks what was read in a conversation that exists. To begin one costs a puzzle.
  'POST /api/support/visitor/messages/read',
  // Reads alone: prices for everyone, and the news of a member who proves their session in it.
  'POST /api/live',
]);

/** A body of each form of a stranger that passes its schema. */
const FORMS: Readonly<Record<string, unknown>> = {
  'POST /api/login/login': { username: 'somebody', pwd: 'a long phrase' },
  'POST /api/login/register': person(),
  'POST /api/login/password/code': { account: 'somebody' },
  'POST /api/login/password/reset': {
    account: 'somebody',
    code: '123456',
    pwd: 'a long phrase',
    confirmPwd: 'a long phrase',
  },
  'POST /api/index/registration-check': { username: 'somebody' },
  'POST /api/support/visitor/messages': { text: 'hello' },
};

/** Answers pages, redirections and plain statuses instead of envelopes; its own tests attack it. */
const PLAIN = /^\/api\/(webhooks|practice-payment|log\/(checkpoint|policy|tile\/))/;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
interface Route {
  method: Method;
  path: string;
  /** The description says that the device signs its calls. */
  signed: boolean;
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
const operation = z.object({ security: z.optional(z.array(z.record(z.string(), z.unknown()))) });

let server: TestServer;
let memberId: bigint;
let token: string;
let routes: Route[];

beforeAll(async () => {
  server = await startTestServer();
  await makeProduct(server.ownerPool);
  memberId = await makeMember(server.pool);
  routes = Object.entries(description.parse(await descriptionOf(server.http.app)).paths).flatMap(([path, operations]) =>
    METHODS.filter((method) => method.toLowerCase() in operations && !PLAIN.test(path)).map((method) => ({
      method,
      path,
      signed: (operation.parse(operations[method.toLowerCase()]).security ?? []).some(
        (one) => 'deviceSignature' in one,
      ),
    })),
  );
});
// Garbage may be a valid logout, so each test, and each route in that test, has its own session.
beforeEach(async () => {
  token = await makeSession(server.pool, memberId);
});
afterAll(async () => await server.stop());

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

function fill(path: string, value: string): string {
  return path.replaceAll(/\{\w+\}/g, encodeURIComponent(value));
}

/** A file with a name and a type that lie. */
const FILE_PART =
  '--b\r\ncontent-disposition: form-data; name="front"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n<html></html>\r\n';

const LEAKS = /stack|node_modules|\bat .+\.ts|select |insert |postgres|pg_[a-z]|relation|syntax error|password_hash/i;

function expectEnvelope(answer: TestAnswer, about: string, statuses: readonly number[] = [200, 413]): void {
  expect(statuses, about).toContain(answer.status);
  expect(CODES, about).toContain(answer.body.code);
  expect(answer.headers['cache-control'], about).toBe('no-store');
  if (answer.body.code === 200) return;
  expect(isErrorKey(answer.body.error), `${about}: ${answer.text}`).toBe(true);
  expect(answer.body.error, about).not.toBe('FAULT');
  expect(answer.text, about).not.toMatch(LEAKS);
}

async function call(route: Route, path: string, options: CallOptions): Promise<TestAnswer> {
  return await server.call(route.method, path, options);
}

describe('every route', () => {
  it('is described, and the number of routes is the expected one', () => {
    expect(routes.length).toBeGreaterThanOrEqual(20);
    expect([...PUBLIC].filter((name) => !routes.some((route) => nameOf(route) === name))).toEqual([]);
  });

  it('asks for a session unless it is public', async () => {
    for (const route of routes) {
      for (const bad of [undefined, 'x', 'x'.repeat(43), 'x'.repeat(5_000), `${token}x`]) {
        const answer = await call(route, fill(route.path, 'x'), {
          key: randomUUID(),
          ...(bad === undefined ? {} : { token: bad }),
          ...(route.method === 'GET' ? {} : { body: {} }),
        });
        if (PUBLIC.has(nameOf(route))) expect(answer.body.code, nameOf(route)).not.toBe(401);
        else
          expect(answer.body, `${nameOf(route)} with ${bad?.slice(0, 10)}`).toMatchObject({
            code: 401,
            error: 'SESSION_INVALID',
          });
      }
    }
  });

  it('of a member is signed by the device if it writes, or named with the reason why a token is enough', () => {
    const writing = routes.filter((route) => route.method !== 'GET' && !PUBLIC.has(nameOf(route)));
    const unsigned = writing.filter((route) => !route.signed).map(nameOf);
    expect(unsigned.toSorted()).toEqual(Object.keys(UNSIGNED).toSorted());
    // The ones that the list began with: name and address of the member, push, proof of a deposit, words to an operator.
    const signed = writing.filter((route) => route.signed).map(nameOf);
    expect(signed).toEqual(
      expect.arrayContaining([
        'PUT /api/account/profile',
        'DELETE /api/account/push',
        'POST /api/wallet/deposits/{id}/paid',
        'POST /api/account/avatar',
        'POST /api/account/verification',
        'POST /api/support/messages',
      ]),
    );
  });

  it('asks a stranger for a solved puzzle, where a stranger may write', async () => {
    const forms = routes.filter((route) => PUBLIC.has(nameOf(route)) && route.method !== 'GET');
    expect(
      forms
        .map(nameOf)
        .filter((name) => !NO_PUZZLE.has(name))
        .toSorted(),
    ).toEqual(Object.keys(FORMS).toSorted());
    for (const route of forms.filter((form) => !NO_PUZZLE.has(nameOf(form)))) {
      const headers = { [VISITOR_HEADER]: 'v'.repeat(43) };
      const options = { key: randomUUID(), body: FORMS[nameOf(route)], headers, puzzle: null };
      expect((await server.call(route.method, route.path, options)).body.error, nameOf(route)).toBe('PUZZLE_REQUIRED');
    }
  });

  it('answers other methods and unknown paths in an envelope', async () => {
    for (const route of routes) {
      for (const method of METHODS.filter(
        (other) => !routes.some((known) => known.path === route.path && known.method === other),
      )) {
        expectEnvelope(await server.call(method, fill(route.path, 'x'), { token }), `${method} ${route.path}`);
      }
    }
    expect((await server.call('GET', '/api/none', { token })).body).toMatchObject({ code: 404 });
  });

  it('answers any JSON body with the right kind of response', async () => {
    for (const route of routes.filter(({ method }) => method === 'POST' || method === 'PUT')) {
      token = await makeSession(server.pool, memberId);
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.dictionary(fc.string(), fc.jsonValue())),
          async (body) => {
            expectEnvelope(
              await call(route, fill(route.path, randomUUID()), {
                token,
                key: randomUUID(),
                body: JSON.stringify(body),
              }),
              nameOf(route),
            );
          },
        ),
        { numRuns: 15 },
      );
    }
  });

  it.each([
    ['cut off JSON', '{"username":'],
    ['an absurd number', '{"stake":1e999999}'],
    ['a number with a thousand digits', `{"stake":${'9'.repeat(1_000)}}`],
    ['a prototype', '{"__proto__":{"admin":true}}'],
    ['a constructor', '{"constructor":{"prototype":{"admin":true}}}'],
    ['a NUL', '{"username":"a\\u0000b","pwd":"x\\u0000"}'],
    ['half a surrogate', '{"username":"\\ud800"}'],
    ['deep nesting', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
    ['a megabyte', JSON.stringify({ username: 'x'.repeat(1_000_000) })],
  ])('survives %s', async (_, body) => {
    for (const route of routes.filter(({ method }) => method === 'POST' || method === 'PUT')) {
      const answer = await call(route, fill(route.path, randomUUID()), { token, key: randomUUID(), body });
      expectEnvelope(answer, nameOf(route));
      expect(answer.body.code, nameOf(route)).not.toBe(200);
    }
  });

  it.each([
    ['an empty form', '--b--\r\n'],
    ['a form that breaks off', '--b\r\ncontent-disposition: form-data; name="front"; filename="a.jpg"\r\n\r\nhalf'],
    ['a part without a name', '--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n--b--\r\n'],
    ['a prototype', '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n'],
    ['no form at all', 'x'.repeat(10_000)],
    ['a hundred files', `${FILE_PART.repeat(100)}--b--\r\n`],
    ['a file that is a page', `${FILE_PART}--b--\r\n`],
  ])('survives a multipart body: %s', async (_, body) => {
    for (const route of routes.filter(({ method }) => method === 'POST' || method === 'PUT')) {
      const headers = { 'content-type': 'multipart/form-data; boundary=b' };
      const answer = await call(route, fill(route.path, randomUUID()), { token, key: randomUUID(), body, headers });
      expectEnvelope(answer, nameOf(route));
      // Logging out takes no body, so it may ignore one.
      if (nameOf(route) !== 'POST /logout') expect(answer.body.code, nameOf(route)).not.toBe(200);
    }
  });

  it('survives any text in its path and query', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom("' or 1=1--", '../../etc/passwd', '%00', '\u0000', '💥', 'x'.repeat(3_000)),
    );
    const names = [
      'cursor',
      'limit',
      'wallet',
      'from',
      'to',
      'date',
      'days',
      'interval',
      'fromSeq',
      'toSeq',
      'product',
      'status',
      'type',
      'format',
      'order',
    ];
    for (const route of routes.filter(({ method }) => method !== 'POST')) {
      await fc.assert(
        fc.asyncProperty(text, fc.constantFrom(...names), text, async (part, name, value) => {
          const encoded = encodeURIComponent(value.toWellFormed());
          const path = `${fill(route.path, part.toWellFormed())}?${name}=${encoded}`;
          const malformed = malformedRequest({ url: path, ip: '127.0.0.1', method: route.method, headers: {} });
          expectEnvelope(
            await call(route, path, { token, ...(route.method === 'GET' ? {} : { body: {} }) }),
            `${nameOf(route)} ${path.slice(0, 200)}`,
            malformed === undefined ? undefined : [malformed.status],
          );
        }),
        { numRuns: 25 },
      );
    }
  });

  it('sends its security headers', async () => {
    const { headers } = await server.call('GET', '/api/index/getconf');
    expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });
});

/** Calls of every route that moves money, each with one thing wrong. The bodies are empty: nothing is carried out. */
describe('every money route', () => {
  const MINUTE_MS = 60_000;
  const owner = makeDevice();
  const other = makeDevice();
  const body = '{}';
  let key: string;
  let nonce: string;

  beforeEach(async () => {
    [key, nonce] = [randomUUID(), randomBytes(16).toString('base64url')];
    token = await makeSession(server.pool, memberId, owner);
  });

  const moneyRoutes = () =>
    routes.filter(({ signed }) => signed).map(({ method, path }) => ({ method, path: fill(path, randomUUID()) }));

  const sent = async ({ method, path }: { method: Method; path: string }, options: CallOptions): Promise<string> =>
    (await server.call(method, path, { token, key, body, ...options })).body.error ?? 'OK';

  type Signed = Partial<CallToSign> & { by?: TestDevice };
  const signed = (
    { method, path }: { method: Method; path: string },
    { by = owner, ...changes }: Signed = {},
  ): string =>
    by.sign({ method, path, body, idempotencyKey: key, timeMs: server.context.clock.now(), nonce, ...changes });

  it('is in the contract, with no route that only reads', () => {
    const names = routes.filter((route) => route.signed).map((route) => nameOf(route).replaceAll(/\{(\w+)\}/g, ':$1'));
    expect(names.toSorted()).toEqual(SIGNED_ROUTES.toSorted());
    expect(names.filter((name) => name.startsWith('GET'))).toEqual([]);
  });

  it('passes what its device signed, on to its own checks', async () => {
    for (const device of [owner, makeDevice('Ed25519')]) {
      for (const route of moneyRoutes()) {
        token = await makeSession(server.pool, memberId, device);
        expect(await sent(route, { signature: signed(route, { by: device }) }), route.path).not.toMatch(
          /^(DEVICE|SIGN)/,
        );
      }
    }
  });

  it.each<[what: string, error: string, change: (route: { method: Method; path: string }) => CallOptions]>([
    ['a token alone', 'DEVICE_KEY_REQUIRED', () => ({ signature: null })],
    ['no signature but text', 'DEVICE_KEY_REQUIRED', () => ({ signature: '1.x.y.z' })],
    ['the key of another device', 'DEVICE_KEY_REQUIRED', (route) => ({ signature: signed(route, { by: other }) })],
    ['another body', 'DEVICE_KEY_REQUIRED', (route) => ({ signature: signed(route), body: '{"amount":"1"}' })],
    ['no body', 'DEVICE_KEY_REQUIRED', (route) => ({ signature: signed(route, { body: '{"a":1}' }), body: undefined })],
    ['another path', 'DEVICE_KEY_REQUIRED', (route) => ({ signature: signed(route, { path: `${route.path}/x` }) })],
    ['another query', 'DEVICE_KEY_REQUIRED', (route) => ({ signature: signed(route, { path: `${route.path}?x=1` }) })],
    ['another method', 'DEVICE_KEY_REQUIRED', (route) => ({ signature: signed(route, { method: 'PATCH' }) })],
    ['another idempotency key', 'DEVICE_KEY_REQUIRED', (route) => ({ signature: signed(route), key: randomUUID() })],
    [
      'an old signature',
      'SIGNATURE_EXPIRED',
      (route) => ({ signature: signed(route, { timeMs: server.context.clock.now() - 5.1 * MINUTE_MS }) }),
    ],
    [
      'a signature of later',
      'SIGNATURE_EXPIRED',
      (route) => ({ signature: signed(route, { timeMs: server.context.clock.now() + 5.1 * MINUTE_MS }) }),
    ],
  ])('refuses %s', async (_, error, change) => {
    for (const route of moneyRoutes()) expect(await sent(route, change(route)), route.path).toBe(error);
  });

  it('refuses a query that was not signed', async () => {
    for (const route of moneyRoutes()) {
      const asked = { ...route, path: `${route.path}?wallet=cash` };
      expect(await sent(asked, { signature: signed(route) }), route.path).toBe('DEVICE_KEY_REQUIRED');
    }
  });

  it('refuses a session that was opened without a key, and one of another device', async () => {
    for (const device of [null, other]) {
      token = await makeSession(server.pool, memberId, device);
      for (const route of moneyRoutes())
        expect(await sent(route, { signature: signed(route) }), route.path).toBe('DEVICE_KEY_REQUIRED');
    }
  });

  it('takes each nonce once, with the same body or another', async () => {
    for (const route of moneyRoutes()) {
      // Of its own for each route: a session has sixty signatures a minute.
      token = await makeSession(server.pool, memberId, owner);
      nonce = randomBytes(16).toString('base64url');
      const signature = signed(route);
      expect(await sent(route, { signature }), route.path).not.toMatch(/^SIGN/);
      expect(await sent(route, { signature }), route.path).toBe('SIGNATURE_USED');
      const another = '{"amount":"1"}';
      expect(await sent(route, { signature: signed(route, { body: another }), body: another })).toBe('SIGNATURE_USED');
    }
  });

  it('takes one of twenty copies that come at once', async () => {
    const [route] = moneyRoutes();
    if (route === undefined) throw new Error('no route moves money');
    const signature = signed(route);
    const answers = await Promise.all(Array.from({ length: 20 }, async () => await sent(route, { signature })));
    expect(answers.filter((error) => error !== 'SIGNATURE_USED')).toHaveLength(1);
  });

  it('takes sixty signatures a minute from a session, and remembers no more', async () => {
    const [route] = moneyRoutes();
    if (route === undefined) throw new Error('no route moves money');
    const answers: string[] = [];
    for (let call = 0; call < 62; call += 1) {
      nonce = randomBytes(16).toString('base64url');
      answers.push(await sent(route, { signature: signed(route) }));
    }
    expect(answers.filter((error) => error === 'RATE_LIMITED')).toHaveLength(2);
    const own =
      'select 1 from device_nonce where session_id = (select id from session where token_hash = sha256($1::bytea))';
    expect((await server.ownerPool.query(own, [token])).rowCount).toBe(60);
  });
});
