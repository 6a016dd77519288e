import { Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { OperatorDeposit } from '@candor/contract/console-cashier';
import { LoudNotice } from '../../services/cashier/loud-notice.tsx';
import { useMoneyText } from '../../services/queue/amount.tsx';
import { useSiteCurrency } from '../../services/operator/operator.tsx';
import { judgeCredit } from './judge-credit.ts';

/** Why an amount to credit needs a second operator, and a warning where it is far from what the member submitted. */
export function CreditNotes({ deposit, credited }: { deposit: OperatorDeposit; credited: string }) {
  const t = useTranslations('cashier.deposits');
  const moneyText = useMoneyText();
  const judged = judgeCredit(deposit, credited, useSiteCurrency());
  if (judged === null) return null;
  const { need, isFar, isBeyond, times } = judged;
  const { least, most, secondFrom } = deposit.creditTerms;
  return (
    <>
      {need !== null && need !== 'amount' && <Text>{t(`need.${need}`, { amount: moneyText(secondFrom) })}</Text>}
      {isFar && !isBeyond && (
        <LoudNotice icon={TriangleAlert}>{t('far', { times, amount: moneyText(deposit.amount) })}</LoudNotice>
      )}
      {isBeyond && (
        <LoudNotice icon={TriangleAlert}>{t('bounds', { least: moneyText(least), most: moneyText(most) })}</LoudNotice>
      )}
    </>
  );
}
