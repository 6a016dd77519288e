import { TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { proposeRoleChange } from '@candor/contract/calls/console/staff';
import type { RoleView } from '@candor/contract/console-staff';
import { useErrorText } from '../../lib/i18n.tsx';
import { call } from '../../services/api/request.ts';
import { coveredBy, useAllPermissions } from '../../services/operator/permission-words.ts';
import { ROLE_CHANGES } from '../../services/proposal/kinds.ts';
import { LanguageFields } from '../../services/form/language-fields.tsx';
import { ProposalDialog, ProposeReason, useProposalForm } from '../../services/proposal/proposal-form.tsx';
import { PermissionField } from './permission-field.tsx';
import { useRoleName } from './use-staff.ts';

/** In the order of the form. */
const NAME_FIELDS = { 'zh-Hans': 'zhHans', 'zh-Hant': 'zhHant', en: 'en' } as const;

/** Proposes a role, or other permissions of one. */
export function RoleForm({ role, onClose }: { role: RoleView | undefined; onClose: () => void }) {
  const t = useTranslations('staff');
  const errorText = useErrorText();
  const roleName = useRoleName();
  const all = useAllPermissions();
  const held = coveredBy(role?.permissions ?? [], all);
  const isNamed = role === undefined || role.names !== null;
  const permissions: string[] = held;
  const proposal = useProposalForm({
    kind: ROLE_CHANGES,
    operation: proposeRoleChange,
    initial: {
      name: role?.name ?? '',
      zhHans: role?.names?.['zh-Hans'] ?? '',
      zhHant: role?.names?.['zh-Hant'] ?? '',
      en: role?.names?.en ?? '',
      permissions,
      reason: '',
    },
    problemsOf: (values) => {
      const needed = (text: string) => (isNamed && text.trim() === '' ? errorText('FIELD_REQUIRED') : null);
      return {
        name: /^[a-z]{3,16}$/.test(values.name) ? null : t('codeHint'),
        zhHans: needed(values.zhHans),
        zhHant: needed(values.zhHant),
        en: needed(values.en),
        permissions: values.permissions.length === 0 ? errorText('FIELD_REQUIRED') : null,
      };
    },
    bodyOf: (values) => ({
      name: values.name,
      what: role === undefined ? ('make' as const) : ('change' as const),
      base: role?.version ?? 0,
      names: isNamed ? { 'zh-Hans': values.zhHans, 'zh-Hant': values.zhHant, en: values.en } : null,
      // Who changes no box keeps the patterns, and what they will cover one day.
      permissions: isSameList(values.permissions, held) && role !== undefined ? role.permissions : values.permissions,
      reason: values.reason,
    }),
    onClose,
  });
  const { form } = proposal;
  return (
    <ProposalDialog
      size={880}
      title={role === undefined ? t('newRole') : t('roleTitle', { name: roleName(role.name, role.names) })}
      proposal={proposal}
      effect={t('roleEffect')}
    >
      {role === undefined && (
        <TextInput
          label={t('code')}
          description={t('codeHint')}
          maxLength={16}
          maw={320}
          {...form.getInputProps('name')}
        />
      )}
      {isNamed && (
        <LanguageFields
          fields={[{ name: 'name', label: t('roleName'), max: 40 }]}
          inputOf={(name) => form.getInputProps(NAME_FIELDS[name])}
        />
      )}
      <PermissionField label={t('may')} {...form.getInputProps('permissions')} />
    </ProposalDialog>
  );
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());
}

/** Proposes that a role goes which nobody holds. */
export function RetireForm({ role, onClose }: { role: RoleView; onClose: () => void }) {
  const t = useTranslations('staff');
  const roleName = useRoleName();
  return (
    <ProposeReason
      kind={ROLE_CHANGES}
      title={t('retireTitle', { name: roleName(role.name, role.names) })}
      send={async (reason, idempotencyKey) =>
        await call(proposeRoleChange, {
          body: { name: role.name, what: 'retire', base: role.version, permissions: [], reason },
          idempotencyKey,
        })
      }
      reasons={[]}
      effect={t('roleEffect')}
      onClose={onClose}
    />
  );
}
