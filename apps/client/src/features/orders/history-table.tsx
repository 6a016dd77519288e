import { useRef } from 'react';
import type { OrderView } from '@candor/contract/trading';
import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';
import { SignedMoney, useAmounts } from '../../services/session/amounts.tsx';
import { GapRow, useWindowed } from '../../lib/endless-list.tsx';
import { formatPrice } from '../../lib/format.ts';
import { hrefTo, navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatDateTime, zoneLabel } from '../../lib/time.ts';
import { DirectionChip, OrderStatus } from './order-marks.tsx';
import { useProductName } from './order-words.ts';

const ROW_PX = 57;

/** The history on the desktop. Newest first, in the order of the pages; the order's number is its link. */
export function HistoryTable({ orders }: { orders: readonly OrderView[] }) {
  const t = useTranslations('orders');
  const body = useRef<HTMLTableSectionElement>(null);
  const shown = useWindowed(body, orders, () => ROW_PX);
  const first = orders[0];
  return (
    <div className="rounded-card border border-line bg-surface-1 shadow-card">
      <table className="w-full border-separate border-spacing-0 text-body-s">
        <caption className="sr-only">{t('history')}</caption>
        <thead className="text-caption text-text-3">
          <tr>
            <Head>{first ? t('timeIn', { zone: zoneLabel(first.acceptedAt) }) : t('acceptedAt')}</Head>
            <Head>{t('orderNo')}</Head>
            <Head>{t('product')}</Head>
            <Head>{t('direction')}</Head>
            <Head end>{t('stake')}</Head>
            <Head end>{t('entryPrice')}</Head>
            <Head end>{t('exitPrice')}</Head>
            <Head>{t('result')}</Head>
            <Head end>{t('profit')}</Head>
          </tr>
        </thead>
        {/* The card's own edge is under the last row. */}
        <tbody ref={body} className="[&>tr:last-child>td]:border-b-0">
          <GapRow px={shown.before} />
          {shown.rows.map(({ row, index }) => (
            <Row key={row.id} order={row} index={index} measure={shown.measure} />
          ))}
          <GapRow px={shown.after} />
        </tbody>
      </table>
    </div>
  );
}

function Head({ end = false, children }: { end?: boolean; children: React.ReactNode }) {
  return (
    <th
      scope="col"
      className={cx(
        'hairline-b sticky top-[calc(var(--topnav-height)+var(--nav-height))] z-10 bg-surface-1 px-2.5 py-3 font-semibold nav:px-4 whitespace-nowrap first:rounded-ss-card last:rounded-se-card',
        end ? 'text-end' : 'text-start',
      )}
    >
      {children}
    </th>
  );
}

const CELL = 'hairline-b px-2.5 py-2 whitespace-nowrap nav:px-4';

type RowProps = { order: OrderView; index: number; measure: (element: Element | null) => void };

function Row({ order, index, measure }: RowProps) {
  const amounts = useAmounts();
  const nameOf = useProductName();
  const href = paths.order(order.id);
  return (
    <tr
      ref={measure}
      data-index={index}
      onClick={(event) => {
        if (!(event.target instanceof HTMLAnchorElement)) navigate(href);
      }}
      className="cursor-pointer hover:bg-surface-2"
    >
      <td className={cx(CELL, 'tnum text-text-2')}>{formatDateTime(order.acceptedAt)}</td>
      <td className={CELL}>
        <a href={hrefTo(href)} className="tnum inline-flex min-h-11 items-center font-medium text-accent">
          {order.no}
        </a>
      </td>
      <td className={cx(CELL, 'font-semibold')}>{nameOf(order.product)}</td>
      <td className={CELL}>
        <DirectionChip direction={order.direction} />
      </td>
      <td className={cx(CELL, 'tnum text-end')}>{amounts(order.stake)}</td>
      <td className={cx(CELL, 'tnum text-end')}>{formatPrice(order.entryPrice)}</td>
      <td className={cx(CELL, 'tnum text-end')}>{formatPrice(order.exitPrice)}</td>
      <td className={CELL}>
        <OrderStatus order={order} phase="settled" />
      </td>
      <td className={cx(CELL, 'text-end font-semibold')}>
        <SignedMoney text={order.profit ?? '0.00'} />
      </td>
    </tr>
  );
}
