import type { ReactNode } from 'react';
import type { SupportOrder } from '@candor/contract/support';
import { StatusChip } from '@candor/ui/status-chip.tsx';
import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { Status } from '../../lib/status.tsx';
import { useProductName } from '../../services/active-order/following/use-order.ts';
import { SignedMoney, useAmounts } from '../../services/session/amounts.tsx';

/** The order a message is about, as a link to its page. `trailing` is shown beside it. */
export function OrderCard({ order, trailing }: { order: SupportOrder; trailing?: ReactNode }) {
  const t = useTranslations('support');
  const direction = useTranslations('common.direction');
  const amounts = useAmounts();
  const name = useProductName(order.product);
  return (
    <div className="flex items-center rounded-control border border-line bg-surface-2 text-start">
      <a href={hrefTo(paths.order(order.id))} className="press flex min-w-0 flex-1 items-center gap-2 py-2 ps-3 pe-2">
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="text-body-s font-bold">{name}</span>
            <StatusChip tone={order.direction} icon={order.direction}>
              {direction(order.direction)}
            </StatusChip>
            <Status of={order.status === 'open' ? 'counting' : order.status} />
          </span>
          <span className="tnum mt-1 flex flex-wrap items-center gap-x-2 text-caption text-text-2">
            <span>{amounts(order.stake)}</span>
            {order.profit !== null && <SignedMoney text={order.profit} className="font-bold" />}
            <span className="text-text-3">{t('orderNo', { no: order.no })}</span>
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-text-3" />
      </a>
      {trailing}
    </div>
  );
}
