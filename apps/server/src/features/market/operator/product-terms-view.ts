import type { ProductTermsChangeView, ProductTermsView } from '@candor/contract/console-product-terms';
import { formatMoney, formatRate } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import type { LossLimits } from '@candor/domain/trading/loss-limits';
import type { TermsDraft } from '@candor/domain/trading/terms-draft';
import { proposalView } from '../../../services/proposals/proposal-kind.ts';
import type { ProductTermsRow } from './product-terms-store.ts';

/** What a draft leaves out is as before. */
export function completed(before: TermsDraft, { entryDelaySec, lossLimits, ...draft }: TermsDraft): TermsDraft {
  const delay = entryDelaySec ?? before.entryDelaySec;
  const limits = lossLimits ?? before.lossLimits;
  return {
    ...draft,
    ...(delay === undefined ? {} : { entryDelaySec: delay }),
    ...(limits === undefined ? {} : { lossLimits: limits }),
  };
}

export function limitsView(limits: LossLimits | null, paidIn: Currency): ProductTermsView['lossLimits'] {
  if (limits === null) return null;
  const { second, product, day } = limits;
  return { second: formatMoney(second, paidIn), product: formatMoney(product, paidIn), day: formatMoney(day, paidIn) };
}

export function draftView(
  { durations, presets, feeRate, entryDelaySec, lossLimits }: TermsDraft,
  paidIn: Currency,
): ProductTermsView {
  return {
    durations: durations.map(({ seconds, payoutRate, minStake, maxStake }) => ({
      seconds,
      payoutRate: formatRate(payoutRate),
      minStake: formatMoney(minStake, paidIn),
      maxStake: formatMoney(maxStake, paidIn),
    })),
    presets: presets.map((preset) => formatMoney(preset, paidIn)),
    feeRate: formatRate(feeRate),
    entryDelaySec: entryDelaySec ?? 0,
    lossLimits: limitsView(lossLimits ?? null, paidIn),
  };
}

export function productTermsChangeOf(row: ProductTermsRow, paidIn: Currency): ProductTermsChangeView {
  const { id, product, base, before, terms } = row;
  return {
    id,
    product,
    base,
    before: draftView(before, paidIn),
    terms: draftView(completed(before, terms), paidIn),
    ...proposalView(row),
  };
}
