import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { isAllowedOrigin } from './allowed-origin.ts';
import { createBoxes } from './boxes.ts';
import type { Boxes } from './boxes.ts';
import { frameOf } from './frame.ts';
import { startGathering } from './gathered-writes.ts';
import { linkOf } from './link.ts';
import type { Link } from './link.ts';
import { createLogins } from './logins.ts';
import { startOutgoing } from './outgoing.ts';
import { sizeOf, textOf } from './raw-data.ts';
import { createReader } from './reader.ts';
import type { Reader } from './reader.ts';
import { createReaderRegister } from './reader-register.ts';
import type { LiveSession } from './reader-register.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';
import { join, leave } from '../collections/set-index.ts';
import type { SocketBounds } from './socket-bounds.ts';

/**
 * Sockets and their topics. A message is encoded once, for any number of readers. A slow reader gets the newest message
 * of each topic when it catches up, never a growing queue. Messages for one member are never dropped silently: a reader
 * that is too slow is disconnected, and reads again over HTTP when it comes back. Nothing here may grow without a
 * bound, and no connection may affect another.
 */
export type ClientMessage =
  | { op: 'auth'; token: string }
  | { op: 'sub' | 'unsub'; topics: readonly string[] }
  | { op: 'ping' };

export interface LiveHubOptions {
  path: string;
  /** Returns null when the text is not a valid frame. */
  parse: (text: string) => ClientMessage | null;
  /** The active session of a token. */
  authenticate: (token: string) => Promise<LiveSession | undefined>;
  nowMs: () => number;
  /** Other origins that may connect, besides our own. */
  origins: readonly string[];
  /** The client's address; undefined when a proxy gave none. */
  addressOf: (request: IncomingMessage) => string | undefined;
  bounds: SocketBounds;
  /** Most readers without a WebSocket. Their waiting calls hold connections of plain HTTP. */
  boxesMax: number;
  frameBytesMax: number;
  topicsMax: number;
  /** A connection became a live socket. */
  onAccept: (socket: Duplex) => void;
  /** The close code for a client whose session has ended. */
  closeSessionEnded: number;
  /** News for a member waited for a reader that was too slow, and are lost. It is closed, and reads again when it comes back. */
  onNewsLost: () => void;
  /** Reading a frame threw. This is our own fault, and closes only that socket. */
  onFault: (error: unknown) => void;
}

export interface LiveHub {
  /** Readers whose browser or network allows no WebSocket: the same frames, one waiting call after the other. */
  fetch: Boxes['fetch'];
  publish: (topic: string, data: unknown) => void;
  /** Whether a socket of this member is open. */
  hasMember: (memberId: bigint) => boolean;
  /** To every socket of one member. */
  publishToMember: (memberId: bigint, data: unknown) => void;
  /** To every socket of every member. */
  publishToMembers: (data: unknown) => void;
  /** The sessions of all sockets. */
  sessionIds: () => string[];
  /** News may be lost: every socket reads again by HTTP, at a random moment within this time. */
  readAgain: (spreadMs: number) => void;
  /** The same for the sockets of one member. */
  memberReadsAgain: (memberId: bigint, spreadMs: number) => void;
  /** Closes the sockets of these sessions, which have ended. */
  endSessions: (sessionIds: readonly string[]) => void;
  size: () => number;
  /** Takes no more readers, and sends those that are here elsewhere, one after the other within this time; then it is closed. */
  move: (spreadMs: number) => Promise<void>;
  close: () => void;
}

const PING_MS = 25_000;
/** A reader that does not answer a close within this time is cut off. */
const CLOSE_MS = 1_000;
const MOVE_STEP_MS = 20;
const GOING_AWAY = 1001;
const FAULT = 1011;
const GIVES_WAY = 1013;
const TOO_MANY_FRAMES = 4029;

export function attachLiveHub(server: Server, options: LiveHubOptions): LiveHub {
  const { nowMs } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: options.frameBytesMax,
    perMessageDeflate: false,
    clientTracking: false,
    // A pong that the client does not read would fill memory too, so pongs go through the same bounds.
    autoPong: false,
  });
  const register = createReaderRegister<Reader>(options.bounds);
  const byTopic = new Map<string, Set<Reader>>();
  let closed = false;
  const outgoing = startOutgoing({ nowMs, onNewsLost: options.onNewsLost, end, cutOff });
  const { control } = outgoing;
  const gathering = startGathering();
  const logins = createLogins<Reader, LiveSession | undefined>({
    authenticate: options.authenticate,
    onAnswer: setSession,
    onError: (reader) => end(reader, FAULT),
  });

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const address = options.addressOf(request);
    if (closed) refuseUpgrade(socket, 503);
    else if (request.url?.split('?')[0] !== options.path) refuseUpgrade(socket, 404);
    else if (!isAllowedOrigin(request, options.origins)) refuseUpgrade(socket, 403);
    else if (address === undefined) refuseUpgrade(socket, 400);
    else {
      const place = register.findPlace(address, nowMs());
      if (place.refused !== undefined) refuseUpgrade(socket, place.refused);
      else {
        sockets.handleUpgrade(request, socket, head, (webSocket) => {
          if (place.instead !== undefined) cutOff(place.instead);
          options.onAccept(socket);
          acceptSocket(webSocket, socket, address);
        });
      }
    }
  }

  function accept(link: Link, address: string): Reader {
    const reader = createReader(link, address, nowMs());
    register.add(reader);
    link.onClosed(() => {
      forget(reader);
      register.remove(reader);
    });
    control(reader, { op: 'hello', serverTime: new Date(reader.openedAtMs).toISOString() });
    return reader;
  }

  function acceptSocket(socket: WebSocket, connection: Duplex, address: string): void {
    const reader = accept(linkOf(socket, connection, gathering), address);
    socket.on('message', (raw) => receive(reader, sizeOf(raw), () => handleText(reader, textOf(raw))));
    socket.on('ping', (payload) => {
      receive(reader, payload.length, () => {
        if (reader.sender.isClear()) socket.pong(payload);
      });
    });
    socket.on('pong', (payload) => receive(reader, payload.length, () => undefined));
    // The library has already sent the right close code and closes; a broken connection closes itself.
    socket.on('error', () => end(reader, FAULT));
  }

  /** Removes the reader from everything that sends to it. Its place is free only when its connection is gone. */
  function forget(reader: Reader): void {
    reader.over = true;
    for (const topic of reader.topics) leave(byTopic, topic, reader);
    reader.topics.clear();
    outgoing.forget(reader);
    logins.forget(reader);
    register.forgetSession(reader);
  }

  function end(reader: Reader, code: number): void {
    if (reader.over) return;
    forget(reader);
    const timer = setTimeout(() => reader.link.terminate(), CLOSE_MS);
    reader.link.onClosed(() => clearTimeout(timer));
    reader.link.close(code);
  }

  function receive(reader: Reader, bytes: number, handle: () => void): void {
    if (reader.over) return;
    reader.alive = true;
    const now = nowMs();
    if (!reader.frames.take(1, now) || !reader.frameBytes.take(bytes, now)) {
      end(reader, TOO_MANY_FRAMES);
      return;
    }
    try {
      handle();
    } catch (error) {
      options.onFault(error);
      end(reader, FAULT);
    }
  }

  function handleText(reader: Reader, text: string): void {
    const message = options.parse(text);
    if (message === null) refuse(reader, 'BODY_INVALID');
    else handle(reader, message);
  }

  function handle(reader: Reader, message: ClientMessage): void {
    switch (message.op) {
      case 'ping':
        control(reader, { op: 'pong', serverTime: new Date(nowMs()).toISOString() });
        return;
      case 'sub':
        for (const topic of message.topics) subscribe(reader, topic);
        return;
      case 'unsub':
        for (const topic of message.topics) {
          reader.topics.delete(topic);
          reader.sender.drop(topic);
          leave(byTopic, topic, reader);
        }
        return;
      case 'auth':
        if (reader.logins.take(1, nowMs())) logins.ask(reader, message.token);
        else end(reader, TOO_MANY_FRAMES);
    }
  }

  function refuse(reader: Reader, error: string): void {
    if (reader.faults.take(1, nowMs())) control(reader, { op: 'error', error });
    else end(reader, TOO_MANY_FRAMES);
  }

  function subscribe(reader: Reader, topic: string): void {
    if (reader.over) return;
    if (reader.topics.size >= options.topicsMax && !reader.topics.has(topic)) {
      refuse(reader, 'RATE_LIMITED');
      return;
    }
    reader.topics.add(topic);
    join(byTopic, topic, reader);
  }

  function setSession(reader: Reader, session: LiveSession | undefined): void {
    if (reader.over) return;
    const surplus = register.setSession(reader, session);
    if (surplus !== undefined) end(surplus, GIVES_WAY);
    control(reader, { op: 'auth', ok: session !== undefined });
  }

  function cutOff(reader: Reader): void {
    forget(reader);
    reader.link.terminate();
  }

  function pingAll(): void {
    for (const reader of register.all()) {
      if (!reader.alive) cutOff(reader);
      else reader.alive = !reader.link.ping();
    }
  }

  const boxes = createBoxes<Reader>({
    boxesMax: options.boxesMax,
    nowMs,
    findPlace: (address) => (closed ? { refused: 503 } : register.findPlace(address, nowMs())),
    accept,
    cutOff,
    say: (reader, text) => receive(reader, Buffer.byteLength(text), () => handleText(reader, text)),
  });
  const pings = setInterval(pingAll, PING_MS);
  server.on('upgrade', upgrade);

  function close(): void {
    closed = true;
    outgoing.stop();
    clearInterval(pings);
    for (const reader of register.all()) end(reader, GOING_AWAY);
  }

  return {
    fetch: boxes.fetch,
    publish: (topic, data) => {
      const found = byTopic.get(topic);
      if (found === undefined) return;
      const frame = frameOf({ topic, d: data });
      for (const reader of found) outgoing.send(reader, topic, frame);
    },
    hasMember: (memberId) => register.ofMember(memberId) !== undefined,
    publishToMember: (memberId, data) => {
      const found = register.ofMember(memberId);
      if (found !== undefined) outgoing.sendToMembers(found, data);
    },
    publishToMembers: (data) => outgoing.sendToMembers(register.all(), data),
    readAgain: (spreadMs) => outgoing.tellToReadAgain(register.all(), spreadMs),
    memberReadsAgain: (memberId, spreadMs) => outgoing.tellToReadAgain(register.ofMember(memberId) ?? [], spreadMs),
    sessionIds: register.sessionIds,
    endSessions: (sessionIds) => {
      for (const sessionId of sessionIds)
        for (const reader of register.ofSession(sessionId) ?? []) end(reader, options.closeSessionEnded);
    },
    size: register.size,
    move: async (spreadMs) => {
      closed = true;
      const readers = [...register.all()];
      const steps = Math.max(1, Math.ceil(spreadMs / MOVE_STEP_MS));
      const size = Math.ceil(readers.length / steps);
      for (let from = 0; from < readers.length; from += size) {
        for (const reader of readers.slice(from, from + size)) end(reader, GOING_AWAY);
        await sleep(MOVE_STEP_MS);
      }
      close();
    },
    close,
  };
}
