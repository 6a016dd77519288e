/* What calendars of the console share: the operator's language, weeks from Monday, and names for whoever hears them. */

import 'dayjs/locale/zh-cn.js';
import 'dayjs/locale/zh-tw.js';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';

const LOCALES = { 'zh-Hans': 'zh-cn', 'zh-Hant': 'zh-tw', en: 'en' } as const;

export function useCalendarProps() {
  const language = useLanguage();
  const t = useTranslations('common.calendar');
  const inChinese = language !== 'en';
  return {
    locale: LOCALES[language],
    firstDayOfWeek: 1,
    maxLevel: 'year',
    monthLabelFormat: inChinese ? 'YYYY年M月' : 'MMMM YYYY',
    yearLabelFormat: inChinese ? 'YYYY年' : 'YYYY',
    ariaLabels: {
      previousMonth: t('previousMonth'),
      nextMonth: t('nextMonth'),
      previousYear: t('previousYear'),
      nextYear: t('nextYear'),
      monthLevelControl: t('chooseMonth'),
      yearLevelControl: t('chooseYear'),
    },
  } as const;
}
