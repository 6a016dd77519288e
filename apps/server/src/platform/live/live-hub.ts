import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { RawData, WebSocket } from 'ws';

/**
 * Sockets and their topics. A message is turned into bytes once, whatever the number of its readers. A slow reader gets
 * the newest message of each topic when it catches up, never a growing queue; messages for one member are never
 * dropped silently: a reader too slow for them is disconnected, and reads again by HTTP when it comes back.
 */
export type ClientMessage =
  | { op: 'auth'; token: string }
  | { op: 'sub' | 'unsub'; topics: readonly string[] }
  | { op: 'ping' };

export interface LiveHubOptions {
  path: string;
  /** Null where the text is no legal frame. */
  parse: (text: string) => ClientMessage | null;
  /** The member a token belongs to. */
  authenticate: (token: string) => Promise<bigint | undefined>;
  nowMs: () => number;
  /** Origins besides the own one that may connect. */
  origins: readonly string[];
  frameBytesMax: number;
  topicsMax: number;
  socketsMax?: number;
}

export interface LiveHub {
  publish: (topic: string, data: unknown) => void;
  /** To every socket of one member. */
  publishToMember: (memberId: bigint, data: unknown) => void;
  size: () => number;
  close: () => void;
}

const SLOW_BYTES = 64 * 1024;
const CATCH_UP_MS = 100;
const PING_MS = 25_000;
const FRAMES_PER_SEC_MAX = 50;
const MEMBER_QUEUE_MAX = 200;
const TOO_SLOW = 4008;
const TOO_MANY_FRAMES = 4029;
const GOING_AWAY = 1001;

interface Reader {
  socket: WebSocket;
  topics: Set<string>;
  memberId: bigint | undefined;
  /** Newest unsent message by topic, while the socket is slow. */
  pending: Map<string, Buffer>;
  pendingMember: Buffer[];
  alive: boolean;
  frames: { second: number; count: number };
}

export function attachLiveHub(server: Server, options: LiveHubOptions): LiveHub {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: options.frameBytesMax,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const readers = new Set<Reader>();
  const byTopic = new Map<string, Set<Reader>>();
  const byMember = new Map<bigint, Set<Reader>>();

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const path = request.url?.split('?')[0];
    if (
      path !== options.path ||
      !isAllowedOrigin(request, options.origins) ||
      readers.size >= (options.socketsMax ?? 20_000)
    ) {
      socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => accept(webSocket));
  };

  const accept = (socket: WebSocket): void => {
    const reader: Reader = {
      socket,
      topics: new Set(),
      memberId: undefined,
      pending: new Map(),
      pendingMember: [],
      alive: true,
      frames: { second: 0, count: 0 },
    };
    readers.add(reader);
    socket.on('message', (raw) => receive(reader, raw));
    socket.on('pong', () => {
      reader.alive = true;
    });
    socket.on('close', () => forget(reader));
    socket.on('error', () => socket.terminate());
    send(reader, { op: 'hello', serverTime: new Date(options.nowMs()).toISOString() });
  };

  const forget = (reader: Reader): void => {
    readers.delete(reader);
    for (const topic of reader.topics) leave(byTopic, topic, reader);
    if (reader.memberId !== undefined) leave(byMember, reader.memberId, reader);
  };

  const receive = (reader: Reader, raw: RawData): void => {
    reader.alive = true;
    const second = Math.floor(options.nowMs() / 1000);
    reader.frames = { second, count: reader.frames.second === second ? reader.frames.count + 1 : 1 };
    if (reader.frames.count > FRAMES_PER_SEC_MAX) {
      reader.socket.close(TOO_MANY_FRAMES);
      return;
    }
    const message = options.parse(textOf(raw));
    if (message === null) send(reader, { op: 'error', error: 'BODY_INVALID' });
    else handle(reader, message);
  };

  const handle = (reader: Reader, message: ClientMessage): void => {
    switch (message.op) {
      case 'ping':
        send(reader, { op: 'pong', serverTime: new Date(options.nowMs()).toISOString() });
        return;
      case 'sub':
        for (const topic of message.topics) subscribe(reader, topic);
        return;
      case 'unsub':
        for (const topic of message.topics) {
          reader.topics.delete(topic);
          reader.pending.delete(topic);
          leave(byTopic, topic, reader);
        }
        return;
      case 'auth':
        options.authenticate(message.token).then(
          (memberId) => setMember(reader, memberId),
          () => reader.socket.close(1011),
        );
    }
  };

  const subscribe = (reader: Reader, topic: string): void => {
    if (reader.topics.size >= options.topicsMax && !reader.topics.has(topic)) {
      send(reader, { op: 'error', error: 'RATE_LIMITED' });
      return;
    }
    reader.topics.add(topic);
    join(byTopic, topic, reader);
  };

  const setMember = (reader: Reader, memberId: bigint | undefined): void => {
    if (!readers.has(reader)) return;
    if (reader.memberId !== undefined) leave(byMember, reader.memberId, reader);
    reader.memberId = memberId;
    if (memberId !== undefined) join(byMember, memberId, reader);
    send(reader, { op: 'auth', ok: memberId !== undefined });
  };

  const deliver = (reader: Reader, topic: string, bytes: Buffer): void => {
    if (reader.socket.bufferedAmount < SLOW_BYTES && reader.pending.size === 0)
      reader.socket.send(bytes, { binary: false });
    else reader.pending.set(topic, bytes);
  };

  const deliverMember = (reader: Reader, bytes: Buffer): void => {
    if (reader.socket.bufferedAmount < SLOW_BYTES && reader.pendingMember.length === 0)
      reader.socket.send(bytes, { binary: false });
    else if (reader.pendingMember.push(bytes) > MEMBER_QUEUE_MAX) reader.socket.close(TOO_SLOW);
  };

  const catchUp = setInterval(() => {
    for (const reader of readers) {
      if (
        (reader.pending.size === 0 && reader.pendingMember.length === 0) ||
        reader.socket.bufferedAmount >= SLOW_BYTES
      )
        continue;
      for (const bytes of reader.pendingMember.splice(0)) reader.socket.send(bytes, { binary: false });
      for (const bytes of reader.pending.values()) reader.socket.send(bytes, { binary: false });
      reader.pending.clear();
    }
  }, CATCH_UP_MS);
  const pings = setInterval(() => {
    for (const reader of readers) {
      if (!reader.alive) reader.socket.terminate();
      reader.alive = false;
      reader.socket.ping();
    }
  }, PING_MS);
  catchUp.unref();
  pings.unref();
  server.on('upgrade', onUpgrade);

  return {
    publish: (topic, data) => {
      const found = byTopic.get(topic);
      if (found === undefined) return;
      const bytes = Buffer.from(JSON.stringify({ topic, d: data }));
      for (const reader of found) deliver(reader, topic, bytes);
    },
    publishToMember: (memberId, data) => {
      const found = byMember.get(memberId);
      if (found === undefined) return;
      const bytes = Buffer.from(JSON.stringify({ topic: 'me', d: data }));
      for (const reader of found) if (reader.topics.has('me')) deliverMember(reader, bytes);
    },
    size: () => readers.size,
    close: () => {
      server.off('upgrade', onUpgrade);
      clearInterval(catchUp);
      clearInterval(pings);
      for (const reader of readers) reader.socket.close(GOING_AWAY);
    },
  };
}

function send(reader: Reader, message: object): void {
  reader.socket.send(JSON.stringify(message));
}

function textOf(raw: RawData): string {
  if (Array.isArray(raw)) return Buffer.concat(raw).toString('utf8');
  return (raw instanceof ArrayBuffer ? Buffer.from(raw) : raw).toString('utf8');
}

function join<K>(index: Map<K, Set<Reader>>, key: K, reader: Reader): void {
  const found = index.get(key);
  if (found === undefined) index.set(key, new Set([reader]));
  else found.add(reader);
}

function leave<K>(index: Map<K, Set<Reader>>, key: K, reader: Reader): void {
  const found = index.get(key);
  found?.delete(reader);
  if (found?.size === 0) index.delete(key);
}

/** Browsers always send an Origin; a page of another site may not listen with a member's token. */
function isAllowedOrigin(request: IncomingMessage, origins: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined || origins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
