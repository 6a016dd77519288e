/** What the site calls goes through the proxy that the settings name: a local CONNECT proxy, a local TLS server behind it. */
import { globSync, readFileSync } from 'node:fs';
import { createServer as createHttp, request as httpRequest } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, type Server, connect } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { assert } from '@candor/domain/assert';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { openConnection } from '../features/market/sources/connection.ts';
import { loadConfig } from '../platform/config/config.ts';
import { useProxies } from '../platform/http/outgoing-proxies.ts';

/** Of this test alone: it names localhost, and nobody else trusts it. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwRzElcnEv52eAA7W
Xa5A7pUy+Rd+etqGydX0CA85H0ehRANCAASdkghCfUYUJHXoJO4xCTmu6JlDKG5b
UsqdJPni1nZ388EzFkAEqVHOXovZr89U/50cN/8IWQnrvNc5p/eb63o8
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUWDHkgWjQKEB6zYCHx2n47cVD0OUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNjIxNDY1MFoYDzIxMjYxMTAy
MjE0NjUwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASdkghCfUYUJHXoJO4xCTmu6JlDKG5bUsqdJPni1nZ388EzFkAEqVHO
XovZr89U/50cN/8IWQnrvNc5p/eb63o8o28wbTAdBgNVHQ4EFgQUBiFFeynh9MfV
ve+IEzQtHgf6G1kwHwYDVR0jBBgwFoAUBiFFeynh9MfVve+IEzQtHgf6G1kwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgaD1MClbIKf/A8SXXf9UjY3YsWJS1GU+IYwX8Ch7DUSUCIHUv
5t69zeJR8n95ldCnoVsVs9SG3YRGhKNPfG9WJ4eJ
-----END CERTIFICATE-----`;

/** What the proxy was asked for. */
let asked: string[];
let proxy: Server;
let secure: Server;
let plain: Server;
let undo: () => void;
const trusted = getCACertificates('default');

async function listen(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  assert(address !== null && typeof address === 'object', 'it listens on a port');
  return (address satisfies AddressInfo).port;
}

beforeAll(async () => {
  setDefaultCACertificates([...trusted, CERTIFICATE]);
  const exchange = createHttps({ key: KEY, cert: CERTIFICATE }, (_request, response) => response.end('secret word'));
  const streams = new WebSocketServer({ server: exchange });
  streams.on('connection', (socket) => socket.send('a frame'));
  secure = await listen(exchange);
  plain = await listen(createHttp((_request, response) => response.end('plain word')));
  const passing = createHttp((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    httpRequest(request.url ?? '', (answer) => answer.pipe(response)).end();
  });
  passing.on('connect', (request, socket, head) => {
    asked.push(`CONNECT ${request.url}`);
    const [host, port] = (request.url ?? '').split(':');
    const target = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.write(head);
      target.pipe(socket).pipe(target);
    });
    for (const end of [target, socket]) end.on('error', () => undefined);
  });
  proxy = await listen(passing);
});

afterAll(() => {
  setDefaultCACertificates(trusted);
  for (const server of [proxy, secure, plain]) server.close();
});

beforeEach(() => {
  asked = [];
  undo = () => undefined;
});

afterEach(() => undo());

function begin(settings: Record<string, string>): void {
  undo = useProxies(loadConfig(settings).outgoing);
}

/** The first frame of a stream, or why there is none. */
async function firstFrame(): Promise<string> {
  const said = Promise.withResolvers<string>();
  const stream = openConnection(`wss://localhost:${portOf(secure)}/v2`, {
    clock: { now: () => 0 },
    frameBytesMax: 1024,
    onFrame: said.resolve,
    onOpen: () => undefined,
    onClose: said.resolve,
  });
  const frame = await said.promise;
  stream.close();
  return frame;
}

async function text(url: string): Promise<string> {
  return await (await fetch(url, { redirect: 'error' })).text();
}

describe.each([
  ['HTTPS_PROXY', 'HTTP_PROXY'],
  ['https_proxy', 'http_proxy'],
])('%s', (secureName, plainName) => {
  it('is the way of streams and of REST, and sees only the host', async () => {
    begin({ [secureName]: `http://127.0.0.1:${portOf(proxy)}`, NO_PROXY: 'elsewhere.example' });
    expect(await firstFrame()).toBe('a frame');
    expect(await text(`https://localhost:${portOf(secure)}/price`)).toBe('secret word');
    expect(asked).toEqual(Array.from({ length: 2 }, () => `CONNECT localhost:${portOf(secure)}`));
  });

  it('is for https, the other one for http', async () => {
    begin({ [plainName]: `127.0.0.1:${portOf(proxy)}`, NO_PROXY: 'elsewhere.example' });
    expect(await firstFrame()).toBe('a frame');
    expect(asked).toEqual([]);
    expect(await text(`http://localhost:${portOf(plain)}/`)).toBe('plain word');
    expect(asked).toHaveLength(1);
  });

  it.each([{ NO_PROXY: 'localhost' }, { no_proxy: '*' }, {}])('leaves out what %o names', async (except) => {
    const way = `http://127.0.0.1:${portOf(proxy)}`;
    begin({ [secureName]: way, [plainName]: way, ...except });
    expect(await firstFrame()).toBe('a frame');
    expect(await text(`https://localhost:${portOf(secure)}/`)).toBe('secret word');
    expect(await text(`http://localhost:${portOf(plain)}/`)).toBe('plain word');
    expect(asked).toEqual([]);
  });
});

it('says which stream failed when the proxy cannot be reached', async () => {
  begin({ HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: 'elsewhere.example' });
  expect(await firstFrame()).toContain('ECONNREFUSED');
});

it('is how everything leaves: nothing of the server calls in another way', () => {
  const root = `${import.meta.dirname}/..`;
  const files = globSync('**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$|^testing\//.test(file));
  expect(files.length).toBeGreaterThan(300);
  const others = files.filter((file) => {
    const code = readFileSync(`${root}/${file}`, 'utf8');
    return /from 'undici'|new WebSocket\(|\bhttps?\.(request|get)\(|import \{[^}]*\b(request|get)\b[^}]*\} from 'node:https?'/.test(
      code,
    );
  });
  // pass-on.ts and call-signer.ts call sockets of this machine; connection.ts names the agent.
  expect(others.toSorted()).toEqual([
    'features/market/sources/connection.ts',
    'platform/http/pass-on.ts',
    'services/token/call-signer.ts',
  ]);
});
