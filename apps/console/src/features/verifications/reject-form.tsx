import { useState } from 'react';
import { Button, Checkbox, Group, Select, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { newKey } from '@candor/api-client/new-key';
import { PAPER_PARTS, REJECTION_REASONS, reviewRejectBody, reviewView } from '@candor/contract/papers';
import type { ReviewView } from '@candor/contract/papers';
import { PATHS } from '@candor/contract/routes';
import { api } from '../../services/api/request.ts';
import { Dialog } from '../../lib/dialog.tsx';
import { FailedAct } from '../../services/queue/failed-act.tsx';

type RejectFormProps = {
  item: { id: string; version: number; username: string };
  onDone: (view: ReviewView) => Promise<void>;
  onClose: () => void;
};

type Part = (typeof PAPER_PARTS)[number];
const NOTE_CHARS_MAX = 500;

/** What each reason usually means for the member; the operator may change it. */
const WRONG_OF: Readonly<Record<(typeof REJECTION_REASONS)[number], readonly Part[]>> = {
  PHOTO_UNREADABLE: ['front', 'back'],
  PHOTO_INCOMPLETE: ['front', 'back'],
  PHOTO_WRONG: ['front', 'back'],
  NAME_DIFFERS: ['realName'],
  NUMBER_DIFFERS: ['idNumber'],
  PAPER_EXPIRED: ['front', 'back'],
  PAPER_DOUBTED: ['realName', 'idNumber', 'front', 'back'],
  NUMBER_USED: ['idNumber'],
};

/** A rejection: a reason, the parts that the member has to send again, and words to them. */
export function RejectForm({ item, onDone, onClose }: RejectFormProps) {
  const t = useTranslations('verifications');
  const common = useTranslations('common');
  const [key] = useState(newKey);
  const form = useForm<{ reason: string | null; wrong: string[]; note: string }>({
    initialValues: { reason: null, wrong: [], note: '' },
    validate: {
      reason: (reason) => (reason === null ? t('reasonRequired') : null),
      wrong: (wrong) => (wrong.length === 0 ? t('wrongRequired') : null),
    },
  });
  const sending = useMutation({
    mutationFn: async (values: typeof form.values) => {
      const body = reviewRejectBody.parse({ version: item.version, ...values });
      return await api.post(PATHS.reviewAct(item.id, 'reject'), body, reviewView, { idempotencyKey: key });
    },
    onSuccess: onDone,
  });
  return (
    <Dialog onClose={onClose} title={t('rejectAsk', { name: item.username })}>
      <form onSubmit={form.onSubmit((values) => sending.mutate(values))} noValidate>
        <Stack gap="md">
          {sending.error !== null && <FailedAct error={sending.error} onRefreshed={onClose} />}
          <Select
            label={t('reason')}
            data-autofocus
            data={REJECTION_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) }))}
            {...form.getInputProps('reason')}
            onChange={(value: string | null) => {
              form.setFieldValue('reason', value);
              const reason = REJECTION_REASONS.find((one) => one === value);
              if (reason !== undefined) form.setFieldValue('wrong', [...WRONG_OF[reason]]);
            }}
          />
          <Checkbox.Group label={t('wrong')} description={t('wrongHint')} {...form.getInputProps('wrong')}>
            <Group mt="xs">
              {PAPER_PARTS.map((part) => (
                <Checkbox key={part} value={part} label={t(`parts.${part}`)} />
              ))}
            </Group>
          </Checkbox.Group>
          <Textarea
            label={t('note')}
            description={t('noteHint')}
            autosize
            minRows={2}
            maxLength={NOTE_CHARS_MAX}
            {...form.getInputProps('note')}
          />
          <Group justify="end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" color="red.8" loading={sending.isPending}>
              {t('reject')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
