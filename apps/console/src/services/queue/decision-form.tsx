/*
 * The form of every decision, and for money the amount typed once more. What a member is told of has a code and a note
 * (`told`); what only colleagues read has words. It sends once; a retry after a lost answer is the same call.
 */

import { useState } from 'react';
import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ApiError } from '@candor/api-client/api-error';
import { newKey } from '@candor/api-client/new-key';
import { useErrorText } from '../../lib/i18n.tsx';
import { ReasonFields, useReasonRules } from '../reason/reason-fields.tsx';
import type { Told, Untold } from '../reason/reason-fields.tsx';
import { Dialog } from '../../lib/dialog.tsx';
import { FailedAct, isOver } from './failed-act.tsx';

/** `reason` is a code where the member is told, and else the words. */
export type Decision = { readonly reason: string; readonly note?: string; readonly key: string };

type DecisionFormProps = {
  readonly title: string;
  readonly submit: string;
  readonly isDangerous?: boolean;
  /** What the member is told, or codes that stay inside. */
  readonly told?: Told | Untold;
  /** Reasons to choose from, for words that stay inside. The text is always possible beside them. */
  readonly reasons?: readonly string[];
  /** An amount that must be typed to confirm. */
  readonly amount?: string;
  /** A decision without words, such as an approval. */
  readonly isReasonOptional?: boolean;
  readonly children?: React.ReactNode;
  readonly onSubmit: (decision: Decision) => Promise<unknown>;
  readonly onClose: () => void;
};

const REASON_CHARS_MAX = 300;

export function DecisionForm(props: DecisionFormProps) {
  const t = useTranslations('common.decision');
  const common = useTranslations('common');
  const errorText = useErrorText();
  const client = useQueryClient();
  const [key] = useState(newKey);
  const rules = useReasonRules();
  const { told } = props;
  const form = useForm({
    initialValues: { reason: '', note: '', choice: '', text: '', amount: '' },
    validate: {
      ...(told === undefined ? {} : rules),
      text: (text, { choice }) =>
        told === undefined && props.isReasonOptional !== true && reasonOf({ choice, text }) === ''
          ? t('reasonRequired')
          : null,
      amount: (amount) => (props.amount === undefined || amount.trim() === props.amount ? null : t('amountDiffers')),
    },
  });
  const sending = useMutation({
    mutationFn: async (values: typeof form.values) => {
      const note = values.note.trim();
      await props.onSubmit(
        told === undefined
          ? { reason: reasonOf(values), key }
          : { reason: values.reason, ...(note === '' ? {} : { note }), key },
      );
    },
    onSuccess: props.onClose,
    onError: (error) => {
      // What stands behind the dialog is old: it is read again even if nobody asks for it.
      if (isOver(error)) void client.invalidateQueries();
      if (!(error instanceof ApiError)) return;
      const { reason, note } = error.fields;
      if (reason !== undefined) form.setFieldError(told === undefined ? 'text' : 'reason', errorText(reason));
      if (note !== undefined) form.setFieldError('note', errorText(note));
    },
  });
  return (
    <Dialog onClose={props.onClose} title={props.title}>
      <form onSubmit={form.onSubmit((values) => sending.mutate(values))} noValidate>
        <Stack gap="md">
          {props.children}
          {sending.error !== null && <FailedAct error={sending.error} onRefreshed={props.onClose} />}
          {told !== undefined && <ReasonFields form={form} told={told} hasFocus />}
          {told === undefined && props.reasons !== undefined && props.reasons.length > 0 && (
            <Select
              label={t('reason')}
              placeholder={t('chooseReason')}
              data={[...props.reasons]}
              clearable
              {...form.getInputProps('choice')}
            />
          )}
          {told === undefined && (
            <Textarea
              label={props.reasons === undefined ? t('reason') : t('words')}
              description={props.isReasonOptional === true ? t('optional') : t('reasonSeen')}
              autosize
              minRows={2}
              maxLength={REASON_CHARS_MAX}
              data-autofocus
              {...form.getInputProps('text')}
            />
          )}
          {props.amount !== undefined && (
            <TextInput
              label={t('typeAmount', { amount: props.amount })}
              inputMode="decimal"
              autoComplete="off"
              {...form.getInputProps('amount')}
            />
          )}
          <Group justify="end" gap="sm">
            <Button variant="default" onClick={props.onClose}>
              {common('cancel')}
            </Button>
            <Button
              type="submit"
              loading={sending.isPending}
              disabled={isOver(sending.error)}
              color={props.isDangerous === true ? 'red.8' : 'accent'}
            >
              {props.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** What the audit keeps: the chosen reason, and the words after it. */
function reasonOf({ choice, text }: { choice: string | null; text: string }): string {
  return [choice ?? '', text.trim()].filter((part) => part !== '').join(' — ');
}
