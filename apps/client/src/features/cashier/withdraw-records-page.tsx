/* 提现记录: every withdrawal, newest first, with the sum of what has left. */

import { WITHDRAWAL_STATUSES } from '@candor/contract/cashier';
import { ACTION_ICONS } from '@candor/ui/action-icons';
import { IconDisc } from '@candor/ui/icon-disc.tsx';
import type { WithdrawalView } from '@candor/contract/cashier';
import { useTranslations } from 'use-intl';
import { UNKNOWN_FIGURE } from '../../lib/format.ts';
import { useAddress } from '../../lib/location.ts';
import { useBusinessDate } from '../../services/filters/business-date.ts';
import { paths } from '../../lib/paths.ts';
import { useAmounts } from '../../services/session/amounts.tsx';
import { CashierRecords, DetailNotLoaded } from './cashier-records.tsx';
import { useWithdrawal, useWithdrawals } from './cashier-queries.ts';
import { useBankName } from '../../services/banks/bank-name.ts';
import { WithdrawalStatusChip } from './cashier-words.tsx';
import { readWithdrawalFilter } from './records-filter.ts';
import { arrivalOf, WITHDRAWAL_WORDS } from './state-words.ts';
import { WithdrawalDetail } from './withdrawal-detail.tsx';

export function WithdrawRecordsPage() {
  const t = useTranslations('cashier');
  const titles = useTranslations('common.titles');
  const status = useTranslations('common.status');
  const amounts = useAmounts();
  const bankName = useBankName();
  const { params } = useAddress();
  const filter = readWithdrawalFilter(params, useBusinessDate());
  const arrivalText = (withdrawal: WithdrawalView) => {
    const arrival = arrivalOf(withdrawal);
    if (arrival === null) return null;
    return t(arrival === 'arrived' ? 'records.arrived' : 'records.arrives', { amount: amounts(withdrawal.credited) });
  };
  return (
    <CashierRecords
      title={titles('withdrawRecords')}
      filter={filter}
      statuses={WITHDRAWAL_STATUSES.map((value) => ({ value, label: status(WITHDRAWAL_WORDS[value]) }))}
      kinds={[]}
      query={useWithdrawals(filter)}
      sumName={t('records.left')}
      pathOf={paths.withdrawRecords}
      practiceNote={t('practice.withdraw')}
      none={t('records.noWithdrawals')}
      hint={t('records.noWithdrawalsHint')}
      begin={{ label: t('records.toWithdraw'), path: paths.withdraw() }}
      columns={[
        { head: t('facts.amount'), cell: ({ amount }) => amounts(amount), className: 'tnum' },
        { head: t('fee'), cell: ({ fee }) => amounts(fee), className: 'tnum', wide: true },
        {
          head: t('withdrawal.received'),
          cell: (withdrawal) => (arrivalOf(withdrawal) === 'arrived' ? amounts(withdrawal.credited) : UNKNOWN_FIGURE),
          className: 'tnum',
        },
        {
          head: t('facts.card'),
          cell: ({ card }) => (
            <span className="block max-w-44 truncate">
              {card.number.slice(-4)} {bankName(card.bank)}
            </span>
          ),
          wide: true,
        },
        { head: t('facts.status'), cell: (withdrawal) => <WithdrawalStatusChip withdrawal={withdrawal} /> },
      ]}
      lineOf={(withdrawal) => ({
        icon: <IconDisc icon={ACTION_ICONS.withdraw} />,
        // The digits first: a long name is cut off at its end.
        name: (
          <span className="tnum">
            {withdrawal.card.number.slice(-4)} {bankName(withdrawal.card.bank)}
          </span>
        ),
        arrival: arrivalText(withdrawal),
        chip: <WithdrawalStatusChip withdrawal={withdrawal} />,
      })}
      Detail={Detail}
    />
  );
}

function Detail({ id }: { id: string }) {
  const query = useWithdrawal(id);
  return query.data ? <WithdrawalDetail withdrawal={query.data} /> : <DetailNotLoaded query={query} />;
}
