import type { OrderView } from '@candor/contract/trading';
import { useTranslations } from 'use-intl';
import { useActiveOrders } from '../following/active-orders.ts';
import { useOrder, useProductName } from '../following/use-order.ts';

/** "Buy up · Bitcoin", for the head of a sheet or ticket. */
export function OrderPanelTitle({ id }: { id: string }) {
  const known = useActiveOrders((state) => state.followed[id]);
  const order = useOrder(id, known).data;
  return order === undefined ? null : <OrderTitle order={order} />;
}

export function OrderTitle({ order }: { order: Pick<OrderView, 'direction' | 'product'> }) {
  const t = useTranslations('trade.ticket');
  const name = useProductName(order.product);
  const isUp = order.direction === 'up';
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className={isUp ? 'shrink-0 text-up' : 'shrink-0 text-down'}>
        <span aria-hidden="true" className="me-1 glyph">
          {isUp ? '▲' : '▼'}
        </span>
        {t(order.direction)}
      </span>
      <span aria-hidden="true" className="text-text-3">
        ·
      </span>
      <span className="min-w-0 truncate">{name}</span>
    </span>
  );
}
