/**
 * The public market routes: products with their terms, candles, and the published ticks with their hashes. They write
 * nothing; only the feed role writes ticks (market.jobs.ts).
 */
import * as calls from '@candor/contract/calls/market';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import type { ProductVersionsView } from '@candor/contract/console-product-changes';
import { type Interval, STOPS_SHOWN } from '@candor/contract/market';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { type HttpApp, Refused } from '../../platform/http/http-app.ts';
import { SECOND_MS } from '../../platform/http/public-answers.ts';
import type { PublicAnswers } from '../../platform/http/public-answers.ts';
import { cursorLike, pageOf } from '../../platform/http/paging.ts';
import { selectKeys } from '../../services/proof/key-store.ts';
import type { ReadTicks } from '../../services/ticks/read-ticks.ts';
import { selectCheckpoints } from './feed/checkpoint-store.ts';
import type { CheckpointFilter } from './feed/checkpoint-store.ts';
import { stateView } from './operator/product-change-kind.ts';
import { selectVersions } from './operator/product-change-store.ts';
import {
  findDecimals,
  findProduct,
  listProducts,
  readCandles,
  selectPublishedTerms,
  selectStopsOf,
  type ProductRow,
} from './market-store.ts';
import {
  candleView,
  checkpointView,
  productView,
  proofKeyView,
  sessionsView,
  stopView,
  tickView,
} from './market-view.ts';

export interface MarketDeps {
  readonly pool: Db;
  readonly clock: Clock;
  readonly readTicks: ReadTicks;
  readonly answers: Pick<PublicAnswers, 'send'>;
}

const MINUTE_MS = 60_000;
const INTERVAL_MS: Readonly<Record<Interval, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '1d': 1440 * MINUTE_MS,
};

/** Cost of making an answer in points, in addition to sending it; see platform/http/route-cost.ts. */
const MAKING = { product: 8, products: 40, terms: 8, checkpoints: 12, ticks: 8 } as const;
const MINUTES_A_POINT = 1_000;
const TICKS_A_POINT = 100;
/** A page of candles that ended some minutes ago changes only when a source fills a gap in its history. */
const PAST_KEPT_MS = 60_000;
const PAST_AFTER_MS = 5 * MINUTE_MS;
/** A page of ticks without a gap never changes. */
const WHOLE_TICKS_KEPT_MS = 3_600_000;

export function marketRoutes(app: HttpApp, deps: MarketDeps): void {
  serve(app, marketParts(deps), [
    on(calls.listProducts, answerListProducts),
    on(calls.readProduct, readProduct),
    on(calls.listCandles, listCandles),
    on(calls.listTicks, listTicks),
    on(calls.listTerms, listTerms),
    on(calls.readSessions, readSessions),
    on(calls.listStops, listStops),
    on(calls.listVersions, listVersions),
    on(calls.listCheckpoints, listCheckpoints),
  ]);
}

function marketParts(deps: MarketDeps) {
  const { pool } = deps;
  const decimalsOf = async (code: string): Promise<number> => {
    const decimals = await findDecimals(pool, code);
    if (decimals === null) throw new Refused('PRODUCT_NOT_FOUND');
    return decimals;
  };
  const productOf = async (code: string): Promise<ProductRow> => {
    const row = await findProduct(pool, code);
    if (row === null) throw new Refused('PRODUCT_NOT_FOUND');
    return row;
  };
  return { ...deps, decimalsOf, productOf };
}

type MarketParts = ReturnType<typeof marketParts>;

async function answerListProducts(
  { request, reply }: Call<typeof calls.listProducts>,
  { pool, clock, answers }: MarketParts,
): Promise<Answered<typeof calls.listProducts>> {
  return await answers.send(request, reply, {
    key: 'products',
    points: MAKING.products,
    make: async () => {
      const nowMs = clock.now();
      return (await listProducts(pool)).map((row) => productView(row, nowMs));
    },
  });
}

async function readProduct(
  { params, request, reply }: Call<typeof calls.readProduct>,
  { clock, answers, productOf }: MarketParts,
): Promise<Answered<typeof calls.readProduct>> {
  const { code } = params;
  return await answers.send(request, reply, {
    key: `product/${code}`,
    points: MAKING.product,
    make: async () => productView(await productOf(code), clock.now()),
  });
}

async function listCandles(
  { params, query, request, reply }: Call<typeof calls.listCandles>,
  { pool, clock, answers, decimalsOf }: MarketParts,
): Promise<Answered<typeof calls.listCandles>> {
  const { interval, before, limit } = query;
  const { code } = params;
  const intervalMs = INTERVAL_MS[interval];
  const nowMs = clock.now();
  const endMs = candlesEnd(before, intervalMs, nowMs);
  return await answers.send(request, reply, {
    key: `candles/${code}/${interval}/${endMs}/${limit}`,
    points: MAKING.product + Math.ceil((limit * intervalMs) / MINUTE_MS / MINUTES_A_POINT),
    ...(endMs < nowMs - PAST_AFTER_MS ? { keptMs: PAST_KEPT_MS } : {}),
    make: async () => {
      const decimals = await decimalsOf(code);
      const candles = await readCandles(pool, code, intervalMs, endMs, limit);
      return candles.map((candle) => candleView(candle, decimals));
    },
  });
}

async function listTicks(
  { params, query, request, reply }: Call<typeof calls.listTicks>,
  { pool, readTicks, answers, decimalsOf }: MarketParts,
): Promise<Answered<typeof calls.listTicks>> {
  const { code } = params;
  const { fromSeq, toSeq } = query;
  const asked = toSeq - Math.max(fromSeq, 1) + 1;
  return await answers.send(request, reply, {
    key: `ticks/${code}/${fromSeq}/${toSeq}`,
    points: MAKING.ticks + Math.ceil((toSeq - fromSeq) / TICKS_A_POINT),
    make: async () => {
      await decimalsOf(code);
      const ticks = await readTicks(pool, code, BigInt(fromSeq), BigInt(toSeq));
      if (!ticks.ok) throw new Refused(ticks.error);
      return ticks.value.map((tick) => tickView(code, tick));
    },
    keptMs: (ticks) => (ticks.length === asked ? WHOLE_TICKS_KEPT_MS : SECOND_MS),
  });
}

async function listTerms(
  { params, request, reply }: Call<typeof calls.listTerms>,
  { pool, answers, decimalsOf }: MarketParts,
): Promise<Answered<typeof calls.listTerms>> {
  const { code } = params;
  return await answers.send(request, reply, {
    key: `terms/${code}`,
    points: MAKING.terms,
    make: async () => {
      await decimalsOf(code);
      const versions = await selectPublishedTerms(pool, code);
      return versions.map((terms) => ({ ...terms, publishedAt: new Date(terms.publishedAt).toISOString() }));
    },
  });
}

/** What whoever checks the prices holds a second against that is called closed. */
async function readSessions(
  { params, request, reply }: Call<typeof calls.readSessions>,
  { clock, answers, productOf }: MarketParts,
): Promise<Answered<typeof calls.readSessions>> {
  const { code } = params;
  return await answers.send(request, reply, {
    key: `sessions/${code}`,
    points: MAKING.product,
    make: async () => sessionsView(await productOf(code), clock.now()),
  });
}

/** Also of a product that is not offered any more. */
async function listStops(
  { params, request, reply }: Call<typeof calls.listStops>,
  { pool, answers, decimalsOf }: MarketParts,
): Promise<Answered<typeof calls.listStops>> {
  const { code } = params;
  return await answers.send(request, reply, {
    key: `stops/${code}`,
    points: MAKING.terms,
    make: async () => {
      await decimalsOf(code);
      return (await selectStopsOf(pool, code, STOPS_SHOWN)).map(stopView);
    },
  });
}

/** Also of a product that is not offered any more. */
async function listVersions(
  { params, request, reply }: Call<typeof calls.listVersions>,
  { pool, answers, decimalsOf }: MarketParts,
): Promise<Answered<typeof calls.listVersions>> {
  const { code } = params;
  return await answers.send(request, reply, {
    key: `versions/${code}`,
    points: MAKING.terms,
    make: async () => {
      await decimalsOf(code);
      return (await selectVersions(pool, code, STOPS_SHOWN)).map(versionView);
    },
  });
}

async function listCheckpoints(
  { query, request, reply }: Call<typeof calls.listCheckpoints>,
  { pool, answers }: MarketParts,
): Promise<Answered<typeof calls.listCheckpoints>> {
  const { product, kind, cursor } = query;
  const after = cursorPlace(cursor);
  return await answers.send(request, reply, {
    key: `checkpoints/${product ?? ''}/${kind ?? ''}/${cursor ?? ''}/${query.limit}`,
    points: MAKING.checkpoints,
    make: async () => {
      const page = await pageOf({
        paging: query,
        read: async (limit) => await selectCheckpoints(pool, { product, kind, after, limit }),
        view: checkpointView,
        cursorOf: (last) => `${last.slot}-${last.product}`,
      });
      return { ...page, keys: (await selectKeys(pool)).map(proofKeyView) };
    },
  });
}

/**
 * The end of the requested bars, normalised so that equal requests share one cached answer. For the newest bars it is
 * the end of the open bar. Otherwise it is the opening of the first bar that is not requested.
 */
function candlesEnd(before: string | undefined, intervalMs: number, nowMs: number): number {
  const newestEnd = Math.ceil((nowMs + MINUTE_MS) / intervalMs) * intervalMs;
  if (before === undefined) return newestEnd;
  const beforeMs = Date.parse(before);
  if (Number.isNaN(beforeMs)) throw new Refused('PARAMETERS_INVALID', { fields: { before: 'FIELD_INVALID' } });
  return Math.min(newestEnd, Math.ceil(beforeMs / intervalMs) * intervalMs);
}

/** The cursor of the checkpoint list names the last checkpoint seen: its slot in epoch ms, and its product. */
function cursorPlace(cursor: string | undefined): CheckpointFilter['after'] {
  return cursorLike(cursor, /^(\d{1,14})-([A-Z0-9]{3,16})$/, (slot, product) => ({ slot: Number(slot), product }));
}

function versionView(row: Awaited<ReturnType<typeof selectVersions>>[number]): ProductVersionsView[number] {
  return {
    version: row.version,
    ...stateView(row),
    holdsFrom: new Date(row.holdsFrom).toISOString(),
    publishedAt: new Date(row.publishedAt).toISOString(),
  };
}
