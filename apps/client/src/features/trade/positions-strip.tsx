import type { OrderView } from '@candor/contract/trading';
import { useTranslations } from 'use-intl';
import { showOrder, useActiveOrders } from '../../services/active-order/following/active-orders.ts';
import { useRunningOrders } from '../../services/active-order/following/use-running-orders.ts';
import { SettledStrip } from '../../services/active-order/showing/order-strip.tsx';
import { Standing } from '../../services/active-order/showing/order-counting.tsx';
import { OrderRing, usePosition } from '../../services/active-order/showing/running-order.tsx';
import { DirectionLabel } from './direction-label.tsx';

const ITEM = 'min-w-[88%] flex-1 snap-start only:min-w-full';

/** One small card per running order, and the newest result in the same place; empty if there is neither. */
export function PositionsStrip() {
  const t = useTranslations('trade.dock');
  const orders = useRunningOrders();
  const settledId = useActiveOrders(({ settledIds }) => settledIds.at(-1));
  if (orders.length === 0 && settledId === undefined) return null;
  return (
    <ul aria-label={t('title')} className="scroll-quiet flex snap-x gap-2 overflow-x-auto">
      {settledId !== undefined && (
        <li key={settledId} className={ITEM}>
          <SettledStrip id={settledId} isCard />
        </li>
      )}
      {orders.map((order) => (
        <li key={order.id} className={ITEM}>
          <PositionCard known={order} />
        </li>
      ))}
    </ul>
  );
}

function PositionCard({ known }: { known: OrderView }) {
  const t = useTranslations('trade');
  const view = usePosition(known);
  return (
    <button
      type="button"
      onClick={() => showOrder(known.id)}
      className="press flex min-h-14 w-full items-center gap-3 rounded-control border border-line bg-surface-1 px-3 py-1 text-start -outline-offset-2"
    >
      <OrderRing order={view.order} isDue={view.isDue} />
      {/* Large text puts the standing below the name: nothing is cut. */}
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2 text-body-s font-bold">
            <DirectionLabel direction={known.direction} />
            <span className="min-w-0">{view.name}</span>
          </span>
          <span className="tnum block text-caption text-text-2">{view.stake}</span>
        </span>
        <span className="tnum text-body-s font-bold">
          {view.isDue ? (
            t('order.settling')
          ) : view.difference === null ? (
            t('order.entering')
          ) : (
            <Standing difference={view.difference} />
          )}
        </span>
      </span>
    </button>
  );
}
