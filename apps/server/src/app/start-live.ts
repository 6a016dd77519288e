import { CLOSE_SESSION_ENDED, CLIENT_FRAME_BYTES_MAX, parseClientFrame, TOPICS_MAX } from '@candor/contract/live';
import { readAlertNews } from '../features/alerts/alert-news.ts';
import { listProducts } from '../features/market/market-store.ts';
import { productView } from '../features/market/market-view.ts';
import { selectNoticeMark } from '../features/notices/notice-store.ts';
import { readOrderNews } from '../features/trading/order-news.ts';
import { connectionBounds, readDescriptorLimit } from '../platform/http/connection-bounds.ts';
import { guardConnections } from '../platform/http/guard-connections.ts';
import type { HttpApp } from '../platform/http/http-app.ts';
import { clientAddress, trustedProxies } from '../platform/http/trusted-proxies.ts';
import { repeat } from '../platform/jobs/repeat.ts';
import { attachLiveHub } from '../platform/live/live-hub.ts';
import type { LiveHub } from '../platform/live/live-hub.ts';
import { limitLines } from '../platform/log/limit-lines.ts';
import { socketBoundsOf } from '../platform/live/socket-bounds.ts';
import { selectEndedSessions } from '../services/sessions/session-store.ts';
import { selectHeads, selectShownTicks } from '../services/ticks/tick-store.ts';
import type { Context } from './context.ts';
import type { Metrics } from './metrics.ts';
import { forwardToSockets } from './forward-to-sockets.ts';

export interface Live {
  hub: LiveHub;
  /** Plain HTTP connections. */
  connections: () => number;
  stop: () => Promise<void>;
}

/** When a session ends anywhere, its sockets close within a second: this pause plus one query. */
const RECHECK_MS = 600;
/** A stop sends sockets elsewhere one by one, and takes no longer for it. Each reads everything again there. */
const MOVE_MS_MAX = 2_000;
const MOVE_MS_OF_SOCKET = 1;
const RECHECK_BATCH = 2_000;
/** Waiting calls of readers without a WebSocket are never closed for others, so most connections are kept for other calls. */
const BOXES_PART = 0.25;
const NEWS_LINES = { linesMax: 5, windowMs: 10_000 };
/** A tick that is read later than this is old. */
const TICK_READ_MS_MAX = 2_000;

/** The live sockets of the http role: who may hold one, what they get, and when they lose it. */
export function startLive(
  app: HttpApp,
  context: Context,
  metrics: Metrics,
  { readAgainPauseMs }: { readonly readAgainPauseMs?: number | undefined } = {},
): Live {
  const { config, log, pool, openPool, bus, clock, sessions } = context;
  const bounds = connectionBounds(readDescriptorLimit());
  const trusts = trustedProxies(config.trustedProxies);
  const connections = guardConnections(app.server, {
    all: bounds.http,
    perAddress: bounds.httpPerAddress,
    isProxy: trusts,
  });
  const slowLine = limitLines((fields, text) => log.warn(fields, text), NEWS_LINES);
  const hub = attachLiveHub(app.server, {
    path: '/ws',
    parse: parseClientFrame,
    authenticate: async (token) => await sessions.authenticate(token),
    nowMs: () => clock.now(),
    origins: config.hosts,
    addressOf: ({ socket, headers }) => {
      const forwarded = headers['x-forwarded-for'];
      return clientAddress(socket.remoteAddress, forwarded?.toString(), trusts);
    },
    bounds: socketBoundsOf(bounds.sockets),
    boxesMax: Math.floor(bounds.http * BOXES_PART),
    frameBytesMax: CLIENT_FRAME_BYTES_MAX,
    topicsMax: TOPICS_MAX,
    onAccept: connections.release,
    closeSessionEnded: CLOSE_SESSION_ENDED,
    onNewsLost: () => {
      metrics.newsLost.inc({ place: 'socket' });
      slowLine({}, 'a live socket was too slow for its news, and is closed');
    },
    onFault: (error) => log.error({ err: error }, 'a frame of a live socket could not be handled'),
  });
  const newsLost = limitLines((fields, text) => log.warn(fields, text), NEWS_LINES);
  // Of their own: ticks wait for no other read.
  const tickPool = openPool({ max: 1, name: 'candor-ticks', statementMsMax: TICK_READ_MS_MAX });
  const stopForwarding = forwardToSockets({
    bus,
    hub,
    log,
    ticks: {
      heads: async () => await selectHeads(tickPool),
      between: async (product, fromSeq, toSeq) => await selectShownTicks(tickPool, product, fromSeq, toSeq),
    },
    readProducts: async () => (await listProducts(pool)).map((row) => productView(row, clock.now())),
    members: {
      orderNews: async (orderIds) => await readOrderNews({ pool, clock }, orderIds),
      alertNews: async (ids) => await readAlertNews(pool, ids),
      noticeMark: async () => await selectNoticeMark(pool),
    },
    onError: (error) => newsLost({ err: error }, 'news did not reach its member'),
    readAgainPauseMs,
    onLost: () => metrics.newsLost.inc({ place: 'read' }),
    onReadAgain: (why) => {
      metrics.readAgain.inc({ why });
      if (why === 'all') log.warn({ sockets: hub.size() }, 'news may be lost: every live socket reads again');
    },
  });
  const rechecks = repeat('live sessions', RECHECK_MS, log, async () => {
    const open = hub.sessionIds();
    for (let from = 0; from < open.length; from += RECHECK_BATCH)
      hub.endSessions(await selectEndedSessions(pool, open.slice(from, from + RECHECK_BATCH)));
  });
  return {
    hub,
    connections: connections.size,
    stop: async () => {
      await hub.move(Math.min(MOVE_MS_MAX, hub.size() * MOVE_MS_OF_SOCKET));
      await rechecks.stop();
      await stopForwarding();
    },
  };
}
