import { SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { proposeTermsChange } from '@candor/contract/calls/console/terms';
import type { TermsView } from '@candor/contract/console-terms';
import { percentOfRate, rateOfPercent } from '../../lib/percent.ts';
import { TERMS_CHANGES } from '../../services/proposal/kinds.ts';
import { ProposalDialog, useProposalForm } from '../../services/proposal/proposal-form.tsx';

type RuleFormProps = Pick<TermsView['withdrawals'], 'terms' | 'version'> & { onClose: () => void };

/** Proposes other terms of withdrawals. */
export function RuleForm({ terms, version, onClose }: RuleFormProps) {
  const t = useTranslations('terms');
  const proposal = useProposalForm({
    kind: TERMS_CHANGES,
    operation: proposeTermsChange,
    initial: {
      ...terms,
      feeRate: percentOfRate(terms.feeRate),
      arrivalHours: terms.arrivalHours.toString(),
      reason: '',
    },
    problemsOf: ({ feeRate }) => ({ feeRate: rateOfPercent(feeRate) === null ? t('wrongPercent') : null }),
    bodyOf: ({ reason, feeRate, arrivalHours, ...rest }) => ({
      subject: 'withdrawals' as const,
      base: version,
      terms: { ...rest, feeRate: rateOfPercent(feeRate) ?? '', arrivalHours: Number(arrivalHours) },
      reason,
    }),
    onClose,
  });
  const { getInputProps } = proposal.form;
  const amount = (name: 'min' | 'max' | 'dailyMax' | 'feeMin' | 'feeMax') => (
    <TextInput label={t(`field.${name}`)} inputMode="decimal" {...getInputProps(name)} />
  );
  return (
    <ProposalDialog title={t('rulesTitle')} proposal={proposal}>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
        {amount('min')}
        {amount('max')}
        {amount('dailyMax')}
        <TextInput label={t('field.feeRate')} rightSection="%" inputMode="decimal" {...getInputProps('feeRate')} />
        {amount('feeMin')}
        {amount('feeMax')}
        <TextInput label={t('field.arrivalHours')} inputMode="numeric" {...getInputProps('arrivalHours')} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Switch label={t('field.cardRequired')} {...getInputProps('cardRequired', { type: 'checkbox' })} />
        <Switch label={t('field.identityRequired')} {...getInputProps('identityRequired', { type: 'checkbox' })} />
      </SimpleGrid>
    </ProposalDialog>
  );
}
