import { accountKey, memberAccount } from '@candor/domain/ledger/account';
import type { TransferDraft } from '@candor/domain/ledger/transfer';
import { formatMoney, money } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { sessionAt } from '@candor/domain/market/sessions';
import type { Order } from '@candor/domain/trading/order';
import { placeOrder, whyNoPrice } from '@candor/domain/trading/place-order';
import type { PlaceOrderCommand, PlaceOrderError, PlaceOrderFacts } from '@candor/domain/trading/place-order';
import { durationTerms } from '@candor/domain/trading/terms';
import type { Terms } from '@candor/domain/trading/terms';
import type { Tick } from '@candor/domain/trading/tick';
import { ERROR_CODES } from '@candor/contract/errors/error-codes';
import type { OrderView } from '@candor/contract/trading';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { insertIdempotency, selectIdempotency } from '../../services/idempotency/idempotency-store.ts';
import { lockFreeMembers, lockMembers, readAccounts, writeTransfers } from '../../services/ledger/ledger.ts';
import { insertOutbox } from '../../services/outbox/outbox-store.ts';
import { currentTerms, newestTicks, productFacts, termsVersion } from '../../services/quotes/quote-store.ts';
import type { ProductFacts, PublishedTerms } from '../../services/quotes/quote-store.ts';
import { insertOrders, positionKey, selectMembersAndNow, selectPositions } from './order-store.ts';
import type { MemberFacts } from './order-store.ts';
import { acceptedOrderView } from './order-view.ts';

/**
 * Decides and writes a batch of order commands in one transaction. It decides nothing by itself: facts are read under
 * the members' locks, the pure `placeOrder` answers, and answers, orders, transfers and balances are written as sets.
 */
export interface PlaceCommand extends PlaceOrderCommand {
  key: string;
  fingerprint: Buffer;
}

/** What a command was answered. Kept as JSON under its idempotency key, so that a retry hears the very same. */
export type PlaceAnswer =
  | { ok: true; order: OrderView }
  | { ok: false; error: PlaceOrderError | 'IDEMPOTENCY_KEY_REUSED'; params?: Record<string, string | number> };

export const ORDER_ROUTE = 'trade/orders';

/** Waits for members whose row another transaction holds. */
export async function placeOrders(
  pool: Pool,
  mode: 'practice' | 'live',
  commands: readonly PlaceCommand[],
): Promise<PlaceAnswer[]> {
  return await withTransaction(pool, async (db) => {
    await lockMembers(db, [...new Set(commands.map((command) => command.memberId))]);
    return await decide(db, mode, commands);
  });
}

/**
 * As placeOrders, for commands of many members: a member whose row another transaction holds is left out, so that nobody
 * waits for them.
 */
export async function placeUnheldOrders(
  pool: Pool,
  mode: 'practice' | 'live',
  commands: readonly PlaceCommand[],
): Promise<(PlaceAnswer | 'MEMBER_HELD')[]> {
  return await withTransaction(pool, async (db) => {
    const locked = new Set(await lockFreeMembers(db, [...new Set(commands.map((command) => command.memberId))]));
    const unheld = commands.filter((command) => locked.has(command.memberId));
    const answers = (unheld.length === 0 ? [] : await decide(db, mode, unheld)).values();
    return commands.map((command) => (locked.has(command.memberId) ? next(answers) : 'MEMBER_HELD'));
  });
}

function next(answers: Iterator<PlaceAnswer, unknown>): PlaceAnswer {
  const { done, value } = answers.next();
  if (done === true) throw new Error('every command is answered');
  return value;
}

/** Under the locks of the commands' members. */
async function decide(db: Db, mode: 'practice' | 'live', commands: readonly PlaceCommand[]): Promise<PlaceAnswer[]> {
  const memberIds = [...new Set(commands.map((command) => command.memberId))];
  const known = await knownAnswers(db, commands);
  const state = await readState(db, commands, memberIds);

  const answers: PlaceAnswer[] = [];
  const placed: Order[] = [];
  const transfers: TransferDraft[] = [];
  const fresh: { command: PlaceCommand; answer: PlaceAnswer; order: Order | undefined }[] = [];
  for (const command of commands) {
    const earlier = known.get(answerKey(command));
    if (earlier !== undefined) {
      answers.push(
        earlier.fingerprint.equals(command.fingerprint)
          ? earlier.answer()
          : { ok: false, error: 'IDEMPOTENCY_KEY_REUSED' },
      );
      continue;
    }
    const facts = factsFor(command, mode, state);
    const decided = placeOrder(command, facts);
    const entry: (typeof fresh)[number] = decided.ok
      ? { command, order: decided.value.order, answer: PENDING }
      : { command, order: undefined, answer: refusal(command, decided.error, facts, state.currency) };
    if (decided.ok) {
      placed.push(decided.value.order);
      transfers.push(...decided.value.transfers);
      state.spend(decided.value.order);
    }
    if (isKept(entry.answer))
      known.set(answerKey(command), { fingerprint: command.fingerprint, answer: () => entry.answer });
    fresh.push(entry);
    answers.push(entry.answer);
  }

  const numbers = await insertOrders(db, placed);
  for (const entry of fresh) {
    if (entry.order === undefined) continue;
    const no = numbers.get(entry.order.id);
    const terms = state.terms.get(entry.order.product);
    if (no === undefined || terms === undefined) throw new Error('a placed order was not written');
    entry.answer = { ok: true, order: acceptedOrderView(entry.order, no, state.currency.decimals, terms) };
  }
  await writeTransfers(db, transfers);
  await insertIdempotency(
    db,
    fresh
      .filter(({ answer }) => isKept(answer))
      .map(({ command, answer }) => ({
        memberId: command.memberId,
        route: ORDER_ROUTE,
        key: command.key,
        fingerprint: command.fingerprint,
        answer,
      })),
  );
  await insertOutbox(
    db,
    fresh.flatMap(({ command, answer }) =>
      answer.ok ? [{ memberId: command.memberId, message: { type: 'order', order: answer.order } }] : [],
    ),
  );
  return commands.map((command, index) => {
    const answer = answers[index];
    if (answer === undefined) throw new Error('every command is answered');
    return answer === PENDING ? (known.get(answerKey(command))?.answer() ?? answer) : answer;
  });
}

/** A wrong field is no decision: the member mends it and sends the same key again. */
function isKept(answer: PlaceAnswer): boolean {
  return answer.ok || ERROR_CODES[answer.error] !== 400;
}

/** Stands in for the answer of an accepted order until its number is known. */
const PENDING: PlaceAnswer = { ok: false, error: 'IDEMPOTENCY_KEY_REUSED' };

function answerKey(command: { memberId: bigint; key: string }): string {
  return `${command.memberId}/${command.key}`;
}

interface Known {
  fingerprint: Buffer;
  answer: () => PlaceAnswer;
}

async function knownAnswers(db: Db, commands: readonly PlaceCommand[]): Promise<Map<string, Known>> {
  const rows = await selectIdempotency<PlaceAnswer>(
    db,
    commands.map((command) => ({ memberId: command.memberId, route: ORDER_ROUTE, key: command.key })),
  );
  // The answer was written by this function and is told again as it was.
  return new Map(rows.map((row) => [answerKey(row), { fingerprint: row.fingerprint, answer: () => row.answer }]));
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
  /** Later commands of the same batch see what this one took. */
  spend: (order: Order) => void;
}

async function readState(db: Db, commands: readonly PlaceCommand[], memberIds: readonly bigint[]): Promise<State> {
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
  commands: readonly PlaceCommand[],
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

function factsFor(command: PlaceCommand, mode: 'practice' | 'live', state: State): PlaceOrderFacts {
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

/** A refusal with what its wording needs: why there is no price, the bounds of the stake, the terms that hold now. */
function refusal(command: PlaceCommand, error: PlaceOrderError, facts: PlaceOrderFacts, paidIn: Currency): PlaceAnswer {
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
