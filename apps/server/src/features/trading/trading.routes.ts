import { randomUUID } from 'node:crypto';
import {
  PREFERS_SHARED_ACCEPTANCE,
  logProofView,
  orderBody,
  orderParams,
  ordersQuery,
  ordersView,
  orderView as orderSchema,
  summaryQuery,
  summaryView as summarySchema,
} from '@candor/contract/trading';
import { envelopeOf } from '@candor/contract/envelope';
import { receiptAnswer } from '@candor/contract/receipt-document';
import { parseMoney } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { header, ok, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import { memberRoute } from '../../platform/http/route-cost.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import { uuidV7 } from '../../platform/ids/ids.ts';
import { requireIdempotencyKey } from '../../services/idempotency/idempotency.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { Signer } from '../../services/proof/signer.ts';
import type { ReadTicks } from '../../services/ticks/read-ticks.ts';
import { makeReceipt } from '../../services/receipts/make-receipt.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import { rangeMs } from '../../services/site/date-range.ts';
import type { Site } from '../../services/site/site.ts';
import { createRequestCheck } from './check-request.ts';
import { withAcceptance } from './accept-order.ts';
import { readLogProof } from './read-log-proof.ts';
import { selectOrder, selectOrderByKey, selectOrders, selectSummary } from './order-store.ts';
import { orderView, summaryView } from './order-view.ts';
import type { PlaceAnswer } from './place-orders.ts';
import type { PlacementQueue } from './placement-queue.ts';

/**
 * Timed orders: placing and reading. No route accepts or writes an outcome. The rules are in
 * packages/domain/src/trading.
 */
export interface TradingDeps {
  pool: Pool;
  clock: Clock;
  site: Site;
  sessions: Sessions;
  queue: PlacementQueue;
  fingerprints: Fingerprints;
  orderLimit: RateLimit;
  signer: Signer;
  readTicks: ReadTicks;
}

const PAGE_DEFAULT = 20;

export function tradingRoutes(app: HttpApp, deps: TradingDeps): void {
  const { pool, clock, site, sessions, signer } = deps;
  const member = { config: memberRoute('list') };
  const checkRequest = createRequestCheck();

  app.post(
    '/api/trade/orders',
    {
      ...member,
      config: memberRoute('change'),
      schema: { tags: ['trading'], body: orderBody, response: { 200: envelopeOf(orderSchema) } },
    },
    async (request) => {
      const { memberId, deviceKey } = sessions.memberOf(request);
      const key = requireIdempotencyKey(request);
      await deps.orderLimit.take(`order:${memberId}`);
      const body = request.body;
      const stake = parseMoney(body.stake, site.currency);
      if (!stake.ok) throw refusedStake(stake.error, site.currency);
      const { request: sent, ...decided } = body;
      const { termsVersion, termsHash, ...rest } = decided;
      const wallet = body.wallet ?? site.defaultWallet;
      const nowMs = clock.now();
      const paidIn = site.currency;
      const checked = await checkRequest({
        request: sent,
        ...decided,
        key,
        stake: stake.value,
        wallet,
        paidIn,
        deviceKey,
        nowMs,
      });
      // An order that was placed by this call before is answered again, whoever signed it: the member may have logged in anew.
      if (!checked.ok && (await selectOrderByKey(pool, memberId, key)) === undefined) throw new Refused(checked.error);
      const signed = checked.ok ? checked.request : null;
      const answer = await deps.queue.submit({
        ...rest,
        ...(termsVersion === undefined ? {} : { termsVersion }),
        ...(termsHash === undefined ? {} : { termsHash }),
        ...(signed === null ? {} : { request: signed }),
        wallet,
        stake: stake.value,
        orderId: uuidV7(),
        nonce: randomUUID(),
        memberId,
        submittedAt: nowMs,
        key,
        // A repetition may be signed again, at another moment.
        fingerprint: deps.fingerprints.of(decided),
      });
      if (!answer.ok) throw refusedOrder(answer);
      return ok(await withAcceptance(answer.order, prefersShared(request) ? signer.shareAcceptance : signer.signApart));
    },
  );

  app.get(
    '/api/trade/orders',
    { ...member, schema: { tags: ['trading'], querystring: ordersQuery, response: { 200: envelopeOf(ordersView) } } },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      const query = request.query;
      if (query.key !== undefined) {
        const row = await selectOrderByKey(pool, memberId, query.key.toLowerCase());
        return ok({ items: row === undefined ? [] : [orderView(row, clock.now())], nextCursor: null });
      }
      const limit = query.limit ?? PAGE_DEFAULT;
      const rows = await selectOrders(pool, {
        memberId,
        wallet: query.wallet ?? site.defaultWallet,
        status: query.status,
        result: query.result,
        product: query.product,
        ...rangeMs(query, site.timeZone),
        beforeNo: cursorNo(query.cursor),
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      const nowMs = clock.now();
      return ok({
        items: page.map((row) => orderView(row, nowMs)),
        nextCursor: last === undefined ? null : last.no.toString(),
      });
    },
  );

  app.get(
    '/api/trade/orders/:id',
    {
      ...member,
      config: memberRoute('lookup'),
      schema: { tags: ['trading'], params: orderParams, response: { 200: envelopeOf(orderSchema) } },
    },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      const row = await selectOrder(pool, memberId, request.params.id);
      if (row === undefined) throw new Refused('ORDER_NOT_FOUND');
      return ok(await withAcceptance(orderView(row, clock.now()), signer.signApart));
    },
  );

  app.get(
    '/api/trade/orders/:id/receipt',
    {
      ...member,
      config: memberRoute('receipt'),
      schema: { tags: ['trading'], params: orderParams, response: { 200: envelopeOf(receiptAnswer) } },
    },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      await deps.orderLimit.take(`receipt:${memberId}`);
      const receipt = await makeReceipt(deps, memberId, request.params.id);
      if (!receipt.ok) throw new Refused(receipt.error);
      return ok({ receipt: receipt.value });
    },
  );

  app.get(
    '/api/trade/orders/:id/log-proof',
    {
      ...member,
      config: memberRoute('lookup'),
      schema: { tags: ['trading'], params: orderParams, response: { 200: envelopeOf(logProofView) } },
    },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      const proof = await readLogProof(pool, memberId, request.params.id);
      if (proof === undefined) throw new Refused('ORDER_NOT_FOUND');
      return ok(proof);
    },
  );

  app.get(
    '/api/trade/summary',
    {
      ...member,
      schema: { tags: ['trading'], querystring: summaryQuery, response: { 200: envelopeOf(summarySchema) } },
    },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      const { query } = request;
      const wallet = query.wallet ?? site.defaultWallet;
      const range = rangeMs(query, site.timeZone);
      const { product, result } = query;
      const rows = await selectSummary(pool, { memberId, wallet, product, result, ...range });
      return ok(summaryView(wallet, site.currency, rows));
    },
  );
}

/** Any other way to write it gets a note of its own, which every client can read. */
function prefersShared(request: HttpRequest): boolean {
  const preferences = header(request, 'prefer')?.split(',') ?? [];
  return preferences.some((preference) => preference.trim() === PREFERS_SHARED_ACCEPTANCE);
}

/** The field a refusal belongs to, so that the client can show it there. */
const FIELD_OF: Readonly<Record<string, string>> = {
  STAKE_BELOW_MINIMUM: 'stake',
  STAKE_ABOVE_MAXIMUM: 'stake',
  BALANCE_INSUFFICIENT: 'stake',
  DURATION_INVALID: 'durationSec',
  PRODUCT_NOT_FOUND: 'product',
};

function refusedStake(error: 'MONEY_INVALID' | 'MONEY_TOO_PRECISE', { decimals }: Currency): Refused {
  return error === 'MONEY_TOO_PRECISE'
    ? new Refused('STAKE_TOO_PRECISE', { fields: { stake: 'STAKE_TOO_PRECISE' }, params: { decimals } })
    : new Refused('STAKE_INVALID', { fields: { stake: 'STAKE_INVALID' } });
}

function refusedOrder(answer: Extract<PlaceAnswer, { ok: false }>): Refused {
  const field = FIELD_OF[answer.error];
  return new Refused(answer.error, {
    ...(answer.params === undefined ? {} : { params: answer.params }),
    ...(field === undefined ? {} : { fields: { [field]: answer.error } }),
  });
}

/** The cursor of a list of orders is the number of the last one seen. */
function cursorNo(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,18}$/.test(cursor)) throw new Refused('FIELD_INVALID', { fields: { cursor: 'FIELD_INVALID' } });
  return BigInt(cursor);
}
