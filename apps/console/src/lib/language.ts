/* The language of the console. The choice is shared with the member client of the same address. */

import { observable } from '@candor/api-client/observable';
import { readStored, writeStored } from '@candor/api-client/safe-storage';
import { DEFAULT_LANGUAGE, isLanguage } from '@candor/contract/languages';
import type { Language } from '@candor/contract/languages';
import { useObservable } from './observable.ts';

const LANGUAGE_KEY = 'language';

export const LANGUAGE_NAMES: Record<Language, string> = { 'zh-Hans': '简体中文', 'zh-Hant': '繁體中文', en: 'English' };

export const language = observable<Language>(storedLanguage());

export function useLanguage(): Language {
  return useObservable(language);
}

/** Stores the choice and sets it on <html>, which also selects the fonts of the script. */
export function applyLanguage(chosen: Language): void {
  document.documentElement.lang = chosen;
  writeStored(LANGUAGE_KEY, chosen);
  language.set(chosen);
}

function storedLanguage(): Language {
  const stored = readStored(LANGUAGE_KEY);
  return isLanguage(stored) ? stored : DEFAULT_LANGUAGE;
}
