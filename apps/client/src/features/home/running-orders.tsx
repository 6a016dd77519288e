/* The running orders, with their rings. */

import { useState } from 'react';
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

const TILE = 'press flex min-h-14 items-center gap-3 rounded-control border border-line bg-surface-1 px-3 shadow-card';

/**
 * One line that scrolls sideways, only if there are any. It keeps its place until the member leaves: when the last of them is
 * settled, the markets below it must not move up under a finger.
 */
export function RunningStrip() {
  const t = useTranslations('home.positions');
  const orders = useOpenOrders().data ?? [];
  const [isShown, setShown] = useState(false);
  if (orders.length > 0 && !isShown) setShown(true);
  if (!isShown) return null;
  if (orders.length === 0) {
    return (
      <a href={hrefTo(paths.history())} className={cx(TILE, 'justify-between text-body-s text-text-2')}>
        {t('settled')}
        <ChevronRight aria-hidden="true" className="size-4 text-text-3" />
      </a>
    );
  }
  return (
    <section aria-label={t('title')} className="min-w-0">
      <ul className="scroll-quiet -mx-[var(--gutter)] flex gap-2 overflow-x-auto px-[var(--gutter)] sideways:mx-0 sideways:px-0">
        {orders.map((order) => (
          <li key={order.id} className="w-60 shrink-0 only:w-full">
            <RunningTile order={order} />
          </li>
        ))}
        {orders.length > 1 && (
          <li className="shrink-0">
            <a href={hrefTo(paths.positions())} className={cx(TILE, 'gap-1! text-body-s text-text-2')}>
              {t('all', { count: orders.length })}
              <ChevronRight aria-hidden="true" className="size-4" />
            </a>
          </li>
        )}
      </ul>
    </section>
  );
}

export function RunningTile({ order, bare = false }: { order: OrderView; bare?: boolean }) {
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
      className={
        bare
          ? 'flex min-h-14 items-center gap-3 px-4 py-2 -outline-offset-2 hover:bg-surface-2'
          : cx(TILE, 'hover:bg-surface-2')
      }
    >
      <CountdownRing
        startsAtMs={Date.parse(order.entryAt)}
        endsAtMs={Date.parse(order.closesAt)}
        now={serverNow}
        size={2.5}
        label={t('timer', { name })}
      />
      <span className="min-w-0 flex-1">
        <span className="flex items-center justify-between gap-2">
          <span className="truncate text-body-s font-bold">{name}</span>
          <span className="tnum shrink-0 text-body-s">{amounts(order.stake)}</span>
        </span>
        <span className="flex min-h-4 items-center justify-between gap-2 text-caption text-text-2">
          <span className={cx('shrink-0 font-bold', up ? 'text-up' : 'text-down')}>
            <span aria-hidden="true">{up ? '▲' : '▼'} </span>
            {direction(order.direction)}
          </span>
          <span className="tnum truncate">
            {settling
              ? status('settling')
              : difference !== null
                ? status(difference.standing)
                : order.entryPrice === null
                  ? t('entryPending')
                  : formatPrice(order.entryPrice)}
          </span>
        </span>
      </span>
    </a>
  );
}
