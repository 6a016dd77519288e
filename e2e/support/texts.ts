import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { errorText } from '@candor/contract/errors';
import type { ErrorKey, ErrorParams } from '@candor/contract/errors';
import type { Language } from '@candor/contract/languages';

const APPS = fileURLToPath(new URL('../../apps/', import.meta.url));

export type App = 'client' | 'console';
const files = new Map<string, unknown>();

/** What a member reads, taken from the client's own tables: `say('trade.ticket.up')`. */
export interface Say {
  (key: string, params?: Readonly<Record<string, string | number>>): string;
  /** The same as a pattern, in which every placeholder without a given value matches anything. */
  pattern(key: string, params?: Readonly<Record<string, string | number>>): RegExp;
  error(key: ErrorKey, params?: ErrorParams): string;
  language: Language;
}

/** @throws Error for a key that is in no table: a test must not look for a text that cannot exist */
export function textsOf(language: Language, app: App = 'client'): Say {
  const say = (key: string, params: Readonly<Record<string, string | number>> = {}): string =>
    withPlurals(lookUp(app, language, key), params).replace(/\{(\w+)\}/g, (placeholder, name: string) =>
      String(params[name] ?? placeholder),
    );
  const pattern: Say['pattern'] = (key, params = {}) =>
    new RegExp(
      say(key, params)
        .split(/\{\w+(?:,[^{}]*(?:\{[^{}]*\}[^{}]*)*)?\}/)
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('.+'),
    );
  return Object.assign(say, {
    pattern,
    language,
    error: (key: ErrorKey, params?: ErrorParams) => errorText(key, language, params),
  });
}

/** The form of each number that is given: "{count, plural, one {# order} other {# orders}}" with 2 is "2 orders". */
function withPlurals(text: string, params: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+), plural,((?:[^{}]|\{[^{}]*\})*)\}/g, (whole, name: string, forms: string) => {
    const count = params[name];
    if (count === undefined) return whole;
    const formOf = (form: string) => new RegExp(`(?:^|\\s)${form} ?\\{([^{}]*)\\}`).exec(forms)?.[1];
    const form = formOf(`=${count}`) ?? (Number(count) === 1 ? formOf('one') : undefined) ?? formOf('other') ?? whole;
    return form.replaceAll('#', String(count));
  });
}

function lookUp(app: App, language: Language, key: string): string {
  const [file = '', ...path] = key.split('.');
  let node = tableOf(app, language, file);
  for (const step of path) node = typeof node === 'object' && node !== null ? Reflect.get(node, step) : undefined;
  if (typeof node !== 'string') throw new Error(`There is no text ${key} in ${language}.`);
  return node;
}

function tableOf(app: App, language: Language, file: string): unknown {
  const path = `${APPS}${app}/src/locales/${language}/${file}.json`;
  if (!files.has(path)) files.set(path, JSON.parse(readFileSync(path, 'utf8')));
  return files.get(path);
}
