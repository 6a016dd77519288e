/* 充值记录: every deposit, newest first, with the sum of what arrived. The filter and the opened one are in the address. */

import type { DepositView } from '@candor/contract/cashier';
import { DEPOSIT_STATUSES } from '@candor/contract/cashier';
import { MoneyText } from '@candor/ui/money-text.tsx';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/time.ts';
import { useAmounts } from '../../services/session/amounts.tsx';
import { useDeposit, useDeposits } from './cashier-queries.ts';
import { DepositStatusChip, KindIcon } from './cashier-words.tsx';
import { DepositDetail } from './deposit-detail.tsx';
import { METHOD_KINDS } from './deposit-rules.ts';
import { readDepositFilter } from './records-filter.ts';
import { LoadedDetail, RecordCell, RecordsPage } from './records-page.tsx';

const STATUS_WORDS = {
  recharging: 'recharging',
  pending: 'pendingReview',
  reviewing: 'reviewing',
  approved: 'approved',
  rejected: 'rejected',
  cancelled: 'cancelled',
} as const;

export function DepositRecordsPage() {
  const t = useTranslations('cashier');
  const titles = useTranslations('common.titles');
  const status = useTranslations('common.status');
  const { params } = useAddress();
  const filter = readDepositFilter(params);
  const query = useDeposits(filter);
  return (
    <RecordsPage
      title={titles('depositRecords')}
      filter={filter}
      statuses={DEPOSIT_STATUSES.map((value) => ({ value, label: status(STATUS_WORDS[value]) }))}
      kinds={METHOD_KINDS.map(([method, kind]) => ({ value: kind, label: t(`methods.${method}`) }))}
      query={query}
      sumName={t('records.credited')}
      opened={params.get('id')}
      pathOf={paths.depositRecords}
      empty={{ title: t('records.noDeposits'), action: t('records.toRecharge'), path: paths.recharge() }}
      heads={[t('facts.createdAt'), t('facts.method'), t('facts.submitted'), t('facts.credited'), t('facts.status')]}
      Row={Row}
      Cells={Cells}
      Detail={Detail}
    />
  );
}

function Detail({ id }: { id: string }) {
  const query = useDeposit(id);
  return <LoadedDetail query={query}>{query.data && <DepositDetail deposit={query.data} />}</LoadedDetail>;
}

function Row({ item: deposit }: { item: DepositView }) {
  const t = useTranslations('cashier.records');
  const language = useLanguage();
  const amounts = useAmounts();
  const differs = deposit.credited !== null && deposit.credited !== deposit.amount;
  return (
    <>
      <KindIcon kind={deposit.kind} />
      <span className="min-w-0 flex-1 basis-32">
        <span className="block truncate text-body">{deposit.names[language]}</span>
        <span className="tnum block text-caption text-text-3">{formatDateTime(deposit.createdAt)}</span>
      </span>
      <span className="ms-auto flex max-w-full shrink-0 flex-col items-end gap-1">
        <span className="text-body font-semibold">
          <MoneyText text={amounts(deposit.amount)} />
        </span>
        {differs && deposit.credited !== null && (
          <span className="tnum text-caption text-text-2">{t('arrived', { amount: amounts(deposit.credited) })}</span>
        )}
        <DepositStatusChip deposit={deposit} />
      </span>
    </>
  );
}

function Cells({ item: deposit }: { item: DepositView }) {
  const language = useLanguage();
  const amounts = useAmounts();
  return (
    <>
      <RecordCell>{deposit.names[language]}</RecordCell>
      <RecordCell end>{amounts(deposit.amount)}</RecordCell>
      <RecordCell end>{deposit.credited === null ? '--' : amounts(deposit.credited)}</RecordCell>
      <RecordCell>
        <DepositStatusChip deposit={deposit} />
      </RecordCell>
    </>
  );
}
