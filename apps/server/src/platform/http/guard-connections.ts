import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

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
  request?: IncomingMessage;
  response?: ServerResponse;
}

export interface GuardRules {
  all: number;
  perAddress: number;
  /** A proxy carries many clients: only the bound `all` applies to it. */
  isProxy: (address: string) => boolean;
}

export function guardConnections(server: Server, { all, perAddress, isProxy }: GuardRules): ConnectionGuard {
  /** Oldest activity first. */
  const held = new Map<Duplex, Held>();
  const countByAddress = new Map<string, number>();

  function count(address: string, change: 1 | -1): number {
    const now = (countByAddress.get(address) ?? 0) + change;
    if (now === 0) countByAddress.delete(address);
    else countByAddress.set(address, now);
    return now;
  }

  function letGo(socket: Duplex): void {
    const found = held.get(socket);
    if (found === undefined) return;
    held.delete(socket);
    count(found.address, -1);
  }

  function touch(entry: Held): void {
    if (!held.delete(entry.socket)) return;
    held.set(entry.socket, entry);
  }

  /** Closes the connection that has waited longest for its client, or the newest if all are at work. */
  function makeRoom(newest: Held, address?: string): void {
    for (const entry of held.values()) {
      if (entry === newest || (address !== undefined && entry.address !== address) || isAtWork(entry)) continue;
      letGo(entry.socket);
      entry.socket.destroy();
      return;
    }
    letGo(newest.socket);
    newest.socket.destroy();
  }

  server.on('connection', (socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('close', () => letGo(socket));
    const entry: Held = { socket, address: socket.remoteAddress ?? '' };
    held.set(socket, entry);
    const ofAddress = count(entry.address, 1);
    if (ofAddress > perAddress && !isProxy(entry.address)) makeRoom(entry, entry.address);
    else if (held.size > all) makeRoom(entry);
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
  return request?.complete === true && response?.writableEnded === false && !response.destroyed;
}
