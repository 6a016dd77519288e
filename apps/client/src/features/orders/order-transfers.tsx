import type { OrderView } from '@candor/contract/trading';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { useTranslations } from 'use-intl';
import { useAmounts } from '../../services/session/amounts.tsx';
import { PartFailed } from '../../services/queries/query-states.tsx';
import { formatDateTime } from '../../lib/time.ts';
import { useOrderTransfers } from './order-queries.ts';

/**
 * The statement lines of this order, each with the balance after it. Members can check the figures above against them.
 */
export function OrderTransfers({ order }: { order: OrderView }) {
  const t = useTranslations('orders');
  const types = useTranslations('orders.transfers.types');
  const amounts = useAmounts();
  const query = useOrderTransfers(order);
  return (
    <section>
      <h2 className="text-body-s font-bold">{t('transfers.title')}</h2>
      {query.data === undefined ? (
        query.isError ? (
          <PartFailed onRetry={() => void query.refetch()} />
        ) : (
          <div aria-busy="true" className="mt-2 flex flex-col gap-2">
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
          </div>
        )
      ) : query.data.length === 0 ? (
        <p className="mt-2 text-body-s text-text-3">{t('transfers.none')}</p>
      ) : (
        <ul className="mt-1">
          {query.data.map((line) => (
            <li
              key={line.id}
              className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 py-2 text-body-s [&:not(:last-child)]:border-b [&:not(:last-child)]:border-line"
            >
              <span className="min-w-0 flex-1 basis-[8rem]">
                <span className="block">{isOrderType(line.type) ? types(line.type) : line.type}</span>
                <time dateTime={line.at} className="tnum block text-caption text-text-3">
                  {formatDateTime(line.at)}
                </time>
              </span>
              <span className="ms-auto max-w-full text-end">
                <span className="tnum block font-bold">{amounts(line.amount, { signed: true })}</span>
                <span className="tnum block text-caption text-text-3">
                  {t('transfers.balanceAfter', { amount: amounts(line.balanceAfter) })}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const ORDER_TYPES = ['orderStake', 'orderPayout', 'orderRefund', 'fee'] as const;

function isOrderType(type: string): type is (typeof ORDER_TYPES)[number] {
  return ORDER_TYPES.some((known) => known === type);
}
