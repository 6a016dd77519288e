import type { ProductTermsChangeView, ProductTermsView } from '@candor/contract/console-product-terms';
import { formatMoney, formatRate } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import type { TermsDraft } from '@candor/domain/trading/terms-draft';
import { proposalView } from '../../../services/proposals/proposal-kind.ts';
import type { ProductTermsRow } from './product-terms-store.ts';

export function draftView({ durations, presets, feeRate }: TermsDraft, paidIn: Currency): ProductTermsView {
  return {
    durations: durations.map(({ seconds, payoutRate, minStake, maxStake }) => ({
      seconds,
      payoutRate: formatRate(payoutRate),
      minStake: formatMoney(minStake, paidIn),
      maxStake: formatMoney(maxStake, paidIn),
    })),
    presets: presets.map((preset) => formatMoney(preset, paidIn)),
    feeRate: formatRate(feeRate),
  };
}

export function productTermsChangeOf(row: ProductTermsRow, paidIn: Currency): ProductTermsChangeView {
  const { id, product, base, before, terms } = row;
  return {
    id,
    product,
    base,
    before: draftView(before, paidIn),
    terms: draftView(terms, paidIn),
    ...proposalView(row),
  };
}
