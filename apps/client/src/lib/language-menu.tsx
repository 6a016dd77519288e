import { Menu } from '@candor/ui/menu.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { Globe } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { switchLanguage } from './i18n.tsx';
import { LANGUAGE_NAMES, offered, useLanguage } from './language.ts';
import { useObservable } from './observable.ts';

/** The language switch; also before login. If the switch fails, nothing changes and a message says so. */
export function LanguageMenu({ compact = false }: { compact?: boolean }) {
  const t = useTranslations('common.settings');
  const chosen = useLanguage();
  return (
    <Menu
      // The accessible name contains the visible word, so that voice control can choose the button by it.
      label={compact ? t('language') : `${t('language')} ${LANGUAGE_NAMES[chosen]}`}
      align="end"
      triggerClass="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full px-3 text-body-s font-medium text-text-2 hover:bg-surface-2 hover:text-text-1"
      trigger={
        <>
          <Globe aria-hidden="true" className="size-[min(1.25rem,7vw)] shrink-0" strokeWidth={1.75} />
          {!compact && <span className="fit-body-s whitespace-nowrap">{LANGUAGE_NAMES[chosen]}</span>}
        </>
      }
      items={useObservable(offered).map((language) => ({
        key: language,
        label: <span lang={language}>{LANGUAGE_NAMES[language]}</span>,
        checked: language === chosen,
        onPress: () => {
          void switchLanguage(language).then((done) => done || showToast(t('languageFailed'), 'danger'));
        },
      }))}
    />
  );
}
