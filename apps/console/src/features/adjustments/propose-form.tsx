import { useState } from 'react';
import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ApiError } from '@candor/api-client/api-error';
import { newKey } from '@candor/api-client/new-key';
import { adjustmentView } from '@candor/contract/console-members';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { useErrorText } from '../../lib/i18n.tsx';
import { api } from '../../services/api/request.ts';
import { Dialog } from '../../lib/dialog.tsx';
import { FailedAct } from '../../services/queue/failed-act.tsx';
import { useMember } from '../../services/member/use-member.ts';
import { ReasonFields, useReasonRules } from '../../services/reason/reason-fields.tsx';

/** Proposes to add or deduct money. Nothing moves before another operator approves it. */
export function ProposeForm({ memberId, member, onClose }: { memberId: string; member: string; onClose: () => void }) {
  const language = useMember(memberId).data?.language ?? null;
  const rules = useReasonRules(true);
  const t = useTranslations('adjustments');
  const common = useTranslations('common');
  const errorText = useErrorText();
  const client = useQueryClient();
  const [key] = useState(newKey);
  const form = useForm({
    initialValues: { kind: 'add', amount: '', reason: '', note: '' },
    validate: {
      amount: (text) => (text.trim() === '' ? errorText('AMOUNT_REQUIRED') : null),
      ...rules,
    },
  });
  const sending = useMutation({
    mutationFn: async ({ kind, amount, reason, note }: typeof form.values) =>
      await api.post(
        CONSOLE_PATHS.adjustments,
        { memberId, kind, amount: amount.trim(), reason, note: note.trim() },
        adjustmentView,
        { idempotencyKey: key },
      ),
    onSuccess: async () => {
      notifications.show({ message: t('done'), color: 'teal' });
      onClose();
      await Promise.all([
        client.invalidateQueries({ queryKey: ['queue', CONSOLE_PATHS.adjustments] }),
        client.invalidateQueries({ queryKey: ['counters'] }),
      ]);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      for (const [field, word] of Object.entries(error.fields)) form.setFieldError(field, errorText(word));
    },
  });
  const { kind } = form.values;
  const isAtField = sending.error instanceof ApiError && Object.keys(sending.error.fields).length > 0;
  return (
    <Dialog onClose={onClose} title={t('proposeFor', { member })}>
      <form onSubmit={form.onSubmit((values) => sending.mutate(values))} noValidate>
        <Stack gap="md">
          {sending.error !== null && !isAtField && <FailedAct error={sending.error} />}
          <SegmentedControl
            data={[
              { value: 'add', label: t('kindOf.add') },
              { value: 'deduct', label: t('kindOf.deduct') },
            ]}
            {...form.getInputProps('kind')}
            onChange={(chosen: string) => {
              form.setFieldValue('kind', chosen);
              // Adding and deducting have codes of their own.
              form.setFieldValue('reason', '');
            }}
          />
          <TextInput
            label={t('amount')}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('amount')}
          />
          <ReasonFields
            form={form}
            told={{ subject: kind === 'add' ? 'adjustmentAdd' : 'adjustmentDeduct', language }}
            isNoteRequired
            noteCharsMax={300}
          />
          <Text c="dimmed">{t('proposeHint')}</Text>
          <Group justify="end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={sending.isPending}>
              {t('propose')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
