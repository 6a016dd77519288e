import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openConnection } from './connection.ts';
import type { Connection } from './connection.ts';

/** An exchange that breaks the connection in every possible way. None of them may cause an unhandled error. */
let server: Server;
let connection: Connection | undefined;
let reasons: string[];
let uncaught: unknown[];
let onSocket: (socket: Socket) => void;

const CLOCK = { now: () => 0 };

function note(error: unknown): void {
  uncaught.push(error);
}

beforeEach(async () => {
  [reasons, uncaught] = [[], []];
  connection = undefined;
  process.on('uncaughtExceptionMonitor', note);
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  connection?.close();
  process.off('uncaughtExceptionMonitor', note);
  await new Promise((resolve) => server.close(resolve));
});

function open(): Connection {
  const { port } = server.address() as AddressInfo;
  connection = openConnection(`ws://127.0.0.1:${port}/`, {
    frameBytesMax: 1024,
    clock: CLOCK,
    onFrame: () => undefined,
    onOpen: () => undefined,
    onClose: (reason) => reasons.push(reason),
  });
  return connection;
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50));
}

const BREAKS: Record<string, (socket: Socket) => void> = {
  'a reset at once': (socket) => socket.resetAndDestroy(),
  'a reset amid the handshake': (socket) => socket.once('data', () => socket.resetAndDestroy()),
  'half an answer': (socket) => socket.once('data', () => socket.end('HTTP/1.1 101 Swi')),
  'a page instead of a stream': (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\nhello')),
  'no HTTP at all': (socket) => socket.once('data', () => socket.end('\u0000\u0001\u0002')),
};

it.each(Object.keys(BREAKS))('%s ends the connection once, with its reason', async (name) => {
  onSocket = (socket) => BREAKS[name]?.(socket);
  open();
  while (reasons.length === 0) await settle();
  await settle();
  expect(reasons).toHaveLength(1);
  expect(uncaught).toEqual([]);
});

it('can be closed while still opening, and reports no end', async () => {
  onSocket = () => undefined;
  open().close();
  await settle();
  expect([reasons, uncaught]).toEqual([[], []]);
});

it('can fail while still opening, and reports it once', async () => {
  onSocket = () => undefined;
  open().fail('silent');
  while (reasons.length === 0) await settle();
  await settle();
  expect([reasons, uncaught]).toEqual([['silent'], []]);
});

it('sends nothing and throws nothing after it is closed', async () => {
  onSocket = () => undefined;
  const ended = open();
  ended.close();
  expect(() => ended.send('late')).not.toThrow();
  await settle();
  expect(uncaught).toEqual([]);
});
