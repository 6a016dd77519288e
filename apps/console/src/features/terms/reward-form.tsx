import { SimpleGrid, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { proposeTermsChange } from '@candor/contract/calls/console/terms';
import type { TermsView } from '@candor/contract/console-terms';
import { AmountInput } from '../../services/amount/amount-input.tsx';
import { RATE_STYLE, useTypedAmount } from '../../services/amount/use-typed-amount.ts';
import { FormSection } from '../../services/form/form-section.tsx';
import { TERMS_CHANGES } from '../../services/proposal/kinds.ts';
import { ProposalDialog, useProposalForm } from '../../services/proposal/proposal-form.tsx';

type RewardFormProps = Pick<TermsView['rewards'], 'terms' | 'version'> & { onClose: () => void };

/** Proposes other terms of the rewards of invitations. */
export function RewardForm({ terms, version, onClose }: RewardFormProps) {
  const t = useTranslations('terms');
  const money = useTypedAmount();
  const rate = useTypedAmount(RATE_STYLE);
  const proposal = useProposalForm({
    kind: TERMS_CHANGES,
    operation: proposeTermsChange,
    initial: { ...terms, dayMax: terms.dayMax.toString(), reason: '' },
    problemsOf: (draft) => ({ amount: money.problem(draft.amount), turnoverRate: rate.problem(draft.turnoverRate) }),
    bodyOf: ({ reason, dayMax, amount, turnoverRate, ...rest }) => ({
      subject: 'rewards' as const,
      base: version,
      terms: {
        ...rest,
        amount: money.plain(amount),
        turnoverRate: rate.plain(turnoverRate),
        dayMax: Number(dayMax),
      },
      reason,
    }),
    onClose,
  });
  const { getInputProps } = proposal.form;
  return (
    <ProposalDialog title={t('rewardsTitle')} proposal={proposal}>
      <FormSection title={t('section.reward')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <AmountInput label={t('field.rewardAmount')} amountStyle={money.style} {...getInputProps('amount')} />
          <TextInput label={t('field.dayMax')} inputMode="numeric" {...getInputProps('dayMax')} />
        </SimpleGrid>
      </FormSection>
      <FormSection title={t('section.conditions')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <AmountInput label={t('field.turnoverRate')} amountStyle={RATE_STYLE} {...getInputProps('turnoverRate')} />
        </SimpleGrid>
      </FormSection>
    </ProposalDialog>
  );
}
