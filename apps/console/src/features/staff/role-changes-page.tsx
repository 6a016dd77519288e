/* Roles that a colleague wants to make, change or retire. */

import { Text } from '@mantine/core';
import { ShieldCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { RoleChangeView } from '@candor/contract/console-staff';
import {
  coveredBy,
  isEverything,
  useAllPermissions,
  usePermissionText,
} from '../../services/operator/permission-words.ts';
import { PanelSection } from '../../services/cashier/panel-section.tsx';
import { ROLE_CHANGES } from '../../services/proposal/kinds.ts';
import { ProposalQueue, useReasonColumn } from '../../services/proposal/proposal-queue.tsx';
import { useProposalWork } from '../../services/proposal/use-proposal-desk.tsx';
import type { ProposalSettings } from '../../services/proposal/use-proposal-desk.tsx';
import type { WorkQueue } from '../../services/work/work-line.ts';
import { useRoleName } from './use-staff.ts';

function useRoleProposals(): ProposalSettings<RoleChangeView> {
  const t = useTranslations('staff');
  const roleName = useRoleName();
  return {
    kind: ROLE_CHANGES,
    emptyHint: t('roleChangesHint'),
    subject: { title: t('roles'), of: ({ name, names }) => roleName(name, names) },
    columns: [{ name: 'what', title: t('kind'), cell: ({ what }) => t(`what.${what}`) }, useReasonColumn()],
    facts: ({ what }) => [[t('kind'), t(`what.${what}`)]],
    change: (change) => <Difference change={change} />,
    effect: () => t('roleEffect'),
  };
}

/** What is added to the role and what is taken, in words. */
function Difference({ change: { before, permissions } }: { change: RoleChangeView }) {
  const t = useTranslations('staff');
  const all = useAllPermissions();
  const textOf = usePermissionText();
  const [was, will] = [coveredBy(before?.permissions ?? [], all), coveredBy(permissions, all)];
  const list = (some: typeof all) =>
    some.length === 0 ? (
      <Text fz="sm">{t('none')}</Text>
    ) : (
      some.map((permission) => (
        <Text key={permission} fz="sm">
          {textOf(permission)}
        </Text>
      ))
    );
  return (
    <>
      <PanelSection title={t('added')}>
        {isEverything(permissions) ? (
          <Text fz="sm">{t('everything')}</Text>
        ) : (
          list(will.filter((one) => !was.includes(one)))
        )}
      </PanelSection>
      <PanelSection title={t('taken')}>{list(was.filter((one) => !will.includes(one)))}</PanelSection>
    </>
  );
}

export function RoleChangesPage() {
  return <ProposalQueue {...useRoleProposals()} />;
}

export function useRoleWork(): WorkQueue {
  return useProposalWork(useRoleProposals(), { icon: ShieldCheck, path: '/role-changes', counter: 'roleChanges' });
}
