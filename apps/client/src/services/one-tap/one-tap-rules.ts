/*
 * One-tap mode: a tap on a direction places the order at once, without the ticket's confirmation. It is off until the
 * member switches it on with the highest amount one tap may stake. Higher amounts are confirmed as always. Pure.
 */

import type { ProductView } from '@candor/contract/market';
import { parseMoney } from '@candor/domain/money';
import type { Currency, Money } from '@candor/domain/money';
import { readMoney } from '@candor/domain/text/typed-amount';
import type { AmountProblem } from '@candor/domain/text/typed-amount';

export type OneTap = {
  readonly isOn: boolean;
  /** The highest stake of one tap, plain decimal text; empty if it was never set. */
  readonly limit: string;
};

export const OFF: OneTap = { isOn: false, limit: '' };

/** Reads a member's stored choice; an invalid value means off. */
export function readOneTap(kept: unknown): OneTap {
  if (typeof kept !== 'object' || kept === null) return OFF;
  const { isOn, limit }: { isOn?: unknown; limit?: unknown } = kept;
  return typeof limit === 'string' && typeof isOn === 'boolean' ? { isOn, limit } : OFF;
}

/** The highest stake any product accepts: no limit may be set above it. Null while no product offers an order. */
export function highestStake(products: readonly Pick<ProductView, 'durations'>[], paidIn: Currency): Money | null {
  const stakes = products.flatMap(({ durations }) => durations.map((offer) => limitOf(offer.maxStake, paidIn)));
  return stakes.reduce(
    (highest, stake) => (highest === null || (stake !== null && stake > highest) ? stake : highest),
    null,
  );
}

export type LimitProblem = AmountProblem | 'required' | 'invalid' | 'tooHigh';

const OWN_WORDS: Partial<Record<AmountProblem, LimitProblem>> = {
  AMOUNT_REQUIRED: 'required',
  AMOUNT_INVALID: 'invalid',
};

/** The problem of a typed limit; null if it may be saved. */
export function limitProblem(text: string, highest: Money | null, paidIn: Currency): LimitProblem | null {
  const limit = readMoney(text, paidIn);
  if (!limit.ok) return OWN_WORDS[limit.error] ?? limit.error;
  if (limit.value <= 0n) return 'invalid';
  return highest === null || limit.value > highest ? 'tooHigh' : null;
}

/**
 * Whether a tap places this stake at once. Without a stake, without a limit, or above the limit, it is confirmed as
 * always.
 */
export function coversStake({ isOn, limit }: OneTap, stake: Money | null, paidIn: Currency): boolean {
  const highest = limitOf(limit, paidIn);
  return isOn && stake !== null && stake > 0n && highest !== null && stake <= highest;
}

/** A second touch within this time belongs to the first. */
const DOUBLE_TAP_MS = 700;

/** Whether a tap is the second half of a double tap. Both times are from the same clock, in ms. */
export function isSecondTouch(lastTapAtMs: number | null, nowMs: number): boolean {
  return lastTapAtMs !== null && nowMs - lastTapAtMs < DOUBLE_TAP_MS;
}

function limitOf(text: string, paidIn: Currency): Money | null {
  const limit = parseMoney(text, paidIn);
  return limit.ok ? limit.value : null;
}
