/* Proposes other terms of a product: old beside new, with the break-even rate, and what members will read. */

import { Box, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { proposeProductTerms } from '@candor/contract/calls/console/product-terms';
import type { OperatorProduct } from '@candor/contract/console-products';
import { errorText as textOf } from '@candor/contract/errors';
import { LANGUAGES } from '@candor/contract/languages';
import { useErrorText } from '../../lib/i18n.tsx';
import { LANGUAGE_NAMES, useLanguage } from '../../lib/language.ts';
import { useSiteCurrency } from '../../services/operator/operator.tsx';
import { comparedLines } from '../../services/proposal/compared-lines.ts';
import { Comparison } from '../../services/proposal/comparison.tsx';
import { PRODUCT_TERMS } from '../../services/proposal/kinds.ts';
import { ProposalDialog, useProposalForm } from '../../services/proposal/proposal-form.tsx';
import { draftOf, formField, termsOfDraft, wrongField } from './terms-draft.ts';
import { TermsFields } from './terms-fields.tsx';
import { useProductTermLines } from './terms-lines.ts';

type Terms = NonNullable<OperatorProduct['terms']>;
type TermsFormProps = { readonly product: OperatorProduct; readonly terms: Terms; readonly onClose: () => void };

export function TermsForm({ product, terms, onClose }: TermsFormProps) {
  const t = useTranslations('products');
  const language = useLanguage();
  const errorText = useErrorText();
  const currency = useSiteCurrency();
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
      <TermsFields
        inputOf={(field) => form.getInputProps(field)}
        values={values}
        next={next}
        hasLimits={terms.lossLimits !== null}
        onAdd={(duration) => form.insertListItem('durations', duration)}
        onRemove={(index) => form.removeListItem('durations', index)}
      />
      <Changes terms={terms} next={next} />
    </ProposalDialog>
  );
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
