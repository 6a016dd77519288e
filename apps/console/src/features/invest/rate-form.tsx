import { SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import { investChangeView } from '@candor/contract/console-invest';
import type { OperatorInvestView } from '@candor/contract/console-invest';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { dateText } from '@candor/domain/market/local-time';
import { useErrorText } from '../../lib/i18n.tsx';
import { ProposalDialog } from '../../services/proposal/proposal-dialog.tsx';
import { lastPart, useProposal } from '../../services/proposal/use-proposal.ts';
import { rateOfPercent } from './percent.ts';
import { RatePreview } from './rate-preview.tsx';
import { firstFreeDate, wrongFrom } from './savings-rates.ts';
import { INVEST_STALE, useToday } from './use-invest.ts';

/** Proposes another savings rate, from a business date to come. */
export function RateForm({ savings, onClose }: { savings: OperatorInvestView['savings']; onClose: () => void }) {
  const t = useTranslations('invest');
  const terms = useTranslations('terms');
  const errorText = useErrorText();
  const today = useToday();
  const form = useForm({
    initialValues: { annualRate: '', from: firstFreeDate(savings.rates, today), reason: '' },
    validate: {
      annualRate: (text) => {
        if (text.trim() === '') return errorText('FIELD_REQUIRED');
        const rate = rateOfPercent(text);
        return rate === null || Number(rate) > 1 ? t('wrong.percent') : null;
      },
      from: (from) => {
        const wrong = wrongFrom(from, savings.rates, today);
        return wrong === null ? null : t(`wrong.${wrong}`);
      },
      reason: (reason) => (reason.trim() === '' ? errorText('REASON_REQUIRED') : null),
    },
  });
  const proposal = useProposal({
    path: CONSOLE_PATHS.rateChanges,
    schema: investChangeView,
    stale: INVEST_STALE,
    onClose,
    setFieldError: (field, text) => form.setFieldError(lastPart(field), text),
  });
  const annualRate = rateOfPercent(form.values.annualRate);
  return (
    <ProposalDialog
      title={t('rateTitle')}
      error={proposal.error}
      isSending={proposal.isSending}
      onSubmit={form.onSubmit(({ from, reason }) => proposal.send({ annualRate, from, reason }))}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" style={{ alignItems: 'start' }}>
        <TextInput
          label={t('field.annualRate')}
          rightSection="%"
          inputMode="decimal"
          data-autofocus
          {...form.getInputProps('annualRate')}
        />
        <TextInput type="date" label={t('rateFrom')} min={dateText(today + 1)} {...form.getInputProps('from')} />
      </SimpleGrid>
      {annualRate !== null && <RatePreview savings={savings} annualRate={annualRate} />}
      <Textarea
        label={terms('reason')}
        description={terms('reasonHint')}
        autosize
        minRows={2}
        maxLength={300}
        {...form.getInputProps('reason')}
      />
      <Text c="dimmed">{t('rateEffect')}</Text>
    </ProposalDialog>
  );
}
