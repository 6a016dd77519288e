/* The operator's own access: the password, the authenticator, and where they are logged in. */

import { endOperatorSession, listOperatorSessions } from '@candor/contract/calls/console/operators';
import { useState } from 'react';
import { Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { deviceName } from '@candor/ui/device-name';
import { call } from '../../services/api/request.ts';
import { AuthenticatorSetUp } from '../../services/operator/authenticator-set-up.tsx';
import { useOperator } from '../../services/operator/operator.tsx';
import { RecoveryCodeList } from '../../services/operator/recovery-code-list.tsx';
import { LoadFailed, FactsLoading } from '../../services/queue/states.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { beginSession } from '../../services/session/session.ts';
import type { OperatorSession } from '../../services/session/session.ts';
import { OwnPassword } from './password-form.tsx';
import { useMomentText } from '../../services/moments/moments.tsx';
import { PageHead } from '../../services/queue/page-head.tsx';

export function AccountPage() {
  const t = useTranslations('account');
  return (
    <Stack gap="md" maw={880}>
      <PageHead title={t('title')} />
      <OwnPassword />
      <Authenticator />
      <Sessions />
    </Stack>
  );
}

function Authenticator() {
  const t = useTranslations('account');
  const { secured } = useOperator();
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState<{ codes: readonly string[]; session: OperatorSession } | null>(null);
  return (
    <Paper withBorder radius="lg" p="lg" style={{ borderColor: 'var(--candor-line)' }}>
      <Group justify="space-between" mb={isOpen ? 'md' : 0}>
        <div>
          <Title order={2}>{t('authenticator')}</Title>
          <Text c="dimmed">{t(secured ? 'authenticatorOn' : 'authenticatorOff')}</Text>
        </div>
        {secured ? (
          <StatusBadge tone="good">{t('on')}</StatusBadge>
        ) : (
          !isOpen && <Button onClick={() => setOpen(true)}>{t('setUp')}</Button>
        )}
      </Group>
      {isOpen && done === null && <AuthenticatorSetUp onDone={(codes, session) => setDone({ codes, session })} />}
      {done !== null && <RecoveryCodeList codes={done.codes} onDone={() => beginSession(done.session)} />}
    </Paper>
  );
}

function Sessions() {
  const momentText = useMomentText();
  const t = useTranslations('account');
  const client = useQueryClient();
  const list = useQuery({
    queryKey: ['sessions'],
    queryFn: async () => await call(listOperatorSessions),
  });
  const revoking = useMutation({
    mutationFn: async (id: string) => await call(endOperatorSession, { params: { id } }),
    onSettled: async () => await client.invalidateQueries({ queryKey: ['sessions'] }),
  });
  if (list.error !== null) return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined)
    return (
      <Paper withBorder radius="lg" p="lg" style={{ borderColor: 'var(--candor-line)' }}>
        <FactsLoading />
      </Paper>
    );
  return (
    <Paper withBorder radius="lg" style={{ borderColor: 'var(--candor-line)', overflow: 'clip' }}>
      <div style={{ padding: 'var(--mantine-spacing-lg)' }}>
        <Title order={2}>{t('sessions')}</Title>
        <Text c="dimmed">{t('sessionsHint')}</Text>
      </div>
      <div className="table-frame">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('device')}</Table.Th>
              <Table.Th>{t('address')}</Table.Th>
              <Table.Th>{t('lastSeen')}</Table.Th>
              <Table.Th />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.data.items.map((session) => (
              <Table.Tr key={session.id} style={{ cursor: 'default' }}>
                <Table.Td maw={320}>
                  <Text truncate>{deviceName(session.device) ?? '—'}</Text>
                </Table.Td>
                <Table.Td>{session.address ?? '—'}</Table.Td>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>{momentText(session.lastSeenAt)}</Table.Td>
                <Table.Td className="number">
                  {session.current ? (
                    <StatusBadge tone="quiet">{t('thisOne')}</StatusBadge>
                  ) : (
                    <Button
                      size="compact-sm"
                      variant="default"
                      loading={revoking.isPending && revoking.variables === session.id}
                      onClick={() => revoking.mutate(session.id)}
                    >
                      {t('revoke')}
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Paper>
  );
}
