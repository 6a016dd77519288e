import type { ReactNode } from 'react';
import type { Language } from '@candor/contract/languages';

/** `free`: nothing is written, and nothing has to be. */
export type LanguageState = 'written' | 'missing' | 'wrong' | 'free';

type Field = {
  readonly value?: string;
  readonly error?: ReactNode;
  readonly isOptional?: boolean | undefined;
};

/** What the fields of one language come to. */
export function languageState(fields: readonly Field[]): LanguageState {
  if (fields.some(({ error }) => error !== undefined && error !== null && error !== false && error !== ''))
    return 'wrong';
  const isWritten = (field: Field) => (field.value ?? '').trim() !== '';
  if (fields.some((field) => field.isOptional !== true && !isWritten(field))) return 'missing';
  return fields.some(isWritten) ? 'written' : 'free';
}

/** The language to show when others became wrong: one that is shown stays while it is among them, or while none is new. */
export function shownAfter(shown: Language, before: readonly Language[], wrong: readonly Language[]): Language {
  if (wrong.includes(shown)) return shown;
  return wrong.find((language) => !before.includes(language)) ?? shown;
}
