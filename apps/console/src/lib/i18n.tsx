/* Texts. The console loads all texts of one language at once: it is opened in the morning and stays open. */

import type { ReactNode } from 'react';
import { observable } from '@candor/api-client/observable';
import { ApiError } from '@candor/api-client/api-error';
import { isErrorKey, wordError } from '@candor/contract/error-keys';
import type { ErrorParams, ErrorTexts } from '@candor/contract/error-keys';
import type { Language } from '@candor/contract/languages';
import { IntlProvider } from 'use-intl';
import { applyLanguage, language } from './language.ts';
import type { Texts } from './messages.ts';
import { useObservable } from './observable.ts';

const textLoaders = import.meta.glob<Record<string, unknown>>('../locales/*/*.json', { import: 'default' });

const errorLoaders: Record<Language, () => Promise<ErrorTexts>> = {
  'zh-Hans': () => import('@candor/contract/errors/zh-hans').then((module) => module.ZH_HANS_ERRORS),
  'zh-Hant': () => import('@candor/contract/errors/zh-hant').then((module) => module.ZH_HANT_ERRORS),
  en: () => import('@candor/contract/errors/en').then((module) => module.EN_ERRORS),
};

type Tables = { language: Language; texts: Partial<Texts>; errors: ErrorTexts | null };

const tables = observable<Tables>({ language: language.get(), texts: {}, errors: null });

/** Loads all texts of a language, then switches to it. Rejects, and changes nothing, if a file cannot be fetched. */
export async function showLanguage(chosen: Language): Promise<void> {
  const names = Object.keys(textLoaders).filter((name) => name.includes(`/${chosen}/`));
  const [errors, ...entries] = await Promise.all([
    errorLoaders[chosen](),
    ...names.map(async (name) => [/(\w+)\.json$/.exec(name)?.[1] ?? '', await textLoaders[name]?.()] as const),
  ]);
  applyLanguage(chosen);
  tables.set({ language: chosen, texts: Object.fromEntries(entries), errors });
}

/** No text formats a moment: `services/moments` does, in the zone of the site. */
export function TextsProvider({ children }: { children: ReactNode }) {
  const { language: locale, texts } = useObservable(tables);
  return (
    <IntlProvider locale={locale} messages={texts} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}

/** The text of an error key; a text that is no key is returned as it is. */
export function useErrorText(): (key: string, params?: ErrorParams) => string {
  const { errors } = useObservable(tables);
  return (key, params) => (isErrorKey(key) && errors !== null ? wordError(errors, key, params) : key);
}

/**
 * The text of a failed call: our own for a known key, the server's for an unknown one, but never just the word "error".
 */
export function useMessageOf(): (error: unknown) => string {
  const { errors } = useObservable(tables);
  return (error) => {
    const own = (key: Parameters<typeof wordError>[1]) => (errors === null ? key : wordError(errors, key, params));
    const params = error instanceof ApiError ? error.params : {};
    if (!(error instanceof ApiError)) return own('UNKNOWN_ERROR');
    const said = error.serverMessage.trim();
    return said === '' || said === 'error' ? own(error.key) : said;
  };
}
