import { Alert, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { DeskDeposit } from '@candor/contract/desk';
import { useMoneyText } from '../../services/queue/amount.tsx';
import { useSiteCurrency } from '../../services/operator/operator.tsx';
import { judgeCredit } from './judge-credit.ts';

/** Why an amount to credit needs a second operator, and a warning where it is far from what the member submitted. */
export function CreditNotes({ deposit, credited }: { deposit: DeskDeposit; credited: string }) {
  const t = useTranslations('desk.deposits');
  const moneyText = useMoneyText();
  const judged = judgeCredit(deposit, credited, useSiteCurrency());
  if (judged === null) return null;
  const { need, isFar, times } = judged;
  return (
    <>
      {need !== null && need !== 'amount' && (
        <Text>{t(`need.${need}`, { amount: moneyText(deposit.creditTerms.secondFrom) })}</Text>
      )}
      {isFar && (
        <Alert color="red" variant="filled" role="alert" icon={<TriangleAlert size={20} aria-hidden />}>
          {t('far', { times, amount: moneyText(deposit.amount) })}
        </Alert>
      )}
    </>
  );
}
