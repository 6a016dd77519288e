import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { clientFrame, connectRaw, OPCODES, openDeafSocket, readUntil, upgradeHead } from '../../testing/raw-client.ts';
import { attachLiveHub } from './live-hub.ts';
import type { ClientMessage, LiveHub } from './live-hub.ts';
import type { LiveSession } from './reader-register.ts';
import { MEMBER_QUEUE_MAX, SLOW_BYTES, STALLED_MS } from './socket-sender.ts';

const ANN: LiveSession = { memberId: 7n, sessionId: 'ann' };
const BEN: LiveSession = { memberId: 8n, sessionId: 'ben' };
const PING_MS = 25_000;

let server: Server;
let hub: LiveHub;
let sockets: WebSocket[];
let raw: Socket[];
let served: Socket[];
let now: number;
let address: string | undefined;
let faults: unknown[];
let authenticate: (token: string) => Promise<LiveSession | undefined>;

beforeEach(async () => {
  // Tests move the hub's own timers; the timers of sockets are real.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  [sockets, raw, served, faults] = [[], [], [], []];
  now = 1_000_000;
  address = 'one';
  authenticate = async (token) => ({ ann: ANN, ben: BEN })[token];
  server = createServer();
  server.on('connection', (socket) => served.push(socket));
  hub = attachLiveHub(server, {
    path: '/ws',
    parse: (text) => {
      if (text === 'trap') throw new Error('sprung');
      return text.startsWith('{') ? (JSON.parse(text) as ClientMessage) : null;
    },
    authenticate: async (token) => await authenticate(token),
    nowMs: () => now,
    origins: ['https://client.example'],
    addressOf: () => address,
    bounds: { all: 60, anonymous: 50, perAddress: 45, anonymousPerAddress: 42, perMember: 2 },
    frameBytesMax: 4_000,
    topicsMax: 100,
    onAccept: () => undefined,
    closeSessionEnded: 4401,
    onFault: (error) => faults.push(error),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const socket of sockets) socket.terminate();
  for (const socket of raw) socket.destroy();
  hub.close();
  await new Promise((resolve) => server.close(resolve));
  vi.useRealTimers();
});

function port(): number {
  return (server.address() as AddressInfo).port;
}

/** Runs one sweep of the hub, after the sockets did their work. */
async function sweep(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(100);
  await new Promise((resolve) => setImmediate(resolve));
}

async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 2_000 && !holds(); i += 1) await new Promise((resolve) => setTimeout(resolve, 2));
  expect(holds()).toBe(true);
}

async function connect(origin?: string) {
  const socket = new WebSocket(`ws://127.0.0.1:${port()}/ws`, origin === undefined ? {} : { origin });
  sockets.push(socket);
  const frames: Record<string, unknown>[] = [];
  const waiting: (() => void)[] = [];
  socket.on('message', (data: Buffer) => {
    frames.push(JSON.parse(data.toString()) as Record<string, unknown>);
    for (const wake of waiting.splice(0)) wake();
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
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
  const logIn = async (token: string) => {
    say({ op: 'auth', token });
    return (await next((frame) => frame['op'] === 'auth'))['ok'];
  };
  return { socket, frames, next, say, settled, logIn, closed };
}

async function deaf(): Promise<Socket> {
  const socket = await openDeafSocket(port());
  raw.push(socket);
  return socket;
}

describe('topics', () => {
  it('reach only their subscribers, until they unsubscribe', async () => {
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

  it('send a slow reader the newest message instead of a queue', async () => {
    const reader = await connect();
    reader.say({ op: 'sub', topics: ['tick:A'] });
    await reader.settled();
    reader.socket.pause();
    const filler = 'x'.repeat(50_000);
    for (let seq = 1; seq <= 400; seq += 1) {
      hub.publish('tick:A', { seq, filler });
      if (seq % 20 === 0) await sweep();
    }
    reader.socket.resume();
    const caughtUp = reader.next((frame) => (frame['d'] as { seq: number } | undefined)?.seq === 400);
    await until(() => {
      vi.advanceTimersByTime(100);
      return reader.frames.length > 0 && served.every((socket) => socket.writableLength === 0);
    });
    expect((await caughtUp)['topic']).toBe('tick:A');
    expect(reader.frames.length).toBeLessThan(399);
  });

  it('are limited in number', async () => {
    const reader = await connect();
    reader.say({ op: 'sub', topics: Array.from({ length: 101 }, (_, i) => `t${i}`) });
    expect(await reader.next((frame) => frame['op'] === 'error')).toEqual({ op: 'error', error: 'RATE_LIMITED' });
    hub.publish('t99', 1);
    hub.publish('t100', 1);
    await reader.settled();
    expect(reader.frames).toEqual([{ topic: 't99', d: 1 }]);
  });
});

describe('members', () => {
  it('get their own messages, and nobody else gets them', async () => {
    const [mine, forged, silent] = [await connect(), await connect(), await connect()];
    expect(await mine.logIn('ann')).toBe(true);
    expect(await forged.logIn('bad')).toBe(false);
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

  it('change with a second login on one socket: the first member gets nothing more', async () => {
    const reader = await connect();
    reader.say({ op: 'sub', topics: ['me'] });
    await reader.logIn('ann');
    await reader.logIn('ben');
    hub.publishToMember(7n, { type: 'money' });
    hub.publishToMember(8n, { type: 'notice' });
    await reader.settled();
    expect(reader.frames).toEqual([{ topic: 'me', d: { type: 'notice' } }]);
    expect(hub.sessionIds()).toEqual(['ben']);
    expect(await reader.logIn('bad')).toBe(false);
    hub.publishToMember(8n, { type: 'notice' });
    await reader.settled();
    expect(reader.frames).toHaveLength(1);
    expect(hub.sessionIds()).toEqual([]);
  });

  it('are those of the newest login, whichever answer comes first', async () => {
    const answers = new Map<string, (session: LiveSession | undefined) => void>();
    authenticate = async (token) => await new Promise((resolve) => answers.set(token, resolve));
    const reader = await connect();
    reader.say({ op: 'auth', token: 'ann' });
    await until(() => answers.has('ann'));
    reader.say({ op: 'auth', token: 'ben' });
    await reader.settled();
    answers.get('ann')?.(ANN);
    await until(() => answers.has('ben'));
    answers.get('ben')?.(BEN);
    expect(await reader.next((frame) => frame['op'] === 'auth')).toEqual({ op: 'auth', ok: true });
    await reader.settled();
    expect(reader.frames).toEqual([]);
    expect(hub.sessionIds()).toEqual(['ben']);
  });

  it('leave nothing behind when a socket closes, even before its answer', async () => {
    let answer: (session: LiveSession) => void = () => undefined;
    authenticate = async () => await new Promise((resolve) => (answer = resolve));
    const reader = await connect();
    reader.say({ op: 'auth', token: 'ann' });
    await reader.settled();
    reader.socket.terminate();
    await until(() => hub.size() === 0);
    answer(ANN);
    await sweep();
    expect(hub.sessionIds()).toEqual([]);
  });

  it('have a limited number of sockets: a new one closes the oldest', async () => {
    const [first, second, third] = [await connect(), await connect(), await connect()];
    for (const reader of [first, second, third]) expect(await reader.logIn('ann')).toBe(true);
    expect(await first.closed).toBe(1013);
    await second.settled();
    await third.settled();
    expect(hub.size()).toBe(2);
  });

  it('lose only the sockets of the session that ends', async () => {
    const [mine, again, other] = [await connect(), await connect(), await connect()];
    for (const reader of [mine, again]) {
      await reader.logIn('ann');
      reader.say({ op: 'sub', topics: ['me'] });
    }
    await other.logIn('ben');
    hub.endSessions(['ann', 'unknown']);
    hub.publishToMember(7n, { type: 'money' });
    expect([await mine.closed, await again.closed]).toEqual([4401, 4401]);
    expect([...mine.frames, ...again.frames]).toEqual([]);
    await other.settled();
    expect(hub.sessionIds()).toEqual(['ben']);
  });

  it('are looked up four at a time, and not at all once their socket is closed', async () => {
    const asked: string[] = [];
    const answers: (() => void)[] = [];
    authenticate = async (token) => {
      asked.push(token);
      await new Promise<void>((resolve) => answers.push(resolve));
      return undefined;
    };
    const readers = [];
    for (let i = 0; i < 6; i += 1) {
      const reader = await connect();
      reader.say({ op: 'auth', token: `${i}` });
      await reader.settled();
      readers.push(reader);
    }
    expect(asked).toEqual(['0', '1', '2', '3']);
    readers[4]?.socket.terminate();
    await until(() => hub.size() === 5);
    for (const answer of answers.splice(0)) answer();
    await until(() => asked.length > 4);
    expect(asked.slice(4)).toEqual(['5']);
  });

  it('are disconnected when the lookup fails', async () => {
    authenticate = async () => await Promise.reject(new Error('the database is gone'));
    const reader = await connect();
    reader.say({ op: 'auth', token: 'ann' });
    expect(await reader.closed).toBe(1011);
  });
});

describe('a refused upgrade', () => {
  it.each([
    ['/other', {}, 404],
    ['/', {}, 404],
    ['/ws', { Origin: 'https://evil.example' }, 403],
    ['/ws', { Origin: 'null' }, 403],
    ['/ws', { 'Sec-WebSocket-Key': 'short' }, 400],
    ['/ws', { 'Sec-WebSocket-Version': '7' }, 400],
  ])('%s with %o gets %i', async (path, headers, status) => {
    const socket = await connectRaw(port());
    raw.push(socket);
    socket.write(upgradeHead(path, headers));
    expect(await readUntil(socket)).toContain(`HTTP/1.1 ${status} `);
  });

  it('of an unknown address gets 400', async () => {
    address = undefined;
    await expect(connect()).rejects.toThrow('400');
  });

  it('is closed even when the client keeps its half open', async () => {
    const socket = await connectRaw(port());
    raw.push(socket);
    socket.allowHalfOpen = true;
    socket.write(upgradeHead('/other'));
    await until(() => served[0]?.destroyed === true);
    expect(hub.size()).toBe(0);
  });

  it('never happens to our own and configured origins', async () => {
    await connect('https://client.example');
    await connect(`http://127.0.0.1:${port()}`);
    expect(hub.size()).toBe(2);
  });
});

describe('the number of sockets', () => {
  it('is limited per address, and other addresses still get in', async () => {
    for (let i = 0; i < 42; i += 1) await connect();
    await expect(connect()).rejects.toThrow('429');
    address = 'two';
    await connect();
    expect(hub.size()).toBe(43);
  });

  it('is limited in total', async () => {
    for (let i = 0; i < 50; i += 1) {
      address = `a${i}`;
      await connect();
    }
    address = 'one more';
    await expect(connect()).rejects.toThrow('503');
    expect(hub.size()).toBe(50);
  });

  it('is limited in total for members too', async () => {
    authenticate = async (token) => ({ memberId: BigInt(token), sessionId: token });
    for (let i = 0; i < 60; i += 1) {
      address = `a${i}`;
      await (await connect()).logIn(`${i}`);
    }
    now += 5_000;
    await expect(connect()).rejects.toThrow('503');
  });

  it('counts a socket with a failed login as one without a member', async () => {
    for (let i = 0; i < 42; i += 1) expect(await (await connect()).logIn('bad')).toBe(false);
    await expect(connect()).rejects.toThrow('429');
  });

  it('makes room after a while by closing the oldest socket without a member', async () => {
    const [first, second] = [await connect(), await connect()];
    await first.logIn('ann');
    for (let i = 2; i < 43; i += 1) await connect();
    now += 5_000;
    await connect();
    await second.closed;
    await first.settled();
    expect(hub.size()).toBe(43);
  });
});

describe('what a socket may send', () => {
  it('is limited in frames', async () => {
    const reader = await connect();
    for (let i = 0; i < 130; i += 1) reader.say({ op: 'ping' });
    expect(await reader.closed).toBe(4029);
  });

  it('allows the pace of a busy screen', async () => {
    const reader = await connect();
    for (let i = 0; i < 20; i += 1) {
      for (let j = 0; j < 19; j += 1) reader.say({ op: 'sub', topics: ['tick:A'] });
      await reader.settled();
      now += 1_000;
    }
    expect(reader.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('is limited in bytes', async () => {
    const reader = await connect();
    const topics = ['x'.repeat(3_000)];
    for (let i = 0; i < 25; i += 1) reader.say({ op: 'unsub', topics });
    expect(await reader.closed).toBe(4029);
  });

  it('is limited in refused frames', async () => {
    const reader = await connect();
    for (let i = 0; i < 20; i += 1) reader.socket.send('not a frame');
    await reader.settled();
    expect(reader.frames).toHaveLength(20);
    expect(reader.frames[0]).toEqual({ op: 'error', error: 'BODY_INVALID' });
    reader.socket.send('not a frame');
    expect(await reader.closed).toBe(4029);
  });

  it('is limited in refused topics', async () => {
    const reader = await connect();
    reader.say({ op: 'sub', topics: Array.from({ length: 150 }, (_, i) => `t${i}`) });
    expect(await reader.closed).toBe(4029);
    hub.publish('t0', 1);
    expect(reader.frames.some((frame) => 'topic' in frame)).toBe(false);
  });

  it('is limited in logins', async () => {
    const reader = await connect();
    for (let i = 0; i < 6; i += 1) expect(await reader.logIn('bad')).toBe(false);
    reader.say({ op: 'auth', token: 'ann' });
    expect(await reader.closed).toBe(4029);
  });

  it.each(['ping', 'pong'] as const)('is limited in %s frames of the protocol', async (kind) => {
    const socket = await deaf();
    for (let i = 0; i < 130; i += 1) socket.write(clientFrame(OPCODES[kind], 'x'));
    await until(() => hub.size() === 0);
    expect(served[0]?.destroyed).toBe(true);
  });

  it('is limited in the size of a frame', async () => {
    const reader = await connect();
    reader.socket.send('x'.repeat(5_000));
    expect(await reader.closed).toBe(1009);
  });

  it('closes only that socket when handling it throws', async () => {
    const [reader, other] = [await connect(), await connect()];
    reader.socket.send('trap');
    expect(await reader.closed).toBe(1011);
    expect(faults).toHaveLength(1);
    await other.settled();
  });

  it('gets one pong with the payload of its ping', async () => {
    const reader = await connect();
    const pongs: string[] = [];
    reader.socket.on('pong', (data) => pongs.push(data.toString()));
    reader.socket.ping('hello');
    await reader.settled();
    expect(pongs).toEqual(['hello']);
  });
});

describe('readers that stop reading', () => {
  const MESSAGE = { filler: 'x'.repeat(900) };

  function unsent(): number {
    return Math.max(...served.map((socket) => socket.writableLength));
  }

  it('use little memory, whatever they are sent or ask for, and are cut off', async () => {
    const topics = Array.from({ length: 100 }, (_, i) => `tick:${i}`);
    authenticate = async (token) => ({ memberId: BigInt(token), sessionId: token });
    for (let i = 0; i < 40; i += 1) {
      const socket = await deaf();
      socket.write(clientFrame(OPCODES.text, JSON.stringify({ op: 'sub', topics: [...topics, 'me'].slice(-100) })));
      socket.write(clientFrame(OPCODES.text, JSON.stringify({ op: 'auth', token: `${i}` })));
    }
    await until(() => hub.sessionIds().length === 40);
    const before = process.memoryUsage();
    let most = 0;
    let cutOffAtSecond = 0;
    for (let second = 1; second <= 120; second += 1) {
      for (const socket of raw) {
        if (socket.destroyed) continue;
        for (const kind of [OPCODES.ping, OPCODES.text]) {
          socket.write(clientFrame(kind, '{"op":"ping"}'));
          if (second % 10 === 0) socket.write(clientFrame(OPCODES.text, 'not a frame'));
        }
      }
      hub.publishToMember(7n, { type: 'money' });
      for (let i = 0; i < 5; i += 1) {
        for (const topic of topics) hub.publish(topic, MESSAGE);
        await sweep();
        now += 200;
      }
      most = Math.max(most, unsent());
      if (hub.size() === 0 && cutOffAtSecond === 0) cutOffAtSecond = second;
    }
    const after = process.memoryUsage();
    expect(most).toBeLessThan(SLOW_BYTES + 2_000);
    expect(cutOffAtSecond).toBeGreaterThan(0);
    expect(after.external + after.arrayBuffers - before.external - before.arrayBuffers).toBeLessThan(50_000_000);
  });

  it('are cut off because they do not read, not because nothing was sent to them', async () => {
    const [reader, quiet] = [await deaf(), await connect()];
    reader.write(clientFrame(OPCODES.text, '{"op":"sub","topics":["a"]}'));
    quiet.say({ op: 'sub', topics: ['b'] });
    await quiet.settled();
    await until(() => {
      hub.publish('a', { filler: 'x'.repeat(60_000) });
      return unsent() >= SLOW_BYTES;
    });
    hub.publish('a', MESSAGE);
    await sweep();
    now += STALLED_MS - 1;
    await sweep();
    expect(hub.size()).toBe(2);
    now += 1;
    await sweep();
    await until(() => hub.size() === 1);
    await quiet.settled();
  });

  it('use little memory in total: the slowest ones are cut off', async () => {
    for (let i = 0; i < 10; i += 1) {
      const reader = await deaf();
      reader.write(clientFrame(OPCODES.text, '{"op":"sub","topics":["a"]}'));
    }
    const last = await connect();
    await last.settled();
    await until(() => {
      hub.publish('a', { filler: 'x'.repeat(8_000_000) });
      return served.slice(0, 10).every((socket) => socket.writableLength > 7_000_000);
    });
    await sweep();
    await until(() => hub.size() < 11);
    expect(served.slice(0, 3).some((socket) => socket.destroyed)).toBe(true);
    expect(served[9]?.destroyed).toBe(false);
    await last.settled();
  });

  it('lose their socket when a member’s news would be lost, even if they do not answer the close', async () => {
    const reader = await deaf();
    reader.write(clientFrame(OPCODES.text, '{"op":"sub","topics":["a","me"]}'));
    reader.write(clientFrame(OPCODES.text, '{"op":"auth","token":"ann"}'));
    await until(() => hub.sessionIds().length === 1);
    await until(() => {
      hub.publish('a', { filler: 'x'.repeat(60_000) });
      return unsent() >= SLOW_BYTES;
    });
    for (let i = 0; i < MEMBER_QUEUE_MAX; i += 1) hub.publishToMember(7n, i);
    expect(hub.sessionIds()).toEqual(['ann']);
    hub.publishToMember(7n, 'one more');
    expect(hub.sessionIds()).toEqual([]);
    await until(() => hub.size() === 0);
  });

  it('are cut off when they answer no ping', async () => {
    const [silent, answering] = [await deaf(), await connect()];
    vi.advanceTimersByTime(PING_MS);
    await answering.settled();
    expect(hub.size()).toBe(2);
    vi.advanceTimersByTime(PING_MS);
    await until(() => hub.size() === 1);
    await answering.settled();
    expect(silent.destroyed).toBe(false);
  });
});

describe('a closing hub', () => {
  it('closes its sockets, cuts off those that do not respond, and accepts no more', async () => {
    const [reader] = [await connect(), await deaf()];
    hub.close();
    expect(await reader.closed).toBe(1001);
    await expect(connect()).rejects.toThrow('503');
    await until(() => hub.size() === 0);
  });
});
