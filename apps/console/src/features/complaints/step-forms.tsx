/* What an operator writes to the member about a complaint: a question, or the answer with its decision. */

import { useState } from 'react';
import { Select, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { newKey } from '@candor/api-client/new-key';
import { answerComplaint, askAboutComplaint } from '@candor/contract/calls/console/complaints';
import { COMPLAINT_DECISIONS } from '@candor/contract/complaints';
import type { OperatorComplaintView } from '@candor/contract/complaints';
import { SUPPORT_TEXT_MAX } from '@candor/contract/support';
import { call } from '../../services/api/request.ts';
import { isOver } from '../../services/queue/failed-act.tsx';
import { FormDialog } from '../../services/queue/form-dialog.tsx';

type StepFormProps = {
  readonly kind: 'ask' | 'answer';
  readonly complaint: OperatorComplaintView;
  readonly onClose: () => void;
};

export function StepForm({ kind, complaint: { id }, onClose }: StepFormProps) {
  const t = useTranslations('complaints');
  const client = useQueryClient();
  const [key] = useState(newKey);
  const form = useForm({
    initialValues: { decision: '', text: '' },
    validate: {
      decision: (decision) =>
        kind === 'answer' && COMPLAINT_DECISIONS.every((one) => one !== decision) ? t('decisionRequired') : null,
      text: (text) => (text.trim() === '' ? t('textRequired') : null),
    },
  });
  const sending = useMutation({
    mutationFn: async ({ decision, text }: typeof form.values) => {
      const options = { params: { id }, idempotencyKey: key };
      const chosen = COMPLAINT_DECISIONS.find((one) => one === decision);
      if (kind === 'ask') return await call(askAboutComplaint, { ...options, body: { text: text.trim() } });
      if (chosen === undefined) throw new Error('the form needs a decision');
      return await call(answerComplaint, { ...options, body: { decision: chosen, text: text.trim() } });
    },
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries();
    },
    onError: (error) => {
      if (isOver(error)) void client.invalidateQueries();
    },
  });
  return (
    <FormDialog
      title={t(`${kind}Title`, { no: id })}
      submit={t(kind)}
      error={sending.error}
      isSending={sending.isPending}
      isOver={isOver(sending.error)}
      onSubmit={form.onSubmit((values) => sending.mutate(values))}
      onClose={onClose}
    >
      {kind === 'answer' && (
        <Select
          label={t('decision')}
          placeholder={t('chooseDecision')}
          allowDeselect={false}
          data={COMPLAINT_DECISIONS.map((value) => ({ value, label: t(`decisionOf.${value}`) }))}
          {...form.getInputProps('decision')}
          value={form.values.decision === '' ? null : form.values.decision}
        />
      )}
      <Textarea
        label={t(kind === 'answer' ? 'answerText' : 'question')}
        description={t(kind === 'answer' ? 'answerSeen' : 'memberSees')}
        autosize
        minRows={5}
        maxLength={SUPPORT_TEXT_MAX}
        data-autofocus
        {...form.getInputProps('text')}
      />
    </FormDialog>
  );
}
