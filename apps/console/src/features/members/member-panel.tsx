/* Everything about one member, and what an operator may do about them. Nothing here touches an order or a result. */

import { endMemberSessions, forbidMember, freezeMember, listMembers } from '@candor/contract/calls/console/members';
import { queueKey } from '../../services/queue/queue-of.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Alert, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { deviceName } from '@candor/ui/device-name';
import { forbidBody, freezeBody, RESTRICTIONS } from '@candor/contract/console-members';
import type { MemberDetailView, Restriction } from '@candor/contract/console-members';
import { REASONS } from '@candor/contract/reasons';
import { useMessageOf } from '../../lib/i18n.tsx';
import { hrefTo } from '../../lib/location.ts';
import { call } from '../../services/api/request.ts';
import { useMay, useOperator } from '../../services/operator/operator.tsx';
import { useRoleText } from '../../services/operator/role-text.ts';
import { useBankName } from '../../services/cashier/bank-name.ts';
import { Notes, OpenOrders, RecentMoney } from '../../services/member/member-records.tsx';
import { useMember } from '../../services/member/use-member.ts';
import { Amount } from '../../services/queue/amount.tsx';
import { DecisionForm } from '../../services/queue/decision-form.tsx';
import type { Decision } from '../../services/queue/decision-form.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { LoadFailed, FactsLoading } from '../../services/queue/states.tsx';
import { useReasonWords } from '../../services/reason/reason-words.ts';
import { OwnLimits } from './own-limits.tsx';
import { useMomentText } from '../../services/moments/moments.tsx';

type Change = { kind: Restriction; restricted: boolean };

export function MemberPanel({ id }: { id: string }) {
  const member = useMember(id);
  if (member.error !== null) return <LoadFailed error={member.error} onRetry={() => void member.refetch()} />;
  if (member.data === undefined) return <FactsLoading />;
  return <Detail member={member.data} />;
}

function Detail({ member }: { member: MemberDetailView }) {
  const moment = useMomentText();
  const t = useTranslations('members');
  const may = useMay();
  const bankName = useBankName();
  const roleText = useRoleText();
  const { id: ownId } = useOperator();
  const [change, setChange] = useState<Change | null>(null);
  const isOwn = ownId === member.id;
  return (
    <Stack gap="xl">
      {!isOwn && (
        <Group gap="xs">
          {RESTRICTIONS.filter((kind) =>
            may(kind === 'frozen' ? 'member:profile:freeze' : 'member:profile:forbid'),
          ).map((kind) => {
            const restricted = !member.restrictions.includes(kind);
            return (
              <Button
                key={kind}
                size="compact-md"
                variant={restricted ? 'outline' : 'default'}
                color={restricted ? 'red.9' : 'gray'}
                onClick={() => setChange({ kind, restricted })}
              >
                {t(`act.${kind}.${restricted ? 'set' : 'lift'}`)}
              </Button>
            );
          })}
          {may('ledger:adjustment:make') && (
            <Button
              size="compact-md"
              variant="default"
              component="a"
              href={hrefTo('/adjustments', { member: member.username, new: member.id })}
            >
              {t('adjust')}
            </Button>
          )}
          {may('member:factor:make') && (
            <Button
              size="compact-md"
              variant="default"
              component="a"
              href={hrefTo('/factor-releases', { member: member.username, new: member.id })}
            >
              {t('releaseFactor')}
            </Button>
          )}
          {may('member:mark:read') && (
            <Button
              size="compact-md"
              variant="default"
              component="a"
              href={hrefTo('/marks', { member: member.username })}
            >
              {t('marks')}
            </Button>
          )}
        </Group>
      )}
      <Part title={t('money')}>
        <Facts
          facts={[
            [t('total'), <Amount key="total" text={member.money.total} />],
            [t('available'), <Amount key="available" text={member.money.available} />],
            [t('held'), <Amount key="held" text={member.money.held} />],
            [t('invested'), <Amount key="invested" text={member.money.invested} />],
            [t('openStake'), <Amount key="openStake" text={member.money.openStake} />],
          ]}
        />
      </Part>
      <Part title={t('profile')}>
        <Facts
          facts={[
            [t('id'), member.id],
            [t('verification'), t(`verificationOf.${member.verification}`)],
            [
              t('card'),
              member.card === null ? '—' : `${bankName(member.card.bank)} ${member.card.number} ${member.card.holder}`,
            ],
            [t('phone'), member.phone],
            [t('realName'), member.realName ?? '—'],
            [t('email'), member.email ?? '—'],
            [t('country'), member.country ?? '—'],
            [t('inviteCode'), member.inviteCode],
            [t('invitedBy'), member.invitedBy ?? '—'],
            [t('roles'), member.roles.map((role) => roleText(role)).join(' · ')],
            [t('orders'), member.orders],
            [t('createdAt'), moment(member.createdAt)],
          ]}
        />
      </Part>
      <Part title={t('notes')}>
        <Notes member={member} />
      </Part>
      <Part title={t('deposits')}>
        <RecentMoney lines={member.deposits} path="/deposits" />
      </Part>
      <Part title={t('withdrawals')}>
        <RecentMoney lines={member.withdrawals} path="/withdrawals" />
      </Part>
      <Part title={t('openOrders')}>
        <OpenOrders orders={member.openOrders} />
      </Part>
      <Transfers transfers={member.transfers} />
      <OwnLimits memberId={member.id} />
      <Sessions member={member} />
      <History history={member.history} />
      {change !== null && <Restrict member={member} change={change} onClose={() => setChange(null)} />}
    </Stack>
  );
}

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <Title order={2}>{title}</Title>
        {action}
      </Group>
      {children}
    </section>
  );
}

function Restrict({ member, change, onClose }: { member: MemberDetailView; change: Change; onClose: () => void }) {
  const t = useTranslations('members');
  const client = useQueryClient();
  const { kind, restricted } = change;
  const submit = async ({ reason, note, key }: Decision) => {
    const given = { params: { id: member.id }, idempotencyKey: key };
    const body = { restricted, reason, note };
    await (kind === 'frozen'
      ? call(freezeMember, { ...given, body: freezeBody.parse(body) })
      : call(forbidMember, { ...given, body: forbidBody.parse({ ...body, kind }) }));
    await Promise.all([
      client.invalidateQueries({ queryKey: ['member', member.id] }),
      client.invalidateQueries({ queryKey: queueKey(listMembers) }),
    ]);
    notifications.show({ message: t('done'), color: 'teal' });
  };
  return (
    <DecisionForm
      title={`${t(`act.${kind}.${restricted ? 'set' : 'lift'}`)} · ${member.username}`}
      submit={t(`act.${kind}.${restricted ? 'set' : 'lift'}`)}
      isDangerous={restricted}
      told={restricted ? { subject: kind, language: member.language } : REASONS.lifted}
      onSubmit={submit}
      onClose={onClose}
    >
      <Alert color={restricted ? 'orange' : 'blue'}>{t(restricted ? `effect.${kind}` : 'effect.lift')}</Alert>
    </DecisionForm>
  );
}

function Transfers({ transfers }: Pick<MemberDetailView, 'transfers'>) {
  const momentText = useMomentText();
  const t = useTranslations('members');
  const types = useTranslations('common.transferTypes');
  return (
    <Part title={t('transfers')}>
      {transfers.length === 0 ? (
        <Text c="dimmed">{t('noTransfers')}</Text>
      ) : (
        <Table verticalSpacing={6} horizontalSpacing={0}>
          <Table.Tbody>
            {transfers.map(({ id, at, type, amount, balanceAfter }) => (
              <Table.Tr key={id}>
                <Table.Td style={{ whiteSpace: 'nowrap' }} c="dimmed">
                  {momentText(at)}
                </Table.Td>
                <Table.Td px="sm">{types(type)}</Table.Td>
                <Table.Td className="number">
                  <Amount text={amount} signed />
                </Table.Td>
                <Table.Td className="number" c="dimmed">
                  <Amount text={balanceAfter} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Part>
  );
}

function Sessions({ member }: { member: MemberDetailView }) {
  const moment = useMomentText();
  const t = useTranslations('members');
  const may = useMay();
  const client = useQueryClient();
  const messageOf = useMessageOf();
  const ending = useMutation({
    mutationFn: async (session: string | undefined) =>
      await call(endMemberSessions, { params: { id: member.id }, query: { session } }),
    onSettled: async () => await client.invalidateQueries({ queryKey: ['member', member.id] }),
    onError: (error) => notifications.show({ message: messageOf(error), color: 'red' }),
  });
  const mayEnd = may('member:profile:sessions');
  return (
    <Part
      title={t('sessions')}
      action={
        mayEnd &&
        member.sessions.length > 1 && (
          <Button
            size="compact-sm"
            variant="default"
            loading={ending.isPending}
            onClick={() => ending.mutate(undefined)}
          >
            {t('revokeAll')}
          </Button>
        )
      }
    >
      {member.sessions.length === 0 ? (
        <Text c="dimmed">{t('noSessions')}</Text>
      ) : (
        <Stack gap="sm">
          {member.sessions.map((session) => (
            <Group key={session.id} justify="space-between" wrap="nowrap">
              <div style={{ minWidth: 0 }}>
                <Text truncate>{deviceName(session.device) ?? '—'}</Text>
                <Text fz="xs" c="dimmed">
                  {session.address ?? '—'} · {moment(session.lastSeenAt)}
                </Text>
              </div>
              {mayEnd && (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={ending.isPending && ending.variables === session.id}
                  onClick={() => ending.mutate(session.id)}
                >
                  {t('revoke')}
                </Button>
              )}
            </Group>
          ))}
        </Stack>
      )}
    </Part>
  );
}

function History({ history }: Pick<MemberDetailView, 'history'>) {
  const moment = useMomentText();
  const t = useTranslations('members');
  const reasonWords = useReasonWords();
  return (
    <Part title={t('restrictions')}>
      {history.length === 0 ? (
        <Text c="dimmed">{t('noRestrictions')}</Text>
      ) : (
        <Stack gap="sm">
          {history.map(({ id, kind, restricted, reason, note, operator, at }) => (
            <div key={id}>
              <Text fw={600}>{t(`act.${kind}.${restricted ? 'set' : 'lift'}`)}</Text>
              <Text className="wrap-anywhere">{reasonWords(reason, note)}</Text>
              <Text fz="xs" c="dimmed">
                {t(restricted ? 'wasSet' : 'wasLifted', { operator, at: moment(at) })}
              </Text>
            </div>
          ))}
        </Stack>
      )}
    </Part>
  );
}
