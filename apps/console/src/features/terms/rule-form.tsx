import { SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { proposeTermsChange } from '@candor/contract/calls/console/terms';
import type { TermsView } from '@candor/contract/console-terms';
import { PERCENT_STYLE, percentOfRate, rateOfPercent } from '../../lib/percent.ts';
import { AmountInput } from '../../services/amount/amount-input.tsx';
import { unitOf } from '../../services/amount/unit.tsx';
import { useTypedAmount } from '../../services/amount/use-typed-amount.ts';
import { FormSection } from '../../services/form/form-section.tsx';
import { TERMS_CHANGES } from '../../services/proposal/kinds.ts';
import { ProposalDialog, useProposalForm } from '../../services/proposal/proposal-form.tsx';

type RuleFormProps = Pick<TermsView['withdrawals'], 'terms' | 'version'> & { onClose: () => void };

const AMOUNTS = ['min', 'max', 'dailyMax', 'feeMin', 'feeMax'] as const;

/** Proposes other terms of withdrawals. */
export function RuleForm({ terms, version, onClose }: RuleFormProps) {
  const t = useTranslations('terms');
  const { style, plain, problem } = useTypedAmount();
  const proposal = useProposalForm({
    kind: TERMS_CHANGES,
    operation: proposeTermsChange,
    initial: {
      ...terms,
      feeRate: percentOfRate(terms.feeRate),
      arrivalHours: terms.arrivalHours.toString(),
      reason: '',
    },
    problemsOf: (draft) => ({
      ...Object.fromEntries(AMOUNTS.map((name) => [name, problem(draft[name])])),
      feeRate: rateOfPercent(draft.feeRate) === null ? t('wrongPercent') : null,
    }),
    bodyOf: ({ reason, feeRate, arrivalHours, ...rest }) => ({
      subject: 'withdrawals' as const,
      base: version,
      terms: {
        ...rest,
        min: plain(rest.min),
        max: plain(rest.max),
        dailyMax: plain(rest.dailyMax),
        feeMin: plain(rest.feeMin),
        feeMax: plain(rest.feeMax),
        feeRate: rateOfPercent(feeRate) ?? '',
        arrivalHours: Number(arrivalHours),
      },
      reason,
    }),
    onClose,
  });
  const { getInputProps } = proposal.form;
  const amount = (name: (typeof AMOUNTS)[number]) => (
    <AmountInput label={t(`field.${name}`)} amountStyle={style} {...getInputProps(name)} />
  );
  return (
    <ProposalDialog title={t('rulesTitle')} proposal={proposal}>
      <FormSection title={t('section.amounts')}>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
          {amount('min')}
          {amount('max')}
          {amount('dailyMax')}
        </SimpleGrid>
      </FormSection>
      <FormSection title={t('section.fee')}>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
          <AmountInput
            label={t('field.feeRate')}
            rightSection="%"
            amountStyle={PERCENT_STYLE}
            {...getInputProps('feeRate')}
          />
          {amount('feeMin')}
          {amount('feeMax')}
        </SimpleGrid>
      </FormSection>
      <FormSection title={t('section.conditions')}>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
          <TextInput label={t('field.arrivalHours')} {...unitOf(t('unit.hours'))} {...getInputProps('arrivalHours')} />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <Switch label={t('field.cardRequired')} {...getInputProps('cardRequired', { type: 'checkbox' })} />
          <Switch label={t('field.identityRequired')} {...getInputProps('identityRequired', { type: 'checkbox' })} />
        </SimpleGrid>
      </FormSection>
    </ProposalDialog>
  );
}
