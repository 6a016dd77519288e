import type { DepositStatus } from '@candor/contract/cashier';
import { useTranslations } from 'use-intl';
import { useDeposits } from './cashier-queries.ts';
import { DepositRows } from './open-deposits.tsx';
import { NO_FILTER } from './records-filter.ts';

const SHOWN = 3;
const OVER: ReadonlySet<DepositStatus> = new Set(['approved', 'rejected', 'cancelled']);

/** The last deposits that are over, and how each ended. Those that are not stand above. */
export function RecentDeposits() {
  const t = useTranslations('cashier.records');
  const items = useDeposits(NO_FILTER).data?.pages[0]?.items ?? [];
  const over = items.filter(({ status }) => OVER.has(status)).slice(0, SHOWN);
  if (over.length === 0) return null;
  return (
    <section aria-labelledby="recent-deposits">
      <h2 id="recent-deposits" className="text-body-s font-bold">
        {t('recent')}
      </h2>
      <DepositRows deposits={over} isDated />
    </section>
  );
}
