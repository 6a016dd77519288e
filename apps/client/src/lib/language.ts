/*
 * The interface language: chosen, stored under `language`, kept after a logout. This file knows which language it is;
 * the texts are in i18n.tsx.
 */

import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES } from '@candor/contract/languages';
import type { Language } from '@candor/contract/languages';
import { observable } from '@candor/api-client/observable';
import { useObservable } from './observable.ts';

const LANGUAGE_KEY = 'language';

export const LANGUAGE_NAMES: Record<Language, string> = { 'zh-Hans': '简体中文', 'zh-Hant': '繁體中文', en: 'English' };

export const language = observable<Language>(storedLanguage());

/** The languages that the site offers. */
export const offered = observable<readonly Language[]>(LANGUAGES);

export function useLanguage(): Language {
  return useObservable(language);
}

/** Stores the choice and sets it on <html>, which also selects the fonts of the script. */
export function applyLanguage(chosen: Language): void {
  document.documentElement.lang = chosen;
  try {
    localStorage.setItem(LANGUAGE_KEY, chosen);
  } catch {
    // Storage refused: the choice is valid for this visit only.
  }
  language.set(chosen);
}

function storedLanguage(): Language {
  try {
    const stored = localStorage.getItem(LANGUAGE_KEY);
    return isLanguage(stored) ? stored : DEFAULT_LANGUAGE;
  } catch {
    return DEFAULT_LANGUAGE;
  }
}
