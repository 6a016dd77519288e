/*
 * The live connection: one WebSocket, opened again after growing, random pauses. Where none can be opened, or none lasts, calls that wait
 * take its place, and a WebSocket is tried again later. It handles topics and frames, but does
 * not know their meaning. When news may have been missed, it calls `onResync`, and the app reads again by HTTP.
 */

import { CLOSE_SESSION_ENDED, parseServerFrame } from '@candor/contract/live';
import type { ClientFrame, TopicFrame } from '@candor/contract/live';
import { LINK_OPEN } from './live-link.ts';
import type { LiveLink } from './live-link.ts';

export type LiveStatus = 'idle' | 'connecting' | 'open' | 'waiting';

/** Which news may have been missed: the member's before the first answer to `auth`, or all while not connected. */
export type MissedNews = 'member' | 'all';

export type LiveSocketSettings = {
  /** Opens a WebSocket. It may throw where there are none. */
  open: () => LiveLink;
  /** Opens what takes its place (fetch-link.ts). */
  openWithout?: () => LiveLink;
  /** Something came from the server. */
  onHeard?: () => void;
  token: () => string | null;
  onFrame: (frame: TopicFrame) => void;
  onServerTime: (serverTime: string, sentAtMs: number, receivedAtMs: number) => void;
  onStatus: (status: LiveStatus) => void;
  /** News may have been missed. Read by HTTP, what was read before is now complete again. */
  onResync: (missed: MissedNews) => void;
  /**
   * The server no longer accepts the session. HTTP knows for sure, and ends the session in the usual way: resolve when
   * it has answered. No new connection is tried before that, and none without a token after it.
   */
  checkSession: () => Promise<void>;
  random?: () => number;
};

export type LiveSocket = {
  start: () => void;
  stop: () => void;
  /** Counted: the topic is unsubscribed when the last follower stops. */
  follow: (topic: string) => () => void;
  /** Tries again now, e.g. when the device is online again or the page visible. */
  nudge: () => void;
  /** Asks an open connection whether the server is there. */
  ask: () => void;
};

const PING_EVERY_MS = 20_000;
const SILENCE_MAX_MS = 10_000;
/** Browsers wait for minutes for a connection that nobody answers. */
const OPENING_MAX_MS = 20_000;
/** The same where something can take its place. */
const OPENING_SHORT_MS = 6_000;
/** WebSockets that in turn did not open or did not last, before something else takes their place. */
const SOCKETS_FAILED_MAX = 2;
/** A WebSocket that the network cut earlier than this did not last. */
const LASTING_MS = 30_000;
/** A server that stops sends its readers elsewhere: each comes back at a moment of its own within this time. */
const CLOSE_GOING_AWAY = 1001;
const MOVE_MAX_MS = 500;
/** The code of a WebSocket that broke. */
const CLOSE_ABNORMAL = 1006;
/** When a WebSocket is tried again beside what took its place; each pause is twice as long as the one before. */
const PROBE_FIRST_MS = 30_000;
const PROBE_MAX_MS = 600_000;
const PAUSE_FIRST_MS = 500;
const PAUSE_MAX_MS = 30_000;
/** However long a server asks a page to wait before it reads again. */
const SPREAD_MAX_MS = 300_000;
/** A connection that lasted this long was a good one: after it, pauses start small again. */
const STEADY_MS = 10_000;

/** The pause before try number `failures` + 1: doubles up to 30 s, minus a random part of up to half. */
export function reconnectPauseMs(failures: number, random: number): number {
  const full = Math.min(PAUSE_MAX_MS, PAUSE_FIRST_MS * 2 ** failures);
  return full / 2 + (full / 2) * random;
}

export function createLiveSocket(settings: LiveSocketSettings): LiveSocket {
  /** By topic, one entry for each follower. */
  const followers = new Map<string, Set<object>>();
  let socket: LiveLink | null = null;
  /** Whether `socket` is no WebSocket. */
  let isWithout = false;
  let socketsFailed = 0;
  let probePauseMs = PROBE_FIRST_MS;
  let probeTimer: ReturnType<typeof setTimeout> | undefined;
  let probing: LiveLink | null = null;
  let wanted = false;
  let failures = 0;
  let openedAtMs: number | null = null;
  let missed: MissedNews | null = null;
  let pingSentAtMs = 0;
  let isAsked = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let resyncTimer: ReturnType<typeof setTimeout> | undefined;
  const random = settings.random ?? Math.random;

  function send(frame: ClientFrame) {
    if (socket?.readyState === LINK_OPEN) socket.send(JSON.stringify(frame));
  }

  function opened() {
    clearTimeout(silence);
    openedAtMs = Date.now();
    settings.onStatus('open');
    const token = settings.token();
    if (token !== null) send({ op: 'auth', token });
    if (followers.size > 0) send({ op: 'sub', topics: [...followers.keys()] });
    heartbeat = setInterval(ping, PING_EVERY_MS);
    // News for the member start only with the answer to `auth`. Data read before that may miss some.
    if (token === null) resync();
  }

  function answered(isAccepted: boolean) {
    if (!isAccepted) void refused(socket);
    resync();
  }

  /** This connection brings no news for the member. If HTTP still takes the session, another one is opened. */
  async function refused(by: LiveLink | null): Promise<void> {
    await checked();
    if (settings.token() !== null) drop(by);
  }

  /** Never rejects: if a session could not be checked, the next connection tries again. */
  async function checked(): Promise<void> {
    await settings.checkSession().catch(() => undefined);
  }

  function resync() {
    if (missed === null) return;
    const news = missed;
    missed = null;
    settings.onResync(news);
  }

  /** All pages are told at once that news may be lost, so each picks a moment of its own. Told again meanwhile, it reads once. */
  function resyncWithin(spreadMs: number) {
    missed = 'all';
    resyncTimer ??= setTimeout(
      () => {
        resyncTimer = undefined;
        resync();
      },
      Math.min(SPREAD_MAX_MS, spreadMs) * random(),
    );
  }

  function ping() {
    pingSentAtMs = Date.now();
    isAsked = true;
    send({ op: 'ping' });
    clearTimeout(silence);
    silence = setTimeout(() => drop(socket), SILENCE_MAX_MS);
  }

  function received(text: string, startedAtMs: number) {
    clearTimeout(silence);
    isAsked = false;
    settings.onHeard?.();
    const frame = parseServerFrame(text);
    if (frame === null) return;
    if ('topic' in frame) settings.onFrame(frame);
    else if (frame.op === 'hello') settings.onServerTime(frame.serverTime, startedAtMs, Date.now());
    else if (frame.op === 'pong') settings.onServerTime(frame.serverTime, pingSentAtMs, Date.now());
    else if (frame.op === 'auth') answered(frame.ok);
    else if (frame.op === 'resync') resyncWithin(frame.spreadMs);
  }

  function connect() {
    clearTimeout(timer);
    settings.onStatus('connecting');
    const { openWithout } = settings;
    isWithout = openWithout !== undefined && socketsFailed >= SOCKETS_FAILED_MAX;
    const next = isWithout && openWithout !== undefined ? openWithout() : openSocket();
    if (next === null) {
      wait();
      return;
    }
    const startedAtMs = Date.now();
    socket = next;
    silence = setTimeout(() => drop(next), openWithout === undefined || isWithout ? OPENING_MAX_MS : OPENING_SHORT_MS);
    next.onopen = () => {
      if (socket !== next) return;
      opened();
      if (isWithout) probeLater();
    };
    listen(next, startedAtMs);
  }

  function listen(next: LiveLink, startedAtMs: number) {
    next.onmessage = ({ data }: { data: unknown }) => {
      if (socket === next && typeof data === 'string') received(data, startedAtMs);
    };
    next.onclose = ({ code }: { code: number }) => {
      if (code === CLOSE_SESSION_ENDED) void afterSessionEnd(next);
      else if (code === CLOSE_GOING_AWAY) move(next);
      // A server that closes says why; a network does not.
      else drop(next, code !== CLOSE_ABNORMAL);
    };
    next.onerror = () => drop(next);
  }

  /** Null where there is no WebSocket at all. */
  function openSocket(): LiveLink | null {
    try {
      return settings.open();
    } catch (error) {
      if (settings.openWithout === undefined) throw error;
      socketsFailed = SOCKETS_FAILED_MAX;
      return null;
    }
  }

  function probeLater() {
    clearTimeout(probeTimer);
    probeTimer = setTimeout(probe, probePauseMs);
    probePauseMs = Math.min(PROBE_MAX_MS, probePauseMs * 2);
  }

  /** Tries a WebSocket beside what took its place. One through which the server speaks takes over; then all is read again. */
  function probe() {
    const next = openSocket();
    if (next === null) {
      probeLater();
      return;
    }
    probing = next;
    const startedAtMs = Date.now();
    const giveUp = () => {
      if (probing !== next) return;
      endProbe();
      probeLater();
    };
    probeTimer = setTimeout(giveUp, OPENING_SHORT_MS);
    next.onclose = giveUp;
    next.onerror = giveUp;
    next.onmessage = ({ data }: { data: unknown }) => {
      if (probing !== next || typeof data !== 'string') return;
      probing = null;
      release(socket);
      missed = 'all';
      [socket, isWithout] = [next, false];
      // If it does not last, no second one has to fail.
      socketsFailed = SOCKETS_FAILED_MAX - 1;
      listen(next, startedAtMs);
      opened();
      received(data, startedAtMs);
    };
  }

  function endProbe() {
    clearTimeout(probeTimer);
    const ended = probing;
    probing = null;
    ended?.close();
  }

  function drop(dropped: LiveLink | null, isClosedByServer = false) {
    if (socket === dropped && !isClosedByServer) countFailure();
    if (release(dropped)) wait();
  }

  async function afterSessionEnd(closed: LiveLink): Promise<void> {
    if (!release(closed)) return;
    missed = 'all';
    settings.onStatus('waiting');
    await checked();
    // In the meantime the session may be over, or a login may have opened another connection.
    if (wanted && socket === null && settings.token() !== null) wait();
  }

  function wait(pauseMs = reconnectPauseMs(failures, random())) {
    missed = 'all';
    settings.onStatus('waiting');
    clearTimeout(timer);
    timer = setTimeout(connect, pauseMs);
    failures += 1;
  }

  function move(left: LiveLink) {
    const isSteady = openedAtMs !== null && Date.now() - openedAtMs >= STEADY_MS;
    if (!release(left)) return;
    // A server that takes and leaves again and again is no other one.
    wait(isSteady ? MOVE_MAX_MS * random() : undefined);
  }

  /** False if another connection has replaced it, or it was stopped. */
  function release(closed: LiveLink | null): boolean {
    if (closed === null || socket !== closed) return false;
    socket = null;
    endProbe();
    clearInterval(heartbeat);
    clearTimeout(silence);
    isAsked = false;
    clearTimeout(resyncTimer);
    resyncTimer = undefined;
    closed.close();
    if (openedAtMs !== null && Date.now() - openedAtMs >= STEADY_MS) failures = 0;
    openedAtMs = null;
    return true;
  }

  /** A WebSocket that did not open or did not last is one more; if what took its place opens no more either, the network is away. */
  function countFailure() {
    const hasLasted = openedAtMs !== null && Date.now() - openedAtMs >= LASTING_MS;
    if (!isWithout) socketsFailed = hasLasted ? 0 : socketsFailed + 1;
    else if (openedAtMs === null) socketsFailed = SOCKETS_FAILED_MAX - 1;
    if (!isWithout && hasLasted) probePauseMs = PROBE_FIRST_MS;
  }

  /** A question that waits for its answer is not asked again: its time must run out. */
  function ask() {
    if (socket?.readyState === LINK_OPEN && !isAsked) ping();
  }

  return {
    start() {
      if (wanted) return;
      wanted = true;
      missed = 'member';
      connect();
    },
    stop() {
      wanted = false;
      clearTimeout(timer);
      release(socket);
      settings.onStatus('idle');
    },
    follow(topic) {
      const follower = {};
      const all = followers.get(topic) ?? new Set();
      if (all.size === 0) send({ op: 'sub', topics: [topic] });
      followers.set(topic, all.add(follower));
      return () => {
        if (!all.delete(follower) || all.size > 0) return;
        followers.delete(topic);
        send({ op: 'unsub', topics: [topic] });
      };
    },
    nudge() {
      if (!wanted) return;
      if (socket === null) connect();
      else if (socket.readyState === LINK_OPEN) ping();
    },
    ask,
  };
}
