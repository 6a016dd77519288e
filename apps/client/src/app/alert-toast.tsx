import type { AlertEvent } from '@candor/contract/live';
import { useEffect, useEffectEvent } from 'react';
import { showToast } from '@candor/ui/toast.tsx';
import { useTranslations } from 'use-intl';
import { formatPrice } from '../lib/format.ts';
import { useLanguage } from '../lib/language.ts';
import { hrefTo } from '../lib/location.ts';
import { paths } from '../lib/paths.ts';
import { nameOf } from '../services/market/product-list.ts';
import { useProducts } from '../services/queries/shared-queries.ts';

/** Each event once, as a toast with the way to its product. */
export function AlertToast({ event }: { event: AlertEvent }) {
  const t = useTranslations('alerts.toast');
  const language = useLanguage();
  const { data } = useProducts();
  const say = useEffectEvent((news: AlertEvent) => {
    const code = news.type === 'price_alert' ? news.alert.product : news.reminder.product;
    const product = data?.find((each) => each.code === code);
    const name = product === undefined ? code : nameOf(product, language);
    const text =
      news.type === 'price_alert' ? t('price', { name, price: formatPrice(news.alert.price) }) : t('open', { name });
    showToast(text, 'success', { href: hrefTo(paths.market(code)), label: t('see') });
  });
  useEffect(() => say(event), [event]);
  return null;
}
