import { Alert, Select, SimpleGrid, Switch, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { proposeProject } from '@candor/contract/calls/console/invest';
import type { OperatorProject } from '@candor/contract/console-invest';
import { INTEREST_PAYMENTS, RISKS } from '@candor/contract/invest';
import { amountStyle } from '@candor/domain/text/typed-amount';
import { useErrorText } from '../../lib/i18n.tsx';
import { useLanguage } from '../../lib/language.ts';
import { PERCENT_STYLE } from '../../lib/percent.ts';
import { AmountInput } from '../../services/amount/amount-input.tsx';
import { FormSection } from '../../services/form/form-section.tsx';
import { LanguageFields } from '../../services/form/language-fields.tsx';
import { MomentField } from '../../services/form/moment-field.tsx';
import { useOperator, useSiteCurrency } from '../../services/operator/operator.tsx';
import { INVEST_CHANGES } from '../../services/proposal/kinds.ts';
import { ProposalDialog, useProposalForm } from '../../services/proposal/proposal-form.tsx';
import { ANY_REASON, draftField, draftOf, draftProblems, readDraft } from './project-draft.ts';
import type { ProjectDraft } from './project-draft.ts';
import { unitOf } from '../../services/amount/unit.tsx';
import { TermsPreview } from './terms-preview.tsx';

/** Proposes a new project, or another version of one. `newest`: the version that holds now. */
export function ProjectForm({
  project,
  newest,
  onClose,
}: {
  project: OperatorProject | null;
  newest: number;
  onClose: () => void;
}) {
  const t = useTranslations('invest');
  const language = useLanguage();
  const currency = useSiteCurrency();
  const { timeZone } = useOperator().site;
  const problemText = useProblemText(currency.decimals);
  const site = { timeZone, currency };
  const place = { projectId: project?.id ?? null, base: project?.version ?? 0 };
  const read = (draft: ProjectDraft) => readDraft(draft, place, site);
  const proposal = useProposalForm({
    kind: INVEST_CHANGES,
    operation: proposeProject,
    initial: draftOf(project?.terms ?? null, timeZone),
    problemsOf: (draft) =>
      Object.fromEntries(
        Object.entries(draftProblems(draft, place, site)).map(([field, word]) => [field, problemText(word)]),
      ),
    bodyOf: (draft) => {
      const result = read(draft);
      return 'body' in result ? result.body : null;
    },
    fieldOf: (path) => draftField(path) ?? 'reason',
    onClose,
  });
  const { form } = proposal;
  // The reason does not change what the terms pay.
  const shown = read({ ...form.values, reason: ANY_REASON });
  return (
    <ProposalDialog
      size={880}
      title={project === null ? t('newTitle') : t('changeTitle', { name: project.terms.names[language] })}
      proposal={proposal}
      effect={t('keepTerms')}
    >
      {project !== null && newest !== project.version && (
        <Alert color="orange" role="alert">
          {t('newerVersion', { version: newest })}
        </Alert>
      )}
      <LanguageFields
        fields={[{ name: 'name', label: t('field.names') }]}
        inputOf={(name) => form.getInputProps(name)}
        hasFirstFocus
      />
      <FormSection title={t('section.terms')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <AmountInput
            label={t('field.annualRate')}
            rightSection="%"
            amountStyle={PERCENT_STYLE}
            {...form.getInputProps('annualRate')}
          />
          <TextInput label={t('termInDays')} {...unitOf(t('dayUnit'))} {...form.getInputProps('termDays')} />
          <Select
            label={t('field.interest')}
            data={INTEREST_PAYMENTS.map((value) => ({ value, label: t(`interestOf.${value}`) }))}
            allowDeselect={false}
            {...form.getInputProps('interest')}
          />
          <Select
            label={t('field.risk')}
            data={RISKS.map((value) => ({ value, label: t(`riskOf.${value}`) }))}
            allowDeselect={false}
            {...form.getInputProps('risk')}
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
          {(['min', 'max', 'size'] as const).map((name) => (
            <AmountInput
              key={name}
              label={t(`field.${name}`)}
              leftSection={currency.symbol}
              amountStyle={amountStyle(currency)}
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
      </FormSection>
      <FormSection title={t('section.sale')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          {(['opensAt', 'closesAt'] as const).map((name) => (
            <MomentField
              key={name}
              label={t(`field.${name}`)}
              isOptional
              description={t(`${name}Hint`)}
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
        <Switch
          label={t('field.active')}
          description={t('activeHint')}
          {...form.getInputProps('active', { type: 'checkbox' })}
        />
      </FormSection>
      <FormSection title={t('field.early')}>
        <Switch label={t('hasEarly')} {...form.getInputProps('hasEarly', { type: 'checkbox' })} />
        {form.values.hasEarly && (
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <TextInput label={t('field.lockDays')} {...unitOf(t('dayUnit'))} {...form.getInputProps('lockDays')} />
            <AmountInput
              label={t('field.earlyRate')}
              rightSection="%"
              amountStyle={PERCENT_STYLE}
              {...form.getInputProps('earlyRate')}
            />
          </SimpleGrid>
        )}
      </FormSection>
      {'terms' in shown ? (
        <TermsPreview terms={shown.terms} />
      ) : (
        <section aria-label={t('preview.title')} className="preview">
          <Text fw={600}>{t('preview.title')}</Text>
          <Text c="dimmed">{t('preview.empty')}</Text>
        </section>
      )}
    </ProposalDialog>
  );
}

const RULES = ['termDays', 'annualRate', 'min', 'max', 'size', 'early', 'earlyRate', 'closesAt'] as const;

/** The text of an error key, or of a rule that the terms break. */
function useProblemText(decimals: number): (word: string) => string {
  const t = useTranslations('invest.wrong');
  const errorText = useErrorText();
  return (word) => {
    const rule = RULES.find((name) => name === word);
    return rule === undefined ? errorText(word, { decimals }) : t(rule);
  };
}
