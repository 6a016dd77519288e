/* Who works at the console: what they hold, when they used it last, and where they are logged in. */

import { useState } from 'react';
import { Button, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { endSessionsOfOperator, letOperatorLeave } from '@candor/contract/calls/console/staff';
import type { StaffMember } from '@candor/contract/console-staff';
import { deviceName } from '@candor/ui/device-name';
import { replaceQuery, useAddress } from '../../lib/location.ts';
import { SidePanel } from '../../lib/side-panel.tsx';
import { call } from '../../services/api/request.ts';
import { PanelSection } from '../../services/cashier/panel-section.tsx';
import { MomentText } from '../../services/moments/moments.tsx';
import { useMay, useOperator } from '../../services/operator/operator.tsx';
import { DecisionForm } from '../../services/queue/decision-form.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { PageHead } from '../../services/queue/page-head.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { LoadFailed, PageLoading } from '../../services/queue/states.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { PermissionList } from './permission-list.tsx';
import { StaffForm } from './staff-form.tsx';
import { STAFF, useRoleName, useRoles, useStaff } from './use-staff.ts';
import { TableFrame } from '../../lib/table-frame.tsx';

type Doing = 'invite' | 'change' | 'sessions' | 'leave' | null;

export function StaffPage() {
  const staff = useStaff();
  if (staff.data !== undefined) return <Staff items={staff.data.items} />;
  if (staff.error === null) return <PageLoading />;
  return <LoadFailed error={staff.error} onRetry={() => void staff.refetch()} />;
}

function Staff({ items }: { items: readonly StaffMember[] }) {
  const t = useTranslations('staff');
  const may = useMay();
  const roleName = useRoleName();
  const { params } = useAddress();
  const [doing, setDoing] = useState<Doing>(null);
  const shown = items.find(({ id }) => id === params.get('row'));
  const close = () => setDoing(null);
  return (
    <Stack gap="md">
      <PageHead
        title={t('title')}
        hint={t('hint')}
        actions={may('staff:operator:make') && <Button onClick={() => setDoing('invite')}>{t('invite')}</Button>}
      />
      <Paper withBorder radius="lg" className="card">
        <TableFrame>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('name')}</Table.Th>
                <Table.Th>{t('roles')}</Table.Th>
                <Table.Th>{t('secured')}</Table.Th>
                <Table.Th className="number">{t('sessions')}</Table.Th>
                <Table.Th>{t('lastAct')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map((one) => (
                <Table.Tr
                  key={one.id}
                  data-selected={one.id === shown?.id || undefined}
                  onClick={() => replaceQuery({ row: one.id })}
                >
                  <Table.Td>
                    <RowButton>{one.username}</RowButton>
                  </Table.Td>
                  <Table.Td>
                    {one.leftAt === null ? (
                      one.roles.map((name) => roleName(name)).join(' · ')
                    ) : (
                      <StatusBadge tone="quiet">{t('left')}</StatusBadge>
                    )}
                  </Table.Td>
                  <Table.Td>{one.leftAt === null && t(one.secured ? 'yes' : 'no')}</Table.Td>
                  <Table.Td className="number">{one.sessions.length}</Table.Td>
                  <Table.Td>{one.actedAt === null ? t('never') : <MomentText at={one.actedAt} />}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableFrame>
      </Paper>
      <SidePanel
        opened={shown !== undefined}
        title={<Text fw={600}>{shown?.username}</Text>}
        itemKey={shown?.id ?? ''}
        onClose={() => replaceQuery({ row: null })}
      >
        {shown !== undefined && <Colleague colleague={shown} onAct={setDoing} />}
      </SidePanel>
      {doing === 'invite' && <StaffForm colleague={undefined} onClose={close} />}
      {doing === 'change' && shown !== undefined && <StaffForm colleague={shown} onClose={close} />}
      {doing === 'sessions' && shown !== undefined && <EndSessions colleague={shown} onClose={close} />}
      {doing === 'leave' && shown !== undefined && <LetLeave colleague={shown} onClose={close} />}
    </Stack>
  );
}

function Colleague({ colleague, onAct }: { colleague: StaffMember; onAct: (doing: Doing) => void }) {
  const t = useTranslations('staff');
  const may = useMay();
  const me = useOperator();
  const roleName = useRoleName();
  const roles = useRoles();
  const { id, leftAt, secured, joinedAt, addresses, sessions, uses } = colleague;
  const isSelf = id === me.id;
  const patterns = (roles.data?.items ?? [])
    .filter(({ name }) => colleague.roles.includes(name))
    .flatMap(({ permissions }) => permissions);
  return (
    <Stack gap="md">
      <Facts
        facts={[
          [t('roles'), colleague.roles.map((name) => roleName(name)).join(' · ') || '—'],
          [t('joined'), <MomentText key="at" at={joinedAt} />],
          ...(leftAt === null ? [] : [[t('left'), <MomentText key="at" at={leftAt} />] as const]),
          [t('secured'), t(secured ? 'yes' : 'no')],
          [t('addresses'), addresses?.join(', ') ?? t('anywhere')],
        ]}
      />
      {leftAt === null && (
        <Group gap="sm">
          {!isSelf && may('staff:operator:make') && (
            <Button variant="default" onClick={() => onAct('change')}>
              {t('changeRights')}
            </Button>
          )}
          {may('staff:operator:end') && sessions.length > 0 && (
            <Button variant="default" onClick={() => onAct('sessions')}>
              {t('endSessions')}
            </Button>
          )}
          {!isSelf && may('staff:operator:end') && (
            <Button variant="default" color="red" onClick={() => onAct('leave')}>
              {t('leave')}
            </Button>
          )}
          {isSelf && <Text c="dimmed">{t('self')}</Text>}
        </Group>
      )}
      {leftAt === null && (
        <>
          <PanelSection title={t('sessions')}>
            {sessions.length === 0 && <Text c="dimmed">{t('noSessions')}</Text>}
            {sessions.map((session) => (
              <Text key={session.createdAt} fz="sm">
                {deviceName(session.device) ?? '—'} · {session.address ?? '—'} · <MomentText at={session.lastSeenAt} />
              </Text>
            ))}
          </PanelSection>
          <PanelSection title={t('may')}>
            <PermissionList patterns={patterns} uses={uses} />
          </PanelSection>
        </>
      )}
    </Stack>
  );
}

function EndSessions({ colleague, onClose }: { colleague: StaffMember; onClose: () => void }) {
  const t = useTranslations('staff');
  const client = useQueryClient();
  return (
    <DecisionForm
      title={t('endTitle', { name: colleague.username })}
      submit={t('endSessions')}
      isDangerous
      isReasonOptional
      onSubmit={async () => {
        const { ended } = await call(endSessionsOfOperator, { params: { id: colleague.id } });
        await client.invalidateQueries({ queryKey: STAFF });
        notifications.show({ message: t('ended', { count: ended }), color: 'teal', role: 'status' });
      }}
      onClose={onClose}
    />
  );
}

function LetLeave({ colleague, onClose }: { colleague: StaffMember; onClose: () => void }) {
  const t = useTranslations('staff');
  const client = useQueryClient();
  return (
    <DecisionForm
      title={t('leaveTitle', { name: colleague.username })}
      submit={t('leave')}
      isDangerous
      onSubmit={async ({ reason }) => {
        await call(letOperatorLeave, { params: { id: colleague.id }, body: { reason } });
        await client.invalidateQueries({ queryKey: STAFF });
        notifications.show({ message: t('gone', { name: colleague.username }), color: 'teal', role: 'status' });
      }}
      onClose={onClose}
    >
      <Text c="dimmed">{t('leaveEffect')}</Text>
    </DecisionForm>
  );
}
