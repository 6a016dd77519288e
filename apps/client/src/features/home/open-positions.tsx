/* The running orders, with their rings. Shown only if there are any. */

import type { OrderView } from '@candor/contract/trading';
import { CountdownRing } from '@candor/ui/countdown-ring.tsx';
import { cx } from '@candor/ui/cx';
import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useAmounts } from '../../services/session/amounts.tsx';
import { formatPrice } from '../../lib/format.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { differenceToEntry } from '../../services/active-order/following/order-phase.ts';
import { useProductName } from '../../services/active-order/following/use-order.ts';
import { usePrice } from '../../services/live/live.ts';
import { serverNow } from '../../services/live/server-clock.ts';
import { useServerNow } from '../../services/live/use-server-now.ts';
import { useOpenOrders } from '../../services/queries/shared-queries.ts';

export function OpenPositions({ stacked = false }: { stacked?: boolean }) {
  const t = useTranslations('home.positions');
  const orders = useOpenOrders().data ?? [];
  if (orders.length === 0) return null;
  return (
    <section aria-label={t('title')} className="ui-enter min-w-0">
      <div className="mb-2 flex items-center justify-between">
        <h2 className="text-title-2">{t('title')}</h2>
        <a
          href={hrefTo(paths.positions())}
          className="inline-flex min-h-11 items-center gap-1 rounded-control text-body-s text-text-2 hover:text-text-1"
        >
          {t('all', { count: orders.length })}
          <ChevronRight aria-hidden="true" className="size-4" />
        </a>
      </div>
      <ul
        className={
          stacked
            ? 'flex flex-col gap-2'
            : 'scroll-quiet -mx-[var(--gutter)] flex gap-3 overflow-x-auto px-[var(--gutter)] pb-1'
        }
      >
        {orders.map((order) => (
          <li key={order.id} className={stacked ? undefined : 'w-60 shrink-0 only:w-full'}>
            <PositionTile order={order} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PositionTile({ order }: { order: OrderView }) {
  const t = useTranslations('home.positions');
  const direction = useTranslations('common.direction');
  const name = useProductName(order.product);
  const live = usePrice(order.product);
  const amounts = useAmounts();
  const up = order.direction === 'up';
  const status = useTranslations('common.status');
  const settling = useServerNow() >= Date.parse(order.closesAt);
  // After the close, the current price says nothing about the result.
  const difference = settling ? null : differenceToEntry(order, live?.price ?? null);
  return (
    <a
      href={hrefTo(paths.order(order.id))}
      className="press flex min-h-18 items-center gap-3 rounded-card border border-line bg-surface-1 p-3 shadow-card hover:bg-surface-2"
    >
      <CountdownRing
        startsAtMs={Date.parse(order.entryAt)}
        endsAtMs={Date.parse(order.closesAt)}
        now={serverNow}
        size={3}
        label={t('timer', { name })}
      />
      <span className="min-w-0 flex-1">
        <span className="flex items-center justify-between gap-2">
          <span className="truncate text-body-s font-bold">{name}</span>
          <span className="tnum shrink-0 text-body-s">{amounts(order.stake)}</span>
        </span>
        <span className="mt-1 flex items-center justify-between gap-2 text-caption">
          <span className={cx('shrink-0 font-bold', up ? 'text-up' : 'text-down')}>
            <span aria-hidden="true">{up ? '▲' : '▼'} </span>
            {direction(order.direction)}
          </span>
          <span className="tnum truncate text-text-2">
            {order.entryPrice === null ? t('entryPending') : formatPrice(order.entryPrice)}
          </span>
        </span>
        <span className="mt-1 block min-h-4 text-caption text-text-2">
          {settling ? status('settling') : difference !== null && status(difference.standing)}
        </span>
      </span>
    </a>
  );
}
