import { formatMoney, money } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { sessionAt } from '@candor/domain/market/sessions';
import type { Order } from '@candor/domain/trading/order';
import { largestPossible, placeOrder, whyNoPrice } from '@candor/domain/trading/place-order';
import type { PlaceOrderCommand, PlaceOrderError, PlaceOrderFacts } from '@candor/domain/trading/place-order';
import { durationTerms } from '@candor/domain/trading/terms';
import type { Tick } from '@candor/domain/trading/tick';
import { isErrorKey } from '@candor/contract/error-keys';
import { ERROR_CODES } from '@candor/contract/errors/error-codes';
import { restrictionMessage } from '@candor/contract/restriction-texts';
import { stopMessage } from '@candor/contract/stop-texts';
import { orderView } from '@candor/contract/trading';
import type { OrderView } from '@candor/contract/trading';
import * as z from 'zod/mini';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { inOneFlight } from '../../platform/db/transaction.ts';
import { atMoment } from '../../platform/ids/ids.ts';
import { runBatch } from '../../services/commands/run-batch.ts';
import type { BatchCommand } from '../../services/commands/run-batch.ts';
import type { Call, Decision, Outcome } from '../../services/commands/run-commands.ts';
import { selectOwnDecisions } from '../../services/own-limits/own-limit-store.ts';
import type { ExclusionKey, LimitKey, RefusedAt } from '../../services/own-limits/own-refusals.ts';
import {
  currentTerms,
  newestTicks,
  productFacts,
  termsOfHash,
  termsVersion,
} from '../../services/quotes/quote-store.ts';
import type { ProductFacts, PublishedTerms } from '../../services/quotes/quote-store.ts';
import { requestColumns } from '../../services/receipts/accepted-order.ts';
import type { SignedRequest } from '../../services/receipts/accepted-order.ts';
import { readHouseBooks } from './house-books.ts';
import type { HouseBooks } from './house-books.ts';
import { acceptedOrderView } from './order-view.ts';
import { countOrder, ownGuardOf, ownRefusal } from './own-guards.ts';
import type { OwnGuards } from './own-guards.ts';
import {
  holdOrderLog,
  isOverLimit,
  orderInsert,
  orderNumbers,
  selectEarlierOrders,
  selectNow,
  selectPlacementFacts,
} from './placement-store.ts';
import type { PlacementFacts } from './placement-store.ts';

/**
 * Placing orders as a batch command of the runner (services/commands). Nothing is decided here: facts are read under the
 * members' locks and the pure `placeOrder` decides. The database takes the stakes with the orders.
 */
export interface PlaceCommand extends PlaceOrderCommand {
  key: string;
  fingerprint: Buffer;
  /** Hides the order in the order log from everyone without it. Random, made with the order. */
  nonce: string;
  /** The hash of the terms that the member saw, lower-case hex. It names them alone, or together with their version. */
  termsHash?: string;
  /** What the member's device signed; it was verified before. Left out by a repetition, which places nothing. */
  request?: SignedRequest;
}

/** The answer to a command. A retry gets exactly the same: an order's from the order, a refusal's as it was stored. */
export type PlaceAnswer = { ok: true; order: OrderView } | Refusal;

interface Refusal {
  ok: false;
  error: RefusalKey | 'IDEMPOTENCY_KEY_REUSED';
  params?: Record<string, string | number>;
}

/** A refusal as the member reads it: a limit of their own has its own text for each period. */
type RefusalKey =
  | Exclude<PlaceOrderError, 'STAKE_LIMIT' | 'LOSS_LIMIT'>
  | 'TRADING_FORBIDDEN_BECAUSE'
  | 'HOUSE_LIMIT_FULL'
  | ExclusionKey
  | LimitKey;

const ORDER_ROUTE = 'trade/orders';

type Mode = 'practice' | 'live';

interface Placed {
  order: Order;
  nonce: string;
  key: string;
  request: SignedRequest;
  terms: PublishedTerms;
  paidIn: Currency;
}

/** Waits for members whose row another transaction holds. */
export async function placeOrders(pool: Pool, mode: Mode, commands: readonly PlaceCommand[]): Promise<PlaceAnswer[]> {
  const outcomes = await glanceFirst(
    async (look) => await runBatch(pool, placing(mode, look), commands.map(callOf), { waits: true }),
  );
  return outcomes.map((outcome) => {
    if (outcome === 'MEMBER_HELD') throw new Error('placing waits for held members');
    return answerOf(outcome);
  });
}

/**
 * Like placeOrders, for commands of many members. A member whose row another transaction holds is left out, so that no
 * other command waits for it.
 */
export async function placeUnheldOrders(
  pool: Pool,
  mode: Mode,
  commands: readonly PlaceCommand[],
): Promise<(PlaceAnswer | 'MEMBER_HELD')[]> {
  const outcomes = await glanceFirst(async (look) => await runBatch(pool, placing(mode, look), commands.map(callOf)));
  return outcomes.map((outcome) => (outcome === 'MEMBER_HELD' ? outcome : answerOf(outcome)));
}

/**
 * How a batch sees what the house can lose. Batches that only glance at it do not wait for each other before they write, which is right
 * as long as no limit is near. Under the locks they do, and what they see is what is.
 */
type Look = 'glance' | 'locked';

/** A limit is near: what a glance saw is not enough to decide. Nothing was written. */
class LimitNear extends Error {
  override name = 'LimitNear';
}

async function glanceFirst<T>(run: (look: Look) => Promise<T>): Promise<T> {
  try {
    return await run('glance');
  } catch (error) {
    if (!(error instanceof LimitNear) && !isOverLimit(error)) throw error;
    return await run('locked');
  }
}

type PlaceCall = Call<PlaceCommand>;

function callOf(command: PlaceCommand): PlaceCall {
  return { memberId: command.memberId, key: command.key, fingerprint: command.fingerprint, input: command };
}

function answerOf(outcome: Outcome<PlaceAnswer>): PlaceAnswer {
  return outcome.ok ? outcome.value : outcome;
}

function placing(mode: Mode, look: Look): BatchCommand<PlaceCommand, State, Placed, bigint, PlaceAnswer> {
  return {
    name: ORDER_ROUTE,
    stored: { of: (answer) => answer, read: readAnswer },
    readEarlier: async (db, calls) =>
      (await selectEarlierOrders(db, calls)).map((row) => ({
        memberId: row.memberId,
        key: row.key,
        fingerprint: row.fingerprint,
        answer: { ok: true, order: acceptedOrderView(row) },
      })),
    readFacts: async (db, calls) => await readState(db, calls, look),
    decide: (call, state) => decide(call, factsFor(call, mode, state), state),
    apply: (state, { order }) => {
      countOrder(state.guards, mode, order);
      state.books.add(order);
      const key = fundsKey(order);
      state.available.set(key, (state.available.get(key) ?? 0n) - order.stake - order.fee);
      state.open.add(positionKey(order));
    },
    write: (effects) => ({
      statement: orderInsert(effects.map(({ effect, call }) => ({ ...call.input, ...effect }))),
      read: (rows) => {
        const numbers = orderNumbers(rows);
        return effects.map(({ effect }) => {
          const no = numbers.get(effect.order.id);
          if (no === undefined) throw new Error('a placed order was not written');
          return no;
        });
      },
    }),
    answer: ({ order, nonce, key, request, terms, paidIn }, no) => ({
      ok: true,
      order: acceptedOrderView({
        ...order,
        no,
        nonce,
        key,
        ...requestColumns(request),
        currencyDecimals: paidIn.decimals,
        decimals: terms.decimals,
        termsHash: terms.hash,
      }),
    }),
    newsOf: ({ order }) => order.id,
  };
}

function decide(call: PlaceCall, facts: PlaceOrderFacts, state: State): Decision<Placed, PlaceAnswer> {
  const command = call.input;
  const { request, key, nonce } = command;
  if (request === undefined) return { answer: { ok: false, error: 'ORDER_FAILED_RETRY' }, kept: false };
  const signed = { signedAt: request.signedAt, deadline: request.acceptBy };
  // Its id names the moment of its acceptance, and with it the month where it stands (0047_months_of_orders.sql).
  const orderId = atMoment(command.orderId, facts.acceptedAt);
  const decided = placeOrder({ ...command, ...versionNamed(command, facts), orderId, signed }, facts);
  if (!decided.ok) {
    if (decided.error === 'HOUSE_LIMIT' && state.look === 'glance') throw new LimitNear('a limit is near');
    const answer = refusal(call, decided.error, facts, state);
    return { answer, kept: isKept(answer.error) };
  }
  const { order } = decided.value;
  const terms = state.terms.get(order.product);
  if (terms === undefined) throw new Error('the placed order has no terms');
  return { effect: { order, nonce, key, request, terms, paidIn: state.currency } };
}

/** Terms that were never published have no version: with this one the rules refuse them. */
const NO_VERSION = 0;

/** The version that a command names, itself or by its hash alone. */
function versionNamed(
  { termsVersion: version, termsHash: hash }: Named,
  { seenTerms }: PlaceOrderFacts,
): Pick<PlaceOrderCommand, 'termsVersion'> {
  if (version === undefined && hash === undefined) return {};
  return { termsVersion: version ?? seenTerms?.version ?? NO_VERSION };
}

/** A wrong field is not a decision: the member corrects it and sends the same key again. */
function isKept(error: Refusal['error']): boolean {
  return ERROR_CODES[error] !== 400;
}

const refusalKey = z.custom<Refusal['error']>((value) => isErrorKey(value));

const storedAnswer = z.union([
  z.object({ ok: z.literal(true), order: orderView }),
  z.object({
    ok: z.literal(false),
    error: refusalKey,
    params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  }),
]);

function readAnswer(json: unknown): PlaceAnswer {
  const answer = storedAnswer.parse(json);
  if (answer.ok) return answer;
  const { params, error } = answer;
  return params === undefined ? { ok: false, error } : { ok: false, error, params };
}

interface State extends RefusedAt {
  look: Look;
  ofCall: ReadonlyMap<PlaceCall, PlacementFacts>;
  products: Map<string, ProductFacts>;
  terms: Map<string, PublishedTerms>;
  seenTerms: Map<string, PublishedTerms | null>;
  ticks: Map<string, Tick>;
  /** What earlier commands of the same batch left, what they opened, and what they count in a member's own limits. */
  guards: OwnGuards;
  books: HouseBooks;
  available: Map<string, bigint>;
  open: Set<string>;
}

async function readState(db: Db, calls: readonly PlaceCall[], look: Look): Promise<State> {
  const commands = calls.map((call) => call.input);
  const products = [...new Set(commands.map((command) => command.product))];
  const [, now, rows, facts, terms, ticks] = await inOneFlight([
    holdOrderLog(db),
    selectNow(db),
    selectPlacementFacts(db, commands),
    productFacts(db, products),
    currentTerms(db, products),
    newestTicks(db, products),
  ]);
  const ofCall = new Map<PlaceCall, PlacementFacts>();
  const available = new Map<string, bigint>();
  const open = new Set<string>();
  const guarded = new Set<bigint>();
  for (const [index, call] of calls.entries()) {
    const row = rows[index];
    if (row === undefined) throw new Error('every command has its facts');
    ofCall.set(call, row);
    available.set(fundsKey(call.input), row.available ?? 0n);
    if (row.open === true) open.add(positionKey(call.input));
    if (row.guarded === true) guarded.add(call.memberId);
  }
  const guards = await selectOwnDecisions(db, [...guarded]);
  const seenTerms = await readSeenTerms(db, commands, terms);
  const books = await readHouseBooks(db, commands, now.nowMs, terms, ticks, look === 'locked');
  return { ...now, look, books, ofCall, products: facts, terms, seenTerms, ticks, guards, available, open };
}

function fundsKey({ memberId, wallet }: Pick<PlaceOrderCommand, 'memberId' | 'wallet'>): string {
  return `${memberId}/${wallet}`;
}

function positionKey(of: Pick<PlaceOrderCommand, 'memberId' | 'wallet' | 'product'>): string {
  return `${fundsKey(of)}/${of.product}`;
}

type Named = Pick<PlaceCommand, 'product' | 'termsVersion' | 'termsHash'>;

/** By the version, or by the hash alone. */
function seenKey({ product, termsVersion: version, termsHash: hash }: Named): string {
  return `${product}/${version ?? hash ?? ''}`;
}

function namesCurrent({ termsVersion: version, termsHash: hash }: Named, current: PublishedTerms | null): boolean {
  if (version !== undefined) return version === current?.version;
  return hash === undefined || hash === current?.hash;
}

async function readSeenTerms(
  db: Db,
  commands: readonly PlaceCommand[],
  current: ReadonlyMap<string, PublishedTerms>,
): Promise<Map<string, PublishedTerms | null>> {
  const seen = new Map<string, PublishedTerms | null>();
  for (const command of commands) {
    const { product, termsVersion: version, termsHash: hash } = command;
    if (namesCurrent(command, current.get(product) ?? null) || seen.has(seenKey(command))) continue;
    if (version !== undefined) seen.set(seenKey(command), await termsVersion(db, product, version));
    else if (hash !== undefined) seen.set(seenKey(command), await termsOfHash(db, product, hash));
  }
  return seen;
}

function factsFor(call: PlaceCall, mode: Mode, state: State): PlaceOrderFacts {
  const command = call.input;
  const member = state.ofCall.get(call);
  const product = state.products.get(command.product) ?? null;
  const terms = state.terms.get(command.product) ?? null;
  const session = product === null ? null : sessionAt(product.calendar, state.nowMs);
  const seen = namesCurrent(command, terms) ? terms : (state.seenTerms.get(seenKey(command)) ?? null);
  return {
    acceptedAt: state.nowMs,
    mode,
    member: { frozen: member?.frozen ?? true, tradingAllowed: member?.tradingAllowed ?? false },
    product,
    terms,
    seenTerms: command.termsHash === undefined || seen?.hash === command.termsHash ? seen : null,
    newestTick: state.ticks.get(command.product) ?? null,
    inSession: session?.open ?? false,
    sessionEndsAt: session?.open === true ? session.endsAt : null,
    available: money(state.available.get(fundsKey(command)) ?? 0n),
    hasOpenPosition: state.open.has(positionKey(command)),
    currency: state.currency.code,
    ownGuard: ownGuardOf(state.guards, mode, command),
    book: state.books.bookOf(command),
  };
}

/** A refusal with what its message needs: why the member may not trade, why there is no price, a limit, or the current terms. */
function refusal(call: PlaceCall, error: PlaceOrderError, facts: PlaceOrderFacts, state: State): Refusal {
  const command = call.input;
  const { terms } = facts;
  const paidIn = state.currency;
  if (error === 'SELF_EXCLUDED' || error === 'STAKE_LIMIT' || error === 'LOSS_LIMIT') {
    const own = ownRefusal(command, facts, state);
    if (own === null) throw new Error('a limit that refuses can be named');
    return { ok: false, error: own.key, params: own.params };
  }
  const tradingReason = state.ofCall.get(call)?.tradingReason ?? null;
  if (error === 'TRADING_FORBIDDEN') {
    const stopped = state.products.get(command.product);
    const { key, params } =
      stopped?.forbidden === true || tradingReason === null
        ? stopMessage(stopped?.stopCode ?? null)
        : restrictionMessage('trading', tradingReason);
    return { ok: false, error: key, params };
  }
  const offer = terms === null ? null : durationTerms(terms, command.durationSec);
  const reason = error === 'PRICE_UNAVAILABLE' ? whyNoPrice(facts) : null;
  if (reason !== null) return { ok: false, error, params: { reason } };
  if (terms !== null && error === 'TERMS_CHANGED') return { ok: false, error, params: { current: terms.version } };
  if (offer !== null && error === 'STAKE_BELOW_MINIMUM')
    return { ok: false, error, params: { min: formatMoney(offer.minStake, paidIn) } };
  if (offer !== null && error === 'HOUSE_LIMIT') {
    const largest = largestPossible(facts, command.direction, offer);
    return largest === 0n
      ? { ok: false, error: 'HOUSE_LIMIT_FULL' }
      : { ok: false, error, params: { max: formatMoney(largest, paidIn) } };
  }
  if (offer !== null && error === 'STAKE_ABOVE_MAXIMUM')
    return { ok: false, error, params: { max: formatMoney(offer.maxStake, paidIn) } };
  return { ok: false, error };
}
