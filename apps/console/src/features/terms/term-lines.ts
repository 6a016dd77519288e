/* Terms as lines that a person reads and compares. */

import { useTranslations } from 'use-intl';
import type { ChannelTermsView, RewardTermsView, WithdrawalRuleView } from '@candor/contract/console-terms';
import { formatPercent } from '@candor/ui/figures';
import type { TermLine } from '../../services/proposal/compared-lines.ts';
import { useMoneyText } from '../../services/queue/amount.tsx';

const DETAILS = ['bank', 'branch', 'holder', 'number', 'address', 'url'] as const;

export function useChannelLines(): (terms: ChannelTermsView) => TermLine[] {
  const t = useTranslations('terms');
  const moneyText = useMoneyText();
  const truth = useTruth();
  return (terms) => [
    [t('field.nameHans'), terms.names['zh-Hans']],
    [t('field.nameHant'), terms.names['zh-Hant']],
    [t('field.nameEn'), terms.names.en],
    [t('field.kind'), [t(`kindOf.${terms.kind}`), terms.network?.toUpperCase() ?? ''].join(' ').trim()],
    ...DETAILS.flatMap((name) => {
      const value = terms.details[name];
      return value === undefined ? [] : [[t(`field.${name}`), value] as const];
    }),
    ...(terms.kind === 'usdt'
      ? ([
          [t('field.rate'), `1 USDT = ${moneyText(terms.rate)}`],
          [t('field.confirmations'), terms.confirmations.toString()],
        ] as const)
      : []),
    [t('field.min'), moneyText(terms.min)],
    [t('field.max'), moneyText(terms.max)],
    [t('field.secondFrom'), moneyText(terms.secondFrom)],
    [t('field.farRate'), formatPercent(terms.farRate)],
    [t('field.boundRate'), formatPercent(terms.boundRate)],
    [t('field.arrivalMinutes'), t('minutes', { count: terms.arrivalMinutes })],
    [t('field.proofRequired'), truth(terms.proofRequired)],
    [t('field.position'), terms.position.toString()],
    [t('field.active'), truth(terms.active)],
  ];
}

export function useWithdrawalLines(): (terms: WithdrawalRuleView) => TermLine[] {
  const t = useTranslations('terms');
  const moneyText = useMoneyText();
  const truth = useTruth();
  return (terms) => [
    [t('field.min'), moneyText(terms.min)],
    [t('field.max'), moneyText(terms.max)],
    [t('field.dailyMax'), moneyText(terms.dailyMax)],
    [t('field.feeRate'), formatPercent(terms.feeRate)],
    [t('field.feeMin'), moneyText(terms.feeMin)],
    [t('field.feeMax'), moneyText(terms.feeMax)],
    [t('field.arrivalHours'), t('hours', { count: terms.arrivalHours })],
    [t('field.cardRequired'), truth(terms.cardRequired)],
    [t('field.identityRequired'), truth(terms.identityRequired)],
  ];
}

export function useRewardLines(): (terms: RewardTermsView) => TermLine[] {
  const t = useTranslations('terms');
  const moneyText = useMoneyText();
  return (terms) => [
    [t('field.rewardAmount'), moneyText(terms.amount)],
    [t('field.turnoverRate'), t('times', { count: Number(terms.turnoverRate).toString() })],
    [t('field.dayMax'), terms.dayMax.toString()],
  ];
}

function useTruth(): (value: boolean) => string {
  const t = useTranslations('terms');
  return (value) => t(value ? 'yes' : 'no');
}
