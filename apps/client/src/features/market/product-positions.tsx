/* The member's open orders on one product. */

import type { OrderView } from '@candor/contract/trading';
import { CountdownRing } from '@candor/ui/countdown-ring.tsx';
import { cx } from '@candor/ui/cx';
import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useAmounts } from '../../services/session/amounts.tsx';
import { formatPrice } from '../../lib/format.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatClock } from '../../lib/time.ts';
import { serverNow } from '../../services/live/server-clock.ts';
import { useOpenOrders } from '../../services/queries/shared-queries.ts';

export function ProductPositions({ code }: { code: string }) {
  const t = useTranslations('market.positions');
  const orders = (useOpenOrders().data ?? []).filter((order) => order.product === code);
  if (orders.length === 0) return null;
  return (
    <section aria-label={t('title')} className="ui-enter">
      <h2 className="mb-2 text-title-2">{t('title')}</h2>
      <ul className="overflow-hidden rounded-card border border-line bg-surface-1 shadow-card [&>li+li]:border-t [&>li+li]:border-line">
        {orders.map((order) => (
          <li key={order.id}>
            <PositionRow order={order} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PositionRow({ order }: { order: OrderView }) {
  const t = useTranslations('market.positions');
  const direction = useTranslations('common.direction');
  const amounts = useAmounts();
  const up = order.direction === 'up';
  return (
    <a
      href={hrefTo(paths.order(order.id))}
      className="flex min-h-18 items-center gap-3 px-4 py-2 -outline-offset-2 hover:bg-surface-2"
    >
      <CountdownRing
        startsAtMs={Date.parse(order.entryAt)}
        endsAtMs={Date.parse(order.closesAt)}
        now={serverNow}
        size={3}
        label={t('timer')}
      />
      <span className="min-w-0 flex-1">
        {/* If both do not fit side by side, the amount goes below. It never breaks. */}
        <span className="flex flex-wrap justify-between gap-x-2 text-body-s font-bold">
          <span className={cx('whitespace-nowrap', up ? 'text-up' : 'text-down')}>
            <span aria-hidden="true">{up ? '▲' : '▼'} </span>
            {direction(order.direction)}
          </span>
          <span className="tnum whitespace-nowrap">{amounts(order.stake)}</span>
        </span>
        <span className="tnum mt-1 flex flex-wrap justify-between gap-x-2 text-caption text-text-2">
          <span className="whitespace-nowrap">
            {order.entryPrice === null ? t('entryPending') : t('entry', { price: formatPrice(order.entryPrice) })}
          </span>
          <span>{t('closesAt', { time: formatClock(order.closesAt) })}</span>
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-text-3" />
    </a>
  );
}
