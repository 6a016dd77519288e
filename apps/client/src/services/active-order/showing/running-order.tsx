import type { OrderView } from '@candor/contract/trading';
import { cx } from '@candor/ui/cx';
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

type OrderRingProps = {
  order: OrderView;
  isDue: boolean;
  /** The one order that a card is about. */
  isLarge?: boolean;
};

/** What is left of a running order's time. */
export function OrderRing({ order, isDue, isLarge = false }: OrderRingProps) {
  const t = useTranslations('trade.order');
  return isDue ? (
    <span className={cx('flex shrink-0 items-center justify-center text-info', isLarge ? 'size-18' : 'size-9')}>
      <Spinner className="text-title-1" />
    </span>
  ) : (
    <CountdownRing
      startsAtMs={Date.parse(order.entryAt)}
      endsAtMs={Date.parse(order.closesAt)}
      now={serverNow}
      size={isLarge ? 4.5 : 2.25}
      {...(isLarge ? { width: 4 } : {})}
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
