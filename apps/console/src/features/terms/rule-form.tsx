import { SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import type { TermsView } from '@candor/contract/console-terms';
import { useErrorText } from '../../lib/i18n.tsx';
import { ProposalDialog } from '../../services/proposal/proposal-dialog.tsx';
import { lastPart } from '../../services/proposal/use-proposal.ts';
import { useTermsProposal } from './use-terms-proposal.ts';

/** Proposes other terms of withdrawals. */
export function RuleForm({
  terms,
  version,
  onClose,
}: Pick<TermsView['withdrawals'], 'terms' | 'version'> & { onClose: () => void }) {
  const t = useTranslations('terms');
  const errorText = useErrorText();
  const form = useForm({
    initialValues: { ...terms, arrivalHours: terms.arrivalHours.toString(), reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? errorText('REASON_REQUIRED') : null) },
  });
  const proposal = useTermsProposal(onClose, (field, text) => form.setFieldError(lastPart(field), text));
  const submit = ({ reason, arrivalHours, ...rest }: typeof form.values) =>
    proposal.send({
      subject: 'withdrawals',
      base: version,
      terms: { ...rest, arrivalHours: Number(arrivalHours) },
      reason,
    });
  return (
    <ProposalDialog
      title={t('rulesTitle')}
      error={proposal.error}
      isSending={proposal.isSending}
      onSubmit={form.onSubmit(submit)}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
        {(['min', 'max', 'dailyMax'] as const).map((name) => (
          <TextInput key={name} label={t(`field.${name}`)} inputMode="decimal" {...form.getInputProps(name)} />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" style={{ alignItems: 'end' }}>
        <TextInput
          label={t('field.feeRate')}
          description={t('feeRateHint')}
          inputMode="decimal"
          {...form.getInputProps('feeRate')}
        />
        <TextInput label={t('field.feeMin')} inputMode="decimal" {...form.getInputProps('feeMin')} />
        <TextInput label={t('field.feeMax')} inputMode="decimal" {...form.getInputProps('feeMax')} />
      </SimpleGrid>
      <TextInput label={t('field.arrivalHours')} inputMode="numeric" {...form.getInputProps('arrivalHours')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Switch label={t('field.cardRequired')} {...form.getInputProps('cardRequired', { type: 'checkbox' })} />
        <Switch label={t('field.identityRequired')} {...form.getInputProps('identityRequired', { type: 'checkbox' })} />
      </SimpleGrid>
      <Textarea
        label={t('reason')}
        description={t('reasonHint')}
        autosize
        minRows={2}
        maxLength={300}
        {...form.getInputProps('reason')}
      />
    </ProposalDialog>
  );
}
