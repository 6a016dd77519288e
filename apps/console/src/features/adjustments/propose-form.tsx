import { SegmentedControl, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { proposeAdjustment } from '@candor/contract/calls/console/adjustments';
import { REASONS } from '@candor/contract/reasons';
import { AmountInput } from '../../services/amount/amount-input.tsx';
import { useTypedAmount } from '../../services/amount/use-typed-amount.ts';
import { useMember } from '../../services/member/use-member.ts';
import { ADJUSTMENTS } from '../../services/proposal/kinds.ts';
import { useProposalForm } from '../../services/proposal/proposal-form.tsx';
import { FormDialog } from '../../services/queue/form-dialog.tsx';
import { ReasonFields, useReasonRules } from '../../services/reason/reason-fields.tsx';

const CODES = [...REASONS.adjustmentAdd, ...REASONS.adjustmentDeduct];
const DRAFT: { kind: 'add' | 'deduct'; amount: string; reason: string; note: string } = {
  kind: 'add',
  amount: '',
  reason: '',
  note: '',
};

type ProposeFormProps = { member: { id: string; username: string }; onClose: () => void };

/** Proposes to add or deduct money. Nothing moves before another operator approves it. */
export function ProposeForm({ member: { id: memberId, username }, onClose }: ProposeFormProps) {
  const t = useTranslations('adjustments');
  const submit = useTranslations('proposals')('submit');
  const language = useMember(memberId).data?.language ?? null;
  const rules = useReasonRules(true);
  const { style, plain, problem } = useTypedAmount();
  const { form, frame } = useProposalForm({
    kind: ADJUSTMENTS,
    operation: proposeAdjustment,
    initial: DRAFT,
    problemsOf: (values) => ({
      amount: problem(values.amount),
      reason: rules.reason(values.reason),
      note: rules.note(values.note, values),
    }),
    bodyOf: ({ kind, amount, reason, note }) => {
      const code = CODES.find((one) => one === reason);
      return code === undefined ? null : { memberId, kind, amount: plain(amount), reason: code, note: note.trim() };
    },
    onClose,
  });
  return (
    <FormDialog {...frame} title={t('proposeFor', { member: username })} submit={submit}>
      <SegmentedControl
        data={[
          { value: 'add', label: t('kindOf.add') },
          { value: 'deduct', label: t('kindOf.deduct') },
        ]}
        {...form.getInputProps('kind')}
        onChange={(chosen: string) => {
          form.setFieldValue('kind', chosen === 'deduct' ? chosen : 'add');
          // Adding and deducting have codes of their own.
          form.setFieldValue('reason', '');
        }}
      />
      <AmountInput label={t('amount')} amountStyle={style} data-autofocus {...form.getInputProps('amount')} />
      <ReasonFields
        form={form}
        told={{ subject: form.values.kind === 'add' ? 'adjustmentAdd' : 'adjustmentDeduct', language }}
        isNoteRequired
        noteCharsMax={300}
      />
      <Text c="dimmed">{t('proposeHint')}</Text>
    </FormDialog>
  );
}
