import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../platform/config/config.ts';
import { Refused } from '../platform/http/http-app.ts';
import type { HttpApp } from '../platform/http/http-app.ts';
import { publicRoute } from '../platform/http/route-cost.ts';
import { buildHttp, clientFront } from './build-http.ts';

/** Requests that no honest client sends, on a real socket: clients and Fastify's `inject` would correct them first. */
let app: HttpApp;
const route = { schema: { hide: true }, config: publicRoute('memory') };
let folder: string;
let lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  folder = `${await mkdtemp(join(tmpdir(), 'candor-client-'))}/`;
  await mkdir(`${folder}assets`);
  await writeFile(`${folder}index.html`, '<html></html>');
  await writeFile(`${folder}assets/index-12345678.js`, 'export {}');
  const log = pino(
    { level: 'info' },
    { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const config = loadConfig({ HOSTS: 'https://a.example,https://b.example', TRUSTED_PROXIES: 'loopback,10.0.0.0/8' });
  app = await buildHttp(config, log, { front: clientFront(config, folder) });
  app.get('/api/who', route, (request) => ({ ip: request.ip }));
  app.get('/api/things/:id', route, () => ({ code: 200 }));
  app.get('/api/closed/:id', route, () => {
    throw new Refused('FORBIDDEN');
  });
  app.get('/api/wrong', route, () => {
    throw new Refused('FIELD_INVALID');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(() => {
  lines = [];
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function send(head: string): Promise<{ status: number; text: string }> {
  const { port } = app.server.address() as AddressInfo;
  const text = await new Promise<string>((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\nConnection: close\r\n\r\n`));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]), text };
}

async function get(path: string, header = 'X-Nothing: 1'): Promise<{ status: number; text: string }> {
  return await send(`GET ${path} HTTP/1.1\r\nHost: a.example\r\n${header}`);
}

describe('a malformed request', () => {
  it.each([
    ['//[', 400],
    ['//', 400],
    ['///api/things/x', 400],
    ['/%00', 400],
    ['/api/things/%00', 400],
    ['/assets/%00', 400],
    ['/%', 400],
    ['/api/things/%ff', 400],
    ['*', 400],
    ['http://[', 400],
    ['/api/things/…', 414],
    ['/…', 414],
  ])('%s gets its 4xx and one line in the log', async (path, status) => {
    expect((await get(path.replace('…', 'x'.repeat(9_000)))).status).toBe(status);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 30, msg: 'a malformed request was refused' });
    expect(JSON.stringify(lines[0]).length).toBeLessThan(400);
  });

  it('writes a bounded number of log lines', async () => {
    for (let i = 0; i < 60; i += 1) await get('//[');
    expect(lines.length).toBeLessThanOrEqual(20);
  });
});

describe('a refused call', () => {
  it('leaves a line that names guard, route and network, and no address, parameter or token', async () => {
    await get('/api/closed/secret-1?token=secret-2', 'Authorization: Bearer secret-3\r\nX-Forwarded-For: 198.51.100.7');
    expect(lines).toMatchObject([
      {
        key: 'FORBIDDEN',
        method: 'GET',
        route: '/api/closed/:id',
        network: '198.51.100.0/24',
        msg: 'a call was refused',
      },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/secret|198\.51\.100\.7/);
  });

  it('leaves none for a field that is wrong', async () => {
    await get('/api/wrong');
    expect(lines).toEqual([]);
  });

  it('leaves a bounded number of lines', async () => {
    for (let n = 0; n < 80; n += 1) await get('/api/closed/1');
    expect(lines.length).toBeLessThanOrEqual(51);
  });
});

it.each(['TRACE', 'TRACK', 'CONNECT'])('%s shows nobody what a request held', async (method) => {
  const { text } = await send(`${method} /api/who HTTP/1.1\r\nHost: a.example\r\nX-Secret: planted`);
  expect(text).not.toMatch(/planted|"ip"/);
});

describe('an unknown path', () => {
  it.each(['/…', '/assets/', '/assets', '/assets/../../package.json', '/%2e%2e/%2e%2e/etc/passwd', '/a/%01', '/x;y'])(
    '%s is not found, and is no server error',
    async (path) => {
      expect((await get(path.replace('…', 'x'.repeat(3_000)))).status).toBe(404);
      expect(lines).toEqual([]);
    },
  );

  it('files of the client are served', async () => {
    expect((await get('/assets/index-12345678.js')).status).toBe(200);
    expect((await get('/')).status).toBe(200);
  });
});

describe('behind proxies', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['198.51.100.1, 203.0.113.9, 10.1.1.1', '203.0.113.9'],
    ['198.51.100.1, …', '198.51.100.1'],
    ['1.2.3.4:5678', '1.2.3.4'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['"[2001:db8::1]:443"', '2001:db8::1'],
    [', 203.0.113.9 ,', '203.0.113.9'],
    ['unknown', '127.0.0.1'],
    ['198.51.100.1, unknown', '127.0.0.1'],
    ['junk', '127.0.0.1'],
    ['x…', '10.0.0.1'],
    [',', '127.0.0.1'],
  ])('X-Forwarded-For: %s names the client', async (value, ip) => {
    const forwarded = value.replace('…', Array.from({ length: 400 }, () => '10.0.0.1').join(', '));
    expect((await get('/api/who', `X-Forwarded-For: ${forwarded}`)).text).toContain(`{"ip":"${ip}"}`);
  });

  it('a header that is sent twice is one list', async () => {
    const twice = 'X-Forwarded-For: 198.51.100.1\r\nX-Forwarded-For: "203.0.113.9:80"';
    expect((await get('/api/who', twice)).text).toContain('{"ip":"203.0.113.9"}');
  });

  it('a client that is not a trusted proxy cannot name an address', async () => {
    const closed = await buildHttp(loadConfig({ TRUSTED_PROXIES: '10.0.0.0/8' }), pino({ level: 'silent' }), {
      front: clientFront(loadConfig({}), folder),
    });
    closed.get('/api/who', route, (request) => ({ ip: request.ip }));
    const answer = await closed.inject({ url: '/api/who', headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(answer.json()).toEqual({ ip: '127.0.0.1' });
    await closed.close();
  });
});

describe('requests between the hosts of a site', () => {
  it.each(['PUT', 'DELETE'])('%s passes the preflight', async (method) => {
    const { text } = await send(
      `OPTIONS /api/user/profile HTTP/1.1\r\nHost: a.example\r\nOrigin: https://b.example\r\nAccess-Control-Request-Method: ${method}`,
    );
    const allowed = /access-control-allow-methods: (.*)\r\n/i.exec(text)?.[1] ?? '';
    expect(allowed.split(/,\s*/)).toContain(method);
    expect(text).toContain('access-control-allow-origin: https://b.example');
  });

  it('an order passes the preflight with all that the app sends', async () => {
    const sent = ['Authorization', 'Content-Type', 'Idempotency-Key', 'Accept-Language', 'Prefer'];
    const { text } = await send(
      `OPTIONS /api/trade/orders HTTP/1.1\r\nHost: a.example\r\nOrigin: https://b.example\r\nAccess-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: ${sent.join(', ')}`,
    );
    const allowed = /access-control-allow-headers: (.*)\r\n/i.exec(text)?.[1] ?? '';
    expect(allowed.split(/,\s*/)).toEqual(expect.arrayContaining(sent));
  });

  it('a foreign site passes no preflight', async () => {
    const { text } = await send(
      `OPTIONS /api/user/profile HTTP/1.1\r\nHost: a.example\r\nOrigin: https://evil.example\r\nAccess-Control-Request-Method: PUT`,
    );
    expect(text).not.toContain('evil.example');
  });

  it('browsers are told to keep using https only by hosts that have it', async () => {
    expect((await get('/')).text).toMatch(/strict-transport-security: max-age=31536000\r\n/i);
    const plain = await buildHttp(loadConfig({ HOSTS: 'http://127.0.0.1:8080' }), pino({ level: 'silent' }), {
      front: clientFront(loadConfig({ HOSTS: 'http://127.0.0.1:8080' }), folder),
    });
    const answer = await plain.inject('/');
    expect(answer.headers['strict-transport-security']).toBeUndefined();
    await plain.close();
  });
});
