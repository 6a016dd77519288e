/* 提现记录: every withdrawal, newest first, with the sum of what has left. */

import type { WithdrawalView } from '@candor/contract/cashier';
import { WITHDRAWAL_STATUSES } from '@candor/contract/cashier';
import { MoneyText } from '@candor/ui/money-text.tsx';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/time.ts';
import { useAmounts } from '../../services/session/amounts.tsx';
import { useWithdrawal, useWithdrawals } from './cashier-queries.ts';
import { useBankName, WithdrawalStatusChip } from './cashier-words.tsx';
import { readWithdrawalFilter } from './records-filter.ts';
import { LoadedDetail, RecordCell, RecordsPage } from './records-page.tsx';
import { WithdrawalDetail } from './withdrawal-detail.tsx';

const STATUS_WORDS = {
  pending: 'pendingReview',
  reviewing: 'reviewing',
  approved: 'approved',
  rejected: 'rejected',
  cancelled: 'cancelled',
} as const;

export function WithdrawRecordsPage() {
  const t = useTranslations('cashier');
  const titles = useTranslations('common.titles');
  const status = useTranslations('common.status');
  const { params } = useAddress();
  const filter = readWithdrawalFilter(params);
  const query = useWithdrawals(filter);
  return (
    <RecordsPage
      title={titles('withdrawRecords')}
      filter={filter}
      statuses={WITHDRAWAL_STATUSES.map((value) => ({ value, label: status(STATUS_WORDS[value]) }))}
      kinds={[]}
      query={query}
      sumName={t('records.left')}
      opened={params.get('id')}
      pathOf={paths.withdrawRecords}
      empty={{ title: t('records.noWithdrawals'), action: t('records.toWithdraw'), path: paths.withdraw() }}
      heads={[
        t('facts.createdAt'),
        t('facts.amount'),
        { wide: t('fee') },
        t('withdrawal.receive'),
        { wide: t('facts.card') },
        t('facts.status'),
      ]}
      Row={Row}
      Cells={Cells}
      Detail={Detail}
    />
  );
}

function Detail({ id }: { id: string }) {
  const query = useWithdrawal(id);
  return <LoadedDetail query={query}>{query.data && <WithdrawalDetail withdrawal={query.data} />}</LoadedDetail>;
}

function Row({ item: withdrawal }: { item: WithdrawalView }) {
  const t = useTranslations('cashier.records');
  const amounts = useAmounts();
  const bankName = useBankName();
  const { card } = withdrawal;
  return (
    <>
      <span className="min-w-0 flex-1 basis-32">
        <span className="tnum block truncate text-body">
          {bankName(card.bank)} {card.number.slice(-4)}
        </span>
        <span className="tnum block text-caption text-text-3">{formatDateTime(withdrawal.createdAt)}</span>
      </span>
      <span className="ms-auto flex max-w-full shrink-0 flex-col items-end gap-1">
        <span className="text-body font-semibold">
          <MoneyText text={amounts(withdrawal.amount)} />
        </span>
        <span className="tnum text-caption text-text-2">{t('arrives', { amount: amounts(withdrawal.credited) })}</span>
        <WithdrawalStatusChip withdrawal={withdrawal} />
      </span>
    </>
  );
}

function Cells({ item: withdrawal }: { item: WithdrawalView }) {
  const amounts = useAmounts();
  const bankName = useBankName();
  return (
    <>
      <RecordCell end>{amounts(withdrawal.amount)}</RecordCell>
      <RecordCell end wide>
        {amounts(withdrawal.fee)}
      </RecordCell>
      <RecordCell end>{amounts(withdrawal.credited)}</RecordCell>
      <RecordCell wide>
        <span className="block max-w-44 truncate">
          {withdrawal.card.number.slice(-4)} {bankName(withdrawal.card.bank)}
        </span>
      </RecordCell>
      <RecordCell>
        <WithdrawalStatusChip withdrawal={withdrawal} />
      </RecordCell>
    </>
  );
}
