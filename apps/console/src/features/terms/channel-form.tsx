import { Select, SimpleGrid, Switch, TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { NETWORKS } from '@candor/contract/cashier';
import { proposeTermsChange } from '@candor/contract/calls/console/terms';
import type { TermsView } from '@candor/contract/console-terms';
import type { BodyOf } from '@candor/contract/operation';
import type { AmountStyle } from '@candor/domain/text/typed-amount';
import { useLanguage } from '../../lib/language.ts';
import { PERCENT_STYLE, percentOfRate, rateOfPercent } from '../../lib/percent.ts';
import { AmountInput } from '../../services/amount/amount-input.tsx';
import { unitOf } from '../../services/amount/unit.tsx';
import { RATE_STYLE, useTypedAmount } from '../../services/amount/use-typed-amount.ts';
import type { TypedAmount } from '../../services/amount/use-typed-amount.ts';
import { TERMS_CHANGES } from '../../services/proposal/kinds.ts';
import { FormSection } from '../../services/form/form-section.tsx';
import { LanguageFields } from '../../services/form/language-fields.tsx';
import { ProposalDialog, useProposalForm } from '../../services/proposal/proposal-form.tsx';

type Channel = TermsView['channels'][number];

/** What each kind tells the member who pays. */
const DETAILS = {
  practice: [],
  bank: ['bank', 'branch', 'holder', 'number'],
  usdt: ['address'],
  online: ['url'],
} as const;
const NEW_KINDS = ['bank', 'usdt'] as const;
const AT_PAR = '1.0000';
const LAST_PLACE = '9';
/** A tenth, and as much again: what a new channel begins with. */
const FAR_RATE = '0.1000';
const BOUND_RATE = '1.0000';

function draftOf(channel: Channel | null) {
  const terms = channel?.terms;
  return {
    code: channel?.code ?? '',
    kind: terms?.kind ?? 'bank',
    network: terms?.network ?? 'trc20',
    'zh-Hans': terms?.names['zh-Hans'] ?? '',
    'zh-Hant': terms?.names['zh-Hant'] ?? '',
    en: terms?.names.en ?? '',
    bank: terms?.details['bank'] ?? '',
    branch: terms?.details['branch'] ?? '',
    holder: terms?.details['holder'] ?? '',
    number: terms?.details['number'] ?? '',
    address: terms?.details['address'] ?? '',
    url: terms?.details['url'] ?? '',
    rate: terms?.rate ?? AT_PAR,
    min: terms?.min ?? '',
    max: terms?.max ?? '',
    arrivalMinutes: terms?.arrivalMinutes.toString() ?? '30',
    confirmations: terms?.confirmations.toString() ?? '12',
    secondFrom: terms?.secondFrom ?? '',
    farRate: percentOfRate(terms?.farRate ?? FAR_RATE),
    boundRate: percentOfRate(terms?.boundRate ?? BOUND_RATE),
    position: terms?.position.toString() ?? LAST_PLACE,
    proofRequired: terms?.proofRequired ?? false,
    active: terms?.active ?? true,
    reason: '',
  };
}

type Draft = ReturnType<typeof draftOf>;

function bodyOf(
  channel: Channel | null,
  { money, rate }: { readonly money: TypedAmount; readonly rate: TypedAmount },
  { code, kind, network, reason, ...draft }: Draft,
): BodyOf<typeof proposeTermsChange> {
  const isCoin = kind === 'usdt';
  return {
    subject: 'channel',
    code: code.trim(),
    base: channel?.version ?? 0,
    ...(channel === null ? { kind: NEW_KINDS.find((one) => one === kind), ...(isCoin ? { network } : {}) } : {}),
    terms: {
      names: { 'zh-Hans': draft['zh-Hans'], 'zh-Hant': draft['zh-Hant'], en: draft.en },
      rate: isCoin ? rate.plain(draft.rate) : AT_PAR,
      min: money.plain(draft.min),
      max: money.plain(draft.max),
      details: Object.fromEntries(DETAILS[kind].map((name) => [name, draft[name].trim()])),
      arrivalMinutes: Number(draft.arrivalMinutes),
      confirmations: Number(draft.confirmations),
      secondFrom: money.plain(draft.secondFrom),
      farRate: rateOfPercent(draft.farRate) ?? '',
      boundRate: rateOfPercent(draft.boundRate) ?? '',
      position: Number(draft.position),
      proofRequired: draft.proofRequired,
      active: draft.active,
    },
    reason,
  };
}

/** Proposes other terms of a channel, or a new one. */
export function ChannelForm({ channel, onClose }: { channel: Channel | null; onClose: () => void }) {
  const t = useTranslations('terms');
  const language = useLanguage();
  const money = useTypedAmount();
  const rate = useTypedAmount(RATE_STYLE);
  const percentProblem = (text: string) => (rateOfPercent(text) === null ? t('wrongPercent') : null);
  const proposal = useProposalForm({
    kind: TERMS_CHANGES,
    operation: proposeTermsChange,
    initial: draftOf(channel),
    problemsOf: ({ farRate, boundRate, kind, ...draft }) => ({
      min: money.problem(draft.min),
      max: money.problem(draft.max),
      secondFrom: money.problem(draft.secondFrom),
      rate: kind === 'usdt' ? rate.problem(draft.rate) : null,
      farRate: percentProblem(farRate),
      boundRate: percentProblem(boundRate),
    }),
    bodyOf: (draft) => bodyOf(channel, { money, rate }, draft),
    onClose,
  });
  const { getInputProps, values } = proposal.form;
  const isCoin = values.kind === 'usdt';
  const field = (name: keyof Draft, label: string, more: Partial<TextInputProps> = {}) => (
    <TextInput key={name} label={label} {...more} {...getInputProps(name)} />
  );
  const figure = (name: keyof Draft, label: string, style: AmountStyle, more: Partial<TextInputProps> = {}) => (
    <AmountInput key={name} label={label} amountStyle={style} {...more} {...getInputProps(name)} />
  );
  const numeric = { inputMode: 'numeric' } as const;
  const percent = { rightSection: '%' } as const;
  const name = channel?.terms.names[language] ?? '';
  return (
    <ProposalDialog size={880} title={channel === null ? t('newTitle') : t('editTitle', { name })} proposal={proposal}>
      {channel === null && (
        <SimpleGrid cols={{ base: 1, xs: isCoin ? 3 : 2 }} spacing="md">
          <Select
            label={t('field.kind')}
            data={NEW_KINDS.map((value) => ({ value, label: t(`kindOf.${value}`) }))}
            allowDeselect={false}
            {...getInputProps('kind')}
          />
          {isCoin && (
            <Select
              label={t('field.network')}
              data={NETWORKS.map((value) => ({ value, label: value.toUpperCase() }))}
              allowDeselect={false}
              {...getInputProps('network')}
            />
          )}
          {field('code', t('field.code'), { description: t('field.codeHint') })}
        </SimpleGrid>
      )}
      <LanguageFields
        fields={[{ name: 'name', label: t('field.names') }]}
        inputOf={(language) => getInputProps(language)}
      />
      {DETAILS[values.kind].length > 0 && (
        <FormSection title={t('section.account')}>
          <SimpleGrid cols={{ base: 1, xs: DETAILS[values.kind].length > 1 ? 2 : 1 }} spacing="md">
            {DETAILS[values.kind].map((detail) =>
              field(detail, t(`field.${detail}`), { autoComplete: 'off', spellCheck: false }),
            )}
          </SimpleGrid>
        </FormSection>
      )}
      <FormSection title={t('section.amounts')}>
        <SimpleGrid cols={{ base: 1, xs: isCoin ? 3 : 2 }} spacing="md">
          {isCoin && figure('rate', t('field.rateOf', { asset: 'USDT' }), RATE_STYLE)}
          {figure('min', t('field.min'), money.style)}
          {figure('max', t('field.max'), money.style)}
          {field('arrivalMinutes', t('field.arrivalMinutes'), unitOf(t('unit.minutes')))}
          {field('position', t('field.position'), numeric)}
          {isCoin && field('confirmations', t('field.confirmations'), numeric)}
        </SimpleGrid>
      </FormSection>
      <FormSection title={t('section.checks')}>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
          {figure('secondFrom', t('field.secondFrom'), money.style, { description: t('fieldHint.secondFrom') })}
          {figure('farRate', t('field.farRate'), PERCENT_STYLE, { ...percent, description: t('fieldHint.farRate') })}
          {figure('boundRate', t('field.boundRate'), PERCENT_STYLE, {
            ...percent,
            description: t('fieldHint.boundRate'),
          })}
        </SimpleGrid>
      </FormSection>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Switch label={t('field.active')} {...getInputProps('active', { type: 'checkbox' })} />
        <Switch label={t('field.proofRequired')} {...getInputProps('proofRequired', { type: 'checkbox' })} />
      </SimpleGrid>
    </ProposalDialog>
  );
}
