import { useTranslations } from 'use-intl';
import { timeOf } from './wait.ts';

/** A length of time in the two largest units that say something. */
export function useTimeText(): (ms: number) => string {
  const t = useTranslations('cashier.waited');
  return (ms) => {
    const { days, hours, minutes } = timeOf(ms);
    if (days > 0 && hours === 0) return t('wholeDays', { days });
    if (days > 0) return t('days', { days, hours });
    if (hours > 0 && minutes === 0) return t('wholeHours', { hours });
    return hours > 0 ? t('hours', { hours, minutes }) : t('minutes', { minutes });
  };
}
