/*
 * Limits that members set for themselves, on the wallet that the site runs on. Tighter holds at once. Looser holds a day
 * later and can be cancelled until then. Nobody else changes a limit. The database holds the same rule (keep_own_limit).
 */

import { largerOf } from '../decimal.ts';
import { money, restOf, ZERO } from '../money.ts';
import type { Money } from '../money.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import type { LimitPeriod } from './limit-period.ts';

/** What is limited: money paid in, stakes placed, and the net loss of orders. */
export const LIMIT_KINDS = ['deposit', 'stake', 'loss'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** How long a looser limit waits: long enough to sleep on it. */
export const LOOSER_WAIT_MS = 86_400_000;

/** An amount as a limit; null is no limit. */
export type LimitAmount = Money | null;

/** `next` replaces `amount` at the moment `at`. */
export interface LimitState {
  readonly amount: LimitAmount;
  readonly next: { readonly amount: LimitAmount; readonly at: number } | null;
}

export const NO_LIMIT: LimitState = { amount: null, next: null };

/** The state at a moment: what has waited long enough holds. */
export function limitAt(state: LimitState, nowMs: number): LimitState {
  return state.next !== null && state.next.at <= nowMs ? { amount: state.next.amount, next: null } : state;
}

/**
 * What a limit becomes when its member asks for `asked`. To ask for what holds already cancels what waits; to ask again
 * for what waits does not make it wait longer.
 */
export function changeLimit(state: LimitState, asked: LimitAmount, nowMs: number): LimitState {
  const { amount, next } = limitAt(state, nowMs);
  if (!isLooser(asked, amount)) return { amount: asked, next: null };
  if (next !== null && next.amount === asked) return { amount, next };
  return { amount, next: { amount: asked, at: nowMs + LOOSER_WAIT_MS } };
}

export function isLooser(asked: LimitAmount, held: LimitAmount): boolean {
  return held !== null && (asked === null || asked > held);
}

/** What a member did in the period of a limit. */
export interface LimitSums {
  /** Stakes of orders accepted in the period, without those that came back: tied and voided. */
  readonly staked: Money;
  /** Net loss of the orders settled in the period; negative after a gain. */
  readonly lost: Money;
  /** Stakes and fees of all open orders, whenever they were placed. */
  readonly atRisk: Money;
  /** Deposits credited in the period. */
  readonly deposited: Money;
  /** Deposits that are asked for and not decided. */
  readonly underway: Money;
}

/**
 * What counts against a limit. A loss limit counts every open order as lost: whatever the prices do, the net loss of the
 * period cannot pass the limit.
 */
export function limitUsed(kind: LimitKind, sums: LimitSums): Money {
  switch (kind) {
    case 'deposit':
      return money(sums.deposited + sums.underway);
    case 'stake':
      return sums.staked;
    case 'loss':
      return largerOf(money(sums.lost + sums.atRisk), ZERO);
  }
}

export interface LimitUse {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  /** What holds now. */
  readonly amount: LimitAmount;
  readonly sums: LimitSums;
}

/** The same limits after an order was accepted. */
export function afterOrder<Use extends LimitUse>(uses: readonly Use[], stake: Money, fee: Money): Use[] {
  return uses.map((use) => ({
    ...use,
    sums: {
      ...use.sums,
      staked: money(use.sums.staked + stake),
      atRisk: money(use.sums.atRisk + stake + fee),
    },
  }));
}

/** A limit that refuses, and what would still fit in it. */
export interface LimitReached {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  readonly amount: Money;
  readonly left: Money;
}

/** The most that still fits, never below zero. */
export function limitLeft({ kind, amount, sums }: LimitUse): LimitAmount {
  if (amount === null) return null;
  // A gain leaves more than the limit itself: it may be lost again.
  return restOf(amount, kind === 'loss' ? money(sums.lost + sums.atRisk) : limitUsed(kind, sums));
}

/** Whether `more` fits in all limits of a kind. The refusal names the limit with the least left. */
export function fitsLimits(uses: readonly LimitUse[], kind: LimitKind, more: Money): Result<null, LimitReached> {
  let reached: LimitReached | null = null;
  for (const use of uses) {
    const left = use.kind === kind ? limitLeft(use) : null;
    if (left === null || use.amount === null || more <= left || (reached !== null && reached.left <= left)) continue;
    reached = { kind, period: use.period, amount: use.amount, left };
  }
  return reached === null ? ok(null) : err(reached);
}
