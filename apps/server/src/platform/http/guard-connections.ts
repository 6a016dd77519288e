import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { join, leave } from '../collections/set-index.ts';
import { blocksOf } from './client-address.ts';

/**
 * Tracks every connection of the HTTP server. Each has an error listener as long as it lives, and there are never more
 * than the bounds allow. At a bound, the connection that has waited longest for its client is closed, so silent
 * connections cannot keep others out. A connection whose answer is in progress is never closed.
 */
export interface ConnectionGuard {
  /** Plain HTTP connections, live sockets not counted. */
  size: () => number;
  /** The connection became a live socket, which has its own bounds. */
  release: (socket: Duplex) => void;
}

interface Held {
  socket: Socket;
  address: string;
  /** Of the address: a connection counts in each of them. */
  blocks: ReturnType<typeof blocksOf>;
  request?: IncomingMessage;
  response?: ServerResponse;
}

export interface GuardRules {
  all: number;
  perAddress: number;
  /** A proxy carries many clients: only the bound `all` applies to it. */
  isProxy: (address: string) => boolean;
}

/** A block of addresses, such as a /48, holds at most this part of all connections. */
const BLOCK_PART_MAX = 0.5;

export function guardConnections(server: Server, { all, perAddress, isProxy }: GuardRules): ConnectionGuard {
  /** Both with the oldest activity first. */
  const held = new Map<Duplex, Held>();
  const byBlock = new Map<string, Set<Held>>();

  function letGo(socket: Duplex): void {
    const found = held.get(socket);
    if (found === undefined) return;
    held.delete(socket);
    for (const { key } of found.blocks) leave(byBlock, key, found);
  }

  function hold(entry: Held): void {
    held.set(entry.socket, entry);
    for (const { key } of entry.blocks) join(byBlock, key, entry);
  }

  function touch(entry: Held): void {
    if (!held.has(entry.socket)) return;
    letGo(entry.socket);
    hold(entry);
  }

  /** Closes the one of these that has waited longest for its client, or the newest if all are at work. */
  function makeRoom(newest: Held, among: IteratorObject<Held>): void {
    const found = among.find((entry) => !isAtWork(entry)) ?? newest;
    letGo(found.socket);
    found.socket.destroy();
  }

  /** The smallest block of its address that has too many connections. */
  function fullBlock({ blocks }: Held): Set<Held> | undefined {
    const full = blocks.find(({ key, share }) => {
      const most = Math.max(perAddress, Math.min(perAddress * share, Math.floor(all * BLOCK_PART_MAX)));
      return (byBlock.get(key)?.size ?? 0) > most;
    });
    return full === undefined ? undefined : byBlock.get(full.key);
  }

  server.on('connection', (socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('close', () => letGo(socket));
    const address = socket.remoteAddress ?? '';
    const entry: Held = { socket, address, blocks: blocksOf(address) };
    hold(entry);
    const full = isProxy(address) ? undefined : fullBlock(entry);
    if (full !== undefined) makeRoom(entry, full.values());
    else if (held.size > all) makeRoom(entry, held.values());
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const entry = held.get(request.socket);
    if (entry === undefined) return;
    entry.request = request;
    entry.response = response;
    response.once('close', () => touch(entry));
  });
  return { size: () => held.size, release: letGo };
}

/** The request has arrived and its answer is not ready yet. */
function isAtWork({ request, response }: Held): boolean {
  return request?.complete === true && response?.writableEnded === false;
}
