import type { OrderView } from '@candor/contract/trading';
import { RecordRow } from '@candor/ui/record-row.tsx';
import { ArrowRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { ProductDisc } from '../../services/market/product-disc.tsx';
import { useProducts } from '../../services/queries/shared-queries.ts';
import { SignedMoney, useAmounts } from '../../services/session/amounts.tsx';
import { formatPrice } from '../../lib/format.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatClock, formatDate, formatDateTime, zoneLabel } from '../../lib/time.ts';
import { useSite } from '../../services/session/site.ts';
import { DirectionChip, OrderStatus } from './order-marks.tsx';
import { useProductName } from './order-words.ts';

/** A settled order in the history: product, amount, entry and exit price, result. */
export function OrderRow({ order }: { order: OrderView }) {
  const t = useTranslations('orders');
  const amounts = useAmounts();
  const nameOf = useProductName();
  const product = useProducts().data?.find(({ code }) => code === order.product);
  return (
    <RecordRow
      href={hrefTo(paths.order(order.id))}
      icon={product === undefined ? <span className="size-10 shrink-0" /> : <ProductDisc product={product} />}
      name={
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="truncate">{nameOf(order.product)}</span>
          <DirectionChip direction={order.direction} />
        </span>
      }
      detail={
        <span className="flex flex-wrap items-center gap-x-2">
          {/* Cents that there are none of take the room of a price. */}
          <span>{amounts(order.stake).replace(/\.0+$/, '')}</span>
          <span className="inline-flex items-center gap-1">
            {formatPrice(order.entryPrice)}
            <ArrowRight aria-label={t('to')} role="img" className="size-3.5" />
            {formatPrice(order.exitPrice)}
          </span>
          <AcceptedTime at={order.acceptedAt} />
        </span>
      }
      amount={<SignedMoney text={order.profit ?? '0.00'} />}
      status={<OrderStatus order={order} phase="settled" />}
    />
  );
}

/**
 * The member's time, to the minute: the seconds are on the order's page. Rows are grouped by business date; if the member's date
 * is different, it is shown.
 */
function AcceptedTime({ at }: { at: string }) {
  const { timeZone } = useSite();
  return (
    <span>
      {formatDate(at) === formatDate(at, timeZone)
        ? formatClock(at).slice(0, 'HH:mm'.length)
        : `${formatDateTime(at)} ${zoneLabel(at)}`}
    </span>
  );
}
