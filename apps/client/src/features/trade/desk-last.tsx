/* The fourth column of a very wide desktop: the last orders, each with the verdict on its receipt, found on this device. */

import { useState } from 'react';
import { listOrders } from '@candor/contract/calls/trading';
import type { OrderView } from '@candor/contract/trading';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { PanelRightClose } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatClock } from '../../lib/time.ts';
import { ProofChip } from '../../services/active-order/showing/proof-chip.tsx';
import { call } from '../../services/api/request.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { SignedMoney, useAmounts } from '../../services/session/amounts.tsx';
import { changeDeskColumns } from './desk-columns.ts';

/** Each is checked whole, so there are only as many as a desk shows. */
const SHOWN_MAX = 14;

export function DeskLast() {
  const t = useTranslations('trade');
  const query = { status: 'settled', limit: SHOWN_MAX } as const;
  const { data } = useQuery({
    queryKey: queryKeys.orderList({ status: 'settled', shown: 'desk' }),
    queryFn: ({ signal }) => call(listOrders, { query, signal }),
  });
  return (
    <aside
      aria-label={t('last.title')}
      className="flex min-h-0 min-w-0 flex-col border-s border-line bg-surface-1 print:hidden"
    >
      <header className="hairline-b flex h-11 shrink-0 items-center justify-between ps-4 pe-1">
        <h2 className="text-body-s font-bold">{t('last.title')}</h2>
        <span className="flex items-center">
          <a href={hrefTo(paths.history())} className="flex min-h-9 items-center px-2 text-body-s text-link">
            {t('dock.history')}
          </a>
          <IconButton
            label={t('last.close')}
            onClick={() => changeDeskColumns((columns) => ({ ...columns, isLastClosed: true }))}
            className="size-9!"
          >
            <PanelRightClose aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
          </IconButton>
        </span>
      </header>
      {data === undefined ? (
        <Skeleton className="m-4 h-16" />
      ) : data.items.length === 0 ? (
        <p className="p-4 text-body-s text-text-2">{t('last.empty')}</p>
      ) : (
        <Rows orders={data.items} />
      )}
    </aside>
  );
}

/** One receipt after the other is checked, the newest first: a desk that opens asks for no dozen at once. */
function Rows({ orders }: { orders: readonly OrderView[] }) {
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const turn = orders.find(({ id }) => !checked.has(id))?.id;
  return (
    <ul className="scroll-quiet relative min-h-0 flex-1 overflow-y-auto overscroll-contain [&>li+li]:border-t [&>li+li]:border-line">
      {orders.map((order) => (
        <li key={order.id}>
          <Row
            order={order}
            isDue={checked.has(order.id) || order.id === turn}
            onChecked={() => setChecked((before) => (before.has(order.id) ? before : new Set([...before, order.id])))}
          />
        </li>
      ))}
    </ul>
  );
}

type RowProps = { order: OrderView; isDue: boolean; onChecked: () => void };

const TONES = { up: 'text-up', down: 'text-down' } as const;

function Row({ order, isDue, onChecked }: RowProps) {
  const t = useTranslations('trade');
  const amounts = useAmounts();
  const { direction, product, profit, stake, status } = order;
  const isRefund = status === 'tied' || status === 'voided';
  return (
    <a
      href={hrefTo(paths.order(order.id))}
      className="flex flex-col gap-1 px-4 py-2 text-body-s -outline-offset-2 hover:bg-surface-2"
    >
      <span className="flex items-center justify-between gap-2">
        <span className="flex min-w-0 items-center gap-1 font-bold">
          <span className={TONES[direction]}>
            <span aria-hidden="true" className="glyph">
              {direction === 'up' ? '▲' : '▼'}
            </span>
            <span className="sr-only">{t(`ticket.${direction}`)}</span>
          </span>
          <span className="truncate">{product}</span>
          <span className="tnum font-normal text-text-2">{amounts(stake)}</span>
        </span>
        {isRefund ? (
          <span className="tnum">{t(`order.${status}`)}</span>
        ) : (
          <SignedMoney text={profit ?? '0'} className="font-bold" />
        )}
      </span>
      <span className="flex min-h-4 items-center justify-between gap-2">
        <span className="tnum shrink-0 text-caption text-text-3">{formatClock(order.settledAt ?? order.closesAt)}</span>
        <ProofChip order={order} isListed isDue={isDue} onChecked={onChecked} />
      </span>
    </a>
  );
}
