import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import type { TermsView } from '@candor/contract/console-terms';
import { useErrorText } from '../../lib/i18n.tsx';
import { ProposalDialog } from '../../services/proposal/proposal-dialog.tsx';
import { lastPart } from '../../services/proposal/use-proposal.ts';
import { useTermsProposal } from './use-terms-proposal.ts';

/** Proposes other terms of the rewards of invitations. */
export function RewardForm({
  terms,
  version,
  onClose,
}: Pick<TermsView['rewards'], 'terms' | 'version'> & { onClose: () => void }) {
  const t = useTranslations('terms');
  const errorText = useErrorText();
  const form = useForm({
    initialValues: { ...terms, dayMax: terms.dayMax.toString(), reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? errorText('REASON_REQUIRED') : null) },
  });
  const proposal = useTermsProposal(onClose, (field, text) => form.setFieldError(lastPart(field), text));
  const submit = ({ reason, dayMax, ...rest }: typeof form.values) =>
    proposal.send({ subject: 'rewards', base: version, terms: { ...rest, dayMax: Number(dayMax) }, reason });
  return (
    <ProposalDialog
      title={t('rewardsTitle')}
      error={proposal.error}
      isSending={proposal.isSending}
      onSubmit={form.onSubmit(submit)}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" style={{ alignItems: 'end' }}>
        <TextInput label={t('field.rewardAmount')} inputMode="decimal" {...form.getInputProps('amount')} />
        <TextInput label={t('field.turnoverRate')} inputMode="decimal" {...form.getInputProps('turnoverRate')} />
        <TextInput label={t('field.dayMax')} inputMode="numeric" {...form.getInputProps('dayMax')} />
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
