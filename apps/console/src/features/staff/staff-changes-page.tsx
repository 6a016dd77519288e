/* Invitations and other roles of colleagues, decided by another operator. */

import { UserRoundCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { StaffChangeView } from '@candor/contract/console-staff';
import { Comparison } from '../../services/proposal/comparison.tsx';
import { STAFF_CHANGES } from '../../services/proposal/kinds.ts';
import { ProposalQueue, useReasonColumn } from '../../services/proposal/proposal-queue.tsx';
import { useProposalWork } from '../../services/proposal/use-proposal-desk.tsx';
import type { ProposalSettings } from '../../services/proposal/use-proposal-desk.tsx';
import type { WorkQueue } from '../../services/work/work-line.ts';
import { InvitationSteps } from './invitation-steps.tsx';
import { useRoleName } from './use-staff.ts';

function useStaffProposals(): ProposalSettings<StaffChangeView> {
  const t = useTranslations('staff');
  const roleName = useRoleName();
  const rolesText = (names: readonly string[]) => names.map((name) => roleName(name)).join(' · ') || null;
  const kindText = ({ operatorId }: StaffChangeView) => t(operatorId === null ? 'invitation' : 'rights');
  return {
    kind: STAFF_CHANGES,
    emptyHint: t('changesHint'),
    subject: { title: t('name'), of: ({ username }) => username },
    columns: [
      { name: 'kind', title: t('kind'), cell: kindText },
      { name: 'roles', title: t('roles'), cell: ({ after }) => rolesText(after.roles) },
      useReasonColumn(),
    ],
    facts: (change) => [
      [t('kind'), kindText(change)],
      ...(change.invitation === null ? [] : [[t('invitationState'), t(`stateOf.${change.invitation.state}`)] as const]),
    ],
    change: ({ before, after }) => (
      <Comparison
        lines={[
          { name: t('roles'), before: rolesText(before.roles), after: rolesText(after.roles) },
          {
            name: t('addresses'),
            before: before.addresses?.join(', ') ?? t('anywhere'),
            after: after.addresses?.join(', ') ?? t('anywhere'),
          },
        ]}
      />
    ),
    details: (change) => <InvitationSteps key={change.id} change={change} />,
    effect: ({ operatorId }) => t(operatorId === null ? 'inviteApproveEffect' : 'approveEffect'),
  };
}

export function StaffChangesPage() {
  return <ProposalQueue {...useStaffProposals()} />;
}

export function useStaffWork(): WorkQueue {
  return useProposalWork(useStaffProposals(), {
    icon: UserRoundCheck,
    path: '/staff-changes',
    counter: 'staffChanges',
  });
}
