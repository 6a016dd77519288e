/**
 * What anyone may read of the market: products with their terms, candles, and the published ticks with their hashes. It
 * writes nothing; ticks come from the feed role alone (market.jobs.ts).
 */
import { envelopeOf } from '@candor/contract/envelope';
import {
  CANDLES_LIMIT_DEFAULT,
  candlesQuery,
  candlesView,
  checkpointsQuery,
  checkpointsView,
  type Interval,
  productParams,
  productView as productSchema,
  productsView,
  publishedTermsView,
  ticksQuery,
  ticksView,
} from '@candor/contract/market';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { type HttpApp, Refused, ok } from '../../platform/http/http-app.ts';
import { memoryLimit } from '../../platform/http/rate-limit.ts';
import { PAGE_LIMIT_DEFAULT } from '@candor/contract/fields';
import { selectKeys } from '../../services/proof/key-store.ts';
import type { ReadTicks } from '../../services/ticks/read-ticks.ts';
import { selectCheckpoints } from './feed/checkpoint-store.ts';
import type { CheckpointFilter } from './feed/checkpoint-store.ts';
import { findProduct, listProducts, readCandles, selectPublishedTerms, type ProductRow } from './market-store.ts';
import { candleView, checkpointView, productView, proofKeyView, tickView } from './market-view.ts';

export interface MarketDeps {
  readonly pool: Db;
  readonly clock: Clock;
  readonly readTicks: ReadTicks;
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

/** Old ticks are unpacked from files, which costs. Ten pages a second serve many members behind one address, and any check. */
const TICK_PAGES = { points: 600, durationSec: 60 };

const tags = ['market'];

export function marketRoutes(app: HttpApp, { pool, clock, readTicks }: MarketDeps): void {
  const tickPages = memoryLimit(TICK_PAGES);
  const productOf = async (code: string): Promise<ProductRow> => {
    const row = await findProduct(pool, code);
    if (row === null) throw new Refused('PRODUCT_NOT_FOUND');
    return row;
  };

  app.get('/api/market/products', { schema: { tags, response: { 200: envelopeOf(productsView) } } }, async () => {
    const nowMs = clock.now();
    return ok((await listProducts(pool)).map((row) => productView(row, nowMs)));
  });

  app.get(
    '/api/market/products/:code',
    { schema: { tags, params: productParams, response: { 200: envelopeOf(productSchema) } } },
    async (request) => ok(productView(await productOf(request.params.code), clock.now())),
  );

  app.get(
    '/api/market/products/:code/candles',
    {
      schema: {
        tags,
        params: productParams,
        querystring: candlesQuery,
        response: { 200: envelopeOf(candlesView) },
      },
    },
    async (request) => {
      const { interval, before, limit = CANDLES_LIMIT_DEFAULT } = request.query;
      const { code, decimals } = await productOf(request.params.code);
      const beforeMs = before === undefined ? clock.now() + MINUTE_MS : Date.parse(before);
      if (Number.isNaN(beforeMs)) throw new Refused('PARAMETERS_INVALID', { fields: { before: 'FIELD_INVALID' } });
      const candles = await readCandles(pool, code, INTERVAL_MS[interval], beforeMs, limit);
      return ok(candles.map((candle) => candleView(candle, decimals)));
    },
  );

  app.get(
    '/api/market/products/:code/ticks',
    {
      schema: { tags, params: productParams, querystring: ticksQuery, response: { 200: envelopeOf(ticksView) } },
    },
    async (request) => {
      await tickPages.take(request.ip);
      const { code } = await productOf(request.params.code);
      const { fromSeq, toSeq } = request.query;
      const ticks = await readTicks(pool, code, BigInt(fromSeq), BigInt(toSeq));
      if (!ticks.ok) throw new Refused(ticks.error);
      return ok(ticks.value.map((tick) => tickView(code, tick)));
    },
  );

  app.get(
    '/api/market/products/:code/terms',
    { schema: { tags, params: productParams, response: { 200: envelopeOf(publishedTermsView) } } },
    async (request) => {
      const { code } = await productOf(request.params.code);
      const versions = await selectPublishedTerms(pool, code);
      return ok(versions.map((terms) => ({ ...terms, publishedAt: new Date(terms.publishedAt).toISOString() })));
    },
  );

  app.get(
    '/api/market/checkpoints',
    { schema: { tags, querystring: checkpointsQuery, response: { 200: envelopeOf(checkpointsView) } } },
    async (request) => {
      const { product, kind, cursor, limit = PAGE_LIMIT_DEFAULT } = request.query;
      const rows = await selectCheckpoints(pool, { product, kind, after: cursorPlace(cursor), limit: limit + 1 });
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      return ok({
        items: page.map(checkpointView),
        nextCursor: last === undefined ? null : `${last.slot}-${last.product}`,
        keys: (await selectKeys(pool)).map(proofKeyView),
      });
    },
  );
}

/** The cursor of the list of checkpoints names the last one seen: its slot in epoch ms, and its product. */
function cursorPlace(cursor: string | undefined): CheckpointFilter['after'] {
  if (cursor === undefined) return undefined;
  const [, slot, product] = /^(\d{1,14})-([A-Z0-9]{3,16})$/.exec(cursor) ?? [];
  if (slot === undefined || product === undefined)
    throw new Refused('FIELD_INVALID', { fields: { cursor: 'FIELD_INVALID' } });
  return { slot: Number(slot), product };
}
