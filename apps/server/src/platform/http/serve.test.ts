import { once } from 'node:events';
import { get } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { HttpApp } from './http-app.ts';
import { Refused } from './http-app.ts';
import { on, serve } from './serve.ts';
import type { Answered, Call } from './serve.ts';

const common = { caller: 'member', cost: 'change', refusals: [], tag: 't', summary: 's' } as const;
const params = z.strictObject({ id: z.string() });
const answer = z.object({ id: z.string(), count: z.number() });

const read = { ...common, id: 'read', method: 'GET', path: '/things/{id}', params, answer } as const;
const write = {
  ...common,
  id: 'write',
  method: 'POST',
  path: '/things',
  answer,
  idempotent: true,
  signed: true,
} as const;
const picture = { ...common, id: 'picture', method: 'GET', path: '/picture', sends: 'picture' } as const;
const file = { ...common, id: 'file', method: 'GET', path: '/file', sends: 'bytes' } as const;
const whole = {
  ...common,
  id: 'whole',
  method: 'GET',
  path: '/whole',
  answer: z.object({ code: z.number() }),
  whole: true,
} as const;

interface Deps {
  readonly count: number;
}

function readThing({ params: { id } }: Call<typeof read>, { count }: Deps): Answered<typeof read> {
  return { id, count };
}

function writeThing({ key }: Call<typeof write>, { count }: Deps): Answered<typeof write> {
  return { id: key, count };
}

/** More than a socket takes at once. */
async function* manyBytes() {
  for (let part = 0; part < 200; part += 1) {
    await wait(1);
    yield Buffer.alloc(64 * 1024);
  }
}

function startApp(): { app: HttpApp; configs: Map<string, unknown>; faults: unknown[] } {
  const app: HttpApp = fastify();
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  const faults: unknown[] = [];
  app.setErrorHandler(async (error, _, reply) => {
    if (!(error instanceof Refused)) faults.push(error);
    return await reply.send({ error: error instanceof Refused ? error.key : '?' });
  });
  const configs = new Map<string, unknown>();
  app.addHook('onRoute', ({ method, url, config }) => void configs.set(`${String(method)} ${url}`, config));
  serve(app, { count: 3 }, [
    on(read, readThing),
    on(write, writeThing),
    on(picture, async ({ reply }) => await reply.type('image/png').send('PNG')),
    on(file, async ({ reply }) => await reply.send(Readable.from(manyBytes()))),
    on(whole, () => ({ code: 7 })),
  ]);
  return { app, configs, faults };
}

describe('a table of routes', () => {
  const { app, configs } = startApp();

  it('answers in an envelope', async () => {
    expect((await app.inject('/things/x')).json()).toEqual({ code: 200, msg: 'ok', data: { id: 'x', count: 3 } });
  });

  it('sends a file, and an envelope with more than data, as the handler gives them', async () => {
    const file = await app.inject('/picture');
    expect([file.headers['content-type'], file.body]).toEqual(['image/png', 'PNG']);
    expect((await app.inject('/whole')).json()).toEqual({ code: 7 });
  });

  it('sends nothing more when the client leaves in the middle of a file', async () => {
    const { app: left, faults } = startApp();
    const address = await left.listen({ port: 0, host: '127.0.0.1' });
    const request = get(`${address}/file`);
    const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
    await once(response, 'data');
    request.destroy();
    // What the server does when it notices.
    await wait(200);
    await left.close();
    expect(faults).toEqual([]);
  });

  it('refuses a call without a valid key, where a key is declared', async () => {
    const key = '01890A5D-AC96-774B-BCCE-B302099A8057';
    const send = async (headers: Record<string, string>) =>
      (await app.inject({ method: 'POST', url: '/things', headers })).json<unknown>();
    expect(await send({})).toEqual({ error: 'IDEMPOTENCY_KEY_REQUIRED' });
    expect(await send({ 'idempotency-key': 'x' })).toEqual({ error: 'IDEMPOTENCY_KEY_INVALID' });
    expect(await send({ 'idempotency-key': key })).toMatchObject({ data: { id: key.toLowerCase() } });
  });

  it('declares who may call, and what it costs', () => {
    expect(configs.get('POST /things')).toMatchObject({ access: { owner: 'member', cost: 'change', signed: true } });
    expect(configs.get('GET /things/:id')).toMatchObject({ access: { owner: 'member', cost: 'change' } });
  });
});

/** Handlers with a mistake. Nobody calls this: the compiler must refuse each. */
export function refusedByTheCompiler(app: HttpApp): void {
  // @ts-expect-error -- a part of the answer is missing
  on(read, () => ({ id: 'x' }));
  // @ts-expect-error -- a part of the answer is wrong
  on(read, () => ({ id: 'x', count: 'many' }));
  // @ts-expect-error -- this call has no body
  on(read, ({ body: { id } }) => ({ id, count: 1 }));
  // @ts-expect-error -- this call carries no key
  on(read, ({ key }) => ({ id: key, count: 1 }));
  // @ts-expect-error -- no such parameter
  on(read, ({ params: { code } }) => ({ id: code, count: 1 }));
  // @ts-expect-error -- this call sends a picture
  on(picture, () => ({ id: 'x' }));
  // @ts-expect-error -- the handler needs more than the table has
  serve(app, {}, [on(read, readThing)]);
}
