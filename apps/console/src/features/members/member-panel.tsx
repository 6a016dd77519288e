/* Everything about one member, and what an operator may do about them. Nothing here touches an order or a result. */

import { endMemberSessions } from '@candor/contract/calls/console/members';
import type { ReactNode } from 'react';
import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { deviceName } from '@candor/ui/device-name';
import type { MemberDetailView } from '@candor/contract/console-members';
import { useMessageOf } from '../../lib/i18n.tsx';
import { hrefTo } from '../../lib/location.ts';
import { call } from '../../services/api/request.ts';
import { useMay, useOperator } from '../../services/operator/operator.tsx';
import { useRoleText } from '../../services/operator/role-text.ts';
import { BankCard } from '../../services/cashier/bank-card.tsx';
import { useBankName } from '../../services/cashier/bank-name.ts';
import { Notes, OpenOrders, RecentMoney } from '../../services/member/member-records.tsx';
import { useMember } from '../../services/member/use-member.ts';
import { RecordComplaint } from '../../services/complaints/record-complaint.tsx';
import { Amount } from '../../services/queue/amount.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { LoadFailed, FactsLoading } from '../../services/queue/states.tsx';
import { useReasonWords } from '../../services/reason/reason-words.ts';
import { OwnData } from './own-data.tsx';
import { OwnLimits } from './own-limits.tsx';
import { useMomentText } from '../../services/moments/moments.tsx';

export function MemberPanel({ id }: { id: string }) {
  const member = useMember(id);
  if (member.error !== null) return <LoadFailed error={member.error} onRetry={() => void member.refetch()} />;
  if (member.data === undefined) return <FactsLoading />;
  return <Detail member={member.data} />;
}

/** What is done about a member stands beside what it is about; nobody does it about themselves. */
function Detail({ member }: { member: MemberDetailView }) {
  const moment = useMomentText();
  const t = useTranslations('members');
  const complaints = useTranslations('complaints');
  const may = useMay();
  const bankName = useBankName();
  const roleText = useRoleText();
  const { id: ownId } = useOperator();
  const isOther = ownId !== member.id;
  const query = { member: member.username, new: member.id };
  return (
    <Stack gap="xl">
      <Part
        title={t('money')}
        action={
          isOther && may('ledger:adjustment:make') && <Way href={hrefTo('/adjustments', query)}>{t('adjust')}</Way>
        }
      >
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
      <Part
        title={t('profile')}
        action={
          isOther &&
          may('member:mark:read') && <Way href={hrefTo('/marks', { member: member.username })}>{t('marks')}</Way>
        }
      >
        <Facts
          facts={[
            [t('id'), member.id],
            [t('verification'), t(`verificationOf.${member.verification}`)],
            [
              t('card'),
              member.card === null ? '—' : <BankCard key="card" {...member.card} bank={bankName(member.card.bank)} />,
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
      <Part
        title={t('openOrders')}
        action={
          may('market:order:read') && <Way href={hrefTo('/orders', { q: member.username })}>{t('allOrders')}</Way>
        }
      >
        <OpenOrders orders={member.openOrders} />
      </Part>
      <Transfers transfers={member.transfers} />
      <Part title={complaints('title')} action={<RecordComplaint member={member} />}>
        {may('support:complaint:read') && (
          <Way href={hrefTo('/complaints', { member: member.username })}>{complaints('ofMember')}</Way>
        )}
      </Part>
      <OwnLimits memberId={member.id} />
      <OwnData memberId={member.id} />
      <Sessions
        member={member}
        release={
          isOther &&
          may('member:factor:make') && <Way href={hrefTo('/factor-releases', query)}>{t('releaseFactor')}</Way>
        }
      />
      <History history={member.history} />
    </Stack>
  );
}

/** The way to a page that does something about this member. */
function Way({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button size="compact-sm" variant="default" component="a" href={href}>
      {children}
    </Button>
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

function Sessions({ member, release }: { member: MemberDetailView; release: ReactNode }) {
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
        <Group gap="xs">
          {release}
          {mayEnd && member.sessions.length > 1 && (
            <Button
              size="compact-sm"
              variant="default"
              loading={ending.isPending}
              onClick={() => ending.mutate(undefined)}
            >
              {t('revokeAll')}
            </Button>
          )}
        </Group>
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
