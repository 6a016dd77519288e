import { useTranslations } from 'use-intl';

/** In the largest unit that leaves no rest. */
export function useDurationText(): (seconds: number) => string {
  const t = useTranslations('orders');
  return (seconds) => {
    if (seconds % 3_600 === 0) return t('hours', { count: seconds / 3_600 });
    return seconds % 60 === 0 ? t('minutes', { count: seconds / 60 }) : t('seconds', { count: seconds });
  };
}
