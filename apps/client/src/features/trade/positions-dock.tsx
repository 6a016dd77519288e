import type { ReactNode } from 'react';
import { useRef } from 'react';
import type { OrderView } from '@candor/contract/trading';
import { useTranslations } from 'use-intl';
import { formatPrice } from '../../lib/format.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatClock } from '../../lib/time.ts';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { showOrder, useActiveOrders } from '../../services/active-order/following/active-orders.ts';
import { SettledPill } from '../../services/active-order/showing/order-pill.tsx';
import { Standing } from '../../services/active-order/showing/order-counting.tsx';
import { useOpenOrders } from '../../services/queries/shared-queries.ts';
import { useRunningOrders } from '../../services/active-order/following/use-running-orders.ts';
import { OrderRing, usePosition } from '../../services/active-order/showing/running-order.tsx';
import { PositionsStrip } from './positions-strip.tsx';
import { DirectionLabel } from './direction-label.tsx';

/** Below this width the columns of the table would be cut: cards show the same orders. */
const TABLE_REM = 44;

/**
 * The desktop's dock: a table of running orders under the chart.
 * @param height while there are running orders, with the line above it that changes it
 */
export function PositionsDock({ height, separator }: { height: number; separator: ReactNode }) {
  const t = useTranslations('trade');
  const orders = useRunningOrders();
  // Nothing is said before the first answer.
  const { data: open } = useOpenOrders();
  const isEmpty = orders.length === 0 && open?.length === 0;
  const settledId = useActiveOrders(({ settledIds }) => settledIds.at(-1));
  const ref = useRef<HTMLElement>(null);
  const isNarrow = useIsNarrow(ref, TABLE_REM);
  return (
    <section
      ref={ref}
      aria-label={t('dock.title')}
      id="workspace-dock"
      className="hairline-t relative flex shrink-0 flex-col bg-surface-1"
      // An empty dock leaves its height to the chart.
      style={orders.length > 0 ? { height: `${height}rem` } : undefined}
    >
      {orders.length > 0 && separator}
      <header className="hairline-b flex min-h-11 shrink-0 items-center gap-2 px-4">
        <h2 className="text-body-s font-semibold">{t('dock.title')}</h2>
        <span className="min-w-0 flex-1 truncate text-caption text-text-3">
          {isEmpty && t('dock.empty')}
          {orders.length > 0 && <span className="tnum">{t('dock.count', { count: orders.length })}</span>}
        </span>
        <a href={hrefTo(paths.positions())} className="flex min-h-11 items-center px-2 text-body-s text-accent">
          {t('dock.all')}
        </a>
        <a href={hrefTo(paths.history())} className="flex min-h-11 items-center px-2 text-body-s text-accent">
          {t('dock.history')}
        </a>
      </header>
      {settledId !== undefined && !isNarrow && (
        <div className="p-2">
          <SettledPill key={settledId} id={settledId} />
        </div>
      )}
      {(orders.length > 0 || (isNarrow && settledId !== undefined)) && (
        <div className="min-h-0 flex-1 overflow-auto">
          {isNarrow ? (
            <div className="p-2">
              <PositionsStrip />
            </div>
          ) : (
            <table className="tnum w-full text-body-s">
              <thead className="sticky top-0 bg-surface-1 text-caption text-text-3">
                <tr>
                  <Head>{t('dock.remaining')}</Head>
                  <Head>{t('dock.product')}</Head>
                  <Head>{t('dock.direction')}</Head>
                  <Head isFigure>{t('order.stake')}</Head>
                  <Head isFigure>{t('order.entryPrice')}</Head>
                  <Head isFigure>{t('order.difference')}</Head>
                  <Head isFigure>{t('dock.closes')}</Head>
                </tr>
              </thead>
              <tbody>
                {orders.map((order) => (
                  <PositionRow key={order.id} known={order} />
                ))}
              </tbody>
            </table>
          )}
        </div>
      )}
    </section>
  );
}

function Head({ children, isFigure = false }: { children: string; isFigure?: boolean }) {
  return (
    <th scope="col" className={`px-4 py-2 font-medium whitespace-nowrap ${isFigure ? 'text-end' : 'text-start'}`}>
      {children}
    </th>
  );
}

function PositionRow({ known }: { known: OrderView }) {
  const t = useTranslations('trade');
  const { order, name, stake, difference, isDue } = usePosition(known);
  return (
    <tr className="hairline-t hover:bg-surface-2">
      <td className="px-4 py-1">
        <OrderRing order={order} isDue={isDue} />
      </td>
      <td className="px-4 py-1">
        <button
          type="button"
          aria-label={t('dock.open', { name })}
          onClick={() => showOrder(order.id)}
          className="min-h-11 text-start font-semibold whitespace-nowrap underline-offset-4 hover:underline"
        >
          {name}
        </button>
      </td>
      <td className="px-4 py-1 font-semibold whitespace-nowrap">
        <DirectionLabel direction={order.direction} />
      </td>
      <td className="px-4 py-1 text-end whitespace-nowrap">{stake}</td>
      <td className="px-4 py-1 text-end whitespace-nowrap">
        {order.entryPrice === null ? t('order.pending') : formatPrice(order.entryPrice)}
      </td>
      <td className="px-4 py-1 text-end whitespace-nowrap">
        {isDue ? t('order.settling') : difference === null ? t('order.pending') : <Standing difference={difference} />}
      </td>
      <td className="px-4 py-1 text-end whitespace-nowrap">{formatClock(order.closesAt)}</td>
    </tr>
  );
}
