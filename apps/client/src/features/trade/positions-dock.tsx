import type { OrderView } from '@candor/contract/trading';
import { CountdownRing } from '@candor/ui/countdown-ring.tsx';
import { Spinner } from '@candor/ui/spinner.tsx';
import { useTranslations } from 'use-intl';
import { formatMoney, formatPrice } from '../../lib/format.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatClock } from '../../lib/time.ts';
import { showOrder, useActiveOrders } from '../../services/active-order/following/active-orders.ts';
import { Standing } from '../../services/active-order/showing/order-counting.tsx';
import { differenceToEntry, orderPhase } from '../../services/active-order/following/order-phase.ts';
import { useServerSecond } from '../../services/active-order/following/server-second.ts';
import { useOrder, useProductName } from '../../services/active-order/following/use-order.ts';
import { usePrice } from '../../services/live/live.ts';
import { serverNow } from '../../services/live/server-clock.ts';
import { useSite } from '../../services/session/site.ts';
import { DirectionLabel } from './ticket-form.tsx';

/** The running orders, sorted by the time they close. */
export function useRunningOrders(): OrderView[] {
  const followed = useActiveOrders((state) => state.followed);
  return Object.values(followed).toSorted((one, other) => Date.parse(one.closesAt) - Date.parse(other.closesAt));
}

/** The phone's strip: one small card per running order; empty if there is none. */
export function PositionsStrip() {
  const t = useTranslations('trade.dock');
  const orders = useRunningOrders();
  if (orders.length === 0) return null;
  return (
    <ul aria-label={t('title')} className="scroll-quiet flex snap-x gap-2 overflow-x-auto">
      {orders.map((order) => (
        <li key={order.id} className="min-w-[78%] flex-1 snap-start">
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
      className="press flex min-h-14 w-full items-center gap-3 rounded-button border border-line bg-surface-1 px-3 py-1.5 text-start -outline-offset-2"
    >
      <Ring order={view.order} isDue={view.isDue} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5 text-body-s font-semibold">
          <DirectionLabel direction={known.direction} />
          <span className="min-w-0 truncate">{view.name}</span>
        </span>
        <span className="tnum block truncate text-caption text-text-2">{view.stake}</span>
      </span>
      <span className="tnum shrink-0 text-end text-body-s font-semibold">
        {view.isDue ? (
          t('order.settling')
        ) : view.difference === null ? (
          t('order.entering')
        ) : (
          <Standing difference={view.difference} direction={known.direction} />
        )}
      </span>
    </button>
  );
}

/** The desktop's dock: a table of running orders under the chart. */
export function PositionsDock() {
  const t = useTranslations('trade');
  const orders = useRunningOrders();
  return (
    <section aria-label={t('dock.title')} className="hairline-t flex h-60 shrink-0 flex-col bg-surface-1">
      <header className="hairline-b flex min-h-11 shrink-0 items-center gap-2 px-4">
        <h2 className="text-body-s font-semibold">{t('dock.title')}</h2>
        <span className="tnum text-caption text-text-3">{t('dock.count', { count: orders.length })}</span>
        <span className="flex-1" />
        <a href={hrefTo(paths.positions())} className="flex min-h-11 items-center px-2 text-body-s text-accent">
          {t('dock.all')}
        </a>
        <a href={hrefTo(paths.history())} className="flex min-h-11 items-center px-2 text-body-s text-accent">
          {t('dock.history')}
        </a>
      </header>
      <div className="min-h-0 flex-1 overflow-auto">
        {orders.length === 0 ? (
          <p className="flex h-full items-center justify-center px-4 text-center text-body-s text-text-3">
            {t('dock.empty')} · {t('dock.emptyHint')}
          </p>
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
        {isDue ? (
          t('order.settling')
        ) : difference === null ? (
          t('order.pending')
        ) : (
          <Standing difference={difference} direction={order.direction} />
        )}
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
