import type { PlaceAnswer } from '../../features/trading/place-orders.ts';
import { decide, decimalText, isDue, settle } from './model.ts';
import type { MemberState, ModelAnswer, ModelOrder, World } from './model.ts';
import type { SimAttempt } from './plan.ts';

/**
 * Linearizability of one member's commands: parallel transactions must have happened in some order, each completely.
 * A transaction whose answer was lost may have happened or not; settlement may take a due order at any moment. All
 * states that explain the answers are kept, and later answers remove the wrong ones.
 */
export interface Transaction {
  attempts: readonly SimAttempt[];
  /** Null when no answer came. */
  answers: readonly PlaceAnswer[] | null;
}

interface Event {
  name: string;
  isOptional: boolean;
  /** Returns null when the answers contradict the model. */
  apply: (state: MemberState) => MemberState | null;
}

/** The possible states of a member after these transactions; none when no order of them explains the answers. */
export function possibleStates(
  world: World,
  before: readonly MemberState[],
  transactions: readonly Transaction[],
  workersRan: boolean,
): MemberState[] {
  const found = new Map<string, MemberState>();
  const placing = transactions.map((transaction, index) => placementEvent(world, transaction, index));
  for (const state of before) explore(world, state, placing, workersRan, found, new Set());
  return [...found.values()];
}

function explore(
  world: World,
  state: MemberState,
  remaining: readonly Event[],
  workersRan: boolean,
  found: Map<string, MemberState>,
  seen: Set<string>,
): void {
  const place = `${stateKey(state)}|${remaining.map((event) => event.name).join()}`;
  if (seen.has(place)) return;
  seen.add(place);
  if (remaining.every((event) => event.isOptional)) found.set(stateKey(state), state);
  for (const event of remaining) {
    const next = event.apply(state);
    if (next !== null)
      explore(
        world,
        next,
        remaining.filter((other) => other !== event),
        workersRan,
        found,
        seen,
      );
  }
  if (!workersRan) return;
  for (const order of state.open.values())
    if (isDue(world, order)) explore(world, settle(world, state, order), remaining, workersRan, found, seen);
}

function placementEvent(world: World, { attempts, answers }: Transaction, index: number): Event {
  return {
    name: `${index}`,
    isOptional: answers === null,
    apply: (before) => {
      let state = before;
      for (const [position, attempt] of attempts.entries()) {
        const decided = decide(world, state, attempt);
        const answer = answers?.[position];
        if (answers !== null && (answer === undefined || !isSameAnswer(decided.answer, answer))) return null;
        state = decided.state;
      }
      return state;
    },
  };
}

/** Settles everything that is due: the expected state when the workers find nothing more to do. */
export function drained(world: World, state: MemberState): MemberState {
  let after = state;
  for (const order of state.open.values()) if (isDue(world, order)) after = settle(world, after, order);
  return after;
}

/** Two commands of one key may get one answer; which of them was decided shows later, so the body belongs to the state. */
function stateKey(state: MemberState): string {
  return JSON.stringify([
    state.funds.toString(),
    [...state.open.values()].map((order) => order.id).toSorted(),
    [...state.decided]
      .map(([key, { body, answer }]) => `${key}${body}${answer.ok ? answer.order.id : answer.error}`)
      .toSorted(),
  ]);
}

function isSameAnswer(expected: ModelAnswer, actual: PlaceAnswer): boolean {
  if (expected.ok !== actual.ok) return false;
  if (!expected.ok)
    return (
      !actual.ok &&
      expected.error === actual.error &&
      JSON.stringify(expected.params ?? {}) === JSON.stringify(actual.params ?? {})
    );
  return actual.ok && isSameOrder(expected.order, actual);
}

function isSameOrder(expected: ModelOrder, { order }: Extract<PlaceAnswer, { ok: true }>): boolean {
  return (
    order.id.slice(15) === expected.id &&
    order.product === expected.product &&
    order.direction === expected.direction &&
    order.wallet === expected.wallet &&
    order.stake === decimalText(expected.stake) &&
    order.fee === decimalText(expected.fee) &&
    order.payout === decimalText(expected.payout) &&
    order.payoutRate === (expected.payoutRate / 10_000).toFixed(4) &&
    order.durationSec === expected.durationSec &&
    Date.parse(order.entryAt) === expected.entryAt &&
    Date.parse(order.closesAt) === expected.closesAt &&
    order.termsVersion === expected.termsVersion &&
    order.status === 'open' &&
    order.entryPrice === null &&
    Date.parse(order.acceptedAt) < expected.entryAt
  );
}
