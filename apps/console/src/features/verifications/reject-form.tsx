import { useState } from 'react';
import { Checkbox, Group } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { newKey } from '@candor/api-client/new-key';
import { rejectVerification } from '@candor/contract/calls/console/verification';
import { VERIFICATION_PARTS, REJECTION_REASONS, reviewRejectBody } from '@candor/contract/verification';
import type { ReviewView } from '@candor/contract/verification';
import type { Language } from '@candor/contract/languages';
import { call } from '../../services/api/request.ts';
import { FormDialog } from '../../services/queue/form-dialog.tsx';
import { ReasonFields, useReasonRules } from '../../services/reason/reason-fields.tsx';
import type { ReasonForm } from '../../services/reason/reason-fields.tsx';

type RejectFormProps = {
  item: { id: string; version: number; username: string; language: Language | null };
  onDone: (view: ReviewView) => Promise<void>;
  onClose: () => void;
};

type Part = (typeof VERIFICATION_PARTS)[number];

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
  OTHER: ['realName', 'idNumber', 'front', 'back'],
};

/** A rejection: a reason, and the parts that the member has to send again. */
export function RejectForm({ item, onDone, onClose }: RejectFormProps) {
  const t = useTranslations('verifications');
  const [key] = useState(newKey);
  const rules = useReasonRules();
  const form = useForm<{ reason: string; wrong: string[]; note: string }>({
    initialValues: { reason: '', wrong: [], note: '' },
    validate: {
      ...rules,
      wrong: (wrong) => (wrong.length === 0 ? t('wrongRequired') : null),
    },
  });
  const sending = useMutation({
    mutationFn: async (values: typeof form.values) => {
      const body = reviewRejectBody.parse({ version: item.version, ...values });
      return await call(rejectVerification, { params: { id: item.id }, body, idempotencyKey: key });
    },
    onSuccess: onDone,
  });
  // A reason brings the parts that it usually means.
  const reasonForm: ReasonForm = {
    values: form.values,
    getInputProps: (field) => {
      const props: ReturnType<ReasonForm['getInputProps']> = form.getInputProps(field);
      const onChange = (value: unknown) => {
        props.onChange(value);
        const reason = field === 'reason' ? REJECTION_REASONS.find((one) => one === value) : undefined;
        if (reason !== undefined) form.setFieldValue('wrong', [...WRONG_OF[reason]]);
      };
      return { ...props, onChange };
    },
  };
  return (
    <FormDialog
      title={t('rejectAsk', { name: item.username })}
      submit={t('reject')}
      isDangerous
      error={sending.error}
      isSending={sending.isPending}
      onSubmit={form.onSubmit((values) => sending.mutate(values))}
      onClose={onClose}
    >
      <ReasonFields form={reasonForm} told={{ subject: 'verificationRejected', language: item.language }} hasFocus />
      <Checkbox.Group label={t('wrong')} description={t('wrongHint')} {...form.getInputProps('wrong')}>
        <Group mt="xs">
          {VERIFICATION_PARTS.map((part) => (
            <Checkbox key={part} value={part} label={t(`parts.${part}`)} />
          ))}
        </Group>
      </Checkbox.Group>
    </FormDialog>
  );
}
