import { SimpleGrid } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { proposeRate } from '@candor/contract/calls/console/invest';
import type { OperatorInvestView } from '@candor/contract/console-invest';
import { dateText } from '@candor/domain/market/local-time';
import { useErrorText } from '../../lib/i18n.tsx';
import { INVEST_CHANGES } from '../../services/proposal/kinds.ts';
import { DateField } from '../../services/form/date-field.tsx';
import { ProposalDialog, useProposalForm } from '../../services/proposal/proposal-form.tsx';
import { PERCENT_STYLE, rateOfPercent } from '../../lib/percent.ts';
import { AmountInput } from '../../services/amount/amount-input.tsx';
import { RatePreview } from './rate-preview.tsx';
import { firstFreeDate, wrongFrom } from './savings-rates.ts';
import { useToday } from './use-invest.ts';

/** Proposes another savings rate, from a business date to come. */
export function RateForm({ savings, onClose }: { savings: OperatorInvestView['savings']; onClose: () => void }) {
  const t = useTranslations('invest');
  const errorText = useErrorText();
  const today = useToday();
  const proposal = useProposalForm({
    kind: INVEST_CHANGES,
    operation: proposeRate,
    initial: { annualRate: '', from: firstFreeDate(savings.rates, today), reason: '' },
    problemsOf: (values) => {
      const rate = rateOfPercent(values.annualRate);
      const wrong = wrongFrom(values.from, savings.rates, today);
      return {
        annualRate:
          values.annualRate.trim() === ''
            ? errorText('FIELD_REQUIRED')
            : rate === null || Number(rate) > 1
              ? t('wrong.percent')
              : null,
        from: wrong === null ? null : t(`wrong.${wrong}`),
      };
    },
    bodyOf: (values) => ({ ...values, annualRate: rateOfPercent(values.annualRate) ?? '' }),
    onClose,
  });
  const { form } = proposal;
  const annualRate = rateOfPercent(form.values.annualRate);
  return (
    <ProposalDialog title={t('rateTitle')} proposal={proposal} effect={t('rateEffect')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <AmountInput
          label={t('field.annualRate')}
          rightSection="%"
          amountStyle={PERCENT_STYLE}
          data-autofocus
          {...form.getInputProps('annualRate')}
        />
        <DateField label={t('rateFrom')} min={dateText(today + 1)} {...form.getInputProps('from')} />
      </SimpleGrid>
      {annualRate !== null && <RatePreview savings={savings} annualRate={annualRate} />}
    </ProposalDialog>
  );
}
