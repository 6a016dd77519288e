import { Select, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import { NETWORKS } from '@candor/contract/cashier';
import type { TermsView } from '@candor/contract/console-terms';
import { useErrorText } from '../../lib/i18n.tsx';
import { useLanguage } from '../../lib/language.ts';
import { ProposalDialog } from '../../services/proposal/proposal-dialog.tsx';
import { lastPart } from '../../services/proposal/use-proposal.ts';
import { useTermsProposal } from './use-terms-proposal.ts';

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

/** Proposes other terms of a channel, or a new one. */
export function ChannelForm({ channel, onClose }: { channel: Channel | null; onClose: () => void }) {
  const t = useTranslations('terms');
  const errorText = useErrorText();
  const language = useLanguage();
  const terms = channel?.terms;
  const form = useForm({
    initialValues: {
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
      farRate: terms?.farRate ?? FAR_RATE,
      boundRate: terms?.boundRate ?? BOUND_RATE,
      position: terms?.position.toString() ?? LAST_PLACE,
      proofRequired: terms?.proofRequired ?? false,
      active: terms?.active ?? true,
      reason: '',
    },
    validate: { reason: (reason) => (reason.trim() === '' ? errorText('REASON_REQUIRED') : null) },
  });
  const proposal = useTermsProposal(onClose, (field, text) => form.setFieldError(lastPart(field), text));
  const { kind, network } = form.values;
  const isCoin = kind === 'usdt';
  const submit = (values: typeof form.values) =>
    proposal.send({
      subject: 'channel',
      code: values.code.trim(),
      base: channel?.version ?? 0,
      ...(channel === null ? { kind, ...(isCoin ? { network } : {}) } : {}),
      terms: {
        names: { 'zh-Hans': values['zh-Hans'], 'zh-Hant': values['zh-Hant'], en: values.en },
        rate: isCoin ? values.rate.trim() : AT_PAR,
        min: values.min.trim(),
        max: values.max.trim(),
        details: Object.fromEntries(DETAILS[kind].map((name) => [name, values[name].trim()])),
        arrivalMinutes: Number(values.arrivalMinutes),
        confirmations: Number(values.confirmations),
        secondFrom: values.secondFrom.trim(),
        farRate: values.farRate.trim(),
        boundRate: values.boundRate.trim(),
        position: Number(values.position),
        proofRequired: values.proofRequired,
        active: values.active,
      },
      reason: values.reason,
    });
  const name = terms?.names[language] ?? '';
  return (
    <ProposalDialog
      title={channel === null ? t('newTitle') : t('editTitle', { name })}
      error={proposal.error}
      isSending={proposal.isSending}
      onSubmit={form.onSubmit(submit)}
      onClose={onClose}
    >
      {channel === null && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <Select
              label={t('field.kind')}
              data={NEW_KINDS.map((value) => ({ value, label: t(`kindOf.${value}`) }))}
              allowDeselect={false}
              {...form.getInputProps('kind')}
            />
            {isCoin && (
              <Select
                label={t('field.network')}
                data={NETWORKS.map((value) => ({ value, label: value.toUpperCase() }))}
                allowDeselect={false}
                {...form.getInputProps('network')}
              />
            )}
          </SimpleGrid>
          <TextInput label={t('field.code')} description={t('field.codeHint')} {...form.getInputProps('code')} />
        </>
      )}
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
        <TextInput label={t('field.nameHans')} lang="zh-Hans" {...form.getInputProps('zh-Hans')} />
        <TextInput label={t('field.nameHant')} lang="zh-Hant" {...form.getInputProps('zh-Hant')} />
        <TextInput label={t('field.nameEn')} lang="en" {...form.getInputProps('en')} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: DETAILS[kind].length > 1 ? 2 : 1 }} spacing="md">
        {DETAILS[kind].map((detail) => (
          <TextInput
            key={detail}
            label={t(`field.${detail}`)}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps(detail)}
          />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: isCoin ? 3 : 2 }} spacing="md">
        {isCoin && (
          <TextInput label={t('field.rateOf', { asset: 'USDT' })} inputMode="decimal" {...form.getInputProps('rate')} />
        )}
        <TextInput label={t('field.min')} inputMode="decimal" {...form.getInputProps('min')} />
        <TextInput label={t('field.max')} inputMode="decimal" {...form.getInputProps('max')} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: isCoin ? 3 : 2 }} spacing="md">
        <TextInput label={t('field.arrivalMinutes')} inputMode="numeric" {...form.getInputProps('arrivalMinutes')} />
        <TextInput label={t('field.position')} inputMode="numeric" {...form.getInputProps('position')} />
        {isCoin && (
          <TextInput label={t('field.confirmations')} inputMode="numeric" {...form.getInputProps('confirmations')} />
        )}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
        {(['secondFrom', 'farRate', 'boundRate'] as const).map((name) => (
          <TextInput
            key={name}
            label={t(`field.${name}`)}
            description={t(`fieldHint.${name}`)}
            inputMode="decimal"
            {...form.getInputProps(name)}
          />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Switch label={t('field.active')} {...form.getInputProps('active', { type: 'checkbox' })} />
        <Switch label={t('field.proofRequired')} {...form.getInputProps('proofRequired', { type: 'checkbox' })} />
      </SimpleGrid>
      <Textarea
        label={t('reason')}
        description={t('reasonHint')}
        autosize
        minRows={2}
        maxLength={300}
        {...form.getInputProps('reason')}
      />
    </ProposalDialog>
  );
}
