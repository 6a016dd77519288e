import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { attachLiveHub } from './live-hub.ts';
import type { ClientMessage, LiveHub } from './live-hub.ts';

let server: Server;
let hub: LiveHub;
let sockets: WebSocket[];

beforeEach(async () => {
  sockets = [];
  server = createServer();
  hub = attachLiveHub(server, {
    path: '/ws',
    parse: (text) => (text.startsWith('{') ? (JSON.parse(text) as ClientMessage) : null),
    authenticate: async (token) => (token === 'good' ? 7n : undefined),
    nowMs: () => 1_000,
    origins: ['https://client.example'],
    frameBytesMax: 1_000,
    topicsMax: 3,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const socket of sockets) socket.terminate();
  hub.close();
  await new Promise((resolve) => server.close(resolve));
});

async function connect(origin?: string) {
  const { port } = server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, origin === undefined ? {} : { origin });
  sockets.push(socket);
  const frames: Record<string, unknown>[] = [];
  const waiting: (() => void)[] = [];
  socket.on('message', (data: Buffer) => {
    frames.push(JSON.parse(data.toString()) as Record<string, unknown>);
    for (const wake of waiting.splice(0)) wake();
  });
  const next = async (match: (frame: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> => {
    for (;;) {
      const index = frames.findIndex(match);
      if (index >= 0) return frames.splice(index, 1)[0] ?? {};
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  await next((frame) => frame['op'] === 'hello');
  const say = (message: object) => socket.send(JSON.stringify(message));
  const settled = async () => {
    say({ op: 'ping' });
    await next((frame) => frame['op'] === 'pong');
  };
  return { socket, frames, next, say, settled };
}

describe('live hub', () => {
  it('sends a topic to its subscribers only, until they leave it', async () => {
    const [reader, other] = [await connect(), await connect()];
    reader.say({ op: 'sub', topics: ['tick:A'] });
    await reader.settled();
    hub.publish('tick:A', { seq: 1 });
    expect(await reader.next((frame) => frame['topic'] === 'tick:A')).toEqual({ topic: 'tick:A', d: { seq: 1 } });
    reader.say({ op: 'unsub', topics: ['tick:A'] });
    await reader.settled();
    hub.publish('tick:A', { seq: 2 });
    await reader.settled();
    await other.settled();
    expect([reader.frames, other.frames]).toEqual([[], []]);
  });

  it('sends a member what is theirs, and nobody else', async () => {
    const [mine, forged, silent] = [await connect(), await connect(), await connect()];
    mine.say({ op: 'auth', token: 'good' });
    forged.say({ op: 'auth', token: 'bad' });
    expect(await mine.next((frame) => frame['op'] === 'auth')).toEqual({ op: 'auth', ok: true });
    expect(await forged.next((frame) => frame['op'] === 'auth')).toEqual({ op: 'auth', ok: false });
    for (const reader of [mine, forged, silent]) {
      reader.say({ op: 'sub', topics: ['me'] });
      await reader.settled();
    }
    hub.publishToMember(7n, { type: 'money' });
    expect(await mine.next((frame) => frame['topic'] === 'me')).toEqual({ topic: 'me', d: { type: 'money' } });
    await forged.settled();
    await silent.settled();
    expect([forged.frames, silent.frames]).toEqual([[], []]);
  });

  it('gives a slow reader the newest message of a topic instead of a queue', async () => {
    const reader = await connect();
    reader.say({ op: 'sub', topics: ['tick:A'] });
    await reader.settled();
    reader.socket.pause();
    const filler = 'x'.repeat(50_000);
    for (let seq = 1; seq <= 400; seq += 1) {
      hub.publish('tick:A', { seq, filler });
      if (seq % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    reader.socket.resume();
    const last = await reader.next((frame) => (frame['d'] as { seq: number } | undefined)?.seq === 400);
    expect(last['topic']).toBe('tick:A');
    expect(reader.frames.length).toBeLessThan(399);
  });

  it('refuses other origins, too many topics, unreadable and oversized frames', async () => {
    await expect(connect('https://evil.example')).rejects.toThrow('403');
    const reader = await connect('https://client.example');
    reader.say({ op: 'sub', topics: ['a', 'b', 'c', 'd'] });
    expect(await reader.next((frame) => frame['op'] === 'error')).toEqual({ op: 'error', error: 'RATE_LIMITED' });
    reader.socket.send('not a frame');
    expect(await reader.next((frame) => frame['op'] === 'error')).toEqual({ op: 'error', error: 'BODY_INVALID' });
    const closed = new Promise<number>((resolve) => reader.socket.once('close', resolve));
    reader.socket.send('x'.repeat(2_000));
    expect(await closed).toBe(1009);
  });

  it('ends a connection that floods it', async () => {
    const reader = await connect();
    const closed = new Promise<number>((resolve) => reader.socket.once('close', resolve));
    for (let i = 0; i < 60; i += 1) reader.say({ op: 'ping' });
    expect(await closed).toBe(4029);
  });
});
