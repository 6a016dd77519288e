import { useEffect, useRef } from 'react';
import type { OrderView } from '@candor/contract/trading';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { formatMoney } from '../../../lib/format.ts';
import { useDisplay } from '../../../lib/preferences.ts';
import { formatClock } from '../../../lib/time.ts';
import { serverNow } from '../../live/server-clock.ts';
import { queryKeys } from '../../queries/query-keys.ts';
import { useSite } from '../../session/site.ts';
import { orderSettled, speak } from './active-orders.ts';
import { isSettled, markPassed } from './order-phase.ts';
import { refundOf } from './order-refund.ts';
import { useServerSecond } from './server-second.ts';
import { tellSettlement } from './settlement-notice.ts';
import { vibrate } from './settlement-signals.ts';
import { useEntry } from './use-entry.ts';
import { useOrder, useProductName } from './use-order.ts';

/** An order accepted this recently is announced; one found after a reload is not. */
const FRESH_MS = 3_000;

/**
 * Follows one open order until it settles. It shows nothing itself: it informs screen readers, the vibration and the
 * query cache.
 */
export function OrderWatcher({ known }: { known: OrderView }) {
  const order = useOrder(known.id, known).data ?? known;
  const settled = isSettled(order);
  const display = useDisplay();
  const cache = useQueryClient();

  useEntry(order);
  useSpokenAcceptance(order);
  useSpokenMarks(order);
  const { sentence, result, product } = useSettlementWords(order);

  const { id } = order;
  useEffect(() => {
    if (!settled) return;
    orderSettled(id);
    speak(sentence);
    void tellSettlement({ id, result, product }, display);
    // The result may come only from a read, without news. So everything else it affects is read again too.
    void cache.invalidateQueries({ queryKey: queryKeys.openOrders });
    void cache.invalidateQueries({ queryKey: queryKeys.moneyAll });
    void cache.invalidateQueries({ queryKey: [...queryKeys.orders, 'list'] });
    // Announced once: a change of language must not announce it again.
    // eslint-disable-next-line react/exhaustive-deps
  }, [settled, id]);

  return null;
}

function useSpokenAcceptance(order: OrderView): void {
  const t = useTranslations('trade');
  const { currency } = useSite();
  const { vibration } = useDisplay();
  const cache = useQueryClient();
  const name = useProductName(order.product);
  const sentence = t('spoken.accepted', {
    direction: t(`ticket.${order.direction}`),
    name,
    amount: formatMoney(order.stake, { symbol: currency.symbol }),
    time: formatClock(order.closesAt),
  });
  const { acceptedAt } = order;
  const wasSpoken = useRef(false);
  useEffect(() => {
    if (wasSpoken.current) return;
    wasSpoken.current = true;
    if (serverNow() - Date.parse(acceptedAt) > FRESH_MS) return;
    speak(sentence);
    if (vibration) vibrate([30]);
    void cache.invalidateQueries({ queryKey: queryKeys.openOrders });
    void cache.invalidateQueries({ queryKey: queryKeys.moneyAll });
  }, [acceptedAt, sentence, vibration, cache]);
}

function useSpokenMarks(order: OrderView): void {
  const t = useTranslations('trade.spoken');
  const name = useProductName(order.product);
  const now = useServerSecond();
  const beforeRef = useRef(now);
  useEffect(() => {
    const mark = markPassed(order, beforeRef.current, now);
    beforeRef.current = now;
    if (mark !== null) speak(t('left', { name, count: mark }));
  }, [order, now, name, t]);
}

function useSettlementWords(order: OrderView): { sentence: string; result: string; product: string } {
  const t = useTranslations('trade');
  const { currency } = useSite();
  const { amountsHidden } = useDisplay();
  const product = useProductName(order.product);
  if (order.status === 'open') return { sentence: '', result: '', product };
  const { symbol } = currency;
  const word = t(`order.${order.status}`);
  const profit = formatMoney(order.profit ?? '0', { symbol, signed: true });
  const isRefund = order.status === 'tied' || order.status === 'voided';
  const amount = isRefund ? formatMoney(refundOf(order, currency), { symbol }) : profit;
  return {
    sentence: t('spoken.settled', { name: product, result: word, amount: profit }),
    // Other people in front of the screen can see it.
    result: amountsHidden ? word : t('pill.settled', { result: word, amount }),
    product,
  };
}
