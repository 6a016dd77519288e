/* 充值记录: every deposit, newest first, with the sum of what arrived. The filter and the opened one are in the address. */

import { DEPOSIT_STATUSES } from '@candor/contract/cashier';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { useAddress } from '../../lib/location.ts';
import { useBusinessDate } from '../../services/filters/business-date.ts';
import { paths } from '../../lib/paths.ts';
import { useAmounts } from '../../services/session/amounts.tsx';
import { CashierRecords, DetailNotLoaded } from './cashier-records.tsx';
import { useDeposit, useDeposits } from './cashier-queries.ts';
import { DepositStatusChip, KindIcon } from './cashier-words.tsx';
import { DepositDetail } from './deposit-detail.tsx';
import { METHOD_KINDS } from './deposit-rules.ts';
import { readDepositFilter } from './records-filter.ts';
import { DEPOSIT_WORDS } from './state-words.ts';

export function DepositRecordsPage() {
  const t = useTranslations('cashier');
  const titles = useTranslations('common.titles');
  const status = useTranslations('common.status');
  const language = useLanguage();
  const amounts = useAmounts();
  const { params } = useAddress();
  const filter = readDepositFilter(params, useBusinessDate());
  return (
    <CashierRecords
      title={titles('depositRecords')}
      filter={filter}
      statuses={DEPOSIT_STATUSES.map((value) => ({ value, label: status(DEPOSIT_WORDS[value]) }))}
      kinds={METHOD_KINDS.map(([method, kind]) => ({ value: kind, label: t(`methods.${method}`) }))}
      query={useDeposits(filter)}
      sumName={t('records.credited')}
      pathOf={paths.depositRecords}
      none={t('records.noDeposits')}
      hint={t('records.noDepositsHint')}
      begin={{ label: t('records.toRecharge'), path: paths.recharge() }}
      columns={[
        { head: t('facts.method'), cell: ({ names }) => names[language] },
        { head: t('facts.submitted'), cell: ({ amount }) => amounts(amount), className: 'tnum' },
        {
          head: t('facts.credited'),
          cell: ({ credited }) => (credited === null ? '--' : amounts(credited)),
          className: 'tnum',
        },
        { head: t('facts.status'), cell: (deposit) => <DepositStatusChip deposit={deposit} /> },
      ]}
      lineOf={(deposit) => ({
        icon: <KindIcon kind={deposit.kind} />,
        name: deposit.names[language],
        arrival:
          deposit.credited === null || deposit.credited === deposit.amount
            ? null
            : t('records.differs', { amount: amounts(deposit.credited) }),
        chip: <DepositStatusChip deposit={deposit} />,
      })}
      Detail={Detail}
    />
  );
}

function Detail({ id }: { id: string }) {
  const query = useDeposit(id);
  return query.data ? <DepositDetail deposit={query.data} /> : <DetailNotLoaded query={query} />;
}
