import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MetricsAddress } from '../platform/config/config.ts';
import type { ReadyAnswer } from '../platform/health/readiness.ts';

const CONNECTIONS_MAX = 256;
/** A connection that says nothing is closed after this time, and looked for each second: it must not take the place of a probe. */
const REQUEST_MS_MAX = 2_000;
const LOOK_EVERY_MS = 1_000;
const LIMITS = {
  headersTimeout: REQUEST_MS_MAX,
  requestTimeout: REQUEST_MS_MAX,
  connectionsCheckingInterval: LOOK_EVERY_MS,
};
const TEXT = 'text/plain; version=0.0.4; charset=utf-8';

/** What is told of the roles of a process. */
export interface Told {
  readonly metrics: () => Promise<string>;
  /** By role. */
  readonly ready: () => Promise<Readonly<Record<string, ReadyAnswer>>>;
}

/**
 * Serves monitoring: the figures to whoever names the token, health to whoever reaches the address.
 * `/health/live` answers while the process turns. `/health/ready` is 200 when all roles are ready, `/health/ready/ROLE` when that one is.
 * @returns how to close it. @throws when the port is taken
 */
export async function serveMetrics({ port, host, token }: MetricsAddress, told: Told): Promise<() => Promise<void>> {
  const server = createServer(LIMITS, (request, response) => {
    answer(request, response, told, token).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.on('clientError', (_error, socket) => socket.destroy());
  const listening = Promise.withResolvers<void>();
  server.once('error', (error) =>
    listening.reject(
      new Error(
        `The metrics cannot be served at ${host}, port ${port}. Choose others with METRICS_HOST and METRICS_PORT.`,
        { cause: error },
      ),
    ),
  );
  server.listen(port, host, () => listening.resolve());
  await listening.promise;
  server.on('error', () => undefined);
  return async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  told: Told,
  token: string | undefined,
): Promise<void> {
  const path = request.method === 'GET' ? (request.url ?? '') : '';
  const ofRole = /^\/health\/ready(?:\/(\w+))?$/.exec(path);
  if (path === '/metrics') {
    if (token !== undefined && !isToken(request.headers.authorization, token))
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    else response.writeHead(200, { 'content-type': TEXT }).end(await told.metrics());
  } else if (path === '/health/live') sendJson(response, 200, { status: 'ok' });
  else if (ofRole === null) response.writeHead(404).end();
  else {
    const asked = Object.entries(await told.ready()).filter(([role]) => ofRole[1] === undefined || role === ofRole[1]);
    const isReady = asked.every(([, one]) => one.isReady);
    if (asked.length === 0) response.writeHead(404).end();
    else
      sendJson(response, isReady ? 200 : 503, {
        status: isReady ? 'ok' : 'not ready',
        roles: Object.fromEntries(asked.map(([role, { checks }]) => [role, checks])),
      });
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

/** In constant time, whatever is sent. */
function isToken(given: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given ?? ''), digest(`Bearer ${token}`));
}
