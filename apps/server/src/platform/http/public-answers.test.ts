import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { gzipped } from './encoding.ts';
import { createPublicAnswers, SECOND_MS } from './public-answers.ts';
import type { PublicAnswer } from './public-answers.ts';

/** The bytes of the envelope around a text. */
const AROUND = '{"code":200,"msg":"ok","data":""}'.length;

let app: FastifyInstance | undefined;
afterEach(async () => await app?.close());

/** A route for each key. `make` gives its answer. Time stands still until the test moves it. */
function serve(answerOf: (key: string) => Omit<PublicAnswer<unknown>, 'key' | 'points'>) {
  const time = { ms: 1_000_000 };
  const spent: number[] = [];
  const refusal = { next: false };
  const compress = vi.fn(gzipped);
  const answers = createPublicAnswers({
    compress,
    nowMs: () => time.ms,
    spend: (_request, points) => {
      if (refusal.next) throw Object.assign(new Error('spent'), { statusCode: 429 });
      spent.push(points);
    },
  });
  const server = fastify();
  app = server;
  server.get<{ Params: { key: string } }>('/:key', async (request, reply) => {
    const { key } = request.params;
    return await answers.send(request, reply, { key, points: 7, ...answerOf(key) });
  });
  const get = async (key: string, headers: Record<string, string> = {}) =>
    await server.inject({ url: `/${key}`, headers });
  return { time, spent, refusal, answers, compress, get };
}

function counted() {
  let made = 0;
  return { make: async () => ({ made: (made += 1) }), made: () => made };
}

describe('public answers', () => {
  it('are made once a second for everyone, by the first request after it', async () => {
    const { make, made } = counted();
    const { time, spent, get } = serve(() => ({ make }));
    const first = await Promise.all(Array.from({ length: 50 }, async () => await get('a')));
    expect(new Set(first.map(({ body }) => body))).toEqual(new Set(['{"code":200,"msg":"ok","data":{"made":1}}']));
    time.ms += SECOND_MS - 1;
    await get('a');
    expect([made(), spent]).toEqual([1, [7]]);
    time.ms += 1;
    expect((await get('a')).json()).toMatchObject({ data: { made: 2 } });
    expect(spent).toEqual([7, 7]);
  });

  it('are made again as soon as something new was published, unless they last longer', async () => {
    const { make, made } = counted();
    const lasting = counted();
    const { time, answers, get } = serve((key) => (key === 'past' ? { make: lasting.make, keptMs: 60_000 } : { make }));
    await get('now');
    await get('past');
    time.ms += 300;
    answers.renew();
    await get('now');
    await get('past');
    expect([made(), lasting.made()]).toEqual([2, 1]);
  });

  it('that were slow to make are kept longer, so that making them cannot take all the time', async () => {
    let made = 0;
    const { time, answers, get } = serve(() => ({
      make: async () => {
        made += 1;
        time.ms += 150;
        return null;
      },
    }));
    await get('slow');
    time.ms += 2_000;
    answers.renew();
    await get('slow');
    expect(made).toBe(1);
    time.ms += 900;
    await get('slow');
    expect(made).toBe(2);
  });

  it('rest for five seconds at most', async () => {
    let made = 0;
    const { time, answers, get } = serve(() => ({
      make: async () => {
        made += 1;
        time.ms += 1_000;
        return null;
      },
    }));
    await get('slow');
    answers.renew();
    time.ms += 3_999;
    await get('slow');
    expect(made).toBe(1);
    time.ms += 1;
    await get('slow');
    expect(made).toBe(2);
  });

  it('that are made at the moment of a new price know it', async () => {
    const { make, made } = counted();
    const { answers, get } = serve(() => ({ make }));
    answers.renew();
    await get('a');
    await get('a');
    expect(made()).toBe(1);
  });

  it('may say themselves how long they last', async () => {
    const { make, made } = counted();
    const { time, answers, get } = serve(() => ({
      make,
      keptMs: (data) => (data as { made: number }).made * 2_000,
    }));
    await get('a');
    time.ms += 1_999;
    answers.renew();
    await get('a');
    expect(made()).toBe(1);
    time.ms += 1;
    await get('a');
    time.ms += 3_999;
    await get('a');
    expect(made()).toBe(2);
  });

  it('that began before a change are never sent after it, however slow they were to make', async () => {
    let made = 0;
    const { time, answers, get } = serve(() => ({
      make: async () => {
        time.ms += 150;
        return { made: (made += 1) };
      },
    }));
    await get('slow');
    answers.changed();
    expect((await get('slow')).json()).toMatchObject({ data: { made: 2 } });
    expect((await get('slow')).json()).toMatchObject({ data: { made: 2 } });
  });

  it('that are being made at a change go only to those who asked before it', async () => {
    const waiting: (() => void)[] = [];
    let made = 0;
    const { answers, get, spent } = serve(() => ({
      make: async () => {
        const mine = (made += 1);
        await new Promise<void>((resolve) => waiting.push(resolve));
        return { made: mine };
      },
    }));
    const before = get('a');
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    answers.changed();
    const after = [get('a'), get('a')];
    await new Promise((resolve) => setImmediate(resolve));
    // One at a time: the second begins when the first has ended.
    expect(waiting).toHaveLength(1);
    waiting[0]?.();
    expect((await before).json()).toMatchObject({ data: { made: 1 } });
    await vi.waitFor(() => expect(waiting).toHaveLength(2));
    waiting[1]?.();
    for (const answer of await Promise.all(after)) expect(answer.json()).toMatchObject({ data: { made: 2 } });
    expect(spent).toEqual([7, 7]);
  });

  it('carry a tag, and a request with that tag gets no body', async () => {
    const { make } = counted();
    const { time, get } = serve(() => ({ make }));
    const { headers } = await get('a');
    const etag = String(headers.etag);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await get('a', { 'if-none-match': tags });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    }
    expect((await get('a', { 'if-none-match': '"other"' })).statusCode).toBe(200);
    time.ms += SECOND_MS;
    expect((await get('a', { 'if-none-match': etag })).statusCode).toBe(200);
  });

  it('are compressed when they are made, not for each caller, and count with both sizes', async () => {
    const text = 'like every other. '.repeat(500);
    const { answers, compress, get } = serve((key) => ({ make: async () => (key === 'long' ? text : 'short') }));
    const bodies = await Promise.all(
      Array.from({ length: 20 }, async () => await get('long', { 'accept-encoding': 'gzip' })),
    );
    expect(compress).toHaveBeenCalledTimes(1);
    const [first] = bodies;
    expect(first?.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(JSON.parse(gunzipSync(first?.rawPayload ?? '').toString())).toMatchObject({ data: text });
    const plain = await get('long');
    expect([plain.json().data, plain.headers['content-encoding']]).toEqual([text, undefined]);
    expect(answers.size().bytes).toBe(plain.rawPayload.length + (first?.rawPayload.length ?? 0));
    expect((await get('short', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBeUndefined();
  });

  it('that failed are not kept, and fail for everyone who waited', async () => {
    let isBroken = true;
    const { get } = serve(() => ({
      make: async () => {
        if (isBroken) throw new Error('no database');
        return 'fine';
      },
    }));
    expect((await Promise.all([get('a'), get('a')])).map(({ statusCode }) => statusCode)).toEqual([500, 500]);
    isBroken = false;
    expect((await get('a')).json()).toMatchObject({ data: 'fine' });
  });

  it('are free when kept; one that must be made is refused to a caller without budget', async () => {
    const { make, made } = counted();
    const { refusal, get } = serve(() => ({ make }));
    await get('a');
    refusal.next = true;
    expect((await get('a')).statusCode).toBe(200);
    expect((await get('b')).statusCode).toBe(429);
    expect(made()).toBe(1);
  });

  it('are limited in number and in bytes', async () => {
    const { answers, get } = serve((key) => ({
      make: async () => (key.startsWith('big') ? 'x'.repeat(3_000_000) : key),
    }));
    for (let i = 0; i < 2_100; i += 1) await get(`k${i}`);
    expect(answers.size().answers).toBe(2_000);
    for (let i = 0; i < 20; i += 1) await get(`big${i}`);
    expect(answers.size().bytes).toBeLessThanOrEqual(48 * 1024 * 1024);
    expect(answers.size().bytes).toBeGreaterThan(40 * 1024 * 1024);
  });

  it('are forgotten in the order of their last use', async () => {
    const { spent, get } = serve((key) => ({ make: async () => key }));
    for (let i = 0; i < 2_000; i += 1) await get(`k${i}`);
    await get('k0');
    await get('new');
    await get('k0');
    expect(spent).toHaveLength(2_001);
    await get('k1');
    expect(spent).toHaveLength(2_002);
  });

  it('of more than 4 MiB are sent, and neither compressed nor kept', async () => {
    const { answers, compress, get } = serve((key) => ({
      make: async () => 'x'.repeat(4 * 1024 * 1024 - AROUND + (key === 'larger' ? 1 : 0)),
    }));
    compress.mockResolvedValue(undefined);
    expect((await get('larger')).body).toHaveLength(4 * 1024 * 1024 + 1);
    expect([answers.size(), compress.mock.calls.length]).toEqual([{ answers: 0, bytes: 0 }, 0]);
    await get('large');
    expect([answers.size(), compress.mock.calls.length]).toEqual([{ answers: 1, bytes: 4 * 1024 * 1024 }, 1]);
  });

  it('may fill 48 MiB to the last byte', async () => {
    const { answers, compress, get } = serve((key) => ({
      make: async () => 'x'.repeat((key === 'more' ? AROUND + 1 : 3 * 1024 * 1024) - AROUND),
    }));
    compress.mockResolvedValue(undefined);
    for (let i = 0; i < 16; i += 1) await get(`big${i}`);
    expect(answers.size()).toEqual({ answers: 16, bytes: 48 * 1024 * 1024 });
    await get('more');
    expect(answers.size()).toEqual({ answers: 16, bytes: 45 * 1024 * 1024 + AROUND + 1 });
  });

  it('are refused instead of queued when too many are being made', async () => {
    const gate = Promise.withResolvers<void>();
    const { get } = serve(() => ({
      make: async () => {
        await gate.promise;
        return null;
      },
    }));
    const waiting = Array.from({ length: 32 }, async (_, i) => await get(`k${i}`));
    await expect.poll(async () => (await Promise.race([get('one more'), gate.promise]))?.statusCode).toBe(500);
    gate.resolve();
    expect((await Promise.all(waiting)).every(({ statusCode }) => statusCode === 200)).toBe(true);
  });
});
