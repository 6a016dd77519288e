import { listMembers } from '@candor/contract/calls/console/members';
import { queueOf } from '../../services/queue/queue-of.ts';
import { Group, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { MEMBER_STATES, RESTRICTIONS } from '@candor/contract/console-members';
import type { MemberLineView } from '@candor/contract/console-members';
import { Amount } from '../../services/queue/amount.tsx';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { ENDING_TONES } from '../../services/member/member-records.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { MemberPanel } from './member-panel.tsx';
import { RestrictMenu } from './restrict-menu.tsx';
import { MomentText } from '../../services/moments/moments.tsx';

/** Finds a member, and opens everything about them beside the list. */
export function MembersPage() {
  const t = useTranslations('members');
  return (
    <QueuePage<MemberLineView>
      title={t('title')}
      {...queueOf(listMembers)}
      filters={[
        { name: 'q', label: t('search'), placeholder: t('searchHint'), width: 300 },
        {
          name: 'restriction',
          label: t('state'),
          choices: MEMBER_STATES.map((state) => ({ value: state, label: t(`stateOf.${state}`) })),
        },
      ]}
      columns={[
        {
          name: 'username',
          title: t('username'),
          isFrozen: true,
          cell: ({ username }) => <RowButton>{username}</RowButton>,
        },
        { name: 'id', title: t('id'), isExtra: true, cell: ({ id }) => id },
        { name: 'phone', title: t('phone'), cell: ({ phone }) => phone },
        {
          name: 'available',
          title: t('available'),
          isNumber: true,
          cell: ({ available }) => <Amount text={available} />,
        },
        { name: 'state', title: t('state'), cell: (line) => <States line={line} /> },
        {
          name: 'createdAt',
          title: t('createdAt'),
          isExtra: true,
          sort: 'createdAt',
          cell: ({ createdAt }) => <MomentText at={createdAt} />,
        },
      ]}
      idOf={({ id }) => id}
      panelTitle={({ id, username, ...line }) => (
        <Group gap="sm">
          <Text fw={650} fz="lg">
            {username}
          </Text>
          <States line={line} />
          <RestrictMenu id={id} />
        </Group>
      )}
      panel={({ id }) => <MemberPanel id={id} />}
      csv={{
        list: 'members',
        columns: [
          { name: 'username', title: t('username') },
          { name: 'id', title: t('id') },
          { name: 'phone', title: t('phone') },
          { name: 'available', title: t('available') },
          {
            name: 'state',
            title: t('state'),
            words: Object.fromEntries(RESTRICTIONS.map((kind) => [kind, t(`stateOf.${kind}`)])),
          },
          { name: 'createdAt', title: t('createdAt'), isMoment: true },
        ],
      }}
      empty={{ title: t('empty'), hint: t('emptyHint') }}
    />
  );
}

function States({ line: { restrictions, ending } }: { line: Pick<MemberLineView, 'restrictions' | 'ending'> }) {
  const t = useTranslations('members.stateOf');
  if (restrictions.length === 0 && ending === null) return <StatusBadge tone="quiet">{t('free')}</StatusBadge>;
  return (
    <Group gap={4}>
      {ending !== null && <StatusBadge tone={ENDING_TONES[ending]}>{t(ending)}</StatusBadge>}
      {restrictions.map((kind) => (
        <StatusBadge key={kind} tone="bad">
          {t(kind)}
        </StatusBadge>
      ))}
    </Group>
  );
}
