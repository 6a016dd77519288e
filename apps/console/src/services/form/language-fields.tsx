/*
 * The same texts in every language of the site. One short text has a row for each language; several, or long ones, have a tab
 * for each. Either way each language says whether it is written, missing or wrong, and a refused form opens the language that
 * holds the mistake.
 */

import { useState } from 'react';
import type { ReactNode } from 'react';
import { Fieldset, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { LANGUAGES } from '@candor/contract/languages';
import type { Language } from '@candor/contract/languages';
import { LANGUAGE_NAMES, useLanguage } from '../../lib/language.ts';
import { LanguageTabs } from './language-tabs.tsx';
import { languageState, shownAfter } from './language-state.ts';
import type { LanguageState } from './language-state.ts';
import { useOptional } from './optional.tsx';

export type LanguageField = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** A text of the language itself, such as how much of its room is used. */
  readonly hintOf?: (language: Language) => string;
  readonly max?: number;
  /** With it the field has lines: as many as these at least. */
  readonly lines?: number;
  readonly linesMax?: number;
  readonly isOptional?: boolean;
};

export type FieldInput = {
  readonly value?: string;
  readonly error?: ReactNode;
  readonly onChange?: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
};

type LanguageFieldsProps = {
  /** What the rows of one field are called together. Tabs need no name. */
  readonly fields: readonly [LanguageField, ...LanguageField[]];
  /** The field of the form: its value, what is wrong with it, and where a change of it goes. */
  readonly inputOf: (language: Language, name: string) => FieldInput;
  /** Beside the fields of a language: how members will read it. */
  readonly aside?: (language: Language) => ReactNode;
  readonly hasFirstFocus?: boolean;
};

export function LanguageFields(props: LanguageFieldsProps) {
  const [first, ...others] = props.fields;
  const isShort = others.length === 0 && first.lines === undefined && props.aside === undefined;
  return isShort ? <Rows {...props} field={first} /> : <Tabbed {...props} />;
}

function Rows({
  field,
  inputOf,
  hasFirstFocus = false,
}: Pick<LanguageFieldsProps, 'inputOf' | 'hasFirstFocus'> & { field: LanguageField }) {
  const optional = useOptional();
  const { name, label, hint, max, isOptional = false } = field;
  return (
    <Fieldset variant="unstyled" className="language-rows" legend={isOptional ? optional(label) : label}>
      {LANGUAGES.map((language, at) => {
        const input = inputOf(language, name);
        return (
          <TextInput
            key={language}
            lang={language}
            aria-label={`${label} · ${LANGUAGE_NAMES[language]}`}
            maxLength={max}
            leftSection={
              <span className="filter-label" lang={language}>
                {LANGUAGE_NAMES[language]}
              </span>
            }
            leftSectionWidth="6rem"
            leftSectionProps={{ style: { justifyContent: 'start' } }}
            rightSection={<LanguageMark state={languageState([{ ...input, isOptional }])} />}
            {...(hasFirstFocus && at === 0 ? { 'data-autofocus': true } : {})}
            {...input}
          />
        );
      })}
      {hint !== undefined && <p className="form-hint">{hint}</p>}
    </Fieldset>
  );
}

function Tabbed({ fields, inputOf, aside, hasFirstFocus = false }: LanguageFieldsProps) {
  const optional = useOptional();
  const [chosen, setChosen] = useState<Language>(useLanguage());
  const states = Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      languageState(fields.map(({ name, isOptional }) => ({ ...inputOf(language, name), isOptional }))),
    ]),
  );
  const stateOf = (language: Language) => states[language] ?? 'missing';
  const wrong = LANGUAGES.filter((language) => stateOf(language) === 'wrong');
  const [wrongBefore, setWrongBefore] = useState<readonly Language[]>([]);
  if (wrong.join() !== wrongBefore.join()) {
    setWrongBefore(wrong);
    setChosen(shownAfter(chosen, wrongBefore, wrong));
  }
  const written = (
    <Stack gap="md">
      {fields.map(({ name, label, hint, hintOf, max, lines, linesMax, isOptional }, at) => {
        const description = [hint, hintOf?.(chosen)].filter((text) => text !== undefined).join(' ');
        const shared = {
          lang: chosen,
          label: isOptional === true ? optional(label) : label,
          ...(description === '' ? {} : { description }),
          ...(max === undefined ? {} : { maxLength: max }),
          ...(hasFirstFocus && at === 0 ? { 'data-autofocus': true } : {}),
          ...inputOf(chosen, name),
        };
        return lines === undefined ? (
          <TextInput key={name} {...shared} />
        ) : (
          <Textarea
            key={name}
            autosize
            minRows={lines}
            {...(linesMax === undefined ? {} : { maxRows: linesMax })}
            {...shared}
          />
        );
      })}
    </Stack>
  );
  return (
    <LanguageTabs value={chosen} onChange={setChosen} markOf={(language) => <LanguageMark state={stateOf(language)} />}>
      {aside === undefined ? (
        written
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
          {written}
          {aside(chosen)}
        </SimpleGrid>
      )}
    </LanguageTabs>
  );
}

const ICONS = { written: CircleCheck, missing: CircleDashed, wrong: CircleAlert } as const;

/** Optional texts that are not there are not missing: they have no mark. */
function LanguageMark({ state }: { state: LanguageState }) {
  const t = useTranslations('common.form');
  if (state === 'free') return null;
  const Icon = ICONS[state];
  return (
    <span className="language-mark" data-state={state} title={t(state)}>
      <Icon size={16} aria-hidden />
      <span className="visually-hidden">{t(state)}</span>
    </span>
  );
}
