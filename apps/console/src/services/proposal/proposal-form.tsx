/* The forms that propose: fields of the kind, and the reason for the operator who checks it. */

import type { ReactNode } from 'react';
import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'use-intl';
import type { BodyOf, Operation } from '@candor/contract/operation';
import { useErrorText } from '../../lib/i18n.tsx';
import { DecisionForm } from '../queue/decision-form.tsx';
import { FormDialog } from '../queue/form-dialog.tsx';
import { useProposalsChanged } from './proposal-kind.ts';
import type { ProposalKind, ProposalRow } from './proposal-kind.ts';
import { useProposal } from './use-proposal.ts';
import type { ProposalCall } from './use-proposal.ts';

type WithReason = { reason: string };
type Problems = Readonly<Record<string, ReactNode>>;

type ProposalFormSettings<Row extends ProposalRow, Values extends WithReason, O extends Operation> = Omit<
  ProposalCall<Row, O>,
  'setFieldError'
> & {
  readonly initial: Values;
  /** What is wrong with other fields than the reason; it may say more of the reason, too. */
  readonly problemsOf?: (values: Values) => Problems;
  /** The body of the call; null sends nothing. */
  readonly bodyOf: (values: Values) => BodyOf<O> | null;
  /** The field that shows a problem of the body. Without it: the last part of its path. */
  readonly fieldOf?: (path: string) => string;
};

/** A form and the frame of its dialog. */
export function useProposalForm<Row extends ProposalRow, Values extends WithReason, O extends Operation>(
  settings: ProposalFormSettings<Row, Values, O>,
) {
  const { initial, problemsOf, bodyOf, fieldOf = lastPart, ...call } = settings;
  const errorText = useErrorText();
  const form = useForm<Values>({
    initialValues: initial,
    validate: (values) => ({
      reason: values.reason.trim() === '' ? errorText('REASON_REQUIRED') : null,
      ...problemsOf?.(values),
    }),
  });
  const proposal = useProposal({
    ...call,
    setFieldError: (path, text) => form.setFieldError(fieldOf(path), text),
  });
  const onSubmit = form.onSubmit((values) => {
    const body = bodyOf(values);
    if (body !== null) proposal.send(body);
  });
  return {
    form,
    // It went through with one operator: no other one checks it.
    isAlone: call.done !== undefined,
    frame: { error: proposal.error, isSending: proposal.isSending, onSubmit, onClose: call.onClose },
  };
}

/** "terms.min" → "min". */
function lastPart(field: string): string {
  return field.split('.').at(-1) ?? field;
}

type ProposalDialogProps = {
  readonly title: string;
  /** Wider, for a form with more than two fields beside each other. */
  readonly size?: 880;
  readonly proposal: {
    readonly frame: Pick<Parameters<typeof FormDialog>[0], 'error' | 'isSending' | 'onSubmit' | 'onClose'>;
    readonly isAlone?: boolean;
    readonly form: { readonly getInputProps: (field: 'reason') => object };
  };
  /** What an approval does. */
  readonly effect?: string;
  readonly children: ReactNode;
};

/** Fields of the kind, then the reason in words. */
export function ProposalDialog({
  title,
  proposal: { frame, form, isAlone },
  effect,
  size,
  children,
}: ProposalDialogProps) {
  const t = useTranslations('proposals');
  return (
    <FormDialog {...frame} size={size ?? 'lg'} title={title} submit={t(isAlone === true ? 'submitAlone' : 'submit')}>
      {children}
      <Textarea
        label={t('reason')}
        description={t('reasonHint')}
        autosize
        minRows={2}
        maxLength={300}
        {...form.getInputProps('reason')}
      />
      {effect !== undefined && <Text c="dimmed">{effect}</Text>}
    </FormDialog>
  );
}

type ProposeReasonProps<Row extends ProposalRow> = {
  readonly kind: ProposalKind<Row>;
  readonly title: string;
  readonly send: (reason: string, idempotencyKey: string) => Promise<Row>;
  readonly reasons: readonly string[];
  readonly effect: string;
  readonly onClose: () => void;
};

/** Proposes what needs no more than a reason. */
export function ProposeReason<Row extends ProposalRow>({ kind, send, effect, ...props }: ProposeReasonProps<Row>) {
  const t = useTranslations('proposals');
  const refresh = useProposalsChanged(kind);
  return (
    <DecisionForm
      {...props}
      submit={t('submit')}
      onSubmit={async ({ reason, key }) => {
        await send(reason, key);
        notifications.show({ message: t('submitted'), color: 'teal', role: 'status' });
        await refresh();
      }}
    >
      <Text c="dimmed">{effect}</Text>
    </DecisionForm>
  );
}
