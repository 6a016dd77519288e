/*
 * The live connection: one WebSocket, reopened with growing, jittered pauses. It knows topics and frames, not what they
 * mean. After every reconnect `onResync` says that something may have been missed: read it again by HTTP.
 */

import { CLOSE_SESSION_ENDED, parseServerFrame } from '@candor/contract/live';
import type { ClientFrame, TopicFrame } from '@candor/contract/live';

export type LiveStatus = 'idle' | 'connecting' | 'open' | 'waiting';

export type LiveSettings = {
  open: () => WebSocket;
  token: () => string | null;
  onFrame: (frame: TopicFrame) => void;
  onServerTime: (serverTime: string, sentAtMs: number, receivedAtMs: number) => void;
  onStatus: (status: LiveStatus) => void;
  /** The connection is back after it was lost. */
  onResync: () => void;
  /** The server does not take the session any more. HTTP knows for sure, and ends it the usual way. */
  onSessionDoubt: () => void;
  random?: () => number;
};

export type LiveClient = {
  start: () => void;
  stop: () => void;
  /** Counted: the topic is left when the last follower lets go. */
  follow: (topic: string) => () => void;
  /** Sends the present token, after a login. */
  authenticate: () => void;
  /** Tries again now, e.g. when the device is back online or the page visible. */
  nudge: () => void;
};

const PING_EVERY_MS = 20_000;
const SILENCE_MAX_MS = 10_000;
const PAUSE_FIRST_MS = 500;
const PAUSE_MAX_MS = 30_000;
/** A connection that held this long was a good one: after it, pauses start small again. */
const STEADY_MS = 10_000;

/** The pause before try number `failures` + 1: doubles up to 30 s, less up to half of it at random. */
export function reconnectPauseMs(failures: number, random: number): number {
  const full = Math.min(PAUSE_MAX_MS, PAUSE_FIRST_MS * 2 ** failures);
  return full / 2 + (full / 2) * random;
}

export function createLiveClient(settings: LiveSettings): LiveClient {
  const followers = new Map<string, number>();
  let socket: WebSocket | null = null;
  let wanted = false;
  let failures = 0;
  let everOpen = false;
  let openedAtMs: number | null = null;
  let pingSentAtMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  function send(frame: ClientFrame) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  }

  function authenticate() {
    const token = settings.token();
    if (token !== null) send({ op: 'auth', token });
  }

  function opened() {
    openedAtMs = Date.now();
    settings.onStatus('open');
    authenticate();
    if (followers.size > 0) send({ op: 'sub', topics: [...followers.keys()] });
    heartbeat = setInterval(ping, PING_EVERY_MS);
    if (everOpen) settings.onResync();
    everOpen = true;
  }

  function ping() {
    pingSentAtMs = Date.now();
    send({ op: 'ping' });
    clearTimeout(silence);
    silence = setTimeout(() => drop(socket), SILENCE_MAX_MS);
  }

  function received(text: string, startedAtMs: number) {
    clearTimeout(silence);
    const frame = parseServerFrame(text);
    if (frame === null) return;
    if ('topic' in frame) settings.onFrame(frame);
    else if (frame.op === 'auth') {
      if (!frame.ok) settings.onSessionDoubt();
    } else if (frame.op === 'hello') settings.onServerTime(frame.serverTime, startedAtMs, Date.now());
    else if (frame.op === 'pong') settings.onServerTime(frame.serverTime, pingSentAtMs, Date.now());
  }

  function connect() {
    clearTimeout(timer);
    settings.onStatus('connecting');
    const next = settings.open();
    const startedAtMs = Date.now();
    socket = next;
    next.onopen = () => socket === next && opened();
    next.onmessage = (event) => {
      if (socket === next && typeof event.data === 'string') received(event.data, startedAtMs);
    };
    next.onclose = (event) => {
      if (socket === next && event.code === CLOSE_SESSION_ENDED) settings.onSessionDoubt();
      drop(next);
    };
    next.onerror = () => drop(next);
  }

  function drop(dropped: WebSocket | null) {
    if (dropped === null || socket !== dropped) return;
    socket = null;
    clearInterval(heartbeat);
    clearTimeout(silence);
    dropped.close();
    if (openedAtMs !== null && Date.now() - openedAtMs >= STEADY_MS) failures = 0;
    openedAtMs = null;
    if (!wanted) return;
    settings.onStatus('waiting');
    timer = setTimeout(connect, reconnectPauseMs(failures, (settings.random ?? Math.random)()));
    failures += 1;
  }

  return {
    authenticate,
    start() {
      if (wanted) return;
      wanted = true;
      connect();
    },
    stop() {
      wanted = false;
      everOpen = false;
      clearTimeout(timer);
      drop(socket);
      settings.onStatus('idle');
    },
    follow(topic) {
      const count = followers.get(topic) ?? 0;
      followers.set(topic, count + 1);
      if (count === 0) send({ op: 'sub', topics: [topic] });
      let released = false;
      return () => {
        if (released) return;
        released = true;
        const left = (followers.get(topic) ?? 1) - 1;
        if (left > 0) followers.set(topic, left);
        else if (followers.delete(topic)) send({ op: 'unsub', topics: [topic] });
      };
    },
    nudge() {
      if (!wanted) return;
      if (socket === null) connect();
      else if (socket.readyState === WebSocket.OPEN) ping();
    },
  };
}
