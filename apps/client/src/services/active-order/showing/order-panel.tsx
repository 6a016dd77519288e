import type { OrderView } from '@candor/contract/trading';
import { Button } from '@candor/ui/button.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { ErrorState } from '@candor/ui/states.tsx';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../../lib/language.ts';
import { messageOf } from '../../api/message-of.ts';
import { useActiveOrders } from '../following/active-orders.ts';
import { Announcer } from './announcer.tsx';
import { isSettled } from '../following/order-phase.ts';
import { OrderCounting } from './order-counting.tsx';
import { OrderResult } from './order-result.tsx';
import { useOrder } from '../following/use-order.ts';

type OrderPanelProps = {
  id: string;
  /** The panel is in a modal dialog; screen readers ignore everything outside of it. */
  inDialog: boolean;
  /** Closes the panel: a running order becomes the pill. */
  onClose: () => void;
  /** Back to the ticket of this product. */
  onContinue: (order: OrderView) => void;
  /** Repeats the same order. */
  onAgain: (order: OrderView) => void;
};

/** One order from acceptance to its result: first the countdown, then the result, in the same place. */
export function OrderPanel({ id, inDialog, onClose, onContinue, onAgain }: OrderPanelProps) {
  const t = useTranslations();
  const language = useLanguage();
  const known = useActiveOrders((state) => state.followed[id]);
  const query = useOrder(id, known);
  const order = query.data;
  return (
    <>
      {inDialog && <Announcer />}
      {order === undefined && query.isError && (
        <ErrorState
          title={t('trade.order.loadFailed')}
          action={<Button onClick={() => void query.refetch()}>{t('common.actions.retry')}</Button>}
        >
          {messageOf(query.error, language)}
        </ErrorState>
      )}
      {order === undefined && !query.isError && <PanelSkeleton />}
      {order !== undefined &&
        (isSettled(order) ? (
          <OrderResult order={order} inDialog={inDialog} onClose={onClose} onAgain={() => onAgain(order)} />
        ) : (
          <OrderCounting order={order} inDialog={inDialog} onClose={onClose} onContinue={() => onContinue(order)} />
        ))}
    </>
  );
}

function PanelSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col items-center gap-4">
      <Skeleton className="size-32 rounded-full" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-14 w-full rounded-control" />
    </div>
  );
}
