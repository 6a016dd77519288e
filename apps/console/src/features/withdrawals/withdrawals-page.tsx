import { DESK_WITHDRAWAL_STATES } from '@candor/contract/desk';
import { useTranslations } from 'use-intl';
import { WithdrawalQueue } from './withdrawal-queue.tsx';

/** Withdrawals that two operators have to approve. */
export function WithdrawalsPage() {
  const t = useTranslations('desk');
  return (
    <WithdrawalQueue
      title={t('withdrawals.title')}
      query={{}}
      filter={{
        name: 'status',
        label: t('state'),
        allText: t('open'),
        choices: DESK_WITHDRAWAL_STATES.map((value) => ({ value, label: t(`stateOf.${value}`) })),
        width: 130,
      }}
      isPayout={false}
    />
  );
}
