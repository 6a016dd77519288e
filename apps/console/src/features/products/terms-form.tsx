/* Proposes other terms of a product: old beside new, with the break-even rate, and what members will read. */

import { ActionIcon, Box, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { proposeProductTerms } from '@candor/contract/calls/console/product-terms';
import type { OperatorProduct } from '@candor/contract/console-products';
import { errorText as textOf } from '@candor/contract/errors';
import { LANGUAGES } from '@candor/contract/languages';
import { DURATIONS_MAX } from '@candor/domain/trading/terms-draft';
import { useErrorText } from '../../lib/i18n.tsx';
import { LANGUAGE_NAMES, useLanguage } from '../../lib/language.ts';
import { PERCENT_STYLE } from '../../lib/percent.ts';
import { AmountInput } from '../../services/amount/amount-input.tsx';
import { useTypedAmount } from '../../services/amount/use-typed-amount.ts';
import { useSiteCurrency } from '../../services/operator/operator.tsx';
import { comparedLines } from '../../services/proposal/compared-lines.ts';
import { Comparison } from '../../services/proposal/comparison.tsx';
import { PRODUCT_TERMS } from '../../services/proposal/kinds.ts';
import { ProposalDialog, useProposalForm } from '../../services/proposal/proposal-form.tsx';
import { draftOf, formField, termsOfDraft, wrongField } from './terms-draft.ts';
import { breakEvenText, useProductTermLines } from './terms-lines.ts';

type Terms = NonNullable<OperatorProduct['terms']>;
type TermsFormProps = { readonly product: OperatorProduct; readonly terms: Terms; readonly onClose: () => void };

export function TermsForm({ product, terms, onClose }: TermsFormProps) {
  const t = useTranslations('products');
  const language = useLanguage();
  const errorText = useErrorText();
  const currency = useSiteCurrency();
  const money = useTypedAmount();
  const proposal = useProposalForm({
    kind: PRODUCT_TERMS,
    operation: proposeProductTerms,
    initial: draftOf(terms),
    problemsOf: (draft) => {
      const field = wrongField(draft, currency);
      return field === null ? {} : { [field]: errorText('TERMS_BOUNDS') };
    },
    bodyOf: (draft) => ({
      product: product.code,
      base: terms.version,
      terms: termsOfDraft(draft, currency),
      reason: draft.reason,
    }),
    fieldOf: formField,
    onClose,
  });
  const { form } = proposal;
  const { values } = form;
  const next = termsOfDraft(values, currency);
  return (
    <ProposalDialog
      title={t('termsTitle', { name: product.names[language] })}
      proposal={proposal}
      effect={t('termsEffect')}
    >
      <Stack gap="sm">
        {values.durations.map(({ key }, index) => (
          <div key={key} className="duration-row">
            <TextInput
              label={t('duration')}
              inputMode="numeric"
              rightSection={t('secondsUnit')}
              {...form.getInputProps(`durations.${index}.seconds`)}
            />
            <AmountInput
              label={t('payout')}
              amountStyle={PERCENT_STYLE}
              rightSection="%"
              {...form.getInputProps(`durations.${index}.payout`)}
            />
            <AmountInput
              label={t('minStake')}
              amountStyle={money.style}
              {...form.getInputProps(`durations.${index}.minStake`)}
            />
            <AmountInput
              label={t('maxStake')}
              amountStyle={money.style}
              {...form.getInputProps(`durations.${index}.maxStake`)}
            />
            <div className="break-even">
              <Text fz="xs" c="dimmed">
                {t('breakEven')}
              </Text>
              <Text className="figures">
                {breakEvenText(next.feeRate, next.durations[index]?.payoutRate ?? '') ?? '—'}
              </Text>
            </div>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('removeDuration', { count: Number(values.durations[index]?.seconds ?? 0) })}
              disabled={values.durations.length === 1}
              onClick={() => form.removeListItem('durations', index)}
            >
              <Trash2 size={16} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        {values.durations.length < DURATIONS_MAX && (
          <Group>
            <Button
              variant="default"
              size="compact-md"
              leftSection={<Plus size={16} aria-hidden />}
              onClick={() => form.insertListItem('durations', freshDuration(values.durations.at(-1)))}
            >
              {t('addDuration')}
            </Button>
          </Group>
        )}
      </Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <AmountInput label={t('feeRate')} amountStyle={PERCENT_STYLE} rightSection="%" {...form.getInputProps('fee')} />
        <TextInput
          label={t('entryDelay')}
          inputMode="numeric"
          rightSection={t('secondsUnit')}
          {...form.getInputProps('entryDelay')}
        />
      </SimpleGrid>
      <TextInput label={t('presets')} description={t('presetsHint')} {...form.getInputProps('presets')} />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
        {(['second', 'product', 'day'] as const).map((limit) => (
          <AmountInput
            key={limit}
            label={t(`lossOf.${limit}`)}
            amountStyle={money.style}
            {...form.getInputProps(limit)}
          />
        ))}
      </SimpleGrid>
      <Text fz="sm" c="dimmed">
        {t(terms.lossLimits === null ? 'lossNone' : 'lossHint')}
      </Text>
      <Changes terms={terms} next={next} />
    </ProposalDialog>
  );
}

function freshDuration(like: { payout: string; minStake: string; maxStake: string } | undefined) {
  const { payout = '', minStake = '', maxStake = '' } = like ?? {};
  return { key: crypto.randomUUID(), seconds: '', payout, minStake, maxStake };
}

/** Old beside new, and the words in which members hear of it. */
function Changes({ terms, next }: { terms: Terms; next: ReturnType<typeof termsOfDraft> }) {
  const t = useTranslations('products');
  const linesOf = useProductTermLines();
  const read = next.durations.every(({ payoutRate, seconds }) => payoutRate !== '' && seconds > 0);
  const lines = read
    ? comparedLines(
        linesOf(terms),
        linesOf({ ...next, entryDelaySec: next.entryDelaySec ?? 0, lossLimits: next.lossLimits ?? terms.lossLimits }),
      )
    : [];
  if (lines.length === 0) return <Text c="dimmed">{t('noChange')}</Text>;
  return (
    <>
      <Comparison lines={lines} />
      <MembersRead />
    </>
  );
}

/** What stands over the old and the new terms on a member's trade page. */
export function MembersRead() {
  const t = useTranslations('products');
  return (
    <Box className="member-reads">
      <Text fz="sm" fw={600}>
        {t('membersRead')}
      </Text>
      {LANGUAGES.map((language) => (
        <Text key={language} fz="sm" lang={language}>
          <Text span fz="xs" c="dimmed">
            {LANGUAGE_NAMES[language]}
          </Text>{' '}
          {textOf('TERMS_CHANGED', language)}
        </Text>
      ))}
    </Box>
  );
}
