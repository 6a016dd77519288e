import type { OrderView } from '@candor/contract/trading';
import { ArrowRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { SignedMoney, useAmounts } from '../../services/session/amounts.tsx';
import { formatPrice } from '../../lib/format.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatClock, formatDate, formatDateTime, zoneLabel } from '../../lib/time.ts';
import { useSite } from '../../services/session/site.ts';
import { DirectionChip, OrderStatus } from './order-marks.tsx';
import { useProductName } from './order-words.ts';

/** A settled order in the history: product, amount, entry and exit price, result. */
export function RecordRow({ order }: { order: OrderView }) {
  const t = useTranslations('orders');
  const amounts = useAmounts();
  const nameOf = useProductName();
  return (
    <a
      href={hrefTo(paths.order(order.id))}
      className="press hairline-b flex items-center justify-between gap-3 py-3 hover:bg-surface-1"
    >
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="truncate text-body font-bold">{nameOf(order.product)}</span>
          <DirectionChip direction={order.direction} />
        </span>
        <span className="tnum mt-1 flex flex-wrap items-center gap-x-2 text-body-s text-text-2">
          <span>{amounts(order.stake)}</span>
          <span className="inline-flex items-center gap-1">
            {formatPrice(order.entryPrice)}
            <ArrowRight aria-label={t('to')} role="img" className="size-3.5 text-text-3" />
            {formatPrice(order.exitPrice)}
          </span>
        </span>
        <span className="tnum mt-1 block text-caption text-text-3">
          <AcceptedTime at={order.acceptedAt} />
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-2">
        <SignedMoney text={order.profit ?? '0.00'} className="text-body font-bold" />
        <OrderStatus order={order} phase="settled" />
      </span>
    </a>
  );
}

/** The member's time. Rows are grouped by business date; if the member's date is different, it is shown. */
function AcceptedTime({ at }: { at: string }) {
  const { timeZone } = useSite();
  return formatDate(at) === formatDate(at, timeZone) ? formatClock(at) : `${formatDateTime(at)} ${zoneLabel(at)}`;
}
