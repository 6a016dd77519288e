/* Adds a product or changes one: another operator approves it. Retiring is a change, too. */

import { Fieldset, Select, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { proposeProductChange } from '@candor/contract/calls/console/product-changes';
import type { OperatorProduct, OperatorProductsView } from '@candor/contract/console-products';
import { CATEGORIES, EXCHANGES } from '@candor/contract/market';
import { HOLIDAY_RULES } from '@candor/domain/market/holidays';
import { CALENDAR_ZONES, SYMBOL_FORMS } from '@candor/domain/market/product-draft';
import { useErrorText } from '../../lib/i18n.tsx';
import { useLanguage } from '../../lib/language.ts';
import { weekdayName } from '../../services/moments/calendar-names.ts';
import { useSiteCurrency } from '../../services/operator/operator.tsx';
import { Comparison } from '../../services/proposal/comparison.tsx';
import { PRODUCT_CHANGES } from '../../services/proposal/kinds.ts';
import { LanguageFields } from '../../services/form/language-fields.tsx';
import { FormSection } from '../../services/form/form-section.tsx';
import { useOptional } from '../../services/form/optional.tsx';
import { ProposalDialog, useProposalForm } from '../../services/proposal/proposal-form.tsx';
import { useProductLines } from './product-lines.ts';
import {
  calendarOfForm,
  formDraftOf,
  formFieldOf,
  listingOfForm,
  startOfForm,
  stateOfForm,
  WEEKDAYS,
  wrongProductField,
} from './product-form-draft.ts';
import { draftOf, termsOfDraft, wrongField } from './terms-draft.ts';
import { TermsFields } from './terms-fields.tsx';
import { useProductTermLines } from './terms-lines.ts';
import { SourceFields } from './source-fields.tsx';
import { untriedOf, useSourceTrial } from './source-trial.ts';
import { YearGrid } from './year-grid.tsx';

type ProductFormProps = {
  /** Null: a product that comes. */
  readonly product: OperatorProduct | null;
  readonly products: readonly OperatorProduct[];
  /** Whether exchanges are asked before a proposal. */
  readonly feed: OperatorProductsView['feed'];
  /** The moment from which the year is drawn. */
  readonly at: string;
  readonly onClose: () => void;
};

/** In the order of the form. */
const NAME_FIELDS = { 'zh-Hans': 'zhHans', 'zh-Hant': 'zhHant', en: 'en' } as const;

export function ProductForm({ product, products, feed, at, onClose }: ProductFormProps) {
  const t = useTranslations('products');
  const language = useLanguage();
  const errorText = useErrorText();
  const currency = useSiteCurrency();
  const linesOf = useProductLines();
  const termLinesOf = useProductTermLines();
  const isNew = product === null;
  const optional = useOptional();
  const trial = useSourceTrial();
  const proposal = useProposalForm({
    kind: PRODUCT_CHANGES,
    operation: proposeProductChange,
    initial: formDraftOf(product),
    problemsOf: (draft) => {
      const field = wrongProductField(draft, isNew);
      if (field !== null) return { [field]: errorText('PRODUCT_BOUNDS') };
      const ofTerms = draft.terms === null ? null : wrongField(draft.terms, currency);
      if (isNew && ofTerms !== null) return { [`terms.${ofTerms}`]: errorText('TERMS_BOUNDS') };
      if (feed !== 'auto' && feed !== 'live') return {};
      const untried = untriedOf(product?.sources ?? {}, listingOfForm(draft), trial.tried);
      return Object.fromEntries(untried.map((exchange) => [exchange, errorText('PRODUCT_SOURCES_UNTRIED')]));
    },
    bodyOf: (draft) => {
      const state = stateOfForm(draft);
      const begun = isNew ? startOfForm(draft) : null;
      const start =
        begun === null || draft.terms === null ? begun : { ...begun, terms: termsOfDraft(draft.terms, currency) };
      if (state === null || (isNew && start === null)) return null;
      return {
        product: product?.code ?? draft.code,
        base: product?.version ?? 0,
        draft: state,
        ...(start === null ? {} : { start }),
        reason: draft.reason,
      };
    },
    fieldOf: formFieldOf,
    onClose,
  });
  const { form } = proposal;
  const { values } = form;
  const typed = listingOfForm(values);
  const state = stateOfForm(values);
  const read = calendarOfForm(values);
  const nextTerms = values.terms === null ? null : termsOfDraft(values.terms, currency);
  const likeTerms = products.find(({ code }) => code === values.like)?.terms ?? null;
  const isRead = nextTerms?.durations.every(({ payoutRate, seconds }) => payoutRate !== '' && seconds > 0) === true;
  const firstLines =
    nextTerms === null || !isRead
      ? []
      : termLinesOf({
          ...nextTerms,
          entryDelaySec: nextTerms.entryDelaySec ?? 0,
          lossLimits: nextTerms.lossLimits ?? likeTerms?.lossLimits ?? null,
        }).map(([name, after]) => ({ name, before: null, after }));
  const lines = state === null ? [] : [...linesOf(product, state), ...firstLines];
  return (
    <ProposalDialog
      size={880}
      title={isNew ? t('addTitle') : t('changeTitle', { name: product.names[language] })}
      proposal={proposal}
      effect={isNew ? t('addEffect') : t('changeEffect')}
    >
      {isNew && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput label={t('code')} description={t('fixedForEver')} {...form.getInputProps('code')} />
          <Select
            label={t('category')}
            description={t('fixedForEver')}
            data={CATEGORIES.map((value) => ({ value, label: t(`categoryOf.${value}`) }))}
            allowDeselect={false}
            {...form.getInputProps('category')}
          />
          <TextInput
            label={t('decimals')}
            description={t('fixedForEver')}
            inputMode="numeric"
            {...form.getInputProps('decimals')}
          />
          <TextInput
            label={t('level')}
            description={t('levelHint')}
            inputMode="decimal"
            {...form.getInputProps('level')}
          />
          <TextInput
            label={t('volatility')}
            rightSection="%"
            inputMode="decimal"
            {...form.getInputProps('volatility')}
          />
        </SimpleGrid>
      )}
      <LanguageFields
        fields={[{ name: 'name', label: t('name') }]}
        inputOf={(name) => form.getInputProps(NAME_FIELDS[name])}
      />
      <FormSection title={t('section.sources')}>
        <SourceFields
          inputOf={(exchange) => form.getInputProps(exchange)}
          sources={typed}
          had={product?.sources ?? {}}
          feed={feed}
          trial={trial}
          onTry={() => {
            const wrong = EXCHANGES.filter(
              (exchange) => typed[exchange] !== undefined && SYMBOL_FORMS[exchange]?.test(typed[exchange]) !== true,
            );
            for (const exchange of wrong) form.setFieldError(exchange, errorText('PRODUCT_BOUNDS'));
            const category = CATEGORIES.find((one) => one === (product?.category ?? values.category));
            if (wrong.length === 0 && category !== undefined) trial.start({ category, sources: typed });
          }}
        />
      </FormSection>
      {isNew && (
        <Fieldset variant="unstyled" className="first-terms" legend={t('firstTerms')}>
          <Stack gap="md">
            <Select
              label={t('like')}
              description={t('likeHint')}
              data={products
                .filter(({ terms }) => terms !== null)
                .map(({ code, names }) => ({ value: code, label: `${names[language]} (${code})` }))}
              allowDeselect={false}
              searchable
              {...form.getInputProps('like')}
              onChange={(like: string | null) => {
                const found = products.find(({ code }) => code === like)?.terms ?? null;
                form.setFieldValue('like', like ?? '');
                form.setFieldValue('terms', found === null ? null : draftOf(found));
              }}
            />
            {values.terms !== null && nextTerms !== null && (
              <TermsFields
                inputOf={(field) => form.getInputProps(`terms.${field}`)}
                values={values.terms}
                next={nextTerms}
                hasLimits={likeTerms !== null && likeTerms.lossLimits !== null}
                onAdd={(duration) => form.insertListItem('terms.durations', duration)}
                onRemove={(index) => form.removeListItem('terms.durations', index)}
              />
            )}
          </Stack>
        </Fieldset>
      )}
      <FormSection title={t('section.hours')}>
        <Switch label={t('offered')} {...form.getInputProps('active', { type: 'checkbox' })} />
        <Switch label={t('neverCloses')} {...form.getInputProps('neverCloses', { type: 'checkbox' })} />
        {!values.neverCloses && (
          <Stack gap="sm">
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <Select
                label={t('timeZone')}
                data={[...CALENDAR_ZONES]}
                allowDeselect={false}
                searchable
                {...form.getInputProps('timeZone')}
              />
              <Select
                label={t('follows')}
                data={[
                  { value: '', label: t('followsNone') },
                  ...HOLIDAY_RULES.map((value) => ({ value, label: t(`ruleOf.${value}`) })),
                ]}
                allowDeselect={false}
                {...form.getInputProps('follows')}
              />
            </SimpleGrid>
            <Text fz="xs" c="dimmed">
              {t('hoursHint')}
            </Text>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              {WEEKDAYS.map((day) => (
                <TextInput key={day} label={weekdayName(day, language)} {...form.getInputProps(`hours.${day}`)} />
              ))}
            </SimpleGrid>
            <Textarea
              label={optional(t('holidays'))}
              description={t('datesHint')}
              autosize
              {...form.getInputProps('holidays')}
            />
            <Textarea
              label={optional(t('earlyCloses'))}
              description={t('earlyHint')}
              autosize
              {...form.getInputProps('earlyCloses')}
            />
            {values.follows !== '' && (
              <Textarea
                label={optional(t('tradesOn'))}
                description={t('tradesOnHint')}
                autosize
                {...form.getInputProps('tradesOn')}
              />
            )}
            {read.ok && read.calendar !== null && wrongProductField(values, false) === null && (
              <YearGrid calendar={read.calendar} nowMs={Date.parse(at)} />
            )}
          </Stack>
        )}
      </FormSection>
      {lines.length > 0 ? <Comparison lines={lines} /> : <Text c="dimmed">{t('noChange')}</Text>}
    </ProposalDialog>
  );
}
