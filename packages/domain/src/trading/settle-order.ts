/**
 * Decides a due order from the recorded ticks alone. It must never use anything else: not the member, not the house's
 * result, not the time at which it runs. The member's browser uses the same function to check a receipt.
 */
import { houseAccount, memberAccount } from '../ledger/account.ts';
import type { TransferDraft, TransferType } from '../ledger/transfer.ts';
import type { AccountRef } from '../ledger/account.ts';
import { money, ZERO } from '../money.ts';
import type { Money } from '../money.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import type { Direction, Order } from './order.ts';
import { payoutIfWon } from './terms.ts';
import type { Tick } from './tick.ts';

/** How long after entryAt the entry tick may come. */
export const ENTRY_WINDOW_MS = 3000;
/** How old the exit tick may be at closesAt. */
export const EXIT_WINDOW_MS = 2000;

export type Outcome = 'won' | 'lost' | 'tied' | 'voided';

export const VOID_REASONS = ['NO_ENTRY_TICK', 'NO_EXIT_TICK', 'EXIT_NOT_OK', 'EXIT_BEFORE_ENTRY'] as const;

export type VoidReason = (typeof VOID_REASONS)[number];

export type Settlement = {
  readonly outcome: Outcome;
  /** Set if and only if the order is voided. */
  readonly reason: VoidReason | null;
  readonly entry: Tick | null;
  readonly exit: Tick | null;
  /** Net result, signed: profit − fee if won, −(stake + fee) if lost, else 0. */
  readonly profit: Money;
  /** What returns to the member's funds. */
  readonly credited: Money;
  readonly transfers: readonly TransferDraft[];
};

/** The fields of an order that settlement reads. */
export type SettleableOrder = Pick<
  Order,
  'id' | 'memberId' | 'direction' | 'wallet' | 'currency' | 'stake' | 'fee' | 'payoutRate' | 'entryAt' | 'closesAt'
>;

/**
 * Settles `order`. `ticks` are the ticks of the order's product with `at` in both windows, in any order; extra ticks do
 * no harm. `newestTickAt` is the `at` of the chain's newest tick: an order is due once this reaches closesAt.
 */
export function settleOrder(
  order: SettleableOrder,
  ticks: readonly Tick[],
  newestTickAt: number | null,
): Result<Settlement, 'NOT_DUE'> {
  if (newestTickAt === null || newestTickAt < order.closesAt) return err('NOT_DUE');
  // The entry window of a very short order ends after the order does; ticks there may not be recorded yet.
  const known = ticks.filter((tick) => tick.at <= order.closesAt);
  const entry = pickEntryTick(known, order.entryAt);
  const exit = pickExitTick(known, order.closesAt);
  if (entry === null) return ok(refunded(order, 'NO_ENTRY_TICK', entry, exit));
  if (exit === null) return ok(refunded(order, 'NO_EXIT_TICK', entry, exit));
  if (exit.status !== 'OK') return ok(refunded(order, 'EXIT_NOT_OK', entry, exit));
  if (exit.seq <= entry.seq) return ok(refunded(order, 'EXIT_BEFORE_ENTRY', entry, exit));
  if (exit.price === entry.price) return ok(refunded(order, null, entry, exit));
  return ok(directionOf(entry, exit) === order.direction ? won(order, entry, exit) : lost(order, entry, exit));
}

/** The oldest OK tick with `at` in [entryAt, entryAt + 3 s], or null. */
export function pickEntryTick(ticks: readonly Tick[], entryAt: number): Tick | null {
  let oldest: Tick | null = null;
  for (const tick of ticks) {
    if (tick.status !== 'OK' || tick.at < entryAt || tick.at > entryAt + ENTRY_WINDOW_MS) continue;
    if (oldest === null || tick.seq < oldest.seq) oldest = tick;
  }
  return oldest;
}

/** The newest tick of any status with `at` in [closesAt − 2 s, closesAt], or null. */
export function pickExitTick(ticks: readonly Tick[], closesAt: number): Tick | null {
  let newest: Tick | null = null;
  for (const tick of ticks) {
    if (tick.at < closesAt - EXIT_WINDOW_MS || tick.at > closesAt) continue;
    if (newest === null || tick.seq > newest.seq) newest = tick;
  }
  return newest;
}

function directionOf(entry: Tick, exit: Tick): Direction {
  return exit.price > entry.price ? 'up' : 'down';
}

function won(order: SettleableOrder, entry: Tick, exit: Tick): Settlement {
  const { funds, house } = accountsOf(order);
  const payout = payoutIfWon(order.stake, order.payoutRate);
  return {
    outcome: 'won',
    reason: null,
    entry,
    exit,
    profit: money(payout - order.stake - order.fee),
    credited: payout,
    transfers: [...closing(order), transfer(order, 'orderPayout', house, funds, payout)],
  };
}

function lost(order: SettleableOrder, entry: Tick, exit: Tick): Settlement {
  return {
    outcome: 'lost',
    reason: null,
    entry,
    exit,
    profit: money(-(order.stake + order.fee)),
    credited: ZERO,
    transfers: closing(order),
  };
}

/** A tie (no reason) or a void: stake and fee go back. */
function refunded(
  order: SettleableOrder,
  reason: VoidReason | null,
  entry: Tick | null,
  exit: Tick | null,
): Settlement {
  const { funds, escrow } = accountsOf(order);
  const credited = money(order.stake + order.fee);
  return {
    outcome: reason === null ? 'tied' : 'voided',
    reason,
    entry,
    exit,
    profit: ZERO,
    credited,
    transfers: [transfer(order, 'orderRefund', escrow, funds, credited)],
  };
}

/** A decided order leaves escrow: the stake goes to the house, the fee goes to the fees. */
function closing(order: SettleableOrder): TransferDraft[] {
  const { escrow, house, fees } = accountsOf(order);
  const stake = transfer(order, 'orderClose', escrow, house, order.stake);
  return order.fee > 0n ? [stake, transfer(order, 'fee', escrow, fees, order.fee)] : [stake];
}

function accountsOf(order: SettleableOrder): Record<'funds' | 'escrow' | 'house' | 'fees', AccountRef> {
  const { memberId, wallet, currency } = order;
  return {
    funds: memberAccount('funds', memberId, wallet, currency),
    escrow: houseAccount('escrow', wallet, currency),
    house: houseAccount('house', wallet, currency),
    fees: houseAccount('fees', wallet, currency),
  };
}

function transfer(
  order: SettleableOrder,
  type: TransferType,
  debit: AccountRef,
  credit: AccountRef,
  amount: Money,
): TransferDraft {
  return { debit, credit, amount, type, phase: 'single', refType: 'order', refId: order.id };
}
