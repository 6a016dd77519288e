/* The operator's own access: the password, the authenticator, and where they are logged in. */

import { endOperatorSession, listOperatorSessions } from '@candor/contract/calls/console/operators';
import { leaveStaff, renewOperatorTotp } from '@candor/contract/calls/console/staff';
import type { TotpSecretView } from '@candor/contract/console';
import { useState } from 'react';
import { Button, Group, Paper, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { deviceName } from '@candor/ui/device-name';
import { useMessageOf } from '../../lib/i18n.tsx';
import { DecisionForm } from '../../services/queue/decision-form.tsx';
import { call } from '../../services/api/request.ts';
import { AuthenticatorSetUp } from '../../services/operator/authenticator-set-up.tsx';
import { useOperator } from '../../services/operator/operator.tsx';
import { RecoveryCodeList } from '../../services/operator/recovery-code-list.tsx';
import { LoadFailed, FactsLoading } from '../../services/queue/states.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { beginSession, endSession } from '../../services/session/session.ts';
import type { OperatorSession } from '../../services/session/session.ts';
import { OwnPassword } from './password-form.tsx';
import { useMomentText } from '../../services/moments/moments.tsx';
import { PageHead } from '../../services/queue/page-head.tsx';
import { TableFrame } from '../../lib/table-frame.tsx';

export function AccountPage() {
  const t = useTranslations('account');
  return (
    <Stack gap="md">
      <PageHead title={t('title')} />
      <div className="two-columns">
        <Stack gap="md">
          <OwnPassword />
          <Authenticator />
        </Stack>
        <Stack gap="md">
          <Sessions />
          <Leaving />
        </Stack>
      </div>
    </Stack>
  );
}

function Authenticator() {
  const t = useTranslations('account');
  const { secured } = useOperator();
  const [isOpen, setOpen] = useState(false);
  const [renewal, setRenewal] = useState<'off' | 'asks' | TotpSecretView>('off');
  const [done, setDone] = useState<{ codes: readonly string[]; session: OperatorSession } | null>(null);
  return (
    <Paper withBorder radius="lg" p="md" style={{ borderColor: 'var(--candor-line)' }}>
      <Group justify="space-between" mb={isOpen ? 'md' : 0}>
        <div>
          <Title order={2}>{t('authenticator')}</Title>
          <Text c="dimmed">{t(secured ? 'authenticatorOn' : 'authenticatorOff')}</Text>
        </div>
        {secured ? (
          <Group gap="sm">
            <StatusBadge tone="good">{t('on')}</StatusBadge>
            {renewal === 'off' && (
              <Button variant="default" onClick={() => setRenewal('asks')}>
                {t('renew')}
              </Button>
            )}
          </Group>
        ) : (
          !isOpen && <Button onClick={() => setOpen(true)}>{t('setUp')}</Button>
        )}
      </Group>
      {renewal === 'asks' && <OldCode onSecret={setRenewal} />}
      {typeof renewal !== 'string' && done === null && (
        <AuthenticatorSetUp secret={renewal} onDone={(codes, session) => setDone({ codes, session })} />
      )}
      {isOpen && done === null && <AuthenticatorSetUp onDone={(codes, session) => setDone({ codes, session })} />}
      {done !== null && <RecoveryCodeList codes={done.codes} onDone={() => beginSession(done.session)} />}
    </Paper>
  );
}

/** Another authenticator needs a code of the one that it replaces. */
function OldCode({ onSecret }: { onSecret: (secret: TotpSecretView) => void }) {
  const t = useTranslations('account');
  const messageOf = useMessageOf();
  const [code, setCode] = useState('');
  const asking = useMutation({
    mutationFn: async () => await call(renewOperatorTotp, { body: { code } }),
    onSuccess: onSecret,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') asking.mutate();
      }}
    >
      <Group align="end" mt="md">
        <TextInput
          label={t('renewHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={32}
          value={code}
          error={asking.error === null ? null : messageOf(asking.error)}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Button type="submit" loading={asking.isPending}>
          {t('goOn')}
        </Button>
      </Group>
    </form>
  );
}

/** One act: roles, sessions, password and second factor go at once. */
function Leaving() {
  const t = useTranslations('account');
  const [isOpen, setOpen] = useState(false);
  return (
    <Paper withBorder radius="lg" p="md" style={{ borderColor: 'var(--candor-line)' }}>
      <Group justify="space-between">
        <div>
          <Title order={2}>{t('leave')}</Title>
          <Text c="dimmed">{t('leaveHint')}</Text>
        </div>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('leave')}
        </Button>
      </Group>
      {isOpen && (
        <DecisionForm
          title={t('leaveTitle')}
          submit={t('leave')}
          isDangerous
          onSubmit={async ({ reason }) => {
            await call(leaveStaff, { body: { reason } });
            endSession('logout');
          }}
          onClose={() => setOpen(false)}
        >
          <Text c="dimmed">{t('leaveHint')}</Text>
        </DecisionForm>
      )}
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
      <Paper withBorder radius="lg" p="md" style={{ borderColor: 'var(--candor-line)' }}>
        <FactsLoading />
      </Paper>
    );
  return (
    <Paper withBorder radius="lg" style={{ borderColor: 'var(--candor-line)', overflow: 'clip' }}>
      <div style={{ padding: 'var(--mantine-spacing-md)' }}>
        <Title order={2}>{t('sessions')}</Title>
        <Text c="dimmed">{t('sessionsHint')}</Text>
      </div>
      <TableFrame>
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
      </TableFrame>
    </Paper>
  );
}
