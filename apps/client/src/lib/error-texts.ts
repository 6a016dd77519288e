/* The texts of error keys, one language at a time: a language's file loads when that language is first shown. */

import { wordError } from '@candor/contract/error-keys';
import type { ErrorKey, ErrorParams, ErrorTexts } from '@candor/contract/error-keys';
import type { Language } from '@candor/contract/languages';

const loaders: Record<Language, () => Promise<ErrorTexts>> = {
  'zh-Hans': () => import('@candor/contract/errors/zh-hans').then((module) => module.ZH_HANS_ERRORS),
  'zh-Hant': () => import('@candor/contract/errors/zh-hant').then((module) => module.ZH_HANT_ERRORS),
  en: () => import('@candor/contract/errors/en').then((module) => module.EN_ERRORS),
};

const loaded = new Map<Language, ErrorTexts>();

/** Rejects if the file cannot be fetched. */
export async function loadErrorTexts(language: Language): Promise<void> {
  if (!loaded.has(language)) loaded.set(language, await loaders[language]());
}

/**
 * The text of a key. A language is loaded before it is shown; if that failed, the key itself is better than nothing.
 */
export function errorText(key: ErrorKey, language: Language, params?: ErrorParams): string {
  const texts = loaded.get(language);
  return texts ? wordError(texts, key, params) : key;
}
