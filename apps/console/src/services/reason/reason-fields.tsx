/*
 * The reason of an act: a code, the words that the member will read, and a note that stays inside. The words are the member's, in
 * their language; no operator writes to a member through a reason.
 */

import type { ReactNode } from 'react';
import { Box, Select, Text, Textarea } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Language } from '@candor/contract/languages';
import { reasonText } from '@candor/contract/reason-texts';
import { isNoteMissing, NOTE_CHARS_MAX, REASONS } from '@candor/contract/reasons';
import type { ReasonCode, ReasonSubject } from '@candor/contract/reasons';
import { useErrorText } from '../../lib/i18n.tsx';
import { LANGUAGE_NAMES, useLanguage } from '../../lib/language.ts';
import { useOptional } from '../form/optional.tsx';

/** What the member is told: the text of a code of this subject, in their language; null where they never chose one. */
export type Told = { readonly subject: ReasonSubject; readonly language: Language | null };

/** Codes of which no member is told. */
export type Untold = readonly ReasonCode[];

/** The part of a form that these fields need. */
export type ReasonForm = {
  readonly values: { readonly reason: string; readonly note: string };
  getInputProps: (field: 'reason' | 'note') => {
    value?: string;
    onChange: (value: unknown) => void;
    error?: ReactNode;
  };
};

type ReasonFieldsProps = {
  readonly form: ReasonForm;
  readonly told: Told | Untold;
  readonly hasFocus?: boolean;
  /** The note is required with every code. */
  readonly isNoteRequired?: boolean;
  readonly noteCharsMax?: number;
};

export function ReasonFields({ form, told, hasFocus = false, ...more }: ReasonFieldsProps) {
  const t = useTranslations('reasons');
  const optional = useOptional();
  const { reason } = form.values;
  const isNoteAsked = more.isNoteRequired === true || isNoteMissing({ reason, note: '' });
  const choice = form.getInputProps('reason');
  const codes = 'subject' in told ? REASONS[told.subject] : told;
  return (
    <>
      <Select
        label={t('reason')}
        placeholder={t('chooseReason')}
        data={codes.map((code) => ({ value: code, label: t(`codes.${code}`) }))}
        allowDeselect={false}
        {...(hasFocus ? { 'data-autofocus': true } : {})}
        value={reason === '' ? null : reason}
        onChange={(value) => choice.onChange(value ?? '')}
        error={choice.error}
      />
      {'subject' in told ? (
        <MemberReads reason={reason} {...told} />
      ) : (
        <Text fz="sm" c="dimmed">
          {t('untold')}
        </Text>
      )}
      <Textarea
        label={isNoteAsked ? t('note') : optional(t('note'))}
        description={t('noteInside')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={more.noteCharsMax ?? NOTE_CHARS_MAX}
        {...form.getInputProps('note')}
      />
    </>
  );
}

function MemberReads({ subject, language, reason }: Told & { readonly reason: string }) {
  const t = useTranslations('reasons');
  const own = useLanguage();
  const read = language ?? own;
  return (
    <Box className="member-reads" role="status">
      <Text fz="sm" fw={600}>
        {language === null ? t('memberReadsDevice') : t('memberReads', { language: LANGUAGE_NAMES[language] })}
      </Text>
      {reason === '' ? (
        <Text fz="sm" c="dimmed">
          {t('chooseFirst')}
        </Text>
      ) : (
        <Text lang={read} className="wrap-anywhere">
          {reasonText(subject, reason, read)}
        </Text>
      )}
    </Box>
  );
}

/** The validation of these fields, in a form of Mantine. */
export function useReasonRules(isNoteRequired = false) {
  const errorText = useErrorText();
  return {
    reason: (reason: string) => (reason === '' ? errorText('REJECTION_REASON_REQUIRED') : null),
    note: (note: string, { reason }: { reason: string }) =>
      isNoteMissing({ reason, note }) || (isNoteRequired && note.trim() === '') ? errorText('NOTE_REQUIRED') : null,
  };
}
