import type { ReactNode } from 'react';
import { useRef } from 'react';
import type { OrderView } from '@candor/contract/trading';
import { CountdownRing } from '@candor/ui/countdown-ring.tsx';
import { Spinner } from '@candor/ui/spinner.tsx';
import { useTranslations } from 'use-intl';
import { formatMoney, formatPrice } from '../../lib/format.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatClock } from '../../lib/time.ts';
import { showOrder, useActiveOrders } from '../../services/active-order/following/active-orders.ts';
import { SettledPill } from '../../services/active-order/showing/order-pill.tsx';
import { Standing } from '../../services/active-order/showing/order-counting.tsx';
import { differenceToEntry, orderPhase } from '../../services/active-order/following/order-phase.ts';
import { useServerSecond } from '../../services/active-order/following/server-second.ts';
import { useOrder, useProductName } from '../../services/active-order/following/use-order.ts';
import { usePrice } from '../../services/live/live.ts';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { serverNow } from '../../services/live/server-clock.ts';
import { useOpenOrders } from '../../services/queries/shared-queries.ts';
import { useSite } from '../../services/session/site.ts';
import { DirectionLabel } from './ticket-form.tsx';

/** The running orders, sorted by the time they close. */
export function useRunningOrders(): OrderView[] {
  const followed = useActiveOrders((state) => state.followed);
  return Object.values(followed).toSorted((one, other) => Date.parse(one.closesAt) - Date.parse(other.closesAt));
}

/** One small card per running order, and the newest result in the same place; empty if there is neither. */
export function PositionsStrip() {
  const t = useTranslations('trade.dock');
  const orders = useRunningOrders();
  const settledId = useActiveOrders(({ settledIds }) => settledIds.at(-1));
  if (orders.length === 0 && settledId === undefined) return null;
  return (
    <div className="flex flex-col gap-2">
      {settledId !== undefined && <SettledPill key={settledId} id={settledId} />}
      {orders.length > 0 && (
        <ul aria-label={t('title')} className="scroll-quiet flex snap-x gap-2 overflow-x-auto">
          {orders.map((order) => (
            <li key={order.id} className="min-w-[88%] flex-1 snap-start only:min-w-full">
              <PositionCard known={order} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function PositionCard({ known }: { known: OrderView }) {
  const t = useTranslations('trade');
  const view = usePosition(known);
  return (
    <button
      type="button"
      onClick={() => showOrder(known.id)}
      className="press flex min-h-14 w-full items-center gap-3 rounded-button border border-line bg-surface-1 px-3 py-1.5 text-start -outline-offset-2"
    >
      <Ring order={view.order} isDue={view.isDue} />
      {/* Large text puts the standing below the name: nothing is cut. */}
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-1.5 text-body-s font-semibold">
            <DirectionLabel direction={known.direction} />
            <span className="min-w-0">{view.name}</span>
          </span>
          <span className="tnum block text-caption text-text-2">{view.stake}</span>
        </span>
        <span className="tnum text-body-s font-semibold">
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
      id="desk-dock"
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
        <Ring order={order} isDue={isDue} />
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

function Ring({ order, isDue }: { order: OrderView; isDue: boolean }) {
  const t = useTranslations('trade.order');
  return isDue ? (
    <span className="flex size-10 items-center justify-center text-info">
      <Spinner className="text-title-1" />
    </span>
  ) : (
    <CountdownRing
      startsAtMs={Date.parse(order.entryAt)}
      endsAtMs={Date.parse(order.closesAt)}
      now={serverNow}
      size={2.5}
      label={t('timer')}
    />
  );
}

function usePosition(known: OrderView) {
  const order = useOrder(known.id, known).data ?? known;
  const { currency } = useSite();
  const price = usePrice(order.product)?.price ?? null;
  const phase = orderPhase(order, useServerSecond());
  return {
    order,
    name: useProductName(order.product),
    stake: formatMoney(order.stake, { symbol: currency.symbol }),
    difference: differenceToEntry(order, price),
    isDue: phase !== 'entering' && phase !== 'counting',
  };
}
