import { useTranslations } from 'use-intl';
import type { ProductTermsView } from '@candor/contract/console-product-terms';
import { formatRate, parseRate } from '@candor/domain/money';
import { breakEvenRate } from '@candor/domain/trading/terms';
import { formatPercent } from '@candor/ui/figures';
import type { TermLine } from '../../services/proposal/compared-lines.ts';
import { useMoneyText } from '../../services/queue/amount.tsx';

/** The win rate at which a member loses nothing, in percent; null for a rate that cannot be read. */
export function breakEvenText(feeRate: string, payoutRate: string): string | null {
  const [fee, payout] = [parseRate(feeRate), parseRate(payoutRate)];
  if (!fee.ok || !payout.ok || payout.value <= 0n) return null;
  return formatPercent(formatRate(breakEvenRate(fee.value, payout.value)));
}

/** The terms of a product, line by line. */
export function useProductTermLines(): (terms: ProductTermsView) => TermLine[] {
  const t = useTranslations('products');
  const moneyText = useMoneyText();
  return ({ durations, presets, feeRate, entryDelaySec, lossLimits }) => [
    ...durations.flatMap(({ seconds, payoutRate, minStake, maxStake }): TermLine[] => {
      const length = t('seconds', { count: seconds });
      return [
        [t('lineOf.payout', { length }), formatPercent(payoutRate)],
        [t('lineOf.breakEven', { length }), breakEvenText(feeRate, payoutRate) ?? '—'],
        [t('lineOf.stake', { length }), `${moneyText(minStake)} – ${moneyText(maxStake)}`],
      ];
    }),
    [t('lineOf.fee'), formatPercent(feeRate)],
    [t('lineOf.presets'), presets.map((preset) => moneyText(preset)).join(' · ')],
    [t('entryDelay'), t('seconds', { count: entryDelaySec })],
    ...(lossLimits === null
      ? []
      : (['second', 'product', 'day'] as const).map((limit): TermLine => [
          t(`lossOf.${limit}`),
          moneyText(lossLimits[limit]),
        ])),
  ];
}
