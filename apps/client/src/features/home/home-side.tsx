/* Beside the markets of a desktop: what runs, what was settled with what its receipt says, the news, and how to check. */

import { listOrders } from '@candor/contract/calls/trading';
import type { OrderView } from '@candor/contract/trading';
import { cx } from '@candor/ui/cx';
import { useIsDrawn } from '@candor/ui/use-is-drawn';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatClock, formatDate } from '../../lib/time.ts';
import { useWaited } from '../../lib/use-waited.ts';
import { useProductName } from '../../services/active-order/following/use-order.ts';
import { ProofChip } from '../../services/active-order/showing/proof-chip.tsx';
import { call } from '../../services/api/request.ts';
import { serverNow } from '../../services/live/server-clock.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { useOpenOrders } from '../../services/queries/shared-queries.ts';
import { SignedMoney, useAmounts } from '../../services/session/amounts.tsx';
import { FairnessCard, NewsList } from './below-markets.tsx';
import { RunningTile } from './running-orders.tsx';
import { SideBlocks } from './side-blocks.tsx';
import { ROWS, SideCard } from './side-card.tsx';

/** Each is checked on this device; the history has all. */
const RESULTS_MAX = 5;

/** Needs the texts of `trade`. */
export function HomeSide() {
  const results = useQuery({
    queryKey: queryKeys.orderList({ status: 'settled', shown: 'home' }),
    queryFn: ({ signal }) => call(listOrders, { query: { status: 'settled', limit: RESULTS_MAX }, signal }),
  });
  // All at once: what is below a card must not move when it fills.
  const isReady = useWaited(results.isPending);
  if (!isReady) return <SideBlocks />;
  return (
    <>
      <Running />
      <Results orders={results.data?.items ?? []} />
      <NewsList />
      <FairnessCard />
    </>
  );
}

function Running() {
  const t = useTranslations('home.positions');
  const orders = useOpenOrders().data ?? [];
  return (
    <SideCard title={t('title')} to={paths.positions()} more={orders.length > 1 && t('all', { count: orders.length })}>
      {orders.length === 0 ? (
        <p className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 px-4 text-body-s text-text-2">
          {t('none')}
          <a href={hrefTo(paths.trade())} className="inline-flex min-h-11 items-center font-bold text-link">
            {t('trade')}
          </a>
        </p>
      ) : (
        <ul className={ROWS}>
          {orders.map((order) => (
            <li key={order.id}>
              <RunningTile order={order} bare />
            </li>
          ))}
        </ul>
      )}
    </SideCard>
  );
}

function Results({ orders }: { orders: readonly OrderView[] }) {
  const t = useTranslations('home.results');
  return (
    <SideCard title={t('title')} to={paths.history()} more={orders.length > 0 && t('all')}>
      {orders.length === 0 ? (
        <p className="flex min-h-14 items-center px-4 py-3 text-body-s text-text-2">{t('none')}</p>
      ) : (
        <ul className={ROWS}>
          {orders.map((order) => (
            <li key={order.id}>
              <ResultRow order={order} />
            </li>
          ))}
        </ul>
      )}
    </SideCard>
  );
}

function ResultRow({ order }: { order: OrderView }) {
  const direction = useTranslations('common.direction');
  const name = useProductName(order.product);
  const amounts = useAmounts();
  // The checks ask the site: the page comes first.
  const isDrawn = useIsDrawn();
  const at = order.settledAt ?? order.closesAt;
  const isToday = formatDate(at) === formatDate(serverNow());
  return (
    <a
      href={hrefTo(paths.order(order.id))}
      className="flex min-h-14 flex-col justify-center gap-1 px-4 py-2 -outline-offset-2 hover:bg-surface-2"
    >
      <span className="flex items-center justify-between gap-3">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate text-body-s font-bold">{name}</span>
          <span className={cx('shrink-0 text-caption font-bold', order.direction === 'up' ? 'text-up' : 'text-down')}>
            <span aria-hidden="true">{order.direction === 'up' ? '▲' : '▼'}</span>
            <span className="sr-only">{direction(order.direction)}</span>
          </span>
        </span>
        <SignedMoney text={order.profit ?? '0'} className="text-body-s font-bold" />
      </span>
      <span className="flex min-h-4 items-center justify-between gap-3 text-caption text-text-2">
        <span className="tnum truncate">
          {isToday ? formatClock(at) : formatDate(at)} · {amounts(order.stake)}
        </span>
        {isDrawn && <ProofChip order={order} />}
      </span>
    </a>
  );
}
