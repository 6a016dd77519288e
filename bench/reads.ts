import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buildHttp } from '../apps/server/src/app/build-http.ts';
import { marketRoutes } from '../apps/server/src/features/market/market.routes.ts';
import { fillCandles } from '../apps/server/src/features/market/feed/candle-store.ts';
import { loadConfig } from '../apps/server/src/platform/config/config.ts';
import { createPublicAnswers } from '../apps/server/src/platform/http/public-answers.ts';
import { createBudgets } from '../apps/server/src/platform/http/route-cost.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { BOUNDLESS } from '../apps/server/src/testing/boundless-budgets.ts';
import { price } from '@candor/domain/price';
import { fileURLToPath } from 'node:url';
import type { Flood, FloodAnswers } from '../e2e/faults/read-flood.ts';
import { secondsWithoutTick } from '../e2e/faults/read-flood.ts';
import { createSite, pause } from '../e2e/faults/server-process.ts';
import { createTrader } from '../e2e/faults/trader.ts';
import { openBenchDatabase } from './lib/bench-database.ts';
import { report } from './lib/report.ts';
import { grouped, median, percentile } from './lib/statistics.ts';

/**
 * Public reads: how many answers per second the server gives, compared with a bare `node:http` server that sends the
 * same bytes, and how crowds of readers affect ticks and orders of a real site.
 */
const ROUNDS = 3;
const ROUND_MS = 2_000;
const PARALLEL = 32;
const CROWD_MS = 30_000;
/** They read as fast as they can, from one address. */
const FLOOD = { parallel: 60 };
/** They read something every second, each from an address of its own. */
const READERS = { parallel: 1_000, everyMs: 1_000, ownAddresses: true };
const ORDERS_QUIET = 60;
const CLIENTS = fileURLToPath(new URL('lib/read-clients.ts', import.meta.url));
const PRODUCT = 'BENCH0';
const NAMES = { products: '/api/market/products', candles: `/api/market/products/${PRODUCT}/candles?interval=1m` };

function isAnswers(message: unknown): message is FloodAnswers {
  return typeof message === 'object' && message !== null && 'byStatus' in message && 'answered' in message;
}

async function flood(clients: ChildProcess, wanted: Flood): Promise<FloodAnswers> {
  const answer = once(clients, 'message');
  clients.send(wanted);
  const [answers] = (await answer) as unknown[];
  if (!isAnswers(answers)) throw new Error('the readers gave no figures');
  return answers;
}

async function measureAnswers(
  clients: ChildProcess,
): Promise<Record<keyof typeof NAMES, Record<'ours' | 'bare', number[]>>> {
  const database = await openBenchDatabase();
  await database.makeProducts(14);
  const now = await database.nowMs();
  const minute = Math.floor(now / 60_000) * 60_000;
  await fillCandles(
    database.ownerPool,
    Array.from({ length: 2_000 }, (_, i) => {
      const close = price(BigInt(8_000_000 + i));
      return {
        product: PRODUCT,
        candle: { t: minute - i * 60_000, o: close, h: close, l: close, c: close, v: null, src: 'bench' },
      };
    }),
  );
  const log = createLog('silent');
  const budgets = createBudgets({ budgets: BOUNDLESS });
  const app = await buildHttp(loadConfig({}), log, { budgets });
  const answers = createPublicAnswers({ spend: budgets.spend });
  const clock = { now: () => Date.now(), uncertaintyMs: () => 0 };
  const readTicks = async () => ({ ok: true, value: [] }) as const;
  marketRoutes(app, { pool: database.openPool('http', 4), clock, readTicks, answers });
  const bodies = new Map<string, string>();
  for (const path of Object.values(NAMES)) bodies.set(path, (await app.inject(path)).body);
  const bare = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(bodies.get(request.url ?? ''));
  });
  bare.listen(0, '127.0.0.1');
  await once(bare, 'listening');
  const address = bare.address();
  if (typeof address !== 'object' || address === null) throw new Error('the bare server has no port');
  const origins = {
    ours: await app.listen({ port: 0, host: '127.0.0.1' }),
    bare: `http://127.0.0.1:${address.port}`,
  };
  const perSec = {
    products: { ours: new Array<number>(), bare: new Array<number>() },
    candles: { ours: new Array<number>(), bare: new Array<number>() },
  };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of ['products', 'candles'] as const) {
      for (const who of ['bare', 'ours'] as const) {
        const { answered } = await flood(clients, {
          origin: origins[who],
          paths: [NAMES[name]],
          parallel: PARALLEL,
          ms: ROUND_MS,
        });
        // The first round warms up.
        if (round > 0) perSec[name][who].push((answered * 1_000) / ROUND_MS);
      }
    }
  }
  await app.close();
  bare.closeAllConnections();
  bare.close();
  await database.close();
  return perSec;
}

interface Crowd {
  answers: FloodAnswers;
  secondsLost: number;
  ordersMs: Float64Array;
}

const PRODUCTS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'];
const PATHS = PRODUCTS.flatMap((code) =>
  ['1m', '1h', '1d'].map((interval) => `/api/market/products/${code}/candles?interval=${interval}&limit=1000`),
);

async function measureCrowds(
  clients: ChildProcess,
): Promise<{ quietMs: Float64Array; flooded: Crowd; readers: Crowd }> {
  const site = createSite();
  try {
    await site.start();
    const trader = await createTrader(site, 1);
    const owner = site.openOwner();
    await pause(12_000);
    const headers = { authorization: `Bearer ${trader.token(0)}`, 'content-type': 'application/json' };
    // A refused order goes through the same steps as an accepted one, and need not close before the next.
    const place = async (): Promise<number> => {
      const { key, body } = trader.signed(0, 'BTCUSDT', '0.01');
      const startedAt = performance.now();
      await (
        await fetch(`${site.baseUrl()}/api/trade/orders`, {
          method: 'POST',
          headers: { ...headers, 'idempotency-key': key },
          body: JSON.stringify(body),
        })
      ).text();
      return performance.now() - startedAt;
    };
    const placeWhile = async (goesOn: (placed: number) => boolean): Promise<Float64Array> => {
      const tookMs: number[] = [];
      while (goesOn(tookMs.length)) {
        tookMs.push(await place());
        await pause(100);
      }
      return Float64Array.from(tookMs);
    };
    const crowd = async (wanted: Omit<Flood, 'origin' | 'paths' | 'ms'>): Promise<Crowd> => {
      const from = Date.now();
      const running = flood(clients, { ...wanted, origin: site.baseUrl(), paths: PATHS, ms: CROWD_MS });
      const ordersMs = await placeWhile(() => Date.now() < from + CROWD_MS);
      const answers = await running;
      await pause(1_500);
      const secondsLost = await Promise.all(
        PRODUCTS.map(async (code) => await secondsWithoutTick(owner, code, from, from + CROWD_MS)),
      );
      return { answers, secondsLost: Math.max(...secondsLost), ordersMs };
    };
    const quietMs = await placeWhile((placed) => placed < ORDERS_QUIET);
    const flooded = await crowd(FLOOD);
    const readers = await crowd(READERS);
    await owner.end();
    await site.stop();
    return { quietMs, flooded, readers };
  } finally {
    await site.remove();
  }
}

const clients = fork(CLIENTS);
await once(clients, 'message');
const perSec = await measureAnswers(clients);
const { quietMs, flooded, readers } = await measureCrowds(clients);
clients.kill();

function figuresOf(name: keyof typeof NAMES): [string, string, string][] {
  const { ours, bare } = perSec[name];
  return [
    [`Answers a second, ${name}`, grouped(median(ours)), ours.map(grouped).join(' · ')],
    ['Answers a second, bare `node:http` with the same bytes', grouped(median(bare)), bare.map(grouped).join(' · ')],
    ['Ratio', `${(median(ours) / median(bare)).toFixed(2)} ×`, 'higher is better'],
  ];
}
function times(figuresMs: Float64Array): string {
  return `${percentile(figuresMs, 0.5).toFixed(1)} ms, ${percentile(figuresMs, 0.99).toFixed(1)} ms`;
}
function crowdFigures(who: string, { answers, secondsLost, ordersMs }: Crowd): [string, string, string][] {
  return [
    [
      `Seconds without a tick while ${who} (aim: none)`,
      `${secondsLost}`,
      `${grouped(answers.byStatus['200'] ?? 0)} answers, ${grouped(answers.byStatus['429'] ?? 0)} turned away, ${answers.failed} failed`,
    ],
    ['An answer to them, median and 99 %', times(Float64Array.from(answers.tookMs)), ''],
    ['An order meanwhile, median and 99 %', times(ordersMs), `${ordersMs.length} orders`],
  ];
}
const seconds = CROWD_MS / 1_000;
await report('reads', 'Public reads, and what crowds of readers do to ticks and orders', [
  ...figuresOf('products'),
  ...figuresOf('candles'),
  ['An order, median and 99 %, quiet', times(quietMs), `${quietMs.length} orders`],
  ...crowdFigures(`${FLOOD.parallel} readers ask for candles as fast as they can for ${seconds} s`, flooded),
  ...crowdFigures(`${grouped(READERS.parallel)} readers ask for candles every second for ${seconds} s`, readers),
]);
process.exit(0);
