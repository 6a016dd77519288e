import type { OrderView } from '@candor/contract/trading';
import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';
import { useAmounts } from '../../services/session/amounts.tsx';
import { formatClock } from '../../lib/time.ts';
import { phaseOf } from './held-positions.ts';
import { DirectionChip, OrderStatus } from './order-marks.tsx';
import { useProductName } from './order-words.ts';
import { CurrentPrice, EntryPrice, FloatingResult, PositionRing } from './position-figures.tsx';

type PositionTableProps = {
  orders: readonly OrderView[];
  nowMs: number;
  selected: string | null;
  onSelect: (id: string) => void;
};

/** The held positions on the desktop. The product of a row is its button, so that the keyboard reaches every row. */
export function PositionTable({ orders, nowMs, selected, onSelect }: PositionTableProps) {
  const t = useTranslations('orders');
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface-1 shadow-card">
      <table className="w-full text-body-s">
        <caption className="sr-only">{t('positions')}</caption>
        <thead className="text-caption text-text-3">
          <tr>
            <Head>{t('remaining')}</Head>
            <Head>{t('product')}</Head>
            <Head end>{t('stake')}</Head>
            <Head end>{t('entryPrice')}</Head>
            <Head end>{t('currentPrice')}</Head>
            <Head end>{t('closeNowHint')}</Head>
            <Head end>{t('settlesAt')}</Head>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <Row
              key={order.id}
              order={order}
              nowMs={nowMs}
              selected={order.id === selected}
              onSelect={() => onSelect(order.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head({ end = false, children }: { end?: boolean; children: React.ReactNode }) {
  return (
    <th scope="col" className={cx('hairline-b px-3 py-3 font-bold whitespace-nowrap', end ? 'text-end' : 'text-start')}>
      {children}
    </th>
  );
}

type RowProps = { order: OrderView; nowMs: number; selected: boolean; onSelect: () => void };

function Row({ order, nowMs, selected, onSelect }: RowProps) {
  const amounts = useAmounts();
  const nameOf = useProductName();
  const phase = phaseOf(order, nowMs);
  const running = phase === 'running' || phase === 'pending';
  return (
    <tr
      onClick={onSelect}
      className={cx(
        'cursor-pointer [&:not(:last-child)]:border-b [&:not(:last-child)]:border-line',
        selected ? 'bg-surface-2' : 'hover:bg-surface-2',
      )}
    >
      <td className="px-3 py-2">
        <PositionRing order={order} phase={phase} size={3} />
      </td>
      <td className="px-3 py-2">
        <button
          type="button"
          aria-pressed={selected}
          onClick={(event) => {
            event.stopPropagation();
            onSelect();
          }}
          className="press min-h-11 rounded-control text-start font-bold whitespace-nowrap"
        >
          {nameOf(order.product)}
        </button>
        <span className="ms-3 inline-block">
          <DirectionChip direction={order.direction} />
        </span>
      </td>
      <td className="tnum px-3 py-2 text-end whitespace-nowrap">{amounts(order.stake)}</td>
      <td className="px-3 py-2 text-end">
        <EntryPrice order={order} />
      </td>
      <td className="px-3 py-2 text-end">
        <CurrentPrice order={order} nowMs={nowMs} />
      </td>
      <td className="px-3 py-2 text-end font-bold">
        <FloatingResult order={order} phase={phase} />
      </td>
      <td className="tnum px-3 py-2 text-end whitespace-nowrap">
        {running ? formatClock(order.closesAt) : <OrderStatus order={order} phase={phase} />}
      </td>
    </tr>
  );
}
