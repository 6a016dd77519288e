import { useEffect, useRef } from 'react';
import type { OrderView } from '@candor/contract/trading';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { formatMoney } from '../../lib/format.ts';
import { useDisplay } from '../../lib/preferences.ts';
import { formatClock } from '../../lib/time.ts';
import { serverNow } from '../live/server-clock.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useSite } from '../session/site.ts';
import { orderSettled, speak } from './active-orders.ts';
import { isSettled, markPassed } from './order-phase.ts';
import { useServerSecond } from './server-second.ts';
import { useOrder, useProductName } from './use-order.ts';

/** An order accepted this recently is told of; one found after a reload is not. */
const FRESH_MS = 3_000;

/** Follows one open order until it settles. Shows nothing; tells screen readers, the hand, and the query cache. */
export function OrderWatcher({ known }: { known: OrderView }) {
  const order = useOrder(known.id, known).data ?? known;
  const settled = isSettled(order);
  const { vibration } = useDisplay();
  const cache = useQueryClient();

  useSpokenAcceptance(order);
  useSpokenMarks(order);
  const sentence = useSettlementSentence(order);

  const { id } = order;
  useEffect(() => {
    if (!settled) return;
    orderSettled(id);
    speak(sentence);
    if (vibration && 'vibrate' in navigator) navigator.vibrate([20, 60, 20]);
    // The news may have come by reading alone; whatever else it touched is read again as well.
    void cache.invalidateQueries({ queryKey: queryKeys.openOrders });
    void cache.invalidateQueries({ queryKey: queryKeys.moneyAll });
    void cache.invalidateQueries({ queryKey: [...queryKeys.orders, 'list'] });
    // Said once: a change of the sentence's language must not say it again.
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
  const told = useRef(false);
  useEffect(() => {
    if (told.current) return;
    told.current = true;
    if (serverNow() - Date.parse(acceptedAt) > FRESH_MS) return;
    speak(sentence);
    if (vibration && 'vibrate' in navigator) navigator.vibrate(30);
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

function useSettlementSentence(order: OrderView): string {
  const t = useTranslations('trade');
  const { currency } = useSite();
  const name = useProductName(order.product);
  if (order.status === 'open') return '';
  const amount = formatMoney(order.profit ?? '0', { symbol: currency.symbol, signed: true });
  return t('spoken.settled', { name, result: t(`order.${order.status}`), amount });
}
