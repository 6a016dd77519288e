import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useDisplay } from '../../../lib/preferences.ts';
import { setTitleCountdown } from '../../../lib/tab-title.ts';
import { formatCountdown } from '../../../lib/time.ts';
import { useActiveOrders } from '../following/active-orders.ts';
import { useServerSecond } from '../following/server-second.ts';
import { useProductName } from '../following/use-order.ts';

/**
 * Shows the countdown of the order that closes next in the tab's title, if the member wants it. Renders nothing itself.
 */
export function TitleCountdown() {
  const t = useTranslations('trade.order');
  const { titleCountdown } = useDisplay();
  const now = useServerSecond();
  const next = useActiveOrders(({ followed }) =>
    Object.values(followed).reduce<{ product: string; direction: string; closesAt: string } | null>(
      (first, order) => (first === null || order.closesAt < first.closesAt ? order : first),
      null,
    ),
  );
  const name = useProductName(next?.product ?? '');
  const left = next === null ? 0 : Date.parse(next.closesAt) - now;
  const shown = left > 0 ? formatCountdown(left) : t('settling');
  const text = next === null || !titleCountdown ? null : `${shown} ${next.direction === 'up' ? '▲' : '▼'} ${name}`;
  useEffect(() => setTitleCountdown(text), [text]);
  useEffect(() => () => setTitleCountdown(null), []);
  return null;
}
