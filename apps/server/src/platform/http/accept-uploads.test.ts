import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { acceptUploads, createRoom } from './accept-uploads.ts';
import type { UploadBounds } from './accept-uploads.ts';
import type { HttpApp } from './http-app.ts';
import { bodyBytesMax, readUpload } from './read-upload.ts';

const SHAPE = { files: 2, fields: 2, fileBytes: 50_000 };

let app: HttpApp | undefined;
/** Why the server refused, and whether it had thrown the rest of the form away by then. */
let refused: { message: string; isRead: boolean }[];
beforeEach(() => {
  refused = [];
});
afterEach(async () => await app?.close());

/** A server with one route that takes forms, and one that does not. It says what it got. */
async function serve(
  bounds?: UploadBounds,
  hold: () => Promise<void> = async () => undefined,
  onForm: (form: Record<string, string | File>) => void = () => undefined,
): Promise<string> {
  const made: HttpApp = fastify();
  app = made;
  made.setErrorHandler(async (error: Error & { statusCode?: number; fields?: unknown }, request, reply) => {
    const { message, fields } = error;
    refused.push({ message, isRead: request.raw.readableEnded });
    return await reply.status(error.statusCode ?? 500).send({ message, fields });
  });
  acceptUploads(made, (request) => String(request.headers['x-owner'] ?? 'one'), bounds);
  made.post('/form', { config: { upload: SHAPE } }, async (request) => {
    await hold();
    const body = request.body as Record<string, string | File>;
    onForm(body);
    return Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value : value.size]),
    );
  });
  made.post('/plain', async () => {
    await hold();
    return 'plain';
  });
  return await made.listen({ port: 0, host: '127.0.0.1' });
}

function formOf(parts: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) form.append(name, value);
  return form;
}

async function post(url: string, body: FormData, owner = 'one'): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(url, { method: 'POST', body, headers: { 'x-owner': owner } });
  return { status: answer.status, body: await answer.json() };
}

function bytes(size: number): Blob {
  return new Blob([Buffer.alloc(size, 7)]);
}

describe('a form', () => {
  it('arrives as its fields and files; what was left empty is missing', async () => {
    const url = await serve();
    const form = formOf({ name: '王小明', front: bytes(50_000) });
    form.append('back', new Blob([]), '');
    expect(await post(`${url}/form`, form)).toEqual({ status: 200, body: { name: '王小明', front: 50_000 } });
    const odd = new FormData();
    odd.append('empty', new Blob([]), 'empty.png');
    odd.append('nameless', bytes(5), '');
    expect(await post(`${url}/form`, odd)).toEqual({ status: 200, body: { empty: 0, nameless: 5 } });
  });

  it('gives its files a name of ours', async () => {
    const { promise, resolve } = Promise.withResolvers<File>();
    const url = await serve(undefined, undefined, (form) => resolve(form.a as File));
    await post(`${url}/form`, formOf({ a: new File(['x'], '../../etc/passwd', { type: 'text/html' }) }));
    const file = await promise;
    expect([file.name, file.type]).toEqual(['upload', '']);
  });

  it('cannot name a part twice, name a prototype, or hold more than it may', async () => {
    const url = await serve();
    const twice = formOf({ a: 'x' });
    twice.append('a', 'y');
    expect((await post(`${url}/form`, twice)).body).toMatchObject({ message: 'BODY_INVALID' });
    expect((await post(`${url}/form`, formOf({ __proto__x: 'x', ['__proto__']: 'y' }))).status).toBe(200);
    const many = formOf({ a: 'x', b: 'x', c: 'x' });
    expect((await post(`${url}/form`, many)).body).toMatchObject({ message: 'BODY_INVALID' });
    const files = formOf({ a: bytes(1), b: bytes(1), c: bytes(1) });
    expect((await post(`${url}/form`, files)).body).toMatchObject({ message: 'BODY_INVALID' });
    expect((await post(`${url}/form`, formOf({ a: 'x'.repeat(2_000) }))).body).toMatchObject({
      message: 'BODY_INVALID',
    });
  });

  it('cannot hold many parts that are neither a field nor a file', async () => {
    const url = await serve();
    const answer = await rawForm(url, `${'--x\r\nx-odd: 1\r\n\r\n\r\n'.repeat(6)}--x--\r\n`);
    expect(answer).toContain('BODY_INVALID');
  });

  it.each([
    ['in the middle of a file', '--x\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\nabc'],
    ['in the middle of a field', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nabc'],
    ['before its first part', '--x'],
    ['with bytes alone', 'abc'],
  ])('that ends %s is refused, and its bytes are not repeated', async (_, body) => {
    const url = await serve();
    const answer = await rawForm(url, body);
    expect(answer).toContain('BODY_INVALID');
    expect(answer).not.toContain('abc');
  });

  it('with a file that is too large is refused at that file', async () => {
    const url = await serve();
    expect((await post(`${url}/form`, formOf({ front: bytes(50_001) }))).body).toEqual({
      message: 'IMAGE_TOO_LARGE',
      fields: { front: 'IMAGE_TOO_LARGE' },
    });
  });

  it.each(['', 'multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=x'])(
    'that is none is refused: %s',
    async (type) => {
      const url = await serve();
      const answer = await fetch(`${url}/form`, { method: 'POST', body: 'x', headers: { 'content-type': type } });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      if (type !== '') expect(await answer.json()).toEqual({ message: 'BODY_INVALID' });
    },
  );

  it('goes only to a route that declares one', async () => {
    const url = await serve();
    expect((await post(`${url}/plain`, formOf({ a: 'x' }))).status).toBe(415);
  });
});

it('a body has room for its files and fields, each with its headers, and for its end', () => {
  expect(bodyBytesMax({ files: 2, fields: 3, fileBytes: 10 })).toBe(2 * (10 + 2_048) + 3 * (1_024 + 2_048) + 2_048);
});

it('a form is refused by one part, the rest is thrown away before the answer', async () => {
  const url = await serve();
  const twice = formOf({ a: 'x' });
  twice.append('a', 'y');
  for (const name of ['b', 'c']) twice.append(name, bytes(50_000));
  expect((await post(`${url}/form`, twice)).body).toEqual({ message: 'BODY_INVALID' });
  expect(refused).toEqual([{ message: 'BODY_INVALID', isRead: true }]);
});

it('a form is refused by one part, the rest is not counted', async () => {
  const made: HttpApp = fastify();
  app = made;
  let seen = 0;
  const onBytes = (more: number) => (seen += more);
  made.addContentTypeParser(
    'multipart/form-data',
    async ({ raw }: { raw: IncomingMessage }) =>
      await readUpload({ headers: raw.headers, body: raw }, SHAPE, { onBytes }),
  );
  made.post('/form', async () => 'never');
  const url = await made.listen({ port: 0, host: '127.0.0.1' });
  const twice = formOf({ a: 'x' });
  twice.append('a', 'y');
  for (const name of ['b', 'c']) twice.append(name, bytes(50_000));
  expect((await post(`${url}/form`, twice)).body).toMatchObject({ message: 'BODY_INVALID' });
  expect(seen).toBeGreaterThan(0);
  expect(seen).toBeLessThan(80_000);
});

it('a form is given up as soon as its sender has left', async () => {
  const url = await serve();
  await raw(url, ['content-length: 100'], '--x\r\n', { leaveAfterMs: 20 });
  await vi.waitFor(() => expect(refused).toEqual([{ message: 'UPLOAD_INCOMPLETE', isRead: false }]));
});

describe('a huge body', () => {
  it('is refused by its length before it is read', async () => {
    const url = await serve();
    const answer = await raw(url, [`content-length: ${bodyBytesMax(SHAPE) + 1}`], '');
    expect(answer).toMatch(/413[^]*the body is too large/);
    expect(await raw(url, [`content-length: ${bodyBytesMax(SHAPE)}`], '', { leaveAfterMs: 50 })).toBe('');
  });

  it('may be as large as the bound, to the byte', async () => {
    const url = await serve();
    const chunked = (size: number) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n0\r\n\r\n`;
    const max = bodyBytesMax(SHAPE);
    expect(await raw(url, ['transfer-encoding: chunked'], chunked(max))).toContain('BODY_INVALID');
    expect(await raw(url, ['transfer-encoding: chunked'], chunked(max + 1))).toContain('413');
  });

  it('is refused when it grows past the bound, though it named no length and no part', async () => {
    const url = await serve();
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const answer = await raw(url, ['transfer-encoding: chunked'], chunk.repeat(20));
    expect(bodyBytesMax(SHAPE)).toBeLessThan(0x4000 * 20);
    expect(answer).toContain('413');
  });
});

describe('the process', () => {
  it('reads two forms of one owner at once, and refuses the third until one is answered', async () => {
    const gate = Promise.withResolvers<void>();
    const url = await serve(undefined, async () => await gate.promise);
    const [first, second] = [post(`${url}/form`, formOf({ a: 'x' })), post(`${url}/form`, formOf({ a: 'x' }))];
    await until(async () => (await post(`${url}/form`, formOf({ a: 'x' }))).status === 500);
    const other = post(`${url}/form`, formOf({ a: 'x' }), 'another');
    gate.resolve();
    expect((await Promise.all([first, second, other])).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await post(`${url}/form`, formOf({ a: 'x' }))).status).toBe(200);
  });

  it('gives one place back for each answer: the other form of its sender keeps its own', async () => {
    const gates: PromiseWithResolvers<void>[] = [];
    let arrived = Promise.withResolvers<string>();
    const url = await serve(undefined, async () => {
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      arrived.resolve('is worked on');
      arrived = Promise.withResolvers();
      await gate.promise;
    });
    const answers: Promise<number>[] = [];
    const send = async () => {
      const answer = post(`${url}/form`, formOf({ a: 'x' })).then(({ status }) => status);
      answers.push(answer);
      return await Promise.race([answer, arrived.promise]);
    };
    expect([await send(), await send(), await send()]).toEqual(['is worked on', 'is worked on', 500]);
    gates[0]?.resolve();
    expect(await answers[0]).toBe(200);
    // The place of the first is free when all of its answer is sent.
    await until(async () => (await send()) === 'is worked on');
    const next = await send();
    for (const gate of gates) gate.resolve();
    await Promise.all(answers);
    expect(next).toBe(500);
  });

  it('counts no call of a route that takes no form', async () => {
    const gate = Promise.withResolvers<void>();
    const url = await serve(undefined, async () => await gate.promise);
    const calls = Array.from({ length: 3 }, async () => await fetch(`${url}/plain`, { method: 'POST' }));
    gate.resolve();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('works on a bounded number of forms of all owners together', async () => {
    const gate = Promise.withResolvers<void>();
    const bounds = { runningMax: 2, ofOneOwnerMax: 2, bytesMax: 70_000 };
    const url = await serve(bounds, async () => await gate.promise);
    const held = ['one', 'two'].map(async (owner) => await post(`${url}/form`, formOf({ a: 'x' }), owner));
    await until(async () => (await post(`${url}/form`, formOf({ a: 'x' }), 'three')).status === 500);
    gate.resolve();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('holds a bounded number of forms and of bytes, and frees both with the answer or the connection', async () => {
    const bounds = { runningMax: 3, ofOneOwnerMax: 3, bytesMax: 70_000 };
    const gate = Promise.withResolvers<void>();
    const url = await serve(bounds, async () => await gate.promise);
    const held = post(`${url}/form`, formOf({ a: bytes(40_000) }));
    await until(async () => (await post(`${url}/form`, formOf({ a: bytes(40_000) }))).status === 500);
    gate.resolve();
    expect((await held).status).toBe(200);
    expect((await post(`${url}/form`, formOf({ a: bytes(40_000) }))).status).toBe(200);
    // Three who start and leave give their places back.
    for (let i = 0; i < 3; i += 1) await raw(url, ['content-length: 100'], '--x', { leaveAfterMs: 20 });
    await until(async () => (await post(`${url}/form`, formOf({ a: 'x' }))).status === 200);
  });
});

it('what still comes of a form whose sender has left takes no room', () => {
  const room = createRoom({ runningMax: 1, ofOneOwnerMax: 1, bytesMax: 10 });
  const left = room.enter('one');
  left.leave();
  left.take(10);
  expect(() => room.enter('two').take(10)).not.toThrow();
});

it('a sender who is slow is refused in time', async () => {
  const made: HttpApp = fastify();
  app = made;
  made.addContentTypeParser(
    'multipart/form-data',
    async ({ raw }: { raw: IncomingMessage }) =>
      await readUpload({ headers: raw.headers, body: raw }, SHAPE, { slowMs: 50 }),
  );
  made.post('/form', async () => 'never');
  const url = await made.listen({ port: 0, host: '127.0.0.1' });
  expect(await raw(url, ['content-length: 100'], '--x\r\n')).toContain('UPLOAD_INCOMPLETE');
});

/** Sends a whole form of its own making, parted by `x`. */
async function rawForm(url: string, body: string): Promise<string> {
  return await raw(url, [`content-length: ${body.length}`], body);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    if (await isSo()) return;
    await sleep(10);
  }
  throw new Error('it never happened');
}

/** Sends bytes of its own making, and returns what came back. */
async function raw(
  url: string,
  headers: readonly string[],
  body: string,
  { leaveAfterMs }: { leaveAfterMs?: number } = {},
): Promise<string> {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  let answer = '';
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.on('data', (chunk) => {
    answer += chunk.toString();
    if (answer.includes('}')) resolve();
  });
  socket.on('close', () => resolve());
  socket.on('error', () => resolve());
  socket.write(
    `POST /form HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\n${headers.join('\r\n')}\r\n\r\n${body}`,
  );
  if (leaveAfterMs !== undefined) setTimeout(resolve, leaveAfterMs);
  await promise;
  socket.destroy();
  return answer;
}
