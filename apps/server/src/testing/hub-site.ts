import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { WebSocket } from 'ws';
import { openDeafSocket } from './raw-client.ts';
import { attachLiveHub } from '../platform/live/live-hub.ts';
import type { ClientMessage, LiveHub } from '../platform/live/live-hub.ts';
import type { LiveSession } from '../platform/live/reader-register.ts';

export const ANN: LiveSession = { memberId: 7n, sessionId: 'ann' };
export const BEN: LiveSession = { memberId: 8n, sessionId: 'ben' };
export const PING_MS = 25_000;

/** A hub on a server of its own, with what it served and met, and what a test decides for it. */
export interface HubSite {
  server: Server;
  hub: LiveHub;
  sockets: WebSocket[];
  raw: Socket[];
  served: Socket[];
  /** Connections that became live sockets. */
  accepted: unknown[];
  now: number;
  address: string | undefined;
  faults: unknown[];
  newsLost: number;
  authenticate: (token: string) => Promise<LiveSession | undefined>;
}

/** A new hub for each test of this file, and the sockets that connect to it. */
export function startHub() {
  const site = {} as HubSite;
  beforeEach(async () => {
    // Tests move the hub's own timers; the timers of sockets are real.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    [site.sockets, site.raw, site.served, site.accepted, site.faults] = [[], [], [], [], []];
    site.now = 1_000_000;
    site.newsLost = 0;
    site.address = 'one';
    site.authenticate = async (token) => ({ ann: ANN, ben: BEN })[token];
    site.server = createServer();
    site.server.on('connection', (socket) => site.served.push(socket));
    site.hub = attachLiveHub(site.server, {
      path: '/ws',
      parse: (text) => {
        if (text === 'trap') throw new Error('sprung');
        return text.startsWith('{') ? (JSON.parse(text) as ClientMessage) : null;
      },
      authenticate: async (token) => await site.authenticate(token),
      nowMs: () => site.now,
      origins: ['https://client.example'],
      addressOf: () => site.address,
      bounds: { all: 60, anonymous: 50, perAddress: 45, anonymousPerAddress: 42, perMember: 2 },
      boxesMax: 10,
      frameBytesMax: 4_000,
      topicsMax: 100,
      onAccept: (socket) => site.accepted.push(socket),
      closeSessionEnded: 4401,
      onNewsLost: () => (site.newsLost += 1),
      onFault: (error) => site.faults.push(error),
    });
    await new Promise<void>((resolve) => site.server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    for (const socket of site.sockets) socket.terminate();
    for (const socket of site.raw) socket.destroy();
    site.hub.close();
    await new Promise((resolve) => site.server.close(resolve));
    vi.useRealTimers();
  });

  function port(): number {
    return (site.server.address() as AddressInfo).port;
  }

  /** Runs one sweep of the hub, after the sockets did their work. */
  async function sweep(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(100);
    await new Promise((resolve) => setImmediate(resolve));
  }

  async function until(holds: () => boolean): Promise<void> {
    for (let i = 0; i < 10_000 && !holds(); i += 1) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(holds()).toBe(true);
  }

  async function connect(origin?: string) {
    const socket = new WebSocket(`ws://127.0.0.1:${port()}/ws`, origin === undefined ? {} : { origin });
    site.sockets.push(socket);
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
    site.raw.push(socket);
    return socket;
  }

  return { site, port, sweep, until, connect, deaf };
}
