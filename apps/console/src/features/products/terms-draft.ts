/* What an operator types as the terms of a product, and what the server and the rule of bounds make of it. */

import type { ProductTermsBody, ProductTermsView } from '@candor/contract/console-product-terms';
import { formatMoney, parseMoney, parseRate } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import type { LossLimits } from '@candor/domain/trading/loss-limits';
import { termsProblem } from '@candor/domain/trading/terms-draft';
import type { TermsDraft } from '@candor/domain/trading/terms-draft';
import { amountStyle, plainAmount } from '@candor/domain/text/typed-amount';
import { percentOfRate, rateOfPercent } from '../../lib/percent.ts';

export type DurationDraft = {
  /** Tells rows apart while they are typed. */
  readonly key: string;
  readonly seconds: string;
  readonly payout: string;
  readonly minStake: string;
  readonly maxStake: string;
};

export type ProductTermsDraft = {
  readonly durations: readonly DurationDraft[];
  readonly presets: string;
  readonly fee: string;
  readonly entryDelay: string;
  /** All empty: no limits. */
  readonly second: string;
  readonly product: string;
  readonly day: string;
  readonly reason: string;
};

export function draftOf({
  durations,
  presets,
  feeRate,
  entryDelaySec,
  lossLimits,
}: ProductTermsView): ProductTermsDraft {
  return {
    durations: durations.map(({ seconds, payoutRate, minStake, maxStake }) => ({
      key: String(seconds),
      seconds: String(seconds),
      payout: percentOfRate(payoutRate),
      minStake,
      maxStake,
    })),
    presets: presets.map((preset) => preset.replace(/\.0+$/, '')).join(' '),
    fee: percentOfRate(feeRate) === '' ? '0' : percentOfRate(feeRate),
    entryDelay: String(entryDelaySec),
    second: lossLimits?.second ?? '',
    product: lossLimits?.product ?? '',
    day: lossLimits?.day ?? '',
    reason: '',
  };
}

const LIMITS = ['second', 'product', 'day'] as const;

/** A text that is no figure stays as it is, and is refused. */
export function termsOfDraft(draft: ProductTermsDraft, paidIn: Currency): ProductTermsBody['terms'] {
  // As the server writes it, so that the same amount is no change.
  const money = (text: string): string => {
    const plain = plainAmount(text, amountStyle(paidIn));
    const read = parseMoney(plain, paidIn);
    return read.ok ? formatMoney(read.value, paidIn) : plain;
  };
  return {
    durations: draft.durations.map(({ seconds, payout, minStake, maxStake }) => ({
      seconds: Number(seconds),
      payoutRate: rateOfPercent(payout) ?? '',
      minStake: money(minStake),
      maxStake: money(maxStake),
    })),
    presets: presetsOf(draft.presets).map(money),
    feeRate: rateOfPercent(draft.fee) ?? '',
    entryDelaySec: draft.entryDelay.trim() === '' ? Number.NaN : Number(draft.entryDelay),
    ...(LIMITS.every((limit) => draft[limit].trim() === '')
      ? {}
      : { lossLimits: { second: money(draft.second), product: money(draft.product), day: money(draft.day) } }),
  };
}

function presetsOf(text: string): string[] {
  return text.split(/\s+/).filter((part) => part !== '');
}

/** The field of the form that is wrong; null if the terms may be proposed. */
export function wrongField(draft: ProductTermsDraft, paidIn: Currency): string | null {
  const { durations, presets, feeRate, entryDelaySec = 0, lossLimits } = termsOfDraft(draft, paidIn);
  const fee = parseRate(feeRate);
  if (!fee.ok) return 'fee';
  const offers = [];
  for (const [index, { seconds, ...texts }] of durations.entries()) {
    const payoutRate = parseRate(texts.payoutRate);
    const [minStake, maxStake] = [parseMoney(texts.minStake, paidIn), parseMoney(texts.maxStake, paidIn)];
    if (!payoutRate.ok) return `durations.${index}.payout`;
    if (!minStake.ok) return `durations.${index}.minStake`;
    if (!maxStake.ok) return `durations.${index}.maxStake`;
    offers.push({
      seconds,
      payoutRate: payoutRate.value,
      minStake: minStake.value,
      maxStake: maxStake.value,
    });
  }
  const stakes = presets.flatMap((preset) => {
    const read = parseMoney(preset, paidIn);
    return read.ok ? [read.value] : [];
  });
  if (stakes.length < presets.length) return 'presets';
  const limits = readLimits(lossLimits, paidIn);
  if (typeof limits === 'string') return limits;
  const problem = termsProblem({ durations: offers, presets: stakes, feeRate: fee.value, entryDelaySec, ...limits });
  return problem === null ? null : formField(problem);
}

/** The limits, or the one that cannot be read. */
function readLimits(
  texts: ProductTermsBody['terms']['lossLimits'],
  paidIn: Currency,
): Pick<TermsDraft, 'lossLimits'> | keyof LossLimits {
  if (texts === undefined) return {};
  const [second, product, day] = [
    parseMoney(texts.second, paidIn),
    parseMoney(texts.product, paidIn),
    parseMoney(texts.day, paidIn),
  ];
  if (!second.ok) return 'second';
  if (!product.ok) return 'product';
  return day.ok ? { lossLimits: { second: second.value, product: product.value, day: day.value } } : 'day';
}

/** The field of the form for a field of the terms: `durations.0.payoutRate` is `durations.0.payout`. */
export function formField(path: string): string {
  return path
    .replace(/^terms\./, '')
    .replace(/payoutRate$/, 'payout')
    .replace(/^feeRate$/, 'fee')
    .replace(/^entryDelaySec$/, 'entryDelay')
    .replace(/^lossLimits\./, '');
}
