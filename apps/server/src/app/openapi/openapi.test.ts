import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';

/**
 * The OpenAPI documents of both apps. The files in packages/sdk/openapi are what is published, and what the SDK is generated
 * from: `npm run sdk` writes both anew.
 */

const operation = z.object({
  operationId: z.string(),
  summary: z.optional(z.string()),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z.optional(z.array(z.object({ name: z.string(), in: z.string() }))),
  responses: z.record(z.string(), z.unknown()),
});
const document = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()), responses: z.record(z.string(), z.unknown()) }),
});
type Document = z.infer<typeof document>;

const FILES = '../../../../../packages/sdk/openapi';

let server: TestServer;
let consoleSite: TestConsole;
let texts: Record<'members' | 'console', string>;
let documents: Record<'members' | 'console', Document>;

beforeAll(async () => {
  server = await startTestServer();
  consoleSite = await startTestConsole(server);
  const { token } = await consoleSite.operator('owner');
  texts = {
    members: (await server.call('GET', '/api/openapi.json')).text,
    console: (await consoleSite.call('GET', '/api/console/openapi.json', { token })).text,
  };
  documents = {
    members: document.parse(JSON.parse(texts.members)),
    console: document.parse(JSON.parse(texts.console)),
  };
});
afterAll(async () => {
  await consoleSite.stop();
  await server.stop();
});

function operationsOf({ paths }: Document) {
  return Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, one]) => ({ name: `${method.toUpperCase()} ${path}`, ...one })),
  );
}

function refsIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(refsIn);
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === '$ref' && typeof value === 'string' ? [value] : refsIn(value),
  );
}

describe.each(['members', 'console'] as const)('the document of %s', (app) => {
  it('is the file that is published', async () => {
    await expect(`${JSON.stringify(JSON.parse(texts[app]), null, 1)}\n`).toMatchFileSnapshot(`${FILES}/${app}.json`);
  });

  it('names every operation once, and says what it is for and who may call it', () => {
    const operations = operationsOf(documents[app]);
    expect(operations.length).toBeGreaterThan(60);
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    // The path of a tile has any number of segments, which no declared call has.
    const untold = operations.filter(({ summary = '' }) => summary.length < 10).map(({ name }) => name);
    expect(untold.filter((name) => name !== 'GET /api/log/tile/*')).toEqual([]);
    expect(operations.filter(({ tags }) => tags.length !== 1).map(({ name }) => name)).toEqual([]);
  });

  it('refers only to what it has', () => {
    const { schemas, responses } = documents[app].components;
    const known = new Set([
      ...Object.keys(schemas).map((name) => `#/components/schemas/${name}`),
      ...Object.keys(responses).map((name) => `#/components/responses/${name}`),
    ]);
    const refs = refsIn(JSON.parse(texts[app]));
    expect(refs.length).toBeGreaterThan(200);
    expect(refs.filter((ref) => !known.has(ref))).toEqual([]);
    const used = new Set(refs);
    expect([...known].filter((ref) => !used.has(ref))).toEqual([]);
  });
});

describe('what the documents tell', () => {
  it('is keys, signatures and puzzles of the calls that need them', () => {
    const { paths } = documents.members;
    const keyOf = (path: string) => paths[path]?.['post']?.parameters?.map(({ name }) => name);
    expect(keyOf('/api/trade/orders')).toEqual(['Idempotency-Key']);
    expect(paths['/api/account/push']?.['put']?.security).toEqual([{ bearer: [], deviceSignature: [] }]);
    expect(paths['/api/login/login']?.['post']?.security).toEqual([{ puzzle: [] }]);
    expect(paths['/api/trade/orders']?.['get']?.security).toEqual([{ bearer: [] }]);
  });

  it('names the release that package.json names', async () => {
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(await readFile('package.json', 'utf8')));
    for (const text of Object.values(texts)) expect(JSON.parse(text)).toMatchObject({ info: { version } });
  });

  it('is who may refuse what', () => {
    const answer = JSON.stringify(documents.members.paths['/api/trade/orders/{id}']?.['get']?.responses['200']);
    expect(answer).toContain('"ORDER_NOT_FOUND"');
    expect(answer).toContain('"SESSION_INVALID"');
    expect(answer).not.toContain('"STAKE_REQUIRED"');
  });

  it('of the console is for operators: the member site tells strangers nothing of it', async () => {
    expect(Object.keys(documents.members.paths).filter((path) => path.startsWith('/api/console'))).toEqual([]);
    expect((await consoleSite.call('GET', '/api/console/openapi.json')).body).toMatchObject({
      code: 401,
      error: 'SESSION_INVALID',
    });
    expect((await server.call('GET', '/api/console/openapi.json')).body.code).not.toBe(200);
    expect((await consoleSite.call('GET', '/api/openapi.json')).body).toMatchObject({ code: 404 });
  });
});
