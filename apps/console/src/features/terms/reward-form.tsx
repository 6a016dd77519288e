import { SimpleGrid, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { proposeTermsChange } from '@candor/contract/calls/console/terms';
import type { TermsView } from '@candor/contract/console-terms';
import { TERMS_CHANGES } from '../../services/proposal/kinds.ts';
import { ProposalDialog, useProposalForm } from '../../services/proposal/proposal-form.tsx';

type RewardFormProps = Pick<TermsView['rewards'], 'terms' | 'version'> & { onClose: () => void };

/** Proposes other terms of the rewards of invitations. */
export function RewardForm({ terms, version, onClose }: RewardFormProps) {
  const t = useTranslations('terms');
  const proposal = useProposalForm({
    kind: TERMS_CHANGES,
    operation: proposeTermsChange,
    initial: { ...terms, dayMax: terms.dayMax.toString(), reason: '' },
    bodyOf: ({ reason, dayMax, ...rest }) => ({
      subject: 'rewards' as const,
      base: version,
      terms: { ...rest, dayMax: Number(dayMax) },
      reason,
    }),
    onClose,
  });
  const { getInputProps } = proposal.form;
  return (
    <ProposalDialog title={t('rewardsTitle')} proposal={proposal}>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
        <TextInput label={t('field.rewardAmount')} inputMode="decimal" {...getInputProps('amount')} />
        <TextInput label={t('field.turnoverRate')} inputMode="decimal" {...getInputProps('turnoverRate')} />
        <TextInput label={t('field.dayMax')} inputMode="numeric" {...getInputProps('dayMax')} />
      </SimpleGrid>
    </ProposalDialog>
  );
}
