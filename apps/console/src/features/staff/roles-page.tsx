/* Roles: sets of permissions in words, who holds each, and when they used it last. */

import { useState } from 'react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { SEEDED_ROLES } from '@candor/contract/console-staff';
import type { RoleView } from '@candor/contract/console-staff';
import { MomentText } from '../../services/moments/moments.tsx';
import { useMay } from '../../services/operator/operator.tsx';
import { PageHead } from '../../services/queue/page-head.tsx';
import { SectionCard } from '../../services/queue/section-card.tsx';
import { LoadFailed, PageLoading } from '../../services/queue/states.tsx';
import { PermissionList } from './permission-list.tsx';
import { RetireForm, RoleForm } from './role-form.tsx';
import { useRoleName, useRoles } from './use-staff.ts';

type Doing = { readonly act: 'make' } | { readonly act: 'change' | 'retire'; readonly role: RoleView } | null;

export function RolesPage() {
  const roles = useRoles();
  if (roles.data !== undefined) return <Roles items={roles.data.items} />;
  if (roles.error === null) return <PageLoading />;
  return <LoadFailed error={roles.error} onRetry={() => void roles.refetch()} />;
}

/** The roles of a new site in their order, then those that operators made. */
function placeOf({ name }: RoleView): number {
  const place = SEEDED_ROLES.findIndex((seeded) => seeded === name);
  return place === -1 ? SEEDED_ROLES.length : place;
}

function Roles({ items }: { items: readonly RoleView[] }) {
  const t = useTranslations('staff');
  const may = useMay();
  const roleName = useRoleName();
  const [doing, setDoing] = useState<Doing>(null);
  const close = () => setDoing(null);
  return (
    <Stack gap="md">
      <PageHead
        title={t('rolesTitle')}
        hint={t('rolesHint')}
        actions={may('staff:role:make') && <Button onClick={() => setDoing({ act: 'make' })}>{t('newRole')}</Button>}
      />
      {items
        .toSorted((one, other) => placeOf(one) - placeOf(other))
        .map((role) => (
          <SectionCard
            key={role.name}
            title={roleName(role.name, role.names)}
            action={
              may('staff:role:make') &&
              role.name !== 'owner' && (
                <Group gap="xs">
                  <Button variant="default" size="compact-sm" onClick={() => setDoing({ act: 'change', role })}>
                    {t('edit')}
                  </Button>
                  {role.holders.length === 0 && (
                    <Button variant="default" size="compact-sm" onClick={() => setDoing({ act: 'retire', role })}>
                      {t('retire')}
                    </Button>
                  )}
                </Group>
              )
            }
          >
            <Stack gap="sm" p="md">
              <Text fz="sm" c="dimmed">
                {t('holders')}: {role.holders.length === 0 && t('nobody')}
                {role.holders.map(({ id, username, usedAt }, index) => (
                  <span key={id}>
                    {index > 0 && ' · '}
                    {username} ({t('usedAt')} {usedAt === null ? t('never') : <MomentText at={usedAt} />})
                  </span>
                ))}
              </Text>
              {role.name === 'owner' ? (
                <Text fz="sm">{t('fixed')}</Text>
              ) : (
                <PermissionList patterns={role.permissions} />
              )}
            </Stack>
          </SectionCard>
        ))}
      {doing?.act === 'make' && <RoleForm role={undefined} onClose={close} />}
      {doing?.act === 'change' && <RoleForm role={doing.role} onClose={close} />}
      {doing?.act === 'retire' && <RetireForm role={doing.role} onClose={close} />}
    </Stack>
  );
}
