import type { ReactNode } from 'react';
import { Tabs } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { LANGUAGES } from '@candor/contract/languages';
import type { Language } from '@candor/contract/languages';
import { LANGUAGE_NAMES } from '../../lib/language.ts';

type LanguageTabsProps = {
  readonly value: Language;
  readonly onChange: (language: Language) => void;
  /** What stands after the name of a language. */
  readonly markOf?: (language: Language) => ReactNode;
  readonly children: ReactNode;
};

/** One language of a text at a time; each is named in its own words. */
export function LanguageTabs({ value, onChange, markOf, children }: LanguageTabsProps) {
  const t = useTranslations('common.form');
  return (
    <Tabs
      value={value}
      onChange={(name) => onChange(LANGUAGES.find((known) => known === name) ?? value)}
      keepMounted={false}
    >
      <Tabs.List aria-label={t('languages')}>
        {LANGUAGES.map((language) => (
          <Tabs.Tab key={language} value={language} rightSection={markOf?.(language)}>
            <span lang={language}>{LANGUAGE_NAMES[language]}</span>
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
