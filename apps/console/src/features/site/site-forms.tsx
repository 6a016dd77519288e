/* The forms that propose other settings of the site, one for each part. */

import { useState } from 'react';
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { proposeSiteChange } from '@candor/contract/calls/console/site';
import { REGISTRATIONS, SITE_CONTACT_MAX, SITE_FOOTER_MAX, SITE_NAME_MAX } from '@candor/contract/console-site';
import type { SiteChangeBody, SitePartName, SiteSettingsView } from '@candor/contract/console-site';
import { LANGUAGES } from '@candor/contract/languages';
import { colourProblem } from '@candor/domain/site/site-colour';
import { MAINTENANCE } from '@candor/domain/site/site-settings';
import { useErrorText } from '../../lib/i18n.tsx';
import { LANGUAGE_NAMES } from '../../lib/language.ts';
import { localOfMoment, momentOfLocal } from '../../lib/local-moment.ts';
import { LanguageFields } from '../../services/form/language-fields.tsx';
import { MomentField } from '../../services/form/moment-field.tsx';
import { useOptional } from '../../services/form/optional.tsx';
import { useOperator } from '../../services/operator/operator.tsx';
import { SITE_CHANGES } from '../../services/proposal/kinds.ts';
import { ProposalDialog, useProposalForm } from '../../services/proposal/proposal-form.tsx';
import { LogoField } from './logo-field.tsx';
import { SitePreview } from './site-preview.tsx';

type FormProps = { readonly site: SiteSettingsView; readonly onClose: () => void };

/** What a form says of its approval, and when it went through: alone, it holds at once. */
function useEffectText(site: SiteSettingsView, part: SitePartName) {
  const t = useTranslations('site');
  const isAlone = part === 'look' || !site.opening.value.open;
  return { effect: isAlone ? t('alone') : t(`effect.${part}`), ...(isAlone ? { done: t('done') } : {}) };
}

const COLOUR_KEYS = { label: 'SITE_COLOUR_LABEL', dark: 'SITE_COLOUR_DARK', light: 'SITE_COLOUR_LIGHT' } as const;

export function LookForm({ site, onClose }: FormProps) {
  const optional = useOptional();
  const t = useTranslations('site');
  const errorText = useErrorText();
  const { effect, ...told } = useEffectText(site, 'look');
  const { version, value } = site.look;
  const proposal = useProposalForm({
    kind: SITE_CHANGES,
    operation: proposeSiteChange,
    ...told,
    initial: { logo: value.logo, primary: value.primary ?? '', reason: '' },
    problemsOf: ({ primary }) => {
      if (primary === '') return {};
      const text = primary.trim().toLowerCase();
      if (!/^#[0-9a-f]{6}$/.test(text)) return { primary: t('colourForm') };
      const problem = colourProblem(text);
      return problem === null ? {} : { primary: errorText(COLOUR_KEYS[problem]) };
    },
    bodyOf: ({ logo, primary, reason }): SiteChangeBody => ({
      part: 'look',
      base: version,
      value: { logo, primary: primary === '' ? null : primary.trim().toLowerCase() },
      reason,
    }),
    onClose,
  });
  const { form } = proposal;
  const { primary, logo } = form.values;
  return (
    <ProposalDialog title={t('editTitle', { part: t('part.look') })} proposal={proposal} effect={effect}>
      <LogoField
        logo={logo}
        error={form.errors['logo']}
        onChange={(id) => {
          form.clearFieldError('logo');
          form.setFieldValue('logo', id);
        }}
        onError={(text) => form.setFieldError('logo', text)}
      />
      <Group align="flex-start" wrap="nowrap">
        <TextInput
          label={optional(t('field.primary'))}
          description={t('primaryHint')}
          placeholder="#ff9f1a"
          style={{ flex: 1 }}
          {...form.getInputProps('primary')}
        />
        <input
          type="color"
          aria-label={t('pickColour')}
          value={/^#[0-9a-f]{6}$/.test(primary) ? primary : '#ff9f1a'}
          onChange={({ currentTarget }) => form.setFieldValue('primary', currentTarget.value)}
          style={{ width: 44, height: 36, marginTop: 25 }}
        />
      </Group>
      <SitePreview name={site.identity.value.name} logo={logo} primary={primary === '' ? null : primary} />
    </ProposalDialog>
  );
}

export function IdentityForm({ site, onClose }: FormProps) {
  const optional = useOptional();
  const t = useTranslations('site');
  const errorText = useErrorText();
  const { effect, ...told } = useEffectText(site, 'identity');
  const { version, value } = site.identity;
  const { contact, footer } = value;
  const proposal = useProposalForm({
    kind: SITE_CHANGES,
    operation: proposeSiteChange,
    ...told,
    initial: { name: value.name, languages: value.languages, ...contact, ...footer, reason: '' },
    problemsOf: ({ name, languages }) => ({
      name: name.trim() === '' ? errorText('FIELD_REQUIRED') : null,
      languages: languages.length === 0 ? errorText('FIELD_REQUIRED') : null,
    }),
    bodyOf: ({ name, languages, email, phone, address, reason, ...footers }): SiteChangeBody => ({
      part: 'identity',
      base: version,
      value: {
        name,
        languages: LANGUAGES.filter((language) => languages.includes(language)),
        contact: { email, phone, address },
        footer: footers,
      },
      reason,
    }),
    onClose,
  });
  const { getInputProps, values } = proposal.form;
  return (
    <ProposalDialog title={t('editTitle', { part: t('part.identity') })} proposal={proposal} effect={effect}>
      <TextInput label={t('field.name')} maxLength={SITE_NAME_MAX} autoComplete="off" {...getInputProps('name')} />
      <Checkbox.Group label={t('field.languages')} {...getInputProps('languages')}>
        <Group mt={4}>
          {LANGUAGES.map((language) => (
            <Checkbox key={language} value={language} label={<span lang={language}>{LANGUAGE_NAMES[language]}</span>} />
          ))}
        </Group>
      </Checkbox.Group>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
        {(['email', 'phone', 'address'] as const).map((name) => (
          <TextInput
            key={name}
            label={optional(t(`field.${name}`))}
            maxLength={SITE_CONTACT_MAX}
            {...getInputProps(name)}
          />
        ))}
      </SimpleGrid>
      <LanguageFields
        fields={[{ name: 'footer', label: t('field.footer'), lines: 2, max: SITE_FOOTER_MAX, isOptional: true }]}
        inputOf={(language) => getInputProps(language)}
      />
      <SitePreview name={values.name} logo={site.look.value.logo} primary={site.look.value.primary} />
    </ProposalDialog>
  );
}

export function AccessForm({ site, onClose }: FormProps) {
  const t = useTranslations('site');
  const { effect, ...told } = useEffectText(site, 'access');
  const { version, value } = site.access;
  const proposal = useProposalForm({
    kind: SITE_CHANGES,
    operation: proposeSiteChange,
    ...told,
    initial: { ...value, reason: '' },
    bodyOf: ({ registration, identityRequired, reason }): SiteChangeBody => ({
      part: 'access',
      base: version,
      value: { registration, identityRequired },
      reason,
    }),
    onClose,
  });
  const { getInputProps, values, setFieldValue } = proposal.form;
  return (
    <ProposalDialog title={t('editTitle', { part: t('part.access') })} proposal={proposal} effect={effect}>
      <div>
        <p className="field-label">{t('field.registration')}</p>
        <SegmentedControl
          aria-label={t('field.registration')}
          data={REGISTRATIONS.map((one) => ({ value: one, label: t(`registration.${one}`) }))}
          value={values.registration}
          onChange={(chosen) => {
            const found = REGISTRATIONS.find((one) => one === chosen);
            if (found !== undefined) setFieldValue('registration', found);
          }}
        />
        <Text fz="xs" c="dimmed" mt={4}>
          {t(`registrationHint.${values.registration}`)}
        </Text>
      </div>
      <Switch
        label={t('field.identityRequired')}
        description={t('identityHint')}
        {...getInputProps('identityRequired', { type: 'checkbox' })}
      />
    </ProposalDialog>
  );
}

const DEFAULT_AHEAD_MS = 86_400_000;
const DEFAULT_LONG_MS = 3_600_000;

export function MaintenanceForm({ site, onClose }: FormProps) {
  const t = useTranslations('site');
  const { timeZone } = useOperator().site;
  const { effect, ...told } = useEffectText(site, 'maintenance');
  const { version, value } = site.maintenance;
  const [openedAtMs] = useState(() => Date.now());
  const ahead = value.windows.filter(({ until }) => Date.parse(until) > openedAtMs);
  const proposal = useProposalForm({
    kind: SITE_CHANGES,
    operation: proposeSiteChange,
    ...told,
    initial: {
      windows: ahead.map(({ from, until }) => ({
        key: from,
        from: localOfMoment(from, timeZone),
        until: localOfMoment(until, timeZone),
      })),
      reason: '',
    },
    bodyOf: ({ windows, reason }): SiteChangeBody => ({
      part: 'maintenance',
      base: version,
      value: {
        windows: windows.map(({ from, until }) => ({
          // What was announced keeps its seconds.
          from:
            ahead.find((old) => localOfMoment(old.from, timeZone) === from)?.from ??
            momentOfLocal(from, timeZone) ??
            '',
          until: momentOfLocal(until, timeZone) ?? '',
        })),
      },
      reason,
    }),
    fieldOf: (path) => path.replace('value.', ''),
    onClose,
  });
  const { form } = proposal;
  const { windows } = form.values;
  const fresh = () => {
    const fromMs = Math.ceil((openedAtMs + DEFAULT_AHEAD_MS) / DEFAULT_LONG_MS) * DEFAULT_LONG_MS;
    const local = (atMs: number) => localOfMoment(new Date(atMs).toISOString(), timeZone);
    return { key: crypto.randomUUID(), from: local(fromMs), until: local(fromMs + DEFAULT_LONG_MS) };
  };
  return (
    <ProposalDialog title={t('editTitle', { part: t('part.maintenance') })} proposal={proposal} effect={effect}>
      <Text c="dimmed">{t('maintenanceHint', { timeZone })}</Text>
      <Stack gap="sm">
        {windows.map(({ key }, index) => (
          <Group key={key} align="flex-start" wrap="nowrap">
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" style={{ flex: 1 }}>
              <MomentField label={t('field.from')} {...form.getInputProps(`windows.${index}.from`)} />
              <MomentField label={t('field.until')} {...form.getInputProps(`windows.${index}.until`)} />
            </SimpleGrid>
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={28}
              aria-label={t('removeWindow', { number: index + 1 })}
              onClick={() => form.removeListItem('windows', index)}
            >
              <Trash2 size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {windows.length < MAINTENANCE.windowsMax && (
          <Group>
            <Button
              variant="default"
              size="compact-md"
              leftSection={<Plus size={16} aria-hidden />}
              onClick={() => form.insertListItem('windows', fresh())}
            >
              {t('addWindow')}
            </Button>
          </Group>
        )}
      </Stack>
    </ProposalDialog>
  );
}

/** Decimals and symbol follow from the currency. */
function currencyOf(code: string): { symbol: string; decimals: number } {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
  return { symbol, decimals: Math.min(format.resolvedOptions().maximumFractionDigits ?? 2, 4) };
}

export function BasisForm({ site, onClose }: FormProps) {
  const t = useTranslations('site');
  const errorText = useErrorText();
  const { effect, ...told } = useEffectText(site, 'basis');
  const { version, value } = site.basis;
  const proposal = useProposalForm({
    kind: SITE_CHANGES,
    operation: proposeSiteChange,
    ...told,
    initial: { currency: value.currency, timeZone: value.timeZone, reason: '' },
    problemsOf: ({ currency, timeZone }) => ({
      currency: currency === '' ? errorText('FIELD_REQUIRED') : null,
      timeZone: timeZone === '' ? errorText('FIELD_REQUIRED') : null,
    }),
    bodyOf: ({ currency, timeZone, reason }): SiteChangeBody => ({
      part: 'basis',
      base: version,
      value: { currency, timeZone, ...currencyOf(currency) },
      reason,
    }),
    onClose,
  });
  const { getInputProps } = proposal.form;
  return (
    <ProposalDialog title={t('editTitle', { part: t('part.basis') })} proposal={proposal} effect={effect}>
      <Text c="dimmed">{t('basisHint')}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Select
          label={t('field.currency')}
          searchable
          data={Intl.supportedValuesOf('currency')}
          {...getInputProps('currency')}
        />
        <Select
          label={t('field.timeZone')}
          searchable
          data={Intl.supportedValuesOf('timeZone')}
          {...getInputProps('timeZone')}
        />
      </SimpleGrid>
    </ProposalDialog>
  );
}

export function OpeningForm({ site, onClose }: FormProps) {
  const t = useTranslations('site');
  const { effect, ...told } = useEffectText(site, 'opening');
  const proposal = useProposalForm({
    kind: SITE_CHANGES,
    operation: proposeSiteChange,
    ...told,
    initial: { reason: '' },
    bodyOf: ({ reason }): SiteChangeBody => ({
      part: 'opening',
      base: site.opening.version,
      value: { open: true },
      reason,
    }),
    onClose,
  });
  return (
    <ProposalDialog title={t('openTitle')} proposal={proposal} effect={effect}>
      <Text>{t('openHint')}</Text>
    </ProposalDialog>
  );
}
