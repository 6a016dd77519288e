import { useTranslations } from 'use-intl';

/** What a payment page is called: whose it is. A path is a page of this site, which only practice has. */
export function usePageName(): (url: string) => string {
  const t = useTranslations('cashier');
  return (url) => (url.startsWith('/') ? t('ownPage') : (/^https:\/\/([^/?#]+)/.exec(url)?.[1] ?? url));
}
