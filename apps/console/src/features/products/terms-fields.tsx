/* The fields of terms: durations with their payout, the break-even rate beside it, stakes, fee, presets and limits. */

import { ActionIcon, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { DURATIONS_MAX } from '@candor/domain/trading/terms-draft';
import { PERCENT_STYLE } from '../../lib/percent.ts';
import { AmountInput } from '../../services/amount/amount-input.tsx';
import { useTypedAmount } from '../../services/amount/use-typed-amount.ts';
import { FormSection } from '../../services/form/form-section.tsx';
import type { DurationDraft, ProductTermsDraft, termsOfDraft } from './terms-draft.ts';
import { breakEvenText } from './terms-lines.ts';

type TermsFieldsProps = {
  /** What a field of the terms is typed into, by its path in them. */
  readonly inputOf: (field: string) => object;
  readonly values: ProductTermsDraft;
  readonly next: ReturnType<typeof termsOfDraft>;
  /** Whether the house has limits now. */
  readonly hasLimits: boolean;
  readonly onAdd: (duration: DurationDraft) => void;
  readonly onRemove: (index: number) => void;
};

export function TermsFields({ inputOf, values, next, hasLimits, onAdd, onRemove }: TermsFieldsProps) {
  const t = useTranslations('products');
  const money = useTypedAmount();
  return (
    <>
      <FormSection title={t('section.durations')}>
        <Stack gap="sm">
          {values.durations.map(({ key }, index) => (
            <div key={key} className="duration-row">
              <TextInput
                label={t('duration')}
                inputMode="numeric"
                rightSection={t('secondsUnit')}
                {...inputOf(`durations.${index}.seconds`)}
              />
              <AmountInput
                label={t('payout')}
                amountStyle={PERCENT_STYLE}
                rightSection="%"
                {...inputOf(`durations.${index}.payout`)}
              />
              <AmountInput
                label={t('minStake')}
                amountStyle={money.style}
                {...inputOf(`durations.${index}.minStake`)}
              />
              <AmountInput
                label={t('maxStake')}
                amountStyle={money.style}
                {...inputOf(`durations.${index}.maxStake`)}
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
                onClick={() => onRemove(index)}
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
                onClick={() => onAdd(freshDuration(values.durations.at(-1)))}
              >
                {t('addDuration')}
              </Button>
            </Group>
          )}
        </Stack>
      </FormSection>
      <FormSection title={t('section.order')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <AmountInput label={t('feeRate')} amountStyle={PERCENT_STYLE} rightSection="%" {...inputOf('fee')} />
          <TextInput
            label={t('entryDelay')}
            inputMode="numeric"
            rightSection={t('secondsUnit')}
            {...inputOf('entryDelay')}
          />
        </SimpleGrid>
        <TextInput label={t('presets')} description={t('presetsHint')} {...inputOf('presets')} />
      </FormSection>
      <FormSection title={t('section.limits')} hint={t(hasLimits ? 'lossHint' : 'lossNone')}>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
          {(['second', 'product', 'day'] as const).map((limit) => (
            <AmountInput key={limit} label={t(`lossOf.${limit}`)} amountStyle={money.style} {...inputOf(limit)} />
          ))}
        </SimpleGrid>
      </FormSection>
    </>
  );
}

function freshDuration(like: DurationDraft | undefined): DurationDraft {
  const { payout = '', minStake = '', maxStake = '' } = like ?? {};
  return { key: crypto.randomUUID(), seconds: '', payout, minStake, maxStake };
}
