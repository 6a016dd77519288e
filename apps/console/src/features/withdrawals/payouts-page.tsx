import { OPERATOR_PAYOUTS } from '@candor/contract/console-cashier';
import { useTranslations } from 'use-intl';
import { OPEN_PAYOUTS } from './use-withdrawal-desk.tsx';
import { WithdrawalQueue } from './withdrawal-queue.tsx';

/** Approved withdrawals on their way to the member's bank. Without a choice: those that still wait for a step. */
export function PayoutsPage() {
  const t = useTranslations('cashier');
  return (
    <WithdrawalQueue
      title={t('payouts.title')}
      query={OPEN_PAYOUTS}
      filter={{
        name: 'payout',
        label: t('state'),
        allText: t('open'),
        choices: OPERATOR_PAYOUTS.map((value) => ({ value, label: t(`stateOf.${value}`) })),
        width: 130,
      }}
      isPayout
    />
  );
}
