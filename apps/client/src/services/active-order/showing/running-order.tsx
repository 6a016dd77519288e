import type { OrderView } from '@candor/contract/trading';
import { CountdownRing } from '@candor/ui/countdown-ring.tsx';
import { Spinner } from '@candor/ui/spinner.tsx';
import { useTranslations } from 'use-intl';
import { formatMoney } from '../../../lib/format.ts';
import { usePrice } from '../../live/live.ts';
import { serverNow } from '../../live/server-clock.ts';
import { useSite } from '../../session/site.ts';
import { differenceToEntry, orderPhase } from '../following/order-phase.ts';
import { useServerSecond } from '../following/server-second.ts';
import { useOrder, useProductName } from '../following/use-order.ts';

/** What is left of a running order's time. */
export function OrderRing({ order, isDue }: { order: OrderView; isDue: boolean }) {
  const t = useTranslations('trade.order');
  return isDue ? (
    <span className="flex size-9 shrink-0 items-center justify-center text-info">
      <Spinner className="text-title-1" />
    </span>
  ) : (
    <CountdownRing
      startsAtMs={Date.parse(order.entryAt)}
      endsAtMs={Date.parse(order.closesAt)}
      now={serverNow}
      size={2.25}
      label={t('timer')}
    />
  );
}

/** What a running order shows now. */
export function usePosition(known: OrderView) {
  const order = useOrder(known.id, known).data ?? known;
  const { currency } = useSite();
  const price = usePrice(order.product)?.price ?? null;
  const phase = orderPhase(order, useServerSecond());
  return {
    order,
    name: useProductName(order.product),
    stake: formatMoney(order.stake, { symbol: currency.symbol }),
    difference: differenceToEntry(order, price),
    isDue: phase !== 'entering' && phase !== 'counting',
  };
}
