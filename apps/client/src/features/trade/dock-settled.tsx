import { listOrders } from '@candor/contract/calls/trading';
import type { OrderView } from '@candor/contract/trading';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { formatPrice } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { Status } from '../../lib/status.tsx';
import { formatClock, formatDate } from '../../lib/time.ts';
import { useProductName } from '../../services/active-order/following/use-order.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { call } from '../../services/api/request.ts';
import { serverNow } from '../../services/live/server-clock.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { SignedMoney, useAmounts } from '../../services/session/amounts.tsx';
import { useSite } from '../../services/session/site.ts';
import { DirectionLabel } from './direction-label.tsx';
import { DockCell, DockTable } from './dock-table.tsx';

/** The newest of the day; the history has all. */
const SHOWN_MAX = 20;

/** What settled on this business date, newest first, each with the way to its receipt. */
export function DockSettled({ isNarrow }: { isNarrow: boolean }) {
  const t = useTranslations('trade');
  const common = useTranslations('common');
  const language = useLanguage();
  const { timeZone } = useSite();
  const query = { status: 'settled', from: formatDate(serverNow(), timeZone) } as const;
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.orderList({ ...query, shown: 'dock' }),
    queryFn: ({ signal }) => call(listOrders, { query: { ...query, limit: SHOWN_MAX }, signal }),
  });
  if (data === undefined && error !== null) {
    return (
      <p role="alert" className="flex h-full flex-wrap items-center justify-center gap-2 p-3 text-body-s text-text-2">
        {messageOf(error, language)}
        <button type="button" className="min-h-11 px-2 font-bold text-link" onClick={() => void refetch()}>
          {common('actions.retry')}
        </button>
      </p>
    );
  }
  if (data === undefined) return <Skeleton className="m-4 h-16" />;
  if (data.items.length === 0) {
    return (
      <p className="flex h-full items-center justify-center p-3 text-center text-body-s text-text-2">
        {t('dock.noneSettled')}
      </p>
    );
  }
  return (
    <DockTable
      caption={t('dock.settled')}
      heads={[
        { text: t('dock.settledAt') },
        { text: t('dock.product') },
        ...(isNarrow ? [] : [{ text: t('dock.direction') }]),
        { text: t('order.stake'), isFigure: true },
        ...(isNarrow ? [] : [{ text: t('dock.prices'), isFigure: true }]),
        { text: t('dock.result'), isFigure: true },
        { text: t('dock.receipt'), isFigure: true },
      ]}
    >
      {data.items.map((order) => (
        <SettledRow key={order.id} order={order} isNarrow={isNarrow} />
      ))}
    </DockTable>
  );
}

function SettledRow({ order, isNarrow }: { order: OrderView; isNarrow: boolean }) {
  const t = useTranslations('trade');
  const amounts = useAmounts();
  const name = useProductName(order.product);
  return (
    <tr className="hairline-t h-9 hover:bg-surface-2">
      <DockCell>{formatClock(order.settledAt ?? order.closesAt)}</DockCell>
      <DockCell>
        <span className="font-bold">{name}</span>
      </DockCell>
      {!isNarrow && (
        <DockCell>
          <span className="font-bold">
            <DirectionLabel direction={order.direction} />
          </span>
        </DockCell>
      )}
      <DockCell isFigure>{amounts(order.stake)}</DockCell>
      {!isNarrow && (
        <DockCell isFigure>
          {formatPrice(order.entryPrice)} → {formatPrice(order.exitPrice)}
        </DockCell>
      )}
      <DockCell isFigure>
        <span className="inline-flex items-center gap-2">
          <SignedMoney text={order.profit ?? '0'} className="font-bold" />
          {order.status !== 'open' && <Status of={order.status} />}
        </span>
      </DockCell>
      <DockCell isFigure>
        <a
          href={hrefTo(paths.order(order.id))}
          aria-label={t('dock.toReceipt', { name, number: order.no })}
          className="inline-flex min-h-9 items-center font-bold text-link underline-offset-4 hover:underline"
        >
          {t('dock.verify')}
        </a>
      </DockCell>
    </tr>
  );
}
