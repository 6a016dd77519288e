import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brotlied, gzipped, sendEncoded } from './encoding.ts';

const TEXT = 'One line like every other. '.repeat(200);
const plain = Buffer.from(TEXT);
let app: FastifyInstance;

beforeAll(async () => {
  const all = { plain, br: await brotlied(plain), gzip: await gzipped(plain), tag: 'T' };
  const short = { plain: Buffer.from('short'), gzip: await gzipped(Buffer.from('short')), tag: 'S' };
  app = fastify();
  app.get('/', async (request, reply) => await sendEncoded(request, reply.type('text/plain; charset=utf-8'), all));
  app.get('/origin', async (request, reply) => await sendEncoded(request, reply.header('vary', 'Origin'), all));
  app.get('/short', async (request, reply) => await sendEncoded(request, reply, short));
});
afterAll(async () => await app.close());

async function get(accepted?: string, more: { url?: string; method?: 'GET' | 'HEAD'; ifNoneMatch?: string } = {}) {
  return await app.inject({
    url: more.url ?? '/',
    method: more.method ?? 'GET',
    headers: {
      ...(accepted === undefined ? {} : { 'accept-encoding': accepted }),
      ...(more.ifNoneMatch === undefined ? {} : { 'if-none-match': more.ifNoneMatch }),
    },
  });
}

describe('the encoding of an answer', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip;q=0.2', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    [`${'x,'.repeat(5_000)}gzip`, 'gzip'],
  ])('for "%s" is %s', async (accepted, encoding) => {
    const answer = await get(accepted);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.headers.vary).toBe('Accept-Encoding');
    const body = answer.rawPayload;
    expect(Number(answer.headers['content-length'])).toBe(body.length);
    const text = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
    expect(text.toString()).toBe(TEXT);
  });

  it('has a tag of its own, and only its tag gets a 304', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', ''].map(async (accepted) => String((await get(accepted)).headers.etag)),
    );
    expect(tags).toEqual(['"T-br"', '"T-gzip"', '"T"']);
    const known = await get('gzip', { ifNoneMatch: 'W/"T-gzip"' });
    expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', '"T-gzip"']);
    expect(known.headers).toMatchObject({ vary: 'Accept-Encoding' });
    for (const name of ['content-encoding', 'content-type']) expect(known.headers[name], name).toBeUndefined();
    const longest = `${'x,'.repeat(996)}"T-gzip"`;
    expect(longest).toHaveLength(2_000);
    expect((await get('gzip', { ifNoneMatch: longest })).statusCode).toBe(304);
    expect((await get('gzip', { ifNoneMatch: `${longest} ` })).statusCode).toBe(200);
    const others = ['"T-br"', 'x"T-gzip"', '"T-W/gzip"', `${'"x",'.repeat(500)}"T-gzip"`];
    for (const ifNoneMatch of others) expect((await get('gzip', { ifNoneMatch })).statusCode, ifNoneMatch).toBe(200);
  });

  it('is the same for HEAD, which gets no body', async () => {
    const [whole, head] = [await get('br'), await get('br', { method: 'HEAD' })];
    expect(head.rawPayload).toHaveLength(0);
    for (const name of ['etag', 'content-encoding', 'content-length', 'vary'])
      expect(head.headers[name]).toBe(whole.headers[name]);
  });

  it('joins what the answer already varies by', async () => {
    expect((await get('gzip', { url: '/origin' })).headers.vary).toBe('Origin, Accept-Encoding');
  });

  it('is none for a text that is too short', async () => {
    const answer = await get('gzip, br', { url: '/short' });
    expect([answer.body, answer.headers['content-encoding'], answer.headers.vary]).toEqual([
      'short',
      undefined,
      undefined,
    ]);
  });
});

it.each([gzipped, brotlied])('a text of 1,000 bytes is worth %o, a shorter one is not', async (compress) => {
  expect(await compress(Buffer.alloc(999, 'x'))).toBeUndefined();
  expect((await compress(Buffer.alloc(1_000, 'x')))?.length).toBeLessThan(100);
});
