/*
 * The form of every decision, and for money the amount typed once more. What a member is told of has a code and a note
 * (`told`); what only colleagues read has words. It sends once; a retry after a lost answer is the same call.
 */

import { useState } from 'react';
import { Select, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ApiError } from '@candor/api-client/api-error';
import { newKey } from '@candor/api-client/new-key';
import { groupDigits } from '@candor/ui/figures';
import { readMoney } from '@candor/domain/text/typed-amount';
import { useErrorText } from '../../lib/i18n.tsx';
import { AmountInput } from '../amount/amount-input.tsx';
import { useTypedAmount } from '../amount/use-typed-amount.ts';
import { useOptional } from '../form/optional.tsx';
import { useSiteCurrency } from '../operator/operator.tsx';
import { ReasonFields, useReasonRules } from '../reason/reason-fields.tsx';
import type { Told, Untold } from '../reason/reason-fields.tsx';
import { isOver } from './failed-act.tsx';
import { FormDialog } from './form-dialog.tsx';

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
  const optional = useOptional();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [key] = useState(newKey);
  const rules = useReasonRules();
  const { told, reasons = [] } = props;
  const hasReasons = reasons.length > 0;
  const currency = useSiteCurrency();
  const { style } = useTypedAmount();
  const isSame = (typed: string, wanted: string) => {
    const [one, other] = [readMoney(typed, currency), readMoney(wanted, currency)];
    return one.ok && other.ok && one.value === other.value;
  };
  const form = useForm({
    initialValues: { reason: '', note: '', choice: '', text: '', amount: '' },
    validate: {
      ...(told === undefined ? {} : rules),
      text: (text, { choice }) =>
        told === undefined && props.isReasonOptional !== true && reasonOf({ choice, text }) === ''
          ? t('reasonRequired')
          : null,
      amount: (amount) => (props.amount === undefined || isSame(amount, props.amount) ? null : t('amountDiffers')),
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
  const { choice } = form.values;
  const words = t(hasReasons ? 'words' : 'reason');
  return (
    <FormDialog
      title={props.title}
      submit={props.submit}
      isDangerous={props.isDangerous === true}
      error={sending.error}
      isSending={sending.isPending}
      isOver={isOver(sending.error)}
      onSubmit={form.onSubmit((values) => sending.mutate(values))}
      onClose={props.onClose}
    >
      {props.children}
      {told !== undefined && <ReasonFields form={form} told={told} hasFocus />}
      {told === undefined && hasReasons && (
        <Select
          label={t('reason')}
          placeholder={t('chooseReason')}
          data={[...reasons]}
          clearable
          {...form.getInputProps('choice')}
          value={choice === '' ? null : choice}
        />
      )}
      {told === undefined && (
        <Textarea
          label={props.isReasonOptional === true ? optional(words) : words}
          description={t('reasonSeen')}
          autosize
          minRows={2}
          maxLength={REASON_CHARS_MAX}
          data-autofocus
          {...form.getInputProps('text')}
        />
      )}
      {props.amount !== undefined && (
        <AmountInput
          label={t('typeAmount', { amount: groupDigits(props.amount) })}
          amountStyle={style}
          {...form.getInputProps('amount')}
        />
      )}
    </FormDialog>
  );
}

/** What the audit keeps: the chosen reason, and the words after it. */
function reasonOf({ choice, text }: { choice: string | null; text: string }): string {
  return [choice ?? '', text.trim()].filter((part) => part !== '').join(' — ');
}
