import type { ReactNode } from 'react';
import type { OrderView } from '@candor/contract/trading';
import { useTranslations } from 'use-intl';
import { showOrder, useActiveOrders } from '../../services/active-order/following/active-orders.ts';
import { useRunningOrders } from '../../services/active-order/following/use-running-orders.ts';
import { SettledStrip } from '../../services/active-order/showing/order-strip.tsx';
import { Standing } from '../../services/active-order/showing/order-counting.tsx';
import { OrderRing, usePosition } from '../../services/active-order/showing/running-order.tsx';
import { DirectionLabel } from './direction-label.tsx';

const ITEM = 'min-w-[88%] flex-1 snap-start only:min-w-full';

type PositionsStripProps = {
  /** The order that has a place of its own beside the strip. */
  withoutId?: string | null;
  /** What stands in its place while nothing runs and nothing is news. */
  empty?: ReactNode;
};

/** One small card per running order, and the newest result in the same place. */
export function PositionsStrip({ withoutId = null, empty = null }: PositionsStripProps) {
  const t = useTranslations('trade.dock');
  const orders = useRunningOrders().filter(({ id }) => id !== withoutId);
  const settledId = useActiveOrders(({ settledIds }) => settledIds.at(-1));
  if (orders.length === 0 && settledId === undefined) return empty;
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

/** The orders of other products, as the ring of the one that closes next: beside what can be chosen here. */
export function OtherOrders({ product }: { product: string }) {
  const orders = useRunningOrders().filter((order) => order.product !== product);
  const [next] = orders;
  return next === undefined ? null : <OtherOrder key={next.id} known={next} count={orders.length} />;
}

function OtherOrder({ known, count }: { known: OrderView; count: number }) {
  const t = useTranslations('trade');
  const { order, name, isDue } = usePosition(known);
  return (
    <button
      type="button"
      aria-label={t('dock.open', { name })}
      onClick={() => showOrder(known.id)}
      className="press relative flex min-h-14 min-w-14 items-center justify-center rounded-control border border-line bg-surface-1 -outline-offset-2"
    >
      <OrderRing order={order} isDue={isDue} />
      {count > 1 && (
        <span
          aria-hidden="true"
          className="tnum absolute -end-1 -top-1 min-w-5 rounded-full bg-selected px-1 text-center text-caption font-bold text-on-selected"
        >
          {count}
        </span>
      )}
    </button>
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
      {/* Two lines at any width: a card that grew would take its height from the chart. */}
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-x-2 text-body-s leading-tight font-bold">
          <span className="shrink-0">
            <DirectionLabel direction={known.direction} />
          </span>
          <span className="min-w-0 truncate">{view.name}</span>
        </span>
        <span className="tnum flex flex-wrap items-baseline justify-between gap-x-3 text-caption leading-tight text-text-2">
          {view.stake}
          <span className="text-body-s font-bold text-text-1">
            {view.isDue ? (
              t('order.settling')
            ) : view.difference === null ? (
              t('order.entering')
            ) : (
              <Standing difference={view.difference} />
            )}
          </span>
        </span>
      </span>
    </button>
  );
}
