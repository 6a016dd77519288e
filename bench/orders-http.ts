import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PREFERS_SHARED_ACCEPTANCE } from '@candor/contract/trading';
import { TEST_CURRENCY_SETTINGS } from '@candor/domain/testing/test-currency';
import fastify from 'fastify';
import { createContext } from '../apps/server/src/app/context.ts';
import { createMetrics } from '../apps/server/src/app/metrics.ts';
import { recordIdentity } from '../apps/server/src/app/prepare-site.ts';
import { startHttp } from '../apps/server/src/app/start-http.ts';
import { startRelay } from '../apps/server/src/app/start-relay.ts';
import { loadConfig } from '../apps/server/src/platform/config/config.ts';
import { uuidV7 } from '../apps/server/src/platform/ids/ids.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { BOUNDLESS } from '../apps/server/src/testing/boundless-budgets.ts';
import { checkConservation } from '../apps/server/src/testing/conservation.ts';
import { makeSession } from '../apps/server/src/testing/factories.ts';
import { signedOrder } from '../apps/server/src/testing/sign-order.ts';
import type { SeenTerms } from '../apps/server/src/testing/sign-order.ts';
import { makeDevice } from '../apps/server/src/testing/test-device.ts';
import type { TestDevice } from '../apps/server/src/testing/test-device.ts';
import { openBenchDatabase } from './lib/bench-database.ts';
import type { Volley, VolleyAnswers } from './lib/order-clients.ts';
import { report } from './lib/report.ts';
import type { Figure } from './lib/report.ts';
import { grouped, median } from './lib/statistics.ts';

/**
 * Orders per second over real HTTP, with sessions, signed answers and their news, compared with a bare Fastify that
 * echoes the same bytes: as programs place them, whose sessions have no device key, and as apps do, whose devices sign each
 * order. So what that signature costs shows apart. All take turns; clients and database share the machine.
 */
/** Of each kind. */
const MEMBERS = 500;
const PRODUCTS_A_ROUND = 16;
const ROUNDS = 5;
/** An echo takes a fourth of an order's time: so both are measured for about as long, on a machine that others use too. */
const ECHO_VOLLEYS = 4;
const CONNECTIONS = 512;
const CLIENTS = fileURLToPath(new URL('lib/order-clients.ts', import.meta.url));

function isAnswers(message: unknown): message is VolleyAnswers {
  return typeof message === 'object' && message !== null && 'tookMs' in message && 'wrong' in message;
}

const clients = fork(CLIENTS);
await once(clients, 'message');

/** Requests a second. */
async function perSec(volley: Volley): Promise<number> {
  const answer = once(clients, 'message');
  clients.send(volley);
  const [answers] = (await answer) as unknown[];
  if (!isAnswers(answers)) throw new Error('the clients gave no figures');
  if (answers.wrong !== null) throw new Error(`a wrong answer: ${answers.wrong}`);
  return (volley.requests.length * 1000) / answers.tookMs;
}

interface Member {
  token: string;
  device: TestDevice;
}

function requestOf({ token, device }: Member, product: string, terms: SeenTerms): string {
  const key = uuidV7();
  const order = { product, direction: 'up', durationSec: 5, stake: '10' } as const;
  const body = JSON.stringify(signedOrder(order, device, key, terms));
  return [
    'POST /api/trade/orders HTTP/1.1',
    'host: 127.0.0.1',
    `authorization: Bearer ${token}`,
    `idempotency-key: ${key}`,
    'content-type: application/json',
    `prefer: ${PREFERS_SHARED_ACCEPTANCE}`,
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

async function termsOf(products: readonly string[]): Promise<(SeenTerms & { product: string })[]> {
  const { rows } = await database.ownerPool.query<SeenTerms & { product: string }>(
    `select product, version, encode(hash, 'hex') as hash from terms where product = any ($1)`,
    [products],
  );
  return rows;
}

const database = await openBenchDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'candor-bench-'));
try {
  const products = await database.makeProducts(PRODUCTS_A_ROUND * (ROUNDS + 1));
  const members = await database.makeMembers(MEMBERS);
  const callers = await Promise.all(
    members.map(async (member): Promise<Member> => {
      const device = makeDevice();
      return { token: await makeSession(database.ownerPool, member, device), device };
    }),
  );
  await database.ownerPool.query('analyze member, account, session');
  const log = createLog('silent');
  const config = loadConfig({
    DATA_DIR: dataDir,
    CAPTCHA: 'off',
    FEED: 'simulated',
    PORT: '0',
    ...TEST_CURRENCY_SETTINGS,
  });
  await recordIdentity(database.ownerPool, config, log);
  const context = await createContext(config, log, 'http', { url: database.roleUrls.http });
  const relay = startRelay(context);
  const http = await startHttp(context, relay, createMetrics('http'), { budgets: BOUNDLESS });
  const echo = fastify();
  echo.post('/api/trade/orders', async (request) => await Promise.resolve(request.body));
  const ports = {
    ours: Number(new URL(await http.listen()).port),
    echo: Number(new URL(await echo.listen({ port: 0, host: '127.0.0.1' })).port),
  };

  /** Orders a second, and echoes a second of the same bytes. */
  const figures: [orders: number, echoes: number][] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const own = products.splice(0, PRODUCTS_A_ROUND);
    const terms = await termsOf(own);
    const turn = async (): Promise<void> => {
      const requests = terms.flatMap(({ product, ...seen }) =>
        callers.map((caller) => requestOf(caller, product, seen)),
      );
      const bare = { port: ports.echo, connections: CONNECTIONS, requests, expected: '"product"' };
      const volleys: number[] = [];
      while (volleys.length < ECHO_VOLLEYS) volleys.push(await perSec(bare));
      const echoes = ECHO_VOLLEYS / volleys.reduce((sum, each) => sum + 1 / each, 0);
      const orders = await perSec({
        port: ports.ours,
        connections: CONNECTIONS,
        requests,
        expected: 'candor-shared-acceptance',
      });
      // The first round warms up.
      if (round > 0) figures.push([orders, echoes]);
    };
    const unprice = await database.keepPriced(own);
    await turn();
    await unprice();
    const last = figures.at(-1)?.map(grouped);
    if (last !== undefined) console.log(`round ${round}: ${last[0]} orders/s, ${last[1]} echoes/s`);
  }
  await http.stop();
  await relay.stop();
  await echo.close();
  await context.close();
  await checkConservation(database.ownerPool);
  const rows = (what: string, aim: string, figures: readonly [orders: number, echoes: number][]): Figure[] => {
    const orders = figures.map(([each]) => each);
    const echoes = figures.map(([, each]) => each);
    const ratios = figures.map(([ours, bare]) => ours / bare);
    return [
      [`Orders a second, ${what}`, grouped(median(orders)), orders.map(grouped).join(' · ')],
      [
        'Answers a second, bare Fastify that echoes the same bytes',
        grouped(median(echoes)),
        echoes.map(grouped).join(' · '),
      ],
      [`Ratio${aim}`, median(ratios).toFixed(3), ratios.map((ratio) => ratio.toFixed(3)).join(' · ')],
    ];
  };
  await report('orders-http', 'Placing orders over HTTP', [
    ...rows('signed by devices, with sessions and signed answers', ' (aim: at least 0.25)', figures),
  ]);
} finally {
  clients.kill();
  await rm(dataDir, { recursive: true, force: true });
  await database.close();
}
