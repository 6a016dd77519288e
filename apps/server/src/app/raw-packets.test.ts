import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { clientFrame, connectRaw, OPCODES, readUntil, upgradeHead } from '../testing/raw-client.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

/** What a stranger can send to the open port. It must not affect other clients, and never end the process. */
let server: TestServer;
let port: number;
let uncaught: unknown[];

function note(error: unknown): void {
  uncaught.push(error);
}

beforeAll(async () => {
  server = await startTestServer({ PORT: '0', HOST: '127.0.0.1', HOSTS: 'https://client.example' });
  port = Number(new URL(await server.http.listen()).port);
});
afterAll(async () => await server.stop());
beforeEach(() => {
  uncaught = [];
  process.on('uncaughtExceptionMonitor', note);
});
afterEach(() => {
  process.off('uncaughtExceptionMonitor', note);
});

const FRAME = clientFrame(OPCODES.text, '{"op":"ping"}');
const PACKETS: Record<string, (string | Buffer)[]> = {
  'nothing at all': [],
  'an upgrade to another path': [upgradeHead('/other')],
  'an upgrade to a path of the API': [upgradeHead('/api/index/getconf')],
  'an upgrade from a foreign origin': [upgradeHead('/ws', { Origin: 'https://evil.example' })],
  'an upgrade with a wrong key': [upgradeHead('/ws', { 'Sec-WebSocket-Key': 'x' })],
  'an upgrade to another protocol': [upgradeHead('/ws', { Upgrade: 'h2c' })],
  'an upgrade with a body at once': [upgradeHead('/ws'), 'x'.repeat(100_000)],
  'a refused upgrade with much behind it': [upgradeHead('/other'), 'x'.repeat(1_000_000)],
  'a live socket with garbage': [upgradeHead('/ws'), Buffer.alloc(5_000, 0xff)],
  'a live socket with an unmasked frame': [upgradeHead('/ws'), Buffer.from([0x81, 0x01, 0x41])],
  'a live socket with half a frame': [upgradeHead('/ws'), FRAME.subarray(0, 5)],
  'a live socket with text that is no UTF-8': [upgradeHead('/ws'), Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28])],
  'a live socket that closes with a forbidden code': [upgradeHead('/ws'), clientFrame(OPCODES.close, '\u0001\u0001')],
  'a live socket that floods': [upgradeHead('/ws'), ...Array.from({ length: 300 }, () => FRAME)],
  'malformed HTTP': ['NOT HTTP AT ALL\r\n\r\n'],
  'half a head': ['GET / HTTP/1.1\r\nHost: a\r\nX-Half'],
  'a head without end': [`GET / HTTP/1.1\r\nX: ${'x'.repeat(60_000)}`],
  'half a body': ['POST /api/login/login HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\n{"username":'],
  'two lengths': [
    'POST /api/login/login HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\nx',
  ],
  'a broken chunk': ['POST /api/login/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
  'many requests in one': ['GET /api/index/getconf HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(50)],
  'a tunnel': ['CONNECT a.example:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
  'a greeting of TLS': [Buffer.from('16030100c8010000c40303', 'hex')],
};

it.each(Object.keys(PACKETS))('%s, then a reset, disturbs no other client', async (name) => {
  const packets = PACKETS[name] ?? [];
  for (let i = 0; i < 6; i += 1) {
    const socket = await connectRaw(port);
    for (const packet of packets) socket.write(packet);
    // The reset comes before the answer, with it, and after it.
    await new Promise((resolve) => setTimeout(resolve, i * 4));
    socket.resetAndDestroy();
  }
  const answer = await fetch(`http://127.0.0.1:${port}/health/live`);
  expect(await answer.json()).toEqual({ status: 'ok' });
  const live = await connectRaw(port);
  live.write(upgradeHead('/ws'));
  expect(await readUntil(live, /"op":"hello"/)).toContain('101 Switching Protocols');
  live.destroy();
  expect(uncaught).toEqual([]);
});
