import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectRaw, readUntil } from '../../testing/raw-client.ts';
import type { HttpApp } from './http-app.ts';
import { NotServing, passOn } from './pass-on.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let folder: string;
let other: Server;
let handler: Handler;
let app: HttpApp;
let port: number;

function rulesOf(socketPath: string) {
  return {
    socketPath,
    bodyBytesMax: 1_000,
    places: { all: 2, ofStrangers: 2, ofOne: 2, waitMsMax: 0 },
    callMsMax: { stranger: 600_000, known: 600_000 },
  };
}

async function listen(server: Server, path: string): Promise<void> {
  await new Promise<void>((resolve) => server.listen(path, resolve));
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-pass-'));
  other = createServer((request, response) => handler(request, response));
  await listen(other, join(folder, 'socket'));
  app = fastify({ trustProxy: '10.0.0.0/8', forceCloseConnections: true });
  app.addHook('onRequest', async (_, reply) => {
    reply.header('content-security-policy', 'of the outer server');
  });
  app.setErrorHandler(async (error, _, reply) => {
    const status = error instanceof NotServing ? error.status : ((error as { statusCode?: number }).statusCode ?? 500);
    return await reply.status(status).send({ failed: status });
  });
  const rules = rulesOf(join(folder, 'socket'));
  await passOn(app, { ...rules, paths: ['/console/*'], silentMsMax: 1_000 });
  await passOn(app, { ...rules, paths: ['/patient/*'], silentMsMax: 600_000 });
  const callMsMax = { stranger: 1_500, known: 1_500 };
  await passOn(app, { ...rules, paths: ['/brief/*'], silentMsMax: 600_000, callMsMax });
  const places = { all: 4, ofStrangers: 3, ofOne: 2, waitMsMax: 0 };
  await passOn(app, { ...rules, paths: ['/shared/*'], silentMsMax: 600_000, places });
  const uploads = { paths: ['/console/pictures'], bodyBytesMax: 4_000 };
  await passOn(app, { ...rules, paths: ['/console/other/*'], silentMsMax: 1_000, uploads });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});
afterEach(async () => {
  await app.close();
  other.closeAllConnections();
  await new Promise((resolve) => other.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

function url(path: string): string {
  return `http://127.0.0.1:${port}${path}`;
}

it('the paths that are passed on are no part of the description of this server', async () => {
  const described: HttpApp = fastify();
  const hidden: unknown[] = [];
  described.addHook('onRoute', ({ schema }) => void hidden.push(schema?.hide));
  const rules = rulesOf(join(folder, 'socket'));
  await passOn(described, { ...rules, paths: ['/console/*'], silentMsMax: 300 });
  await described.ready();
  expect(hidden.length).toBeGreaterThan(0);
  expect(hidden.every((hide) => hide === true)).toBe(true);
  await described.close();
});

describe('a call', () => {
  it('arrives with its body, and its answer comes back with the headers of the other server alone', async () => {
    handler = (request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        response.writeHead(201, { 'content-type': 'text/x', 'content-security-policy': 'of the inner server' });
        response.end(`${request.method} ${request.url} ${body}`);
      });
    };
    const answer = await fetch(url('/console/a?b=c'), { method: 'PUT', body: 'hello' });
    expect([answer.status, await answer.text()]).toEqual([201, 'PUT /console/a?b=c hello']);
    expect(answer.headers.get('content-security-policy')).toBe('of the inner server');
  });

  it('may be larger where pictures are sent, once its session is known to be one', async () => {
    handler = (request, response) => {
      let length = 0;
      request.on('data', (chunk: Buffer) => (length += chunk.length));
      request.on('end', () => {
        response.writeHead(200, { 'x-candor-session-state': 'live' });
        response.end(String(length));
      });
    };
    const send = async (path: string, length: number) => {
      const headers = { authorization: 'Bearer one' };
      const answer = await fetch(url(path), { method: 'POST', headers, body: 'x'.repeat(length) });
      return [answer.status, await answer.text()];
    };
    expect((await send('/console/pictures', 3_000))[0]).toBe(503);
    expect(await send('/console/other/a', 500)).toEqual([200, '500']);
    expect(await send('/console/pictures', 3_000)).toEqual([200, '3000']);
    expect((await send('/console/pictures', 5_000))[0]).toBe(413);
    expect((await send('/console/other/a', 3_000))[0]).toBe(413);
  });

  it('names its client, and carries nothing that is about one connection', async () => {
    let seen: IncomingMessage['headers'] = {};
    handler = (request, response) => {
      seen = request.headers;
      response.end('fine');
    };
    const socket = await connectRaw(port);
    socket.write(
      'GET /console/a HTTP/1.1\r\nHost: x.example\r\nConnection: close, X-Secret\r\nX-Secret: 1\r\nTE: trailers\r\nExpect: 100-continue\r\nProxy-Authorization: Basic x\r\nX-Forwarded-For: 203.0.113.9\r\nForwarded: for=203.0.113.9\r\nX-Kept: yes\r\nX-Not-Forwarded: yes\r\n\r\n',
    );
    await readUntil(socket);
    expect(seen).toMatchObject({
      host: 'x.example',
      'x-forwarded-for': '127.0.0.1',
      'x-kept': 'yes',
      'x-not-forwarded': 'yes',
    });
    for (const name of ['x-secret', 'te', 'proxy-authorization', 'forwarded', 'expect'])
      expect(seen[name], name).toBeUndefined();
  });

  it('gets nothing back that is about the connection between the two', async () => {
    const hops = {
      'keep-alive': 'timeout=9',
      'proxy-authenticate': 'Basic',
      'proxy-connection': 'keep-alive',
      'x-secret': '1',
    };
    handler = (_, response) => {
      response.writeHead(200, { ...hops, connection: 'keep-alive, X-Secret', 'x-kept': 'yes' });
      response.end('fine');
    };
    const { headers } = await fetch(url('/console/a'));
    expect(headers.get('x-kept')).toBe('yes');
    expect(headers.get('keep-alive')).not.toBe('timeout=9');
    for (const name of ['proxy-authenticate', 'proxy-connection', 'x-secret'])
      expect(headers.get(name), name).toBeNull();
  });

  it('of a client that knows no chunks gets an answer without them', async () => {
    handler = (_, response) => {
      response.write('in ');
      response.end('parts');
    };
    const socket = await connectRaw(port);
    socket.write('GET /console/a HTTP/1.0\r\nHost: x.example\r\n\r\n');
    const answer = await readUntil(socket, /parts/);
    expect(answer).not.toMatch(/transfer-encoding/i);
    expect(answer).toMatch(/\r\n\r\nin parts$/);
  });

  it('that names too large a body is refused before any of it comes', async () => {
    const socket = await connectRaw(port);
    socket.write('POST /console/a HTTP/1.1\r\nHost: x.example\r\nContent-Length: 1001\r\n\r\n');
    expect(await readUntil(socket, /\r\n\r\n/)).toMatch(/^HTTP\/1\.1 413/);
  });

  it('with as large a body as there may be is taken', async () => {
    handler = (request, response) => void request.resume().on('end', () => response.end('took it all'));
    const answer = await fetch(url('/console/a'), { method: 'POST', body: 'x'.repeat(1_000) });
    expect(await answer.text()).toBe('took it all');
  });

  it.each([
    ['that says how large it is', 'x'.repeat(1_001), /^413/, 0],
    [
      'that does not',
      new ReadableStream({
        start(controller) {
          for (let n = 0; n < 20; n += 1) controller.enqueue(new TextEncoder().encode('x'.repeat(100)));
          controller.close();
        },
      }),
      /^(413|cut off)/,
      1,
    ],
  ])('with too large a body %s is refused, or cut off', async (_, body, refused, callsMax) => {
    let [received, calls] = [0, 0];
    handler = (request, response) => {
      calls += 1;
      request.on('data', (chunk: Buffer) => (received += chunk.length));
      request.on('end', () => response.end('took it all'));
    };
    const text = await fetch(url('/console/a'), { method: 'POST', body, duplex: 'half' } as RequestInit).then(
      async (answer) => `${answer.status} ${await answer.text()}`,
      () => 'cut off',
    );
    expect(text).toMatch(refused);
    expect(received).toBeLessThanOrEqual(1_000);
    expect(calls).toBeLessThanOrEqual(callsMax);
  });
});

it('ends a call whose client has left: nobody reads its answer', async () => {
  const arrived = Promise.withResolvers<ServerResponse>();
  handler = (_, response) => arrived.resolve(response);
  const leaving = new AbortController();
  const call = fetch(url('/patient/a'), { signal: leaving.signal }).catch(() => undefined);
  const response = await arrived.promise;
  const closed = new Promise<string>((resolve) => response.once('close', () => resolve('closed')));
  leaving.abort();
  await call;
  expect(await closed).toBe('closed');
});

it('uses one connection for calls one after another', async () => {
  let opened = 0;
  other.on('connection', () => (opened += 1));
  handler = (_, response) => response.end('fine');
  for (let n = 0; n < 3; n += 1) expect(await (await fetch(url('/console/a'))).text()).toBe('fine');
  expect(opened).toBe(1);
});

it('leaves no connection open when the server closes', async () => {
  handler = (_, response) => response.end('fine');
  other.keepAliveTimeout = 0;
  const opened = once(other, 'connection');
  expect(await (await fetch(url('/console/a'))).text()).toBe('fine');
  const [socket] = (await opened) as [Socket];
  const closed = once(socket, 'close');
  expect(socket.destroyed).toBe(false);
  await app.close();
  await closed;
});

describe('while the other process', () => {
  it('is away, a call is refused at once, and the next one after its return is answered', async () => {
    await new Promise((resolve) => other.close(resolve));
    expect((await fetch(url('/console/a'))).status).toBe(502);
    handler = (_, response) => response.end('back');
    other = createServer((request, response) => handler(request, response));
    await listen(other, join(folder, 'socket'));
    expect(await (await fetch(url('/console/a'))).text()).toBe('back');
  });

  it('says nothing, a call ends after its time', async () => {
    handler = () => undefined;
    expect((await fetch(url('/console/a'))).status).toBe(502);
  });

  it.each([
    ['a short one, which nobody sees the half of', '100'],
    ['a long one, in the middle of which its client hears it', String(2 * 1024 * 1024)],
  ])('breaks off in the middle of an answer: %s', async (_, length) => {
    handler = (_, response) => {
      response.writeHead(200, { 'content-length': length });
      response.write('the first half', () => response.destroy());
    };
    for (let n = 0; n < 5; n += 1) {
      const answer = fetch(url('/console/a')).then(async (got) => ({ status: got.status, text: await got.text() }));
      if (length === '100') expect((await answer).status).toBe(502);
      else await expect(answer).rejects.toThrow();
    }
    handler = (_, response) => response.end('back');
    expect(await (await fetch(url('/console/a'))).text()).toBe('back');
  });

  it('works on as many calls as it may, another is refused; a client that leaves makes room', async () => {
    const left: ServerResponse[] = [];
    // Calls that are over hold no place, and give none back twice.
    handler = (_, response) => response.end('fine');
    for (let n = 0; n < 5; n += 1) expect(await (await fetch(url('/console/a'))).text()).toBe('fine');
    handler = (_, response) => left.push(response);
    const leaving = new AbortController();
    const calls = [1, 2].map((n) => fetch(url(`/console/${n}`), { signal: leaving.signal }).catch(() => undefined));
    while (left.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect((await fetch(url('/console/3'))).status).toBe(503);
    leaving.abort();
    await Promise.all(calls);
    handler = (_, response) => response.end('room');
    let status = 503;
    while (status === 503) status = (await fetch(url('/console/4'))).status;
    expect(status).toBe(200);
    for (const response of left) expect(response.socket?.destroyed ?? true).toBe(true);
  });
});

describe('what is refused before anything is passed on:', () => {
  let calls = 0;
  beforeEach(() => {
    calls = 0;
    handler = (_, response) => {
      calls += 1;
      response.end('fine');
    };
  });

  const hidden = 'GET /console/hidden HTTP/1.1\r\nHost: x\r\n\r\n';
  it.each(['GET', 'HEAD', 'DELETE'])('a body on %s', async (method) => {
    for (const [framing, body] of [
      [`Content-Length: ${hidden.length}`, hidden],
      [`Connection: content-length\r\nContent-Length: ${hidden.length}`, hidden],
      ['Transfer-Encoding: chunked', `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`],
      ['Transfer-Encoding: chunked', '0\r\n\r\n'],
    ]) {
      const socket = await connectRaw(port);
      socket.write(`${method} /console/a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${framing}\r\n\r\n${body}`);
      expect(await readUntil(socket), framing).toMatch(/^HTTP\/1\.1 400/);
    }
    expect(calls).toBe(0);
  });

  it.each(['http://x/console/a', '//console/a', '/console//a', '/console/%00', '/console/a\\b'])(
    'the target %s',
    async (target) => {
      const socket = await connectRaw(port);
      socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(await readUntil(socket)).toMatch(/^HTTP\/1\.1 (400|404)/);
      expect(calls).toBe(0);
    },
  );
});

it.each(['/console/%2e%2e/a', '/console/a/./b/../c', '/console/a#b?c', '/console/a;b', '/%63onsole/a'])(
  'the target %s arrives as it was sent',
  async (target) => {
    handler = (request, response) => response.end(request.url);
    const socket = await connectRaw(port);
    socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect((await readUntil(socket)).endsWith(`\r\n\r\n${target}`)).toBe(true);
  },
);

it('a call that is repeated is none: what fails is not sent again', async () => {
  let calls = 0;
  handler = (request) => {
    calls += 1;
    request.socket.destroy();
  };
  expect((await fetch(url('/console/a'))).status).toBe(502);
  expect(calls).toBe(1);
});

it.each<[string, Handler]>([
  [
    'was broken off',
    (_, response) => void response.writeHead(200, { 'content-length': '9' }).write('a', () => response.destroy()),
  ],
  ['came before the body was read', (_, response) => void response.writeHead(200, { connection: 'close' }).end('fine')],
  ['was too late', () => undefined],
])('a connection is not used again after an answer that %s', async (_, odd) => {
  const sockets = new Set<Socket>();
  other.on('connection', (socket: Socket) => sockets.add(socket));
  handler = odd;
  await fetch(url('/console/a'), { method: 'POST', body: 'x'.repeat(900) })
    .then(async (answer) => await answer.text())
    .catch(() => undefined);
  handler = (_request, response) => response.end('fine');
  expect(await (await fetch(url('/console/a'))).text()).toBe('fine');
  expect(sockets.size).toBe(2);
});

it('a call whose client reads nothing ends, and gives its place back', async () => {
  let calls = 0;
  handler = (_, response) => {
    calls += 1;
    response.end(Buffer.alloc(20_000_000));
  };
  const sockets = await Promise.all([connectRaw(port), connectRaw(port)]);
  for (const socket of sockets) {
    socket.pause();
    socket.write('GET /brief/a HTTP/1.1\r\nHost: x\r\n\r\n');
  }
  await expect.poll(() => calls, { interval: 1 }).toBe(2);
  expect((await fetch(url('/brief/a'))).status).toBe(503);
  handler = (_, response) => response.end('room');
  let status = 503;
  while (status === 503) status = (await fetch(url('/brief/a'))).status;
  expect(status).toBe(200);
  for (const socket of sockets) socket.destroy();
});

describe('places', () => {
  /** As the console's guard of routes does. */
  const guarded: Handler = (request, response) => {
    const state = request.headers.authorization === 'Bearer operator' ? 'live' : 'over';
    if (request.url !== '/shared/public') response.setHeader('x-candor-session-state', state);
    if (request.url?.startsWith('/shared/held') === true) held.push(response);
    else response.end('fine');
  };
  let held: ServerResponse[] = [];
  const call = async (path: string, token?: string): Promise<number> => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(url(path), { headers });
    await answer.arrayBuffer();
    expect(answer.headers.get('x-candor-session-state')).toBeNull();
    return answer.status;
  };
  const hold = async (times: number, token?: string): Promise<void> => {
    const before = held.length;
    for (let n = 0; n < times; n += 1) void call(`/shared/held/${n}`, token).catch(() => undefined);
    while (held.length < before + times) await pause(1);
  };
  beforeEach(() => {
    held = [];
    handler = guarded;
  });
  afterEach(() => {
    for (const response of held) response.end();
  });

  it('strangers leave some to operators with a session, whom only the other process names', async () => {
    expect(await call('/shared/a', 'operator')).toBe(200);
    await hold(2);
    expect(await call('/shared/a')).toBe(503);
    // Any token, an answer with status 200, or the header itself make nobody known.
    expect(await call('/shared/public', 'stranger')).toBe(503);
    const forged = await fetch(url('/shared/a'), {
      headers: { authorization: 'Bearer stranger', 'x-candor-session-state': 'live' },
    });
    expect(forged.status).toBe(503);
    expect(await call('/shared/a', 'operator')).toBe(200);
  });

  it('a public answer with status 200 makes no session known', async () => {
    expect(await call('/shared/public', 'stranger')).toBe(200);
    expect(await call('/shared/a', 'stranger')).toBe(200);
    await hold(2);
    expect(await call('/shared/a', 'stranger')).toBe(503);
  });

  it('a session that is over has none of its own any more', async () => {
    expect(await call('/shared/a', 'operator')).toBe(200);
    handler = (request, response) => {
      response.setHeader('x-candor-session-state', 'over');
      if (request.url?.startsWith('/shared/held') === true) held.push(response);
      else response.end('fine');
    };
    expect(await call('/shared/a', 'operator')).toBe(200);
    await hold(2);
    expect(await call('/shared/a', 'operator')).toBe(503);
  });

  it('one session has a share too', async () => {
    expect(await call('/shared/a', 'operator')).toBe(200);
    await hold(2, 'operator');
    expect(await call('/shared/a', 'operator')).toBe(503);
    expect(await call('/shared/a')).toBe(200);
  });

  it('a body that does not come takes none', async () => {
    const slow = await Promise.all(Array.from({ length: 76 }, async () => await connectRaw(port)));
    for (const socket of slow) socket.write('POST /shared/a HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\nx');
    await pause(50);
    for (let n = 0; n < 8; n += 1) expect(await call('/shared/a')).toBe(200);
    for (const socket of slow) socket.destroy();
  });
});

it('each network of strangers has a share of its own', async () => {
  handler = (_, response) => void held.push(response);
  const held: ServerResponse[] = [];
  const from = async (address: string): Promise<number> =>
    (await app.inject({ url: '/shared/a', remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': address } }))
      .statusCode;
  const calls = [from('198.51.100.7'), from('198.51.100.8')];
  while (held.length < 2) await pause(1);
  expect(await from('198.51.100.9')).toBe(503);
  calls.push(from('203.0.113.1'));
  while (held.length < 3) await pause(1);
  for (const response of held) response.end();
  expect(await Promise.all(calls)).toEqual([200, 200, 200]);
});
