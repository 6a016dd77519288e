import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CODES } from '@candor/contract/envelope';
import { isErrorKey } from '@candor/contract/errors';
import * as z from 'zod/mini';
import { malformedRequest } from '../platform/http/malformed-request.ts';
import { makeMember, makeProduct, makeSession } from '../testing/factories.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { CallOptions, TestAnswer } from '../testing/call.ts';
import type { TestServer } from '../testing/test-server.ts';

/**
 * Checks that hold for every route. The routes come from the server's own description, so a new route is tested
 * automatically. Only the routes named here may be used without a session.
 */
const PUBLIC = new Set([
  'GET /api/index/getconf',
  'GET /captchaImage',
  'POST /api/login/login',
  'POST /api/login/register',
  'GET /api/content/pages/{slug}',
  'GET /api/market/products',
  'GET /api/market/products/{code}',
  'GET /api/market/products/{code}/candles',
  'GET /api/market/products/{code}/ticks',
  'GET /api/market/products/{code}/terms',
  'GET /api/market/checkpoints',
  'GET /api/market/fairness',
  'GET /api/market/fairness/orders',
  'GET /api/wallet/withdrawal-waits',
]);

/** Answers pages, redirections and plain statuses instead of envelopes; its own tests attack it. */
const PLAIN = /^\/api\/(webhooks|practice-payment)/;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
interface Route {
  method: Method;
  path: string;
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

let server: TestServer;
let memberId: bigint;
let token: string;
let routes: Route[];

beforeAll(async () => {
  server = await startTestServer();
  await makeProduct(server.ownerPool);
  memberId = await makeMember(server.pool);
  const { text } = await server.call('GET', '/api/openapi.json');
  routes = Object.entries(description.parse(JSON.parse(text)).paths).flatMap(([path, operations]) =>
    METHODS.filter((method) => method.toLowerCase() in operations && !PLAIN.test(path)).map((method) => ({
      method,
      path,
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

const LEAKS = /stack|node_modules|\bat .+\.ts|select |insert |postgres|pg_|relation|syntax error|password_hash/i;

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
          const malformed = malformedRequest({ url: path, address: '127.0.0.1' });
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
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });
});
