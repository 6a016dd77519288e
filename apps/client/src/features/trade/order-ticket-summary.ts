import { divFloor, money, RATE_SCALE } from '@candor/domain/money';
import type { Money, Rate } from '@candor/domain/money';
import { orderTimes } from '@candor/domain/trading/order-times';
import { breakEvenRate, durationTerms, feeOf, payoutIfWon, profitIfWon } from '@candor/domain/trading/terms';
import type { Terms } from '@candor/domain/trading/terms';

/*
 * What an order would bring and cost, before it is placed. It uses the server's own rules, from @candor/domain, so that
 * the ticket promises what is really credited.
 */

export type TicketSummary = {
  readonly stake: Money;
  /** Net result if won: profit minus the fee. */
  readonly gain: Money;
  /** The loss if lost: stake and fee. Positive. */
  readonly loss: Money;
  readonly fee: Money;
  readonly feeRate: Rate;
  readonly payoutRate: Rate;
  /** Stake and profit, as credited if won. */
  readonly payout: Money;
  readonly breakEvenRate: Rate;
  /** Estimates by the server's clock, epoch ms: the server sets the final times when it accepts. */
  readonly entryAtMs: number;
  readonly closesAtMs: number;
};

export type Moments = { readonly nowMs: number; readonly lastTickAtMs: number | null };

/** Null without a stake, or if the duration is not offered. */
export function ticketSummary(
  terms: Terms,
  durationSec: number | null,
  stake: Money | null,
  { nowMs, lastTickAtMs }: Moments,
): TicketSummary | null {
  const offer = durationSec === null ? null : durationTerms(terms, durationSec);
  if (offer === null || stake === null || stake <= 0n) return null;
  const fee = feeOf(stake, terms.feeRate);
  const { entryAt, closesAt } = orderTimes(
    Math.floor(nowMs),
    lastTickAtMs === null ? null : Math.floor(lastTickAtMs),
    offer.seconds,
    terms.entryDelaySec,
  );
  return {
    stake,
    gain: money(profitIfWon(stake, offer.payoutRate) - fee),
    loss: money(stake + fee),
    fee,
    feeRate: terms.feeRate,
    payoutRate: offer.payoutRate,
    payout: payoutIfWon(stake, offer.payoutRate),
    breakEvenRate: breakEvenRate(terms.feeRate, offer.payoutRate),
    entryAtMs: entryAt,
    closesAtMs: closesAt,
  };
}

/** The highest stake that the balance can pay together with its fee, within the maximum. Zero if there is none. */
export function wholeStake(terms: Terms, durationSec: number | null, available: Money): Money {
  const offer = durationSec === null ? null : durationTerms(terms, durationSec);
  if (offer === null || available <= 0n) return money(0n);
  let stake = money(divFloor(available * RATE_SCALE, RATE_SCALE + terms.feeRate));
  // The fee is rounded down, so a cent more may still fit.
  while (stake + 1n + feeOf(money(stake + 1n), terms.feeRate) <= available) stake = money(stake + 1n);
  return stake < offer.maxStake ? stake : offer.maxStake;
}
