import type * as z from 'zod/mini';
import { CASHIER_ERRORS } from './errors/cashier-errors.ts';
import { COMMON_ERRORS } from './errors/common-errors.ts';
import type { ErrorEntry } from './errors/error-entry.ts';
import { IDENTITY_ERRORS } from './errors/identity-errors.ts';
import { INVEST_ERRORS } from './errors/invest-errors.ts';
import { TRADING_ERRORS } from './errors/trading-errors.ts';
import type { Language } from './languages.ts';

/** The one table of messages: every key an answer may carry, with its code and its three wordings. */
export const ERRORS = {
  ...COMMON_ERRORS,
  ...IDENTITY_ERRORS,
  ...TRADING_ERRORS,
  ...CASHIER_ERRORS,
  ...INVEST_ERRORS,
} as const satisfies Record<string, ErrorEntry>;

export type ErrorKey = keyof typeof ERRORS;

export type ErrorParams = Readonly<Record<string, string | number>>;

const PLACEHOLDER = /\{(\w+)\}/g;

/** More wrong fields than this tell a person nothing; the cap keeps a hostile body's answer small. */
const FIELDS_MAX = 20;
const FIELD_NAME_LENGTH_MAX = 64;

export function isErrorKey(value: unknown): value is ErrorKey {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}

/**
 * The wording of a key. `{name}` placeholders take their value from `params`; one without a value becomes "…", so that
 * a raw brace never reaches a screen.
 */
export function errorText(key: ErrorKey, language: Language, params: ErrorParams = {}): string {
  return ERRORS[key].text[language].replace(PLACEHOLDER, (_, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : '…',
  );
}

/** The `msg` of an answer: a fault says 'error' and nothing else, so that nothing internal leaks. */
export function wireMessage(key: ErrorKey, language: Language, params: ErrorParams = {}): string {
  return key === 'FAULT' ? 'error' : errorText(key, language, params);
}

/**
 * The wrong fields of a refused body or query: field path ("durations.0.seconds") → key of its first problem.
 * Unknown fields are FIELD_UNKNOWN; a body that is no object at all is reported as the field "body".
 * A field named `__proto__` is an entry like any other.
 */
export function fieldErrors(error: z.core.$ZodError): Record<string, ErrorKey> {
  const fields = new Map<string, ErrorKey>();
  for (const [name, key] of error.issues.flatMap(problemsOf)) {
    if (fields.size >= FIELDS_MAX) break;
    if (!fields.has(name)) fields.set(name, key);
  }
  return Object.fromEntries(fields);
}

function problemsOf(issue: z.core.$ZodIssue): [string, ErrorKey][] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => [fieldName([...path, key]), 'FIELD_UNKNOWN']);
  }
  return [[fieldName(path), isErrorKey(issue.message) ? issue.message : 'FIELD_INVALID']];
}

function fieldName(path: string[]): string {
  return path.length === 0 ? 'body' : path.join('.').slice(0, FIELD_NAME_LENGTH_MAX);
}
