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
import type { FeedTick, Tick } from './tick.ts';

/** How long after entryAt the entry tick may come. */
export const ENTRY_WINDOW_MS = 3000;
/** How old the exit tick may be at closesAt. */
export const EXIT_WINDOW_MS = 2000;

export type Outcome = 'won' | 'lost' | 'tied' | 'voided';

/**
 * The most important first. NOT_LOGGED: the entry tick does not commit the site to this order, so it could have been
 * made up, changed or dated back once the prices were known. FEED_CHANGED: the prices at both ends are of different
 * kinds, so they cannot be compared.
 */
export const VOID_REASONS = [
  'NO_ENTRY_TICK',
  'NOT_LOGGED',
  'NO_EXIT_TICK',
  'EXIT_NOT_OK',
  'EXIT_BEFORE_ENTRY',
  'FEED_CHANGED',
] as const;

export type VoidReason = (typeof VOID_REASONS)[number];

export type Settlement = {
  readonly outcome: Outcome;
  /** Set if and only if the order is voided. */
  readonly reason: VoidReason | null;
  readonly entry: FeedTick | null;
  readonly exit: FeedTick | null;
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
> & {
  /** Its place in the order log, from zero. Null or left out if it has none. */
  readonly logIndex?: bigint | null;
};

/** When an order begins and ends on its product's chain. Orders of one product that share both share one verdict. */
export type TradeWindow = Pick<Order, 'entryAt' | 'closesAt'>;

/** What the ticks say about every order of one product and one window. */
export type Verdict = {
  /** Set if and only if these orders are voided. */
  readonly reason: VoidReason | null;
  readonly entry: FeedTick | null;
  readonly exit: FeedTick | null;
  /** The direction that wins. Null if both prices are equal, or if there is a reason. */
  readonly winner: Direction | null;
};

/**
 * Judges one window of one product. `ticks` are the ticks of the product with `at` in the spans of entry and exit, in
 * any order; extra ticks do no harm. `newestTickAt` is the `at` of the chain's newest tick: orders are due once this
 * reaches closesAt.
 */
export function judgeWindow(
  { entryAt, closesAt }: TradeWindow,
  ticks: readonly FeedTick[],
  newestTickAt: number | null,
): Result<Verdict, 'NOT_DUE'> {
  if (newestTickAt === null || newestTickAt < closesAt) return err('NOT_DUE');
  // The entry span of a very short order ends after the order does; ticks there may not be recorded yet.
  const known = ticks.filter((tick) => tick.at <= closesAt);
  const entry = pickEntryTick(known, entryAt);
  const exit = pickExitTick(known, closesAt);
  if (entry === null) return ok({ reason: 'NO_ENTRY_TICK', entry, exit, winner: null });
  if (exit === null) return ok({ reason: 'NO_EXIT_TICK', entry, exit, winner: null });
  if (exit.status !== 'OK') return ok({ reason: 'EXIT_NOT_OK', entry, exit, winner: null });
  if (exit.seq <= entry.seq) return ok({ reason: 'EXIT_BEFORE_ENTRY', entry, exit, winner: null });
  if (exit.feed !== entry.feed) return ok({ reason: 'FEED_CHANGED', entry, exit, winner: null });
  return ok({ reason: null, entry, exit, winner: winnerOf(entry, exit) });
}

/** Settles `order` by the verdict on its window. The other parameters are those of `judgeWindow`. */
export function settleOrder(
  order: SettleableOrder,
  ticks: readonly FeedTick[],
  newestTickAt: number | null,
): Result<Settlement, 'NOT_DUE'> {
  const judged = judgeWindow(order, ticks, newestTickAt);
  if (!judged.ok) return judged;
  const { winner, entry } = judged.value;
  if (entry !== null && !isLoggedAt(entry, order.logIndex ?? null)) {
    return ok(refunded(order, { ...judged.value, reason: 'NOT_LOGGED' }));
  }
  if (winner === null) return ok(refunded(order, judged.value));
  return ok(winner === order.direction ? won(order, judged.value) : lost(order, judged.value));
}

/**
 * Whether the log that the tick commits to has the order. It is decided before the exit price is known, so nobody gains
 * by leaving an order out. A tick from before the site had a log asks for nothing.
 */
function isLoggedAt({ logSize = null }: FeedTick, logIndex: bigint | null): boolean {
  return logSize === null || (logIndex !== null && logIndex < logSize);
}

/** What the windows look at. */
type TimedTick = Pick<Tick, 'seq' | 'at' | 'status'>;

/**
 * The ticks whose status or price decides an order, oldest first: from the entry second up to the entry tick, or the whole window where
 * there is none, and the exit tick once the order is due. At most one a second, so five.
 */
export function decidingTicks<T extends TimedTick>(
  ticks: readonly T[],
  { entryAt, closesAt }: { readonly entryAt: number; readonly closesAt: number },
): T[] {
  const known = ticks.filter(({ at }) => at <= closesAt);
  const entryUntil = pickEntryTick(known, entryAt)?.at ?? entryAt + ENTRY_WINDOW_MS;
  const isDue = ticks.some(({ at }) => at >= closesAt);
  const exit = isDue ? pickExitTick(known, closesAt) : null;
  return known.filter((tick) => (tick.at >= entryAt && tick.at <= entryUntil) || tick === exit);
}

/** The oldest OK tick with `at` in [entryAt, entryAt + 3 s], or null. */
export function pickEntryTick<T extends TimedTick>(ticks: readonly T[], entryAt: number): T | null {
  let oldest: T | null = null;
  for (const tick of ticks) {
    if (tick.status !== 'OK' || tick.at < entryAt || tick.at > entryAt + ENTRY_WINDOW_MS) continue;
    if (oldest === null || tick.seq < oldest.seq) oldest = tick;
  }
  return oldest;
}

/** The newest tick of any status with `at` in [closesAt − 2 s, closesAt], or null. */
export function pickExitTick<T extends TimedTick>(ticks: readonly T[], closesAt: number): T | null {
  let newest: T | null = null;
  for (const tick of ticks) {
    if (tick.at < closesAt - EXIT_WINDOW_MS || tick.at > closesAt) continue;
    if (newest === null || tick.seq > newest.seq) newest = tick;
  }
  return newest;
}

function winnerOf(entry: Tick, exit: Tick): Direction | null {
  if (exit.price === entry.price) return null;
  return exit.price > entry.price ? 'up' : 'down';
}

function won(order: SettleableOrder, { entry, exit }: Verdict): Settlement {
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

function lost(order: SettleableOrder, { entry, exit }: Verdict): Settlement {
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
function refunded(order: SettleableOrder, { reason, entry, exit }: Verdict): Settlement {
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
