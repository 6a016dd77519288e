/*
 * One order in full: its value now or its result, the price path, the terms it was accepted under, its times, and its
 * transfers. It has its own page, and is also shown beside the held positions.
 */

import { listMessages } from '@candor/contract/calls/support';
import type { OrderView } from '@candor/contract/trading';
import { buttonClass } from '@candor/ui/button.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { Check, CircleHelp, FileSearch, MessageSquareText, MessageSquareWarning, ScrollText } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useQuery } from '@tanstack/react-query';
import { SignedMoney, useAmounts } from '../../services/session/amounts.tsx';
import { useSite } from '../../services/session/site.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { useServerNow } from '../../services/live/use-server-now.ts';
import { ApiError } from '@candor/api-client/api-error';
import { deviceSkewErrorMs, deviceSkewMs } from '../../services/live/server-clock.ts';
import { clockHint } from './clock-hint.ts';
import { closeNow } from './close-now.ts';
import { phaseOf } from './held-positions.ts';
import { OrderFacts } from './order-facts.tsx';
import { DirectionChip, OrderStatus } from './order-marks.tsx';
import { useDuePolling, useOrder } from './order-queries.ts';
import { OrderTransfers } from './order-transfers.tsx';
import { useProductName } from './order-words.ts';
import { FloatingResult, PositionRing } from './position-figures.tsx';
import { PricePathChart } from './price-path-chart.tsx';
import { ShareButton } from './share-button.tsx';
import type { SettledOrder } from './share-sheet.tsx';
import { VerifySection } from './verify-section.tsx';
import { cx } from '@candor/ui/cx';
import { formatClock } from '../../lib/time.ts';
import { call } from '../../services/api/request.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { WalletBadge } from '../../services/session/wallet-badge.tsx';

type OrderDetailProps = {
  id: string;
  /** A desktop has room for two columns. */
  hasColumns?: boolean;
};

export function OrderDetail({ id, hasColumns = false }: OrderDetailProps) {
  const query = useOrder(id);
  const retry = () => void query.refetch();

  if (query.data) return <Loaded order={query.data} hasColumns={hasColumns} />;
  if (query.isError) {
    return isUnknown(query.error) ? <NotFound /> : <LoadFailed error={query.error} onRetry={retry} />;
  }
  return (
    <Loading onRetry={retry}>
      <DetailSkeleton />
    </Loading>
  );
}

/** An id of another member, an unknown id, or no id at all: the answer is the same, so that it reveals nothing. */
function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 404 || error.code === 400 || error.key === 'ORDER_NOT_FOUND');
}

function NotFound() {
  const t = useTranslations('orders');
  return (
    <EmptyState
      icon={<FileSearch aria-hidden="true" strokeWidth={1.5} />}
      title={t('notFound')}
      action={
        <a href={hrefTo(paths.history())} className={buttonClass('primary', 'medium')}>
          {t('toHistory')}
        </a>
      }
    >
      {t('notFoundHint')}
    </EmptyState>
  );
}

function Loaded({ order, hasColumns }: { order: OrderView; hasColumns: boolean }) {
  const t = useTranslations('orders');
  useDuePolling([order]);
  return (
    <div
      className={cx(
        'flex flex-col gap-6',
        hasColumns && 'xl:grid xl:grid-cols-[minmax(0,max(46rem,47%))_minmax(26rem,1fr)] xl:items-start xl:gap-8',
      )}
    >
      <div className={cx('flex min-w-0 flex-col gap-6', hasColumns && SURFACE)}>
        <DetailHead order={order} isAtStart={hasColumns} />
        {order.reason !== null && (
          <p className="rounded-control bg-surface-2 px-4 py-3 text-body-s text-text-2">
            {t(`voidReasons.${order.reason}`)}
          </p>
        )}
        {order.status === 'tied' && (
          <p className="rounded-control bg-surface-2 px-4 py-3 text-body-s text-text-2">{t('tiedHint')}</p>
        )}
        {/* Whether the result is true comes before all that led to it. */}
        {isSettled(order) && <VerifySection order={order} />}
        <PricePathChart key={order.id} order={order} />
      </div>
      <div className={cx('flex min-w-0 flex-col gap-6', hasColumns && SURFACE)}>
        <OrderTimeline order={order} />
        <OrderFacts order={order} />
        <OrderTransfers order={order} />
        {!isSettled(order) && <VerifySection order={order} />}
        <Questions order={order} />
      </div>
    </div>
  );
}

/** On a desktop each column is a card, as on the other pages. */
const SURFACE = 'xl:rounded-card xl:border xl:border-line xl:bg-surface-1 xl:p-6 xl:shadow-card';

/** @param isAtStart on a desktop the result stands where its column begins: a wide one has no middle to look at */
function DetailHead({ order, isAtStart }: { order: OrderView; isAtStart: boolean }) {
  const t = useTranslations('orders');
  const nameOf = useProductName();
  const amounts = useAmounts();
  const nowMs = useServerNow(order.status === 'open');
  const phase = phaseOf(order, nowMs);
  const hint = clockHint(deviceSkewMs(), deviceSkewErrorMs());
  const settled = phase === 'settled';
  return (
    <header
      className={cx(
        'flex flex-col items-center gap-3 text-center',
        isAtStart && settled && 'xl:items-start xl:text-start',
      )}
    >
      <p className="flex flex-wrap items-center justify-center gap-2">
        <span className="text-body font-bold">{nameOf(order.product)}</span>
        <DirectionChip direction={order.direction} />
        <WalletBadge wallet={order.wallet} />
        {settled && <OrderStatus order={order} phase={phase} />}
      </p>
      {settled ? (
        <SignedMoney text={order.profit ?? '0.00'} className="ui-enter text-display" />
      ) : (
        <>
          <PositionRing order={order} phase={phase} size={8} />
          <div>
            <p className="text-caption text-text-3">
              {phase === 'late' ? t('lateHint') : phase === 'settling' ? t('settlingHint') : t('closeNowHint')}
            </p>
            <FloatingResult order={order} phase={phase} className="text-display" />
          </div>
        </>
      )}
      {!settled && <IfItEnds order={order} />}
      {settled && <p className="tnum text-body-s text-text-2">{t('stakeOf', { amount: amounts(order.stake) })}</p>}
      {!settled && hint !== null && <p className="text-caption text-text-3">{t('clockHint', hint)}</p>}
    </header>
  );
}

/** Gain and loss side by side, the loss no smaller than the gain. */
function IfItEnds({ order }: { order: OrderView }) {
  const t = useTranslations('orders');
  const { currency } = useSite();
  // Any price above and below the entry gives the two results; the rule ignores how far the price moves.
  const won = closeNow({ ...order, direction: 'up', entryPrice: '0' }, '1', currency)?.profit;
  const lost = closeNow({ ...order, direction: 'down', entryPrice: '0' }, '1', currency)?.profit;
  if (won === undefined || lost === undefined) return null;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-1 text-body-s">
      <div>
        <dt className="text-caption text-text-3">{t('ifWon')}</dt>
        <dd className="font-bold">
          <SignedMoney text={won} />
        </dd>
      </div>
      <div>
        <dt className="text-caption text-text-3">{t('ifLost')}</dt>
        <dd className="font-bold">
          <SignedMoney text={lost} />
        </dd>
      </div>
    </dl>
  );
}

function Questions({ order }: { order: OrderView }) {
  const t = useTranslations('orders');
  const link = 'press inline-flex min-h-11 items-center gap-2 text-body-s font-medium text-link';
  return (
    <nav aria-label={t('help')} className="flex flex-wrap gap-x-6">
      <a href={hrefTo(paths.market(order.product, 'rules'))} className={link}>
        <ScrollText aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
        {t('seeRules')}
      </a>
      <a href={hrefTo(paths.service(order.id))} className={link}>
        <CircleHelp aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
        {t('question')}
      </a>
      <a href={hrefTo(paths.newComplaint({ order: order.id, name: order.no }))} className={link}>
        <MessageSquareWarning aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
        {t('complain')}
      </a>
      {isSettled(order) && <ShareButton order={order} className={link} />}
      <OrderDispute orderId={order.id} />
    </nav>
  );
}

function isSettled(order: OrderView): order is SettledOrder {
  return order.status !== 'open';
}

function DetailSkeleton() {
  return (
    <div className="flex flex-col items-center gap-4">
      <Skeleton className="h-6 w-48" />
      <Skeleton className="size-32 rounded-full" />
      <Skeleton className="h-10 w-40" />
      <Skeleton className="h-45 w-full" />
      <Skeleton className="h-80 w-full" />
    </div>
  );
}

/** 提交 → 成交 → 结算: what happened when, and what is still to come. */
function OrderTimeline({ order }: { order: OrderView }) {
  const t = useTranslations('orders.timeline');
  const settled = order.status !== 'open';
  const steps = [
    { key: 'submitted', at: order.submittedAt, done: true },
    { key: 'entered', at: order.entryAt, done: order.entryPrice !== null },
    { key: 'settled', at: order.settledAt ?? order.closesAt, done: settled },
  ] as const;
  return (
    <section>
      <h2 className="text-body-s font-bold">{t('title')}</h2>
      <ol className="mt-3 grid grid-cols-3">
        {steps.map(({ key, at, done }, index) => (
          <li key={key} className="relative flex flex-col items-center gap-1 text-center">
            {index > 0 && (
              <span
                aria-hidden="true"
                className={cx('absolute end-1/2 top-3 h-0.5 w-full', done ? 'bg-selected' : 'bg-surface-3')}
              />
            )}
            <span
              className={cx(
                'relative z-1 flex size-6.5 items-center justify-center rounded-full border-2',
                done ? 'border-selected bg-selected text-on-selected' : 'border-surface-3 bg-surface-1',
              )}
            >
              {done && <Check aria-hidden="true" className="size-4" strokeWidth={2.5} />}
            </span>
            <span className={cx('fit-caption font-bold', !done && 'text-text-3')}>
              {t(key)}
              <span className="sr-only">{done ? t('done') : t('toCome')}</span>
            </span>
            <span className="tnum text-caption text-text-3">{formatClock(at)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The member's newest dispute about an order, its state, and a link to it; nothing if there is none. */
function OrderDispute({ orderId }: { orderId: string }) {
  const t = useTranslations('orders.dispute');
  const { data } = useQuery({
    queryKey: queryKeys.supportAbout(orderId),
    queryFn: ({ signal }) => call(listMessages, { query: { order: orderId }, signal }),
    select: (page) => page.items.find(({ author }) => author === 'member'),
  });
  if (data === undefined) return null;
  return (
    <a
      href={hrefTo(paths.service())}
      className="press tnum flex min-h-11 w-full items-center gap-2 text-body-s text-text-2"
    >
      <MessageSquareText aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.75} />
      {t('sent', { no: data.id, state: t(data.checked ?? 'received') })}
    </a>
  );
}
