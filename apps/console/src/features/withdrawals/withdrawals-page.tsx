import { OPERATOR_WITHDRAWAL_STATES } from '@candor/contract/console-cashier';
import { useTranslations } from 'use-intl';
import { WithdrawalQueue } from './withdrawal-queue.tsx';

/** Withdrawals that two operators have to approve. */
export function WithdrawalsPage() {
  const t = useTranslations('cashier');
  return (
    <WithdrawalQueue
      title={t('withdrawals.title')}
      query={{}}
      filter={{
        name: 'status',
        label: t('state'),
        allText: t('open'),
        choices: OPERATOR_WITHDRAWAL_STATES.map((value) => ({ value, label: t(`stateOf.${value}`) })),
        width: 130,
      }}
      isPayout={false}
    />
  );
}
