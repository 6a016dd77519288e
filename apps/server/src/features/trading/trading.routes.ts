import { randomUUID } from 'node:crypto';
import * as calls from '@candor/contract/calls/trading';
import { PREFERS_SHARED_ACCEPTANCE } from '@candor/contract/trading';
import type { LogProofView, OrdersView, OrderView, SummaryView } from '@candor/contract/trading';
import { receiptAnswer } from '@candor/contract/receipt-document';
import { parseMoney } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { header, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import { cursorNumber, pageOf } from '../../platform/http/paging.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import type { PublicAnswers } from '../../platform/http/public-answers.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import { uuidV7 } from '../../platform/ids/ids.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { ListArchivedFiles } from '../../services/order-archive/archived-files.ts';
import type { ReadArchivedOrder } from '../../services/order-archive/read-archived-order.ts';
import type { Signer } from '../../services/proof/signer.ts';
import type { ReadTicks, ReadTickSources } from '../../services/ticks/read-ticks.ts';
import { makeReceipt } from '../../services/receipts/make-receipt.ts';
import { termsVersion as publishedTerms } from '../../services/quotes/quote-store.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import { rangeMs } from '../../services/site/date-range.ts';
import { restingRefusal } from '../../services/site/resting.ts';
import type { Site } from '../../services/site/site.ts';
import { createRequestCheck } from './check-request.ts';
import type { CheckRequest } from './check-request.ts';
import { withAcceptance } from './accept-order.ts';
import { readRoomOf } from './read-room.ts';
import { readLogProof } from './read-log-proof.ts';
import { findOrderByKey, findOrderOf, selectOrderByKey, selectOrders, selectSummary } from './order-store.ts';
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
  readTickSources: ReadTickSources;
  readArchivedOrder: ReadArchivedOrder;
  listArchivedFiles: ListArchivedFiles;
  publicPool: Pool;
  answers: Pick<PublicAnswers, 'send'>;
  /** An order was refused because of what the house can lose. */
  onOverLimit: (product: string) => void;
  /** An order was accepted. */
  onPlaced: () => void;
}

type Trading = TradingDeps & { readonly checkRequest: CheckRequest };

export function tradingRoutes(app: HttpApp, deps: TradingDeps): void {
  serve(app, { ...deps, checkRequest: createRequestCheck() }, [
    on(calls.placeOrder, placeOrder),
    on(calls.listOrders, listOrders),
    on(calls.readOrder, readOrder),
    on(calls.readReceipt, readReceipt, { answer: receiptAnswer }),
    on(calls.readLogProof, answerReadLogProof),
    on(calls.readSummary, readSummary),
    on(calls.readRoom, readRoom),
  ]);
}

async function placeOrder(call: Call<typeof calls.placeOrder>, deps: Trading): Promise<OrderView> {
  const { body, request } = call;
  const { pool, site, signer } = deps;
  const { memberId, deviceKey } = deps.sessions.memberOf(request);
  const { key } = call;
  await deps.orderLimit.take(`order:${memberId}`);
  const stake = parseMoney(body.stake, site.currency);
  if (!stake.ok) throw refusedStake(stake.error, site.currency);
  const { request: sent, ...decided } = body;
  const { termsVersion, termsHash, ...rest } = decided;
  const wallet = body.wallet ?? site.defaultWallet;
  const nowMs = deps.clock.now();
  const paidIn = site.currency;
  const signedTerms = termsHash ?? (await hashOfVersion(pool, body.product, termsVersion));
  const checked = await deps.checkRequest({
    request: sent,
    ...decided,
    ...(signedTerms === undefined ? {} : { termsHash: signedTerms }),
    key,
    stake: stake.value,
    wallet,
    paidIn,
    deviceKey,
    nowMs,
  });
  // An order that was placed by this call before is answered again, whoever signed it: the member may have logged in anew.
  const refusal =
    restingRefusal(site, nowMs) ??
    (checked.ok ? undefined : new Refused(checked.error)) ??
    // Nothing is taken that cannot be accepted in writing.
    (signer.away() === undefined ? undefined : new Refused('ORDER_FAILED_RETRY'));
  if (refusal !== undefined && (await selectOrderByKey(pool, memberId, key)) === undefined) throw refusal;
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
  if (!answer.ok && answer.error.startsWith('HOUSE_LIMIT')) deps.onOverLimit(body.product);
  if (!answer.ok) throw refusedOrder(answer);
  deps.onPlaced();
  return await withAcceptance(answer.order, prefersShared(request) ? signer.shareAcceptance : signer.sign);
}

/** The device signed over the hash, also where the call names the terms by their version alone. */
async function hashOfVersion(db: Pool, product: string, version: number | undefined): Promise<string | undefined> {
  return version === undefined ? undefined : (await publishedTerms(db, product, version))?.hash;
}

async function listOrders({ query, request }: Call<typeof calls.listOrders>, deps: Trading): Promise<OrdersView> {
  const { pool, site, clock } = deps;
  const { memberId } = deps.sessions.memberOf(request);
  if (query.key !== undefined) {
    const row = await findOrderByKey(pool, deps.listArchivedFiles, memberId, query.key.toLowerCase());
    return { items: row === undefined ? [] : [orderView(row, clock.now())], nextCursor: null };
  }
  const { status, result, product } = query;
  const filter = { memberId, wallet: query.wallet ?? site.defaultWallet, status, result, product };
  const range = rangeMs(query, site.timeZone);
  const beforeNo = cursorNumber(query.cursor);
  return await pageOf({
    paging: query,
    read: async (limit) => await selectOrders(pool, deps.listArchivedFiles, { ...filter, ...range, beforeNo, limit }),
    view: (row) => orderView(row, clock.now()),
    cursorOf: ({ no }) => no,
  });
}

async function readOrder({ params, request }: Call<typeof calls.readOrder>, deps: Trading): Promise<OrderView> {
  const { memberId } = deps.sessions.memberOf(request);
  const row = await findOrderOf(deps.pool, deps.readArchivedOrder, memberId, params.id);
  if (row === undefined) throw new Refused('ORDER_NOT_FOUND');
  return await withAcceptance(orderView(row, deps.clock.now()), deps.signer.sign);
}

async function readReceipt({ params, request }: Call<typeof calls.readReceipt>, deps: Trading) {
  const { memberId } = deps.sessions.memberOf(request);
  await deps.orderLimit.take(`receipt:${memberId}`);
  const made = await makeReceipt(deps, memberId, params.id);
  if (!made.ok) throw new Refused(made.error);
  return { receipt: made.value };
}

async function answerReadLogProof(
  { params, request }: Call<typeof calls.readLogProof>,
  deps: Trading,
): Promise<LogProofView> {
  const { memberId } = deps.sessions.memberOf(request);
  const proof = await readLogProof(deps.pool, deps.readArchivedOrder, memberId, params.id);
  if (proof === undefined) throw new Refused('ORDER_NOT_FOUND');
  return proof;
}

async function readSummary({ query, request }: Call<typeof calls.readSummary>, deps: Trading): Promise<SummaryView> {
  const { pool, site } = deps;
  const { memberId } = deps.sessions.memberOf(request);
  const wallet = query.wallet ?? site.defaultWallet;
  const range = rangeMs(query, site.timeZone);
  const { product, result } = query;
  const rows = await selectSummary(pool, deps.listArchivedFiles, { memberId, wallet, product, result, ...range });
  return summaryView(wallet, site.currency, rows);
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

/** Cost of making an answer in points, in addition to sending it; see platform/http/route-cost.ts. */
const MAKING_ROOM = 8;

async function readRoom(
  { params, query, request, reply }: Call<typeof calls.readRoom>,
  { publicPool, answers, clock, site }: Trading,
): Promise<Answered<typeof calls.readRoom>> {
  const { code: product } = params;
  const wallet = query.wallet ?? site.defaultWallet;
  return await answers.send(request, reply, {
    key: `room/${product}/${wallet}`,
    points: MAKING_ROOM,
    make: async () => {
      const items = await readRoomOf(publicPool, { product, wallet, nowMs: clock.now() }, site.currency);
      if (items === null) throw new Refused('PRODUCT_NOT_FOUND');
      return { items };
    },
  });
}
