/* Error keys without their texts: what a client needs before it has chosen a language. */

import { ERROR_CODES } from './errors/error-codes.ts';
import type { ErrorKey, ErrorTexts } from './errors/error-codes.ts';

export type { ErrorKey, ErrorTexts } from './errors/error-codes.ts';

export type ErrorParams = Readonly<Record<string, string | number>>;

const PLACEHOLDER = /\{(\w+)\}/g;

export function isErrorKey(value: unknown): value is ErrorKey {
  return typeof value === 'string' && Object.hasOwn(ERROR_CODES, value);
}

/**
 * The text of a key in the language of `texts`. `{name}` placeholders take their value from `params`. A placeholder
 * without a value becomes "…", so that a raw brace never reaches a screen. `{because}` takes a key, whose text follows in the
 * same language: a screen that changes its language words the cause anew.
 */
export function wordError(texts: ErrorTexts, key: ErrorKey, params: ErrorParams = {}): string {
  return texts[key].replace(PLACEHOLDER, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : '…';
    return name === 'because' && isErrorKey(value) ? texts[value] : String(value);
  });
}
