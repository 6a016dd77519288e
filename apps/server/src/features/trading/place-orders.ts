import { accountKey, memberAccount } from '@candor/domain/ledger/account';
import type { TransferDraft } from '@candor/domain/ledger/transfer';
import { formatMoney, money } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { sessionAt } from '@candor/domain/market/sessions';
import type { Order } from '@candor/domain/trading/order';
import { PLACE_ORDER_ERRORS, placeOrder, whyNoPrice } from '@candor/domain/trading/place-order';
import type { PlaceOrderCommand, PlaceOrderError, PlaceOrderFacts } from '@candor/domain/trading/place-order';
import { durationTerms } from '@candor/domain/trading/terms';
import type { Terms } from '@candor/domain/trading/terms';
import type { Tick } from '@candor/domain/trading/tick';
import { ERROR_CODES } from '@candor/contract/errors/error-codes';
import { orderView } from '@candor/contract/trading';
import type { OrderView } from '@candor/contract/trading';
import * as z from 'zod/mini';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { runCommands, runUnheldCommands } from '../../services/commands/run-commands.ts';
import type { Call, Command, Decision, Outcome } from '../../services/commands/run-commands.ts';
import { readAccounts } from '../../services/ledger/ledger.ts';
import { currentTerms, newestTicks, productFacts, termsVersion } from '../../services/quotes/quote-store.ts';
import type { ProductFacts, PublishedTerms } from '../../services/quotes/quote-store.ts';
import { insertOrders, positionKey, selectMembersAndNow, selectPositions } from './order-store.ts';
import type { MemberFacts } from './order-store.ts';
import { acceptedOrderView } from './order-view.ts';

/**
 * Placing orders as a command of the runner (services/commands). Nothing is decided here: facts are read under the
 * members' locks, the pure `placeOrder` decides, and orders, transfers, answers and news are written as sets.
 */
export interface PlaceCommand extends PlaceOrderCommand {
  key: string;
  fingerprint: Buffer;
}

/**
 * The answer to a command. It is stored as JSON under its idempotency key, so that a retry gets exactly the same
 * answer.
 */
export type PlaceAnswer =
  | { ok: true; order: OrderView }
  | { ok: false; error: PlaceOrderError | 'IDEMPOTENCY_KEY_REUSED'; params?: Record<string, string | number> };

export const ORDER_ROUTE = 'trade/orders';

type Mode = 'practice' | 'live';

interface Placed {
  order: Order;
  transfers: readonly TransferDraft[];
  terms: PublishedTerms;
  paidIn: Currency;
}

/** Waits for members whose row another transaction holds. */
export async function placeOrders(pool: Pool, mode: Mode, commands: readonly PlaceCommand[]): Promise<PlaceAnswer[]> {
  return (await runCommands(pool, placing(mode), commands.map(callOf))).map(answerOf);
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
  const outcomes = await runUnheldCommands(pool, placing(mode), commands.map(callOf));
  return outcomes.map((outcome) => (outcome === 'MEMBER_HELD' ? outcome : answerOf(outcome)));
}

function callOf({ key, fingerprint, ...input }: PlaceCommand): Call<PlaceOrderCommand> {
  return { memberId: input.memberId, key, fingerprint, input };
}

function answerOf(outcome: Outcome<PlaceAnswer>): PlaceAnswer {
  return outcome.ok ? outcome.value : outcome;
}

function placing(mode: Mode): Command<PlaceOrderCommand, State, Placed, bigint, PlaceAnswer> {
  return {
    name: ORDER_ROUTE,
    stored: { of: (answer) => answer, read: readAnswer },
    readFacts: async (db, calls) =>
      await readState(
        db,
        calls.map(({ input }) => input),
      ),
    decide: ({ input }, state) => decide(input, factsFor(input, mode, state), state),
    apply: (state, { order }) => state.spend(order),
    write: async (db, placed) => {
      const numbers = await insertOrders(
        db,
        placed.map(({ order }) => order),
      );
      return placed.map(({ order }) => {
        const no = numbers.get(order.id);
        if (no === undefined) throw new Error('a placed order was not written');
        return no;
      });
    },
    transfersOf: ({ transfers }) => transfers,
    answer: async (_db, done) =>
      done.map(({ effect: { order, terms, paidIn }, written }) => ({
        ok: true,
        order: acceptedOrderView(order, written, paidIn.decimals, terms),
      })),
    newsOf: (answer) => (answer.ok ? [{ type: 'order', order: answer.order }] : []),
  };
}

function decide(command: PlaceOrderCommand, facts: PlaceOrderFacts, state: State): Decision<Placed, PlaceAnswer> {
  const decided = placeOrder(command, facts);
  if (!decided.ok) {
    const answer = refusal(command, decided.error, facts, state.currency);
    return { answer, kept: isKept(decided.error) };
  }
  const { order, transfers } = decided.value;
  const terms = state.terms.get(order.product);
  if (terms === undefined) throw new Error('an order is placed under terms');
  return { effect: { order, transfers, terms, paidIn: state.currency } };
}

/** A wrong field is not a decision: the member corrects it and sends the same key again. */
function isKept(error: PlaceOrderError): boolean {
  return ERROR_CODES[error] !== 400;
}

const storedAnswer = z.union([
  z.object({ ok: z.literal(true), order: orderView }),
  z.object({
    ok: z.literal(false),
    error: z.enum([...PLACE_ORDER_ERRORS, 'IDEMPOTENCY_KEY_REUSED']),
    params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  }),
]);

function readAnswer(json: unknown): PlaceAnswer {
  const answer = storedAnswer.parse(json);
  if (answer.ok) return answer;
  const { params, error } = answer;
  return params === undefined ? { ok: false, error } : { ok: false, error, params };
}

interface State {
  nowMs: number;
  currency: Currency;
  members: Map<bigint, MemberFacts>;
  products: Map<string, ProductFacts>;
  terms: Map<string, PublishedTerms>;
  seenTerms: Map<string, Terms | null>;
  ticks: Map<string, Tick>;
  available: Map<string, bigint>;
  positions: Set<string>;
  /** Records what an order takes, so that later commands of the same batch see it. */
  spend: (order: Order) => void;
}

async function readState(db: Db, commands: readonly PlaceOrderCommand[]): Promise<State> {
  const memberIds = [...new Set(commands.map((command) => command.memberId))];
  const products = [...new Set(commands.map((command) => command.product))];
  const { members, nowMs, currency } = await selectMembersAndNow(db, memberIds);
  const refs = commands.map((command) => memberAccount('funds', command.memberId, command.wallet, currency.code));
  const accounts = await readAccounts(db, refs);
  const available = new Map([...accounts].map(([key, account]) => [key, account.posted - account.held]));
  const positions = await selectPositions(db, memberIds, products);
  const terms = await currentTerms(db, products);
  return {
    nowMs,
    currency,
    members,
    products: await productFacts(db, products),
    terms,
    seenTerms: await readSeenTerms(db, commands, terms),
    ticks: await newestTicks(db, products),
    available,
    positions,
    spend: (order) => {
      const key = accountKey(memberAccount('funds', order.memberId, order.wallet, currency.code));
      available.set(key, (available.get(key) ?? 0n) - order.stake - order.fee);
      positions.add(positionKey(order.memberId, order.wallet, order.product));
    },
  };
}

function seenKey(product: string, version: number): string {
  return `${product}/${version}`;
}

async function readSeenTerms(
  db: Db,
  commands: readonly PlaceOrderCommand[],
  current: ReadonlyMap<string, Terms>,
): Promise<Map<string, Terms | null>> {
  const seen = new Map<string, Terms | null>();
  for (const { product, termsVersion: version } of commands) {
    if (version === undefined || current.get(product)?.version === version || seen.has(seenKey(product, version)))
      continue;
    seen.set(seenKey(product, version), await termsVersion(db, product, version));
  }
  return seen;
}

function factsFor(command: PlaceOrderCommand, mode: 'practice' | 'live', state: State): PlaceOrderFacts {
  const member = state.members.get(command.memberId);
  const product = state.products.get(command.product) ?? null;
  const terms = state.terms.get(command.product) ?? null;
  const session = product === null ? null : sessionAt(product.calendar, state.nowMs);
  const named = command.termsVersion;
  return {
    acceptedAt: state.nowMs,
    mode,
    member: { frozen: member?.frozen ?? true, tradingAllowed: member?.tradingAllowed ?? false },
    product,
    terms,
    seenTerms:
      named === undefined || named === terms?.version
        ? terms
        : (state.seenTerms.get(seenKey(command.product, named)) ?? null),
    newestTick: state.ticks.get(command.product) ?? null,
    inSession: session?.open ?? false,
    sessionEndsAt: session?.open === true ? session.endsAt : null,
    available: money(
      state.available.get(accountKey(memberAccount('funds', command.memberId, command.wallet, state.currency.code))) ??
        0n,
    ),
    hasOpenPosition: state.positions.has(positionKey(command.memberId, command.wallet, command.product)),
    currency: state.currency.code,
  };
}

/** A refusal with what its message needs: why there is no price, the limits of the stake, or the current terms. */
function refusal(
  command: PlaceOrderCommand,
  error: PlaceOrderError,
  facts: PlaceOrderFacts,
  paidIn: Currency,
): PlaceAnswer {
  const { terms } = facts;
  const offer = terms === null ? null : durationTerms(terms, command.durationSec);
  const reason = error === 'PRICE_UNAVAILABLE' ? whyNoPrice(facts) : null;
  if (reason !== null) return { ok: false, error, params: { reason } };
  if (terms !== null && error === 'TERMS_CHANGED') return { ok: false, error, params: { current: terms.version } };
  if (offer !== null && error === 'STAKE_BELOW_MINIMUM')
    return { ok: false, error, params: { min: formatMoney(offer.minStake, paidIn) } };
  if (offer !== null && error === 'STAKE_ABOVE_MAXIMUM')
    return { ok: false, error, params: { max: formatMoney(offer.maxStake, paidIn) } };
  return { ok: false, error };
}
