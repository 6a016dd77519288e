/*
 * The reason of every act that a member is told of: a code, the words that the member will read, and a note that stays inside.
 * The words are the member's, in their language; no operator writes to a member through a reason.
 */

import type { ReactNode } from 'react';
import { Box, Select, Text, Textarea } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Language } from '@candor/contract/languages';
import { reasonText } from '@candor/contract/reason-texts';
import { isNoteMissing, NOTE_CHARS_MAX, REASONS } from '@candor/contract/reasons';
import type { ReasonSubject } from '@candor/contract/reasons';
import { useErrorText } from '../../lib/i18n.tsx';
import { LANGUAGE_NAMES, useLanguage } from '../../lib/language.ts';

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
  readonly subject: ReasonSubject;
  /** In which the member reads; null where they never chose one. */
  readonly language: Language | null;
  readonly form: ReasonForm;
  readonly hasFocus?: boolean;
  /** The note is required with every code. */
  readonly isNoteRequired?: boolean;
  readonly noteCharsMax?: number;
};

export function ReasonFields({ subject, language, form, hasFocus = false, ...more }: ReasonFieldsProps) {
  const t = useTranslations('reasons');
  const own = useLanguage();
  const { reason } = form.values;
  const read = language ?? own;
  const choice = form.getInputProps('reason');
  return (
    <>
      <Select
        label={t('reason')}
        placeholder={t('chooseReason')}
        data={REASONS[subject].map((code) => ({ value: code, label: t(`codes.${code}`) }))}
        allowDeselect={false}
        withAsterisk
        {...(hasFocus ? { 'data-autofocus': true } : {})}
        value={reason === '' ? null : reason}
        onChange={(value) => choice.onChange(value ?? '')}
        error={choice.error}
      />
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
      <Textarea
        label={t('note')}
        description={t('noteInside')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={more.noteCharsMax ?? NOTE_CHARS_MAX}
        withAsterisk={more.isNoteRequired === true || isNoteMissing({ reason, note: '' })}
        {...form.getInputProps('note')}
      />
    </>
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
