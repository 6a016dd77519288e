/* Invitations and their rewards: what waits, what was paid, and what was refused and why. Nothing is decided here. */

import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { listInvitations } from '@candor/contract/calls/console/rewards';
import { INVITATION_STATES, REWARD_REFUSALS } from '@candor/contract/rewards';
import type { OperatorInvitation } from '@candor/contract/rewards';
import { hrefTo } from '../../lib/location.ts';
import { MomentText } from '../../services/moments/moments.tsx';
import { useMay } from '../../services/operator/operator.tsx';
import { Amount } from '../../services/queue/amount.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { queueOf } from '../../services/queue/queue-of.ts';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';

const TONES = { waiting: 'wait', earned: 'busy', paid: 'good', refused: 'bad' } as const;

export function InvitationsPage() {
  const t = useTranslations('invitations');
  return (
    <QueuePage
      {...queueOf(listInvitations)}
      title={t('title')}
      versionOf={({ state }) => INVITATION_STATES.indexOf(state)}
      hint={t('hint')}
      filters={[
        {
          name: 'status',
          label: t('state'),
          choices: INVITATION_STATES.map((state) => ({ value: state, label: t(`stateOf.${state}`) })),
        },
        { name: 'member', label: t('member'), placeholder: t('memberHint'), width: 220 },
      ]}
      columns={[
        {
          name: 'invitee',
          title: t('invitee'),
          isFrozen: true,
          cell: ({ invitee }) => <RowButton>{invitee.username}</RowButton>,
        },
        { name: 'inviter', title: t('inviter'), cell: ({ inviter }) => inviter.username },
        { name: 'state', title: t('state'), cell: (row) => <State row={row} /> },
        {
          name: 'reason',
          title: t('reason'),
          cell: ({ reason }) => (
            <Text truncate maw={280}>
              {reason === null ? '—' : t(`reasonOf.${reason}`)}
            </Text>
          ),
        },
        { name: 'turnover', title: t('turnover'), isNumber: true, cell: (row) => <Turnover row={row} /> },
        { name: 'amount', title: t('amount'), isNumber: true, cell: ({ amount }) => <Amount text={amount} /> },
      ]}
      idOf={({ invitee }) => invitee.id}
      panelTitle={(row) => (
        <Group gap="sm">
          <Text fw={650} fz="lg">
            {row.invitee.username}
          </Text>
          <State row={row} />
        </Group>
      )}
      panel={(row) => <Panel row={row} />}
      csv={{
        list: 'invitations',
        columns: [
          { name: 'invitee', title: t('invitee') },
          { name: 'inviter', title: t('inviter') },
          {
            name: 'state',
            title: t('state'),
            words: Object.fromEntries(INVITATION_STATES.map((state) => [state, t(`stateOf.${state}`)])),
          },
          {
            name: 'reason',
            title: t('reason'),
            words: Object.fromEntries(REWARD_REFUSALS.map((reason) => [reason, t(`reasonOf.${reason}`)])),
          },
          { name: 'turnover', title: t('turnover') },
          { name: 'needed', title: t('needed') },
          { name: 'amount', title: t('amount') },
          { name: 'createdAt', title: t('createdAt'), isMoment: true },
          { name: 'movedAt', title: t('movedAt'), isMoment: true },
        ],
      }}
      empty={{ title: t('empty'), hint: t('emptyHint') }}
    />
  );
}

function State({ row: { state } }: { row: OperatorInvitation }) {
  const t = useTranslations('invitations.stateOf');
  return <StatusBadge tone={TONES[state]}>{t(state)}</StatusBadge>;
}

function Turnover({ row: { turnover, needed } }: { row: OperatorInvitation }) {
  if (needed === null) return '—';
  return (
    <span className="unbroken">
      <Amount text={turnover} /> / <Amount text={needed} />
    </span>
  );
}

function Panel({ row }: { row: OperatorInvitation }) {
  const t = useTranslations('invitations');
  const may = useMay();
  const link = ({ id, username }: OperatorInvitation['inviter']) =>
    may('member:profile:read') ? <Anchor href={hrefTo('/members', { row: id })}>{username}</Anchor> : username;
  return (
    <Stack gap="lg">
      {row.reason !== null && <Text>{t(`reasonOf.${row.reason}`)}</Text>}
      {row.state === 'earned' && <Text c="dimmed">{t('earnedHint')}</Text>}
      <Facts
        facts={[
          [t('inviter'), link(row.inviter)],
          [t('invitee'), link(row.invitee)],
          [t('amount'), <Amount key="amount" text={row.amount} />],
          [t('turnover'), <Turnover key="turnover" row={row} />],
          [t('createdAt'), <MomentText key="createdAt" at={row.createdAt} />],
          [t('movedAt'), <MomentText key="movedAt" at={row.movedAt} />],
        ]}
      />
    </Stack>
  );
}
