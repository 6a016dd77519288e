/* Every error key with its texts in all languages. For the server, which answers in the language of the request. */

import { wordError } from './error-keys.ts';
import type { ErrorKey, ErrorParams, ErrorTexts } from './error-keys.ts';
import { EN_ERRORS } from './errors/en.ts';
import { ZH_HANS_ERRORS } from './errors/zh-hans.ts';
import { ZH_HANT_ERRORS } from './errors/zh-hant.ts';
import type { Language } from './languages.ts';

export { isErrorKey } from './error-keys.ts';
export type { ErrorKey, ErrorParams } from './error-keys.ts';
export { fieldErrors } from './field-errors.ts';

const TEXTS: Record<Language, ErrorTexts> = { 'zh-Hans': ZH_HANS_ERRORS, 'zh-Hant': ZH_HANT_ERRORS, en: EN_ERRORS };

/** The text of a key; see `wordError` for its parameters. */
export function errorText(key: ErrorKey, language: Language, params: ErrorParams = {}): string {
  return wordError(TEXTS[language], key, params);
}

/** The `msg` of an answer: for a fault it is only 'error', so that nothing internal leaks. */
export function wireMessage(key: ErrorKey, language: Language, params: ErrorParams = {}): string {
  return key === 'FAULT' ? 'error' : errorText(key, language, params);
}
