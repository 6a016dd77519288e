import { useTranslations } from 'use-intl';
import { ListGroup, ListRow } from '@candor/ui/list.tsx';
import { MoneyText } from '@candor/ui/money-text.tsx';
import { hrefTo } from '../../lib/location.ts';
import { useLanguage } from '../../lib/language.ts';
import { paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/time.ts';
import { useAmounts } from '../../services/session/amounts.tsx';
import { useDeposits } from './cashier-queries.ts';
import { NO_FILTER } from './records-filter.ts';

const SHOWN = 4;

/** The last deposits that are over, beside the form on a desktop. Those that are not stand above. */
export function RecentDeposits() {
  const t = useTranslations('cashier');
  const titles = useTranslations('common.titles');
  const language = useLanguage();
  const amounts = useAmounts();
  const items = useDeposits(NO_FILTER).data?.pages[0]?.items ?? [];
  const over = items.filter(({ status }) => status === 'approved' || status === 'rejected').slice(0, SHOWN);
  if (over.length === 0) return null;
  return (
    <ListGroup title={titles('depositRecords')}>
      {over.map((deposit) => (
        <ListRow
          key={deposit.id}
          title={deposit.names[language]}
          detail={formatDateTime(deposit.createdAt)}
          value={<MoneyText text={amounts(deposit.credited ?? deposit.amount)} />}
          href={hrefTo(paths.deposit(deposit.id))}
        />
      ))}
      <ListRow title={t('records.see')} href={hrefTo(paths.depositRecords())} />
    </ListGroup>
  );
}
