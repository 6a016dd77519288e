/* Writes down a complaint for a member: what they said in the chat, by telephone or in a letter. The member sees it at once. */

import { useState } from 'react';
import { Button, Select, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { newKey } from '@candor/api-client/new-key';
import { recordComplaint } from '@candor/contract/calls/console/complaints';
import { COMPLAINT_TOPICS } from '@candor/contract/complaints';
import { SUPPORT_TEXT_MAX } from '@candor/contract/support';
import { navigate } from '../../lib/location.ts';
import { call } from '../api/request.ts';
import { useMay } from '../operator/operator.tsx';
import { isOver } from '../queue/failed-act.tsx';
import { FormDialog } from '../queue/form-dialog.tsx';

type Made = {
  readonly member: { readonly id: string; readonly username: string };
  /** The message that it is made from, and what it says. */
  readonly message?: { readonly id: string; readonly text: string } | undefined;
};

/** Nothing for whoever may not. */
export function RecordComplaint(made: Made) {
  const t = useTranslations('complaints');
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!may('support:complaint:answer')) return null;
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {t('record')}
      </Button>
      {isOpen && <RecordForm {...made} onClose={() => setOpen(false)} />}
    </>
  );
}

function RecordForm({ member, message, onClose }: Made & { onClose: () => void }) {
  const t = useTranslations('complaints');
  const client = useQueryClient();
  const [key] = useState(newKey);
  const form = useForm({
    initialValues: { topic: 'other', text: message?.text ?? '' },
    validate: { text: (text) => (text.trim() === '' ? t('textRequired') : null) },
  });
  const sending = useMutation({
    mutationFn: async ({ topic, text }: typeof form.values) =>
      await call(recordComplaint, {
        body: {
          memberId: member.id,
          topic: COMPLAINT_TOPICS.find((one) => one === topic) ?? 'other',
          text: text.trim(),
          ...(message === undefined ? {} : { messageId: message.id }),
        },
        idempotencyKey: key,
      }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries();
      onClose();
      navigate('/complaints', { row: id });
    },
  });
  return (
    <FormDialog
      title={t('recordFor', { member: member.username })}
      submit={t('record')}
      error={sending.error}
      isSending={sending.isPending}
      isOver={isOver(sending.error)}
      onSubmit={form.onSubmit((values) => sending.mutate(values))}
      onClose={onClose}
    >
      <Select
        label={t('topic')}
        allowDeselect={false}
        data={COMPLAINT_TOPICS.map((value) => ({ value, label: t(`topicOf.${value}`) }))}
        {...form.getInputProps('topic')}
      />
      <Textarea
        label={t('text')}
        description={t('memberSees')}
        autosize
        minRows={4}
        maxLength={SUPPORT_TEXT_MAX}
        data-autofocus
        {...form.getInputProps('text')}
      />
    </FormDialog>
  );
}
