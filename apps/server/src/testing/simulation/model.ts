import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { bodyOf } from './plan.ts';
import type { SimAttempt, SimTerms } from './plan.ts';

/**
 * The correct answer to an order command, written a second time and as simply as possible from the product's rules.
 * It must never import the code it judges. Times are epoch milliseconds, amounts minor units, rates 1/10,000.
 */
export interface ModelTick {
  seq: number;
  at: number;
  price: number;
  status: string;
}

export interface World {
  /** Where the clock stands. */
  nowMs: number;
  /** All ticks of a product so far, oldest first. */
  ticks: Map<string, ModelTick[]>;
  /** All terms of a product so far, oldest first. */
  terms: Map<string, SimTerms[]>;
  forbidden: Set<string>;
  shut: Set<string>;
  quiet: Set<string>;
  frozen: Set<number>;
}

export interface ModelOrder {
  id: string;
  product: string;
  direction: 'up' | 'down';
  wallet: string;
  stake: bigint;
  fee: bigint;
  payoutRate: number;
  payout: bigint;
  durationSec: number;
  entryAt: number;
  closesAt: number;
  termsVersion: number;
}

export type ModelAnswer =
  | { ok: true; order: ModelOrder }
  | { ok: false; error: string; params?: Record<string, string | number> };

/** What one member owns. Never changed in place. */
export interface MemberState {
  funds: bigint;
  open: ReadonlyMap<string, ModelOrder>;
  decided: ReadonlyMap<string, { body: string; answer: ModelAnswer }>;
}

const NOT_KEPT = new Set(['DURATION_INVALID', 'STAKE_BELOW_MINIMUM', 'STAKE_ABOVE_MAXIMUM']);
const SCALE = 10_000n;

/** `1234n` → `12.34` with two decimals; amounts are never negative. Written separately from the rule it tests. */
export function decimalText(minor: bigint): string {
  const { decimals } = TEST_CURRENCY;
  const digits = minor.toString().padStart(decimals + 1, '0');
  return digits.slice(0, digits.length - decimals) + (decimals === 0 ? '' : `.${digits.slice(-decimals)}`);
}

/** One command against one member's state: the answer, and the state after it. */
export function decide(
  world: World,
  state: MemberState,
  attempt: SimAttempt,
): { answer: ModelAnswer; state: MemberState } {
  const body = bodyOf(attempt);
  const earlier = state.decided.get(attempt.key);
  if (earlier !== undefined) {
    const answer: ModelAnswer = earlier.body === body ? earlier.answer : { ok: false, error: 'IDEMPOTENCY_KEY_REUSED' };
    return { answer, state };
  }
  const answer = judge(world, state, attempt);
  if (!answer.ok && NOT_KEPT.has(answer.error)) return { answer, state };
  const decided = new Map(state.decided).set(attempt.key, { body, answer });
  if (!answer.ok) return { answer, state: { ...state, decided } };
  const { order } = answer;
  const open = new Map(state.open).set(order.product, order);
  return { answer, state: { funds: state.funds - order.stake - order.fee, open, decided } };
}

function judge(world: World, state: MemberState, attempt: SimAttempt): ModelAnswer {
  const refuse = (error: string, params?: Record<string, string | number>): ModelAnswer => ({
    ok: false,
    error,
    ...(params === undefined ? {} : { params }),
  });
  const { product, stake } = attempt;
  const versions = world.terms.get(product);
  const head = world.ticks.get(product)?.at(-1);
  if (world.frozen.has(attempt.member)) return refuse('ACCOUNT_FROZEN');
  if (attempt.wallet === 'cash') return refuse('WALLET_UNAVAILABLE');
  const terms = versions?.at(-1);
  if (terms === undefined) return refuse('PRODUCT_NOT_FOUND');
  // The world forbids without a stop, as the owner may: no operator gave a reason.
  if (world.forbidden.has(product)) return refuse('TRADING_FORBIDDEN', { because: 'STOPPED_OTHER' });
  if (world.shut.has(product)) return refuse('MARKET_CLOSED');
  if (world.quiet.has(product)) return refuse('PRICE_UNAVAILABLE', { reason: 'OLD' });
  if (head === undefined) return refuse('PRICE_UNAVAILABLE', { reason: 'NONE' });
  if (head.status !== 'OK') return refuse('PRICE_UNAVAILABLE', { reason: head.status });
  if (head.at < world.nowMs - 3000) return refuse('PRICE_UNAVAILABLE', { reason: 'OLD' });
  const entryAt = secondOf(Math.max(world.nowMs, head.at)) + 1000;
  // A clock that stepped back: the order would enter later than two seconds after an ordinary one.
  if (entryAt > secondOf(world.nowMs) + 3000) return refuse('PRICE_UNAVAILABLE', { reason: 'AHEAD' });
  const offerOf = (version: SimTerms | undefined) =>
    version?.durations.find(({ seconds }) => seconds === attempt.durationSec);
  const offer = offerOf(terms);
  if (offer === undefined) return refuse('DURATION_INVALID');
  if (stake < offer.minStake) return refuse('STAKE_BELOW_MINIMUM', { min: decimalText(BigInt(offer.minStake)) });
  if (stake > offer.maxStake) return refuse('STAKE_ABOVE_MAXIMUM', { max: decimalText(BigInt(offer.maxStake)) });
  if (attempt.termsVersion !== null && attempt.termsVersion !== terms.version) {
    const seen = versions?.find(({ version }) => version === attempt.termsVersion);
    const before = offerOf(seen);
    const isAsGood =
      seen !== undefined &&
      before !== undefined &&
      offer.payoutRate >= before.payoutRate &&
      terms.feeRate <= seen.feeRate;
    if (!isAsGood) return refuse('TERMS_CHANGED', { current: terms.version });
  }
  if (state.open.has(product)) return refuse('POSITION_PENDING');
  const fee = (stake * BigInt(terms.feeRate)) / SCALE;
  if (state.funds < stake + fee) return refuse('BALANCE_INSUFFICIENT');
  return {
    ok: true,
    order: {
      // An accepted order keeps these bits; the moment before them is that of its acceptance.
      id: attempt.orderId.slice(15),
      product,
      direction: attempt.direction,
      wallet: attempt.wallet,
      stake,
      fee,
      payoutRate: offer.payoutRate,
      payout: stake + (stake * BigInt(offer.payoutRate)) / SCALE,
      durationSec: attempt.durationSec,
      entryAt,
      closesAt: entryAt + attempt.durationSec * 1000,
      termsVersion: terms.version,
    },
  };
}

function secondOf(ms: number): number {
  return ms - (ms % 1000);
}

export interface ModelSettlement {
  outcome: 'won' | 'lost' | 'tied' | 'voided';
  reason: string | null;
  entrySeq: number | null;
  exitSeq: number | null;
  credited: bigint;
  profit: bigint;
}

export function isDue(world: World, order: ModelOrder): boolean {
  return (world.ticks.get(order.product)?.at(-1)?.at ?? 0) >= order.closesAt;
}

/** The outcome of a due order, from the ticks alone. */
export function outcomeOf(
  order: Pick<ModelOrder, 'direction' | 'stake' | 'fee' | 'payout' | 'entryAt' | 'closesAt'>,
  ticks: readonly ModelTick[],
): ModelSettlement {
  const { stake, fee, payout, entryAt, closesAt } = order;
  const lived = ticks.filter(({ at }) => at >= entryAt && at <= closesAt);
  const entry = lived.find(({ at, status }) => at <= entryAt + 3000 && status === 'OK');
  const exit = ticks.findLast(({ at }) => at >= closesAt - 2000 && at <= closesAt);
  const seqs = { entrySeq: entry?.seq ?? null, exitSeq: exit?.seq ?? null };
  const refunded = { ...seqs, credited: stake + fee, profit: 0n };
  if (entry === undefined) return { ...refunded, outcome: 'voided', reason: 'NO_ENTRY_TICK' };
  if (exit === undefined) return { ...refunded, outcome: 'voided', reason: 'NO_EXIT_TICK' };
  if (exit.status !== 'OK') return { ...refunded, outcome: 'voided', reason: 'EXIT_NOT_OK' };
  if (exit.seq <= entry.seq) return { ...refunded, outcome: 'voided', reason: 'EXIT_BEFORE_ENTRY' };
  if (exit.price === entry.price) return { ...refunded, outcome: 'tied', reason: null };
  return exit.price > entry.price === (order.direction === 'up')
    ? { ...seqs, outcome: 'won', reason: null, credited: payout, profit: payout - stake - fee }
    : { ...seqs, outcome: 'lost', reason: null, credited: 0n, profit: -stake - fee };
}

export function settle(world: World, state: MemberState, order: ModelOrder): MemberState {
  const open = new Map(state.open);
  open.delete(order.product);
  const { credited } = outcomeOf(order, world.ticks.get(order.product) ?? []);
  return { ...state, funds: state.funds + credited, open };
}
