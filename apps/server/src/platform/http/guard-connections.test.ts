import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectRaw, readUntil } from '../../testing/raw-client.ts';
import { guardConnections } from './guard-connections.ts';
import type { ConnectionGuard } from './guard-connections.ts';

let server: Server;
let guard: ConnectionGuard;
let open: Socket[];
let served: Socket[];
let proxy: boolean;
/** Answers in progress. */
let working: ServerResponse[];

beforeEach(async () => {
  [open, served, working] = [[], [], []];
  proxy = false;
  server = createServer((request, response) => {
    if (request.url === '/slow') working.push(response);
    else response.end('done');
  });
  guard = guardConnections(server, { all: 6, perAddress: 4, isProxy: () => proxy });
  server.on('connection', (socket) => served.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const socket of open) socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function connect(): Promise<Socket> {
  const before = served.length;
  const socket = await connectRaw((server.address() as AddressInfo).port);
  open.push(socket);
  await until(() => served.length > before);
  return socket;
}

async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 10_000 && !holds(); i += 1) await new Promise((resolve) => setTimeout(resolve, 2));
  expect(holds()).toBe(true);
}

async function ask(socket: Socket, path: string, more = ''): Promise<void> {
  const before = working.length;
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`);
  if (path === '/slow') await until(() => working.length > before);
  else await readUntil(socket, /done/);
}

function alive(): boolean[] {
  return served.map((socket) => !socket.destroyed);
}

/** A connection that the server only hears of: it has an address, and knows whether it was closed. */
class Distant extends EventEmitter {
  destroyed = false;
  readonly remoteAddress: string;
  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

describe('guardConnections of address blocks', () => {
  function connectFrom(addresses: readonly string[]): Distant[] {
    const site = createServer();
    guardConnections(site, { all: 100, perAddress: 4, isProxy: () => proxy });
    return addresses.map((address) => {
      const socket = new Distant(address);
      site.emit('connection', socket);
      return socket;
    });
  }

  const kept = (sockets: readonly Distant[]): number => sockets.filter(({ destroyed }) => !destroyed).length;
  const ofOneSite = Array.from({ length: 65_536 / 256 }, (_, subnet) => `2001:db8:1:${(subnet * 256).toString(16)}::1`);

  it('counts a whole /48 as one, and every address inside a /64', () => {
    expect(kept(connectFrom(ofOneSite))).toBe(32);
    expect(kept(connectFrom(Array.from({ length: 50 }, (_, host) => `2001:db8:1:2::${host.toString(16)}`)))).toBe(4);
  });

  it('leaves the connections of others alone', () => {
    const [other, ...more] = connectFrom(['2001:db8:2::1', ...ofOneSite]);
    expect(other?.destroyed).toBe(false);
    expect(kept(more)).toBe(32);
  });

  it('counts a proxy only in the bound of all', () => {
    proxy = true;
    expect(kept(connectFrom(ofOneSite))).toBe(100);
  });
});

describe('guardConnections', () => {
  it('lets a request pass whose connection it does not hold', () => {
    expect(() => server.emit('request', { socket: {} }, { end: () => undefined })).not.toThrow();
  });

  it('gives every connection an error listener', async () => {
    await connect();
    expect(served[0]?.listenerCount('error')).toBeGreaterThan(1);
    expect(() => served[0]?.emit('error', new Error('reset'))).not.toThrow();
  });

  it('closes the connection of an address that has been idle longest', async () => {
    for (let i = 0; i < 4; i += 1) await connect();
    await ask(open[0] as Socket, '/');
    await connect();
    expect(alive()).toEqual([true, false, true, true, true]);
    expect(guard.size()).toBe(4);
  });

  it('never closes a connection while its answer is being made: the newest one is closed', async () => {
    for (let i = 0; i < 4; i += 1) await ask(await connect(), '/slow');
    await connect();
    expect(alive()).toEqual([true, true, true, true, false]);
    working[2]?.end('done');
    await readUntil(open[2] as Socket, /done/);
    await connect();
    expect(alive()).toEqual([true, true, false, true, false, true]);
  });

  it('closes a connection whose request does not finish', async () => {
    const slow = await connect();
    slow.write('POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nx');
    await until(() => working.length === 1);
    for (let i = 0; i < 3; i += 1) await ask(await connect(), '/slow');
    await connect();
    expect(alive()).toEqual([false, true, true, true, true]);
  });

  it('limits proxies only in total', async () => {
    proxy = true;
    for (let i = 0; i < 6; i += 1) await connect();
    expect(alive()).not.toContain(false);
    await connect();
    expect(alive()).toEqual([false, true, true, true, true, true, true]);
    expect(guard.size()).toBe(6);
  });

  it('does not count a live socket again when an answer before it ends', async () => {
    await ask(await connect(), '/slow');
    guard.release(served[0] as Socket);
    working[0]?.end('done');
    await readUntil(open[0] as Socket, /done/);
    await until(() => working[0]?.closed === true);
    expect(guard.size()).toBe(0);
  });

  it('stops counting closed connections and those that became live sockets', async () => {
    for (let i = 0; i < 4; i += 1) await connect();
    guard.release(served[0] as Socket);
    open[1]?.destroy();
    await until(() => guard.size() === 2);
    await connect();
    await connect();
    expect(alive()).toEqual([true, false, true, true, true, true]);
  });
});
