import { MultiSelect, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { proposeStaffChange } from '@candor/contract/calls/console/staff';
import type { StaffMember } from '@candor/contract/console-staff';
import { useErrorText } from '../../lib/i18n.tsx';
import { STAFF_CHANGES } from '../../services/proposal/kinds.ts';
import { useOptional } from '../../services/form/optional.tsx';
import { ProposalDialog, useProposalForm } from '../../services/proposal/proposal-form.tsx';
import { useRoleName, useRoles } from './use-staff.ts';

/** Invites somebody, or proposes other roles and addresses of a colleague. */
export function StaffForm({ colleague, onClose }: { colleague: StaffMember | undefined; onClose: () => void }) {
  const t = useTranslations('staff');
  const errorText = useErrorText();
  const roleName = useRoleName();
  const roles = useRoles();
  const proposal = useProposalForm({
    kind: STAFF_CHANGES,
    operation: proposeStaffChange,
    initial: {
      username: colleague?.username ?? '',
      roles: colleague?.roles ?? [],
      addresses: colleague?.addresses?.join('\n') ?? '',
      reason: '',
    },
    problemsOf: (values) => ({
      username: values.username.trim() === '' ? errorText('FIELD_REQUIRED') : null,
      roles: values.roles.length === 0 ? errorText('FIELD_REQUIRED') : null,
    }),
    bodyOf: (values) => ({
      ...(colleague === undefined ? { username: values.username.trim() } : { operatorId: colleague.id }),
      roles: values.roles,
      addresses: values.addresses.split(/[\s,]+/).filter((line) => line !== ''),
      reason: values.reason,
    }),
    onClose,
  });
  const { form } = proposal;
  const optional = useOptional();
  const title = colleague === undefined ? t('inviteTitle') : t('changeTitle', { name: colleague.username });
  return (
    <ProposalDialog
      title={title}
      proposal={proposal}
      effect={colleague === undefined ? t('inviteEffect') : t('changeEffect')}
    >
      {colleague === undefined && (
        <TextInput label={t('name')} autoComplete="off" maxLength={32} {...form.getInputProps('username')} />
      )}
      <MultiSelect
        label={t('roles')}
        data={(roles.data?.items ?? []).map(({ name, names }) => ({ value: name, label: roleName(name, names) }))}
        maxValues={8}
        comboboxProps={{ withinPortal: true }}
        {...form.getInputProps('roles')}
      />
      <Textarea
        label={optional(t('addresses'))}
        description={t('addressesHint')}
        autosize
        minRows={1}
        maxLength={1_300}
        {...form.getInputProps('addresses')}
      />
    </ProposalDialog>
  );
}
