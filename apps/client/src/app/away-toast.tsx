import { formatMoney } from '@candor/domain/money';
import { awayNews, toldUntil } from '@candor/domain/trading/away-results';
import type { AwayNews } from '@candor/domain/trading/away-results';
import { showToast } from '@candor/ui/toast.tsx';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../lib/location.ts';
import { paths } from '../lib/paths.ts';
import { useActiveOrders } from '../services/active-order/following/active-orders.ts';
import type { AwayResults } from '../services/active-order/following/read-away.ts';
import { firstToTell } from '../services/active-order/following/settlement-notice.ts';
import { tellUntil } from '../services/active-order/following/told-results.ts';
import { useAmounts } from '../services/session/amounts.tsx';
import { useSite } from '../services/session/site.ts';

/**
 * Says once what orders came to while this device did not look. An order that is followed here is left to what follows it.
 */
export function AwayToast({ results, isAll }: AwayResults) {
  const t = useTranslations('messages');
  const amounts = useAmounts();
  const { currency } = useSite();
  const say = useEffectEvent(({ count, profit }: AwayNews, [first]: readonly string[]) => {
    const text =
      profit === null
        ? t('away.many', { count })
        : t('away.settled', { count, amount: amounts(formatMoney(profit, currency), { signed: true }) });
    const path = count === 1 && first !== undefined ? paths.order(first) : paths.history();
    showToast(text, 'neutral', { href: hrefTo(path), label: t('see') });
  });
  useEffect(() => {
    let left = false;
    void (async () => {
      await seen();
      // What ends first says nothing: the next visit does.
      if (left) return;
      const untold = await firstToTell(results.map(({ id }) => id).filter((id) => !isFollowed(id)));
      tellUntil(toldUntil(results, 0));
      const news = awayNews(
        results.filter(({ id }) => untold.includes(id)),
        isAll,
      );
      if (news !== null) say(news, untold);
    })();
    return () => {
      left = true;
    };
  }, [results, isAll]);
  return null;
}

function isFollowed(id: string): boolean {
  const { followed, settledIds, openId } = useActiveOrders.getState();
  return followed[id] !== undefined || settledIds.includes(id) || openId === id;
}

/** A toast in a tab that nobody looks at is gone when they do. */
async function seen(): Promise<void> {
  while (document.hidden)
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
}
