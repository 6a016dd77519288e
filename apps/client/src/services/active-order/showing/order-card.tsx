/*
 * The open order beside a ticket that stays: first how it stands, then its result, in one place of one height. It takes
 * nothing away and moves nothing.
 */

import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import type { OrderView } from '@candor/contract/trading';
import { cx } from '@candor/ui/cx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { useTranslations } from 'use-intl';
import { formatMoney, formatPrice } from '../../../lib/format.ts';
import { hrefTo } from '../../../lib/location.ts';
import { paths } from '../../../lib/paths.ts';
import { useSite } from '../../session/site.ts';
import { minimiseOrder, useActiveOrders } from '../following/active-orders.ts';
import { isSettled } from '../following/order-phase.ts';
import { refundOf } from '../following/order-refund.ts';
import { useLosingStreak } from '../following/losing-streak.ts';
import { useOrder } from '../following/use-order.ts';
import { useRunningOrders } from '../following/use-running-orders.ts';
import { Standing } from './order-counting.tsx';
import { OrderTitle } from './order-title.tsx';
import { PricePath } from './price-path.tsx';
import { ProofLink } from './proof-chip.tsx';
import { OrderRing, usePosition } from './running-order.tsx';

type OrderCardProps = {
  /** Repeats the same order. */
  onAgain: (order: OrderView) => void;
};

/** The order that the member opened, or else the one that settles first: one that runs is never asked for. */
export function OrderCard({ onAgain }: OrderCardProps) {
  const openId = useActiveOrders((state) => state.openId);
  const first = useRunningOrders()[0]?.id;
  const id = openId ?? first;
  return id === undefined ? <Place /> : <Card key={id} id={id} isFirst={id === first} onAgain={onAgain} />;
}

/** Only where there is height for it: what the card will be, so that nothing about it is a surprise. */
function Place() {
  const t = useTranslations('trade.order');
  return (
    <div className="hairline-t hidden shrink-0 items-center gap-3 px-4 py-3 [@media(min-height:52rem)]:flex">
      <span
        aria-hidden="true"
        className="size-10 shrink-0 rounded-full border-2 border-dashed border-line-control/45"
      />
      <p className="min-w-0">
        <span className="block text-body-s font-bold text-text-2">{t('idle')}</span>
        <span className="block text-caption text-text-3">{t('idleHint')}</span>
      </p>
    </div>
  );
}

function Card({ id, isFirst, onAgain }: OrderCardProps & { id: string; isFirst: boolean }) {
  const t = useTranslations('trade');
  const known = useActiveOrders((state) => state.followed[id]);
  const order = useOrder(id, known).data;
  if (order === undefined) return null;
  return (
    <section
      aria-label={t('order.card')}
      className="ui-enter hairline-t flex shrink-0 flex-col gap-2 bg-surface-2 py-3 ps-4 pe-3 short:gap-1 short:py-1"
    >
      {isSettled(order) ? <Result order={order} onAgain={onAgain} /> : <Running known={order} isFirst={isFirst} />}
    </section>
  );
}

/** @param isFirst it stands here by itself: there is nothing to put away */
function Running({ known, isFirst }: { known: OrderView; isFirst: boolean }) {
  const t = useTranslations('trade.order');
  const { order, stake, difference, isDue } = usePosition(known);
  return (
    <>
      <div className="flex items-center gap-3">
        <OrderRing isLarge order={order} isDue={isDue} />
        <Rows
          isKept={isFirst}
          first={
            <span className="truncate text-body-s font-bold">
              <OrderTitle order={order} />
            </span>
          }
          second={
            <span className="tnum truncate text-title-2">
              {isDue ? t('settling') : difference === null ? t('entering') : <Standing difference={difference} />}
            </span>
          }
          third={
            <>
              <span className="tnum text-body-s text-text-2">{stake}</span>
              <a
                href={hrefTo(paths.order(order.id))}
                className="press -my-2 inline-flex min-h-9 items-center text-body-s font-bold text-link underline-offset-4 hover:underline"
              >
                {t('details')}
              </a>
            </>
          }
        />
      </div>
      <Path order={order} />
    </>
  );
}

const TONES = { won: 'text-win', lost: 'text-lose', tied: '', voided: '', open: '' } as const;

function Result({ order, onAgain }: OrderCardProps & { order: OrderView }) {
  const t = useTranslations('trade.order');
  const { currency } = useSite();
  const streak = useLosingStreak(order);
  const { symbol } = currency;
  const isRefund = order.status === 'tied' || order.status === 'voided';
  const amount = isRefund
    ? formatMoney(refundOf(order, currency), { symbol })
    : formatMoney(order.profit ?? '0', { symbol, signed: true });
  // Why it was void says more than prices that decided nothing.
  const why =
    order.reason === null
      ? `${formatPrice(order.entryPrice)} → ${formatPrice(order.exitPrice)}`
      : t(`reason.${order.reason}`);
  // Where there is more room for it: a reason is a sentence.
  const again = streak === 'no' && (
    <button
      type="button"
      onClick={() => onAgain(order)}
      className="press -my-2 min-h-9 shrink-0 text-body-s font-bold text-link underline-offset-4 hover:underline"
    >
      {t('again')}
    </button>
  );
  return (
    <>
      <Rows
        first={
          <span className={cx('truncate text-body font-bold', TONES[order.status])}>
            <span>{t(order.status === 'open' ? 'settling' : order.status)}</span> <span className="tnum">{amount}</span>
          </span>
        }
        second={
          <>
            <span className="-my-2 min-w-0 truncate">
              <ProofLink order={order} />
            </span>
            {order.reason !== null && again}
          </>
        }
        third={
          <>
            <span title={why} className="tnum truncate text-caption text-text-2">
              {why}
            </span>
            {order.reason === null && again}
          </>
        }
      />
      <Path order={order} />
    </>
  );
}

type RowsProps = { first: ReactNode; second: ReactNode; third: ReactNode; isKept?: boolean };

/** Three lines of one height in every state: the result takes the place of the countdown and moves nothing. */
function Rows({ first, second, third, isKept = false }: RowsProps) {
  const t = useTranslations('trade.pill');
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div className={LINE}>
        {first}
        {!isKept && (
          <IconButton label={t('dismiss')} onClick={minimiseOrder} className="-my-2 -me-2 shrink-0">
            <X aria-hidden="true" className="size-5" strokeWidth={1.75} />
          </IconButton>
        )}
      </div>
      <div className={LINE}>{second}</div>
      <div className={LINE}>{third}</div>
    </div>
  );
}

const LINE = 'flex h-7 min-w-0 items-center justify-between gap-x-3 pe-1 whitespace-nowrap';

/** Only where there is height for it: the figures say the same. */
function Path({ order }: { order: OrderView }) {
  return (
    <PricePath
      order={order}
      className="me-2 hidden h-16 [@media(min-height:54rem)]:block [@media(min-height:62rem)]:h-28"
    />
  );
}
