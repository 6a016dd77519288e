import type { ProductView } from '@candor/contract/market';
import { formatMoney, formatRate, parseMoney, parseRate } from '@candor/domain/money';
import type { Currency, Money, Rate } from '@candor/domain/money';
import { durationTerms, feeOf, isWorse } from '@candor/domain/trading/terms';
import type { Terms } from '@candor/domain/trading/terms';
import type { PromisedTerms } from '../../services/active-order/placing/order-flow.ts';

/* The terms a product shows, in the form the domain computes with, and what got worse between two versions of them. */

export type TermsOfView = Pick<
  ProductView,
  'code' | 'decimals' | 'durations' | 'entryDelaySec' | 'feeRate' | 'presets' | 'termsVersion'
>;

/** The terms of a product; null if a figure cannot be read, and then no order is possible. */
export function termsOf(product: TermsOfView, paidIn: Currency): Terms | null {
  const feeRate = parseRate(product.feeRate);
  const durations = product.durations.map((offer) => {
    const payoutRate = parseRate(offer.payoutRate);
    const minStake = parseMoney(offer.minStake, paidIn);
    const maxStake = parseMoney(offer.maxStake, paidIn);
    if (!payoutRate.ok || !minStake.ok || !maxStake.ok) return null;
    return {
      seconds: offer.seconds,
      payoutRate: payoutRate.value,
      minStake: minStake.value,
      maxStake: maxStake.value,
    };
  });
  const presets = product.presets.map((preset) => parseMoney(preset, paidIn));
  if (!feeRate.ok) return null;
  return {
    version: product.termsVersion,
    product: product.code,
    decimals: product.decimals,
    durations: durations.filter((offer) => offer !== null),
    feeRate: feeRate.value,
    entryDelaySec: product.entryDelaySec,
    presets: presets.flatMap((preset) => (preset.ok ? [preset.value] : [])),
  };
}

/** What these terms promise for an order, as texts; null if the duration is not offered. */
export function promisedBy(
  terms: Terms,
  durationSec: number,
  stake: Money,
  paidIn: Currency,
): Omit<PromisedTerms, 'acceptWithinMs' | 'entryDelaySec'> | null {
  const offer = durationTerms(terms, durationSec);
  if (offer === null) return null;
  return { payoutRate: formatRate(offer.payoutRate), fee: formatMoney(feeOf(stake, terms.feeRate), paidIn) };
}

/** One figure that differs; null if that side does not offer the duration. */
export type Changed<T> = { readonly before: T | null; readonly after: T | null };

type DelayChange = { readonly before: number; readonly after: number };

export type TermsChange = {
  readonly payoutRate: Changed<Rate>;
  readonly feeRate: Changed<Rate>;
  readonly minStake: Changed<Money>;
  readonly maxStake: Changed<Money>;
  /** How many seconds after the first whole one an order enters; null if that is as before. */
  readonly entryDelaySec: DelayChange | null;
};

/**
 * What to show side by side if the terms got worse for this duration and stake since the member saw them; null if they
 * are as good or better.
 */
export function worseTerms(seen: Terms, current: Terms, durationSec: number, stake: Money): TermsChange | null {
  if (seen.version === current.version || !isWorse(seen, current, durationSec, stake)) return null;
  const before = durationTerms(seen, durationSec);
  const after = durationTerms(current, durationSec);
  return {
    payoutRate: { before: before?.payoutRate ?? null, after: after?.payoutRate ?? null },
    feeRate: { before: seen.feeRate, after: current.feeRate },
    minStake: { before: before?.minStake ?? null, after: after?.minStake ?? null },
    maxStake: { before: before?.maxStake ?? null, after: after?.maxStake ?? null },
    entryDelaySec: delayChange(seen, current),
  };
}

function delayChange({ entryDelaySec: before = 0 }: Terms, { entryDelaySec: after = 0 }: Terms): DelayChange | null {
  return before === after ? null : { before, after };
}
