import type { ReactNode } from 'react';
import { Tabs } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { LANGUAGES } from '@candor/contract/languages';
import type { Language } from '@candor/contract/languages';

type LanguageTabsProps = {
  readonly value: Language;
  readonly onChange: (language: Language) => void;
  /** What stands after the name of a language. */
  readonly markOf?: (language: Language) => ReactNode;
  readonly children: ReactNode;
};

/** One language of a text at a time. */
export function LanguageTabs({ value, onChange, markOf, children }: LanguageTabsProps) {
  const t = useTranslations('texts');
  return (
    <Tabs
      value={value}
      onChange={(name) => onChange(LANGUAGES.find((known) => known === name) ?? value)}
      keepMounted={false}
    >
      <Tabs.List aria-label={t('languages')}>
        {LANGUAGES.map((language) => (
          <Tabs.Tab key={language} value={language} rightSection={markOf?.(language)}>
            {t(`language.${language}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {LANGUAGES.map((language) => (
        <Tabs.Panel key={language} value={language} pt="md">
          {language === value && children}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
