import type { OrderView } from '@candor/contract/trading';
import { useTranslations } from 'use-intl';
import { formatPrice } from '../../lib/format.ts';
import { formatClock } from '../../lib/time.ts';
import { showOrder } from '../../services/active-order/following/active-orders.ts';
import { Standing } from '../../services/active-order/showing/order-counting.tsx';
import { OrderRing, usePosition } from '../../services/active-order/showing/running-order.tsx';
import { DirectionLabel } from './direction-label.tsx';
import { DockCell, DockTable } from './dock-table.tsx';

/** The running orders, as rows. */
export function DockPositions({ orders }: { orders: readonly OrderView[] }) {
  const t = useTranslations('trade');
  return (
    <DockTable
      caption={t('dock.title')}
      heads={[
        { text: t('dock.remaining') },
        { text: t('dock.product') },
        { text: t('dock.direction') },
        { text: t('order.stake'), isFigure: true },
        { text: t('order.entryPrice'), isFigure: true },
        { text: t('order.difference'), isFigure: true },
        { text: t('dock.closes'), isFigure: true },
      ]}
    >
      {orders.map((order) => (
        <PositionRow key={order.id} known={order} />
      ))}
    </DockTable>
  );
}

function PositionRow({ known }: { known: OrderView }) {
  const t = useTranslations('trade');
  const { order, name, stake, difference, isDue } = usePosition(known);
  return (
    <tr className="hairline-t hover:bg-surface-2">
      <DockCell>
        <OrderRing order={order} isDue={isDue} />
      </DockCell>
      <DockCell>
        <button
          type="button"
          aria-label={t('dock.open', { name })}
          onClick={() => showOrder(order.id)}
          className="min-h-11 text-start font-bold underline-offset-4 hover:underline"
        >
          {name}
        </button>
      </DockCell>
      <DockCell>
        <span className="font-bold">
          <DirectionLabel direction={order.direction} />
        </span>
      </DockCell>
      <DockCell isFigure>{stake}</DockCell>
      <DockCell isFigure>{order.entryPrice === null ? t('order.pending') : formatPrice(order.entryPrice)}</DockCell>
      <DockCell isFigure>
        {isDue ? t('order.settling') : difference === null ? t('order.pending') : <Standing difference={difference} />}
      </DockCell>
      <DockCell isFigure>{formatClock(order.closesAt)}</DockCell>
    </tr>
  );
}
