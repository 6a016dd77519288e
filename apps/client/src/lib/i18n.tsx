/*
 * Texts, loaded per language and feature. A page names its files in the route table; they load beside its code.
 * Changing the language loads every file in use, then switches all of them at once, without a reload.
 */

import type { ReactNode } from 'react';
import { isErrorKey } from '@candor/contract/error-keys';
import type { ErrorKey, ErrorParams } from '@candor/contract/error-keys';
import type { Language } from '@candor/contract/languages';
import { IntlProvider, useTranslations } from 'use-intl';
import { errorText, loadErrorTexts } from './error-texts.ts';
import { keysOf } from '@candor/ui/keys-of';
import { applyLanguage, language, useLanguage } from './language.ts';
import type { TextFile, TextLoaders, Texts } from './messages.ts';
import { observable } from '@candor/api-client/observable';
import { useObservable } from './observable.ts';
import { relativeTime } from './time.ts';
import type { Moment } from './time.ts';

/** The list of a language's files comes with its first texts: nobody needs those of the others. */
const lists: Record<Language, () => Promise<TextLoaders>> = {
  'zh-Hans': () => import('./text-files/zh-hans.ts').then((module) => module.ZH_HANS_FILES),
  'zh-Hant': () => import('./text-files/zh-hant.ts').then((module) => module.ZH_HANT_FILES),
  en: () => import('./text-files/en.ts').then((module) => module.EN_FILES),
};

type Tables = { language: Language; texts: Partial<Texts> };

const tables = observable<Tables>({ language: language.get(), texts: {} });

/** Loads the missing ones of these files in the language that is current when they are there. Rejects if a file cannot be fetched. */
export async function loadTexts(files: readonly TextFile[]): Promise<void> {
  const wanted = language.get();
  const missing = files.filter((file) => tables.get().texts[file] === undefined);
  const loaded = await loadTables(wanted, missing);
  if (language.get() !== wanted) return await loadTexts(files);
  tables.set({ language: wanted, texts: { ...tables.get().texts, ...loaded } });
}

export function hasTexts(files: readonly TextFile[]): boolean {
  return files.every((file) => tables.get().texts[file] !== undefined);
}

/** Switches all texts in use to another language; on failure nothing changes and it returns false. */
export async function switchLanguage(chosen: Language): Promise<boolean> {
  try {
    let texts: Partial<Texts> = {};
    // A file that came into use while the others were fetched is switched with them.
    for (let missing = keysOf(tables.get().texts); ;) {
      texts = { ...texts, ...(await loadTables(chosen, missing)) };
      missing = keysOf(tables.get().texts).filter((file) => texts[file] === undefined);
      if (missing.length === 0) break;
    }
    applyLanguage(chosen);
    tables.set({ language: chosen, texts });
    return true;
  } catch {
    return false;
  }
}

export function TextsProvider({ children }: { children: ReactNode }) {
  const { language: locale, texts } = useObservable(tables);
  return (
    <IntlProvider locale={locale} messages={texts}>
      {children}
    </IntlProvider>
  );
}

/** Returns the text of an error key in the member's language: `const say = useErrorText(); say('USERNAME_EXISTS')`. */
export function useErrorText(): (key: ErrorKey, params?: ErrorParams) => string {
  const chosen = useLanguage();
  return (key, params) => errorText(key, chosen, params);
}

/** For form messages that are an error key or undefined. */
export function useFieldError(): (message: string | undefined) => string | undefined {
  const chosen = useLanguage();
  return (message) => (isErrorKey(message) ? errorText(message, chosen) : message);
}

/** "just now", "5 minutes ago": SPEC's steps in the member's language. */
export function useRelativeTime(): (moment: Moment, nowMs: number) => string {
  const t = useTranslations('common.relative');
  return (moment, nowMs) => {
    const age = relativeTime(moment, nowMs);
    return age.unit === 'now' ? t('now') : t(age.unit, { count: age.count });
  };
}

async function loadTables(chosen: Language, files: readonly TextFile[]): Promise<Partial<Texts>> {
  const loaders = await lists[chosen]();
  const [entries] = await Promise.all([
    Promise.all(
      files.map(async (file) => {
        const load = loaders[`../../locales/${chosen}/${file}.json`];
        if (!load) throw new Error(`no texts ${chosen}/${file}`);
        return [file, await load()] as const;
      }),
    ),
    loadErrorTexts(chosen),
  ]);
  return Object.fromEntries(entries) as Partial<Texts>;
}
