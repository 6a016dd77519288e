/*
 * The form of every decision: a reason from a list, words of one's own, and for money the amount typed once more. It sends
 * once; a retry after a lost answer is the same call.
 */

import { useState } from 'react';
import { Alert, Button, Group, Modal, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ApiError } from '@candor/api-client/api-error';
import { newKey } from '@candor/api-client/new-key';
import { useErrorText, useMessageOf } from '../../lib/i18n.tsx';

export type Decision = { readonly reason: string; readonly key: string };

type DecisionFormProps = {
  readonly title: string;
  readonly submit: string;
  readonly isDangerous?: boolean;
  /** Reasons to choose from. The text is always possible beside them. */
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
  const messageOf = useMessageOf();
  const errorText = useErrorText();
  const [key] = useState(newKey);
  const form = useForm({
    initialValues: { choice: '', text: '', amount: '' },
    validate: {
      text: (text, { choice }) =>
        props.isReasonOptional !== true && reasonOf({ choice, text }) === '' ? t('reasonRequired') : null,
      amount: (amount) => (props.amount === undefined || amount.trim() === props.amount ? null : t('amountDiffers')),
    },
  });
  const sending = useMutation({
    mutationFn: async (values: typeof form.values) => await props.onSubmit({ reason: reasonOf(values), key }),
    onSuccess: props.onClose,
    onError: (error) => {
      const field = error instanceof ApiError ? error.fields['reason'] : undefined;
      if (field !== undefined) form.setFieldError('text', errorText(field));
    },
  });
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={<Text fw={600}>{props.title}</Text>}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <form onSubmit={form.onSubmit((values) => sending.mutate(values))} noValidate>
        <Stack gap="md">
          {props.children}
          {sending.error !== null && (
            <Alert color="red" role="alert">
              {messageOf(sending.error)}
            </Alert>
          )}
          {props.reasons !== undefined && props.reasons.length > 0 && (
            <Select
              label={t('reason')}
              placeholder={t('chooseReason')}
              data={[...props.reasons]}
              clearable
              {...form.getInputProps('choice')}
            />
          )}
          <Textarea
            label={props.reasons === undefined ? t('reason') : t('words')}
            description={props.isReasonOptional === true ? t('optional') : t('reasonSeen')}
            autosize
            minRows={2}
            maxLength={REASON_CHARS_MAX}
            data-autofocus
            {...form.getInputProps('text')}
          />
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
            <Button type="submit" loading={sending.isPending} color={props.isDangerous === true ? 'red.8' : 'accent'}>
              {props.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** What the audit keeps: the chosen reason, and the words after it. */
function reasonOf({ choice, text }: { choice: string | null; text: string }): string {
  return [choice ?? '', text.trim()].filter((part) => part !== '').join(' — ');
}
