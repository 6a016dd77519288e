/*
 * The dialog of a decision about money. It sends once, under one key: pressing twice, or sending again after a lost answer,
 * is the same call. It belongs to the item as the operator saw it. When the item changes meanwhile, it says so and closes
 * nothing by itself, but nothing can be sent any more.
 */

import { useState } from 'react';
import type { ReactNode } from 'react';
import { Alert, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ApiError } from '@candor/api-client/api-error';
import { newKey } from '@candor/api-client/new-key';
import { PAYOUT_REF } from '@candor/contract/console-cashier';
import { groupDigits } from '@candor/ui/figures';
import { readMoney } from '@candor/domain/text/typed-amount';
import { readCode } from '@candor/domain/text/typed-text';
import { useErrorText, useMessageOf } from '../../lib/i18n.tsx';
import { ReasonFields, useReasonRules } from '../reason/reason-fields.tsx';
import type { Told, Untold } from '../reason/reason-fields.tsx';
import { AmountInput } from '../amount/amount-input.tsx';
import { useTypedAmount } from '../amount/use-typed-amount.ts';
import { useSiteCurrency } from '../operator/operator.tsx';
import { FormDialog } from '../queue/form-dialog.tsx';

export type ReviewWords = {
  readonly credited: string;
  /** A code. */
  readonly reason: string | undefined;
  readonly note: string | undefined;
  readonly payoutRef: string | undefined;
  /** The amount once more, where it had to be typed. */
  readonly typed: string | undefined;
};

type ReviewDialogProps = {
  readonly title: string;
  readonly submit: string;
  readonly done: string | ((credited: string) => string);
  readonly isDangerous?: boolean;
  /** The item was changed by somebody else since the dialog opened. */
  readonly isStale: boolean;
  /** The amount to credit, which the operator may change. */
  readonly credited?: string;
  /** What is wrong with an amount to credit, beyond its form; null for nothing. */
  readonly creditedProblem?: (credited: string) => string | null;
  /** The bank's number of the payment. */
  readonly hasPayoutRef?: boolean;
  /** What the member is told, or codes that stay inside. Without it, no reason is asked for. */
  readonly told?: Told | Untold;
  /** Whether these amounts need a reason. Without it: always. */
  readonly needsReason?: (credited: string) => boolean;
  /** The amount that must be typed once more; null for none. */
  readonly typed?: (credited: string) => string | null;
  readonly children?: (credited: string) => ReactNode;
  readonly send: (words: ReviewWords, key: string) => Promise<unknown>;
  readonly onSettled: () => Promise<void>;
  readonly onClose: () => void;
};

const REFERENCE_CHARS_MAX = 80;
/** After these, the item is another one: what was typed here no longer fits it. */
const OVER = [
  'DEPOSIT_STATE_CHANGED',
  'WITHDRAWAL_STATE_CHANGED',
  'ITEM_TAKEN',
  'ITEM_OWN',
  'SECOND_OPERATOR_NEEDED',
  'RETURN_BY_ANOTHER',
  'MEMBER_FROZEN',
  'MEMBER_FORBIDDEN',
  'MEMBER_PAUSED',
  'MONEY_HALTED',
];

export function ReviewDialog(props: ReviewDialogProps) {
  const t = useTranslations('cashier');
  const common = useTranslations('common');
  const messageOf = useMessageOf();
  const errorText = useErrorText();
  const currency = useSiteCurrency();
  const { style, plain, problem } = useTypedAmount();
  const [key] = useState(newKey);
  const rules = useReasonRules();
  const { credited: initialCredited, told, hasPayoutRef = false } = props;

  const isSame = (one: string, other: string) => {
    const [a, b] = [readMoney(one, currency), readMoney(other, currency)];
    return a.ok && b.ok && a.value === b.value;
  };
  const needsReason = (credited: string) =>
    told !== undefined && (props.needsReason === undefined || props.needsReason(plain(credited)));
  const form = useForm({
    initialValues: { credited: initialCredited ?? '', reason: '', note: '', payoutRef: '', typed: '' },
    validate: {
      credited: (text) => {
        if (initialCredited === undefined) return null;
        const unread = problem(text);
        if (unread !== null) return unread;
        const read = readMoney(text, currency);
        if (!read.ok || read.value <= 0n) return errorText('AMOUNT_INVALID');
        return props.creditedProblem?.(plain(text)) ?? null;
      },
      reason: (reason, { credited }) => (needsReason(credited) ? rules.reason(reason) : null),
      note: (note, { credited, reason }) => (needsReason(credited) ? rules.note(note, { reason }) : null),
      payoutRef: (text) => {
        if (!hasPayoutRef) return null;
        const ref = readCode(text);
        if (ref === '') return t('payoutRefRequired');
        return PAYOUT_REF.test(ref) ? null : errorText('PAYOUT_REF_INVALID');
      },
      typed: (typed, { credited }) => {
        const wanted = props.typed?.(plain(credited)) ?? null;
        return wanted === null || isSame(typed, wanted) ? null : common('decision.amountDiffers');
      },
    },
  });
  const sending = useMutation({
    mutationFn: async ({ credited, reason, note, payoutRef, typed: again }: typeof form.values) =>
      await props.send(
        {
          credited: plain(credited),
          reason: needsReason(credited) ? reason : undefined,
          note: needsReason(credited) && note.trim() !== '' ? note.trim() : undefined,
          payoutRef: payoutRef.trim() === '' ? undefined : payoutRef.trim(),
          typed: again.trim() === '' ? undefined : plain(again),
        },
        key,
      ),
    onSuccess: (_, { credited }) => {
      const message = typeof props.done === 'string' ? props.done : props.done(plain(credited));
      notifications.show({ color: 'teal.8', message, role: 'status' });
      props.onClose();
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      for (const name of ['credited', 'reason', 'note', 'payoutRef', 'typed'] as const) {
        const field = error.fields[name === 'typed' ? 'creditedAgain' : name];
        // Only the text of the whole answer has its values in it.
        if (field !== undefined) form.setFieldError(name, field === error.key ? messageOf(error) : errorText(field));
      }
    },
    onSettled: props.onSettled,
  });
  const isOver = props.isStale || (sending.error instanceof ApiError && OVER.includes(sending.error.key));
  const submit = (values: typeof form.values) => {
    // A second press may come before the first one is drawn.
    if (!sending.isPending && !isOver) sending.mutate(values);
  };
  const { credited } = form.values;
  const typed = props.typed?.(plain(credited)) ?? null;
  return (
    <FormDialog
      title={props.title}
      submit={props.submit}
      isDangerous={props.isDangerous === true}
      error={sending.error}
      isSending={sending.isPending}
      isOver={isOver}
      onSubmit={form.onSubmit(submit)}
      onClose={props.onClose}
    >
      {props.children?.(plain(credited))}
      {isOver && (
        <Alert color="blue" role={sending.error === null ? 'alert' : 'status'}>
          {t('over')}
        </Alert>
      )}
      {initialCredited !== undefined && (
        <AmountInput
          label={t('credited')}
          amountStyle={style}
          leftSection={currency.symbol}
          data-autofocus
          {...form.getInputProps('credited')}
        />
      )}
      {hasPayoutRef && (
        <TextInput
          label={t('payoutRef')}
          description={t('payoutRefHint')}
          autoComplete="off"
          maxLength={REFERENCE_CHARS_MAX}
          data-autofocus
          {...form.getInputProps('payoutRef')}
        />
      )}
      {told !== undefined && needsReason(credited) && (
        <ReasonFields form={form} told={told} hasFocus={initialCredited === undefined} />
      )}
      {typed !== null && (
        <AmountInput
          label={common('decision.typeAmount', { amount: groupDigits(typed) })}
          amountStyle={style}
          {...form.getInputProps('typed')}
        />
      )}
    </FormDialog>
  );
}
