/* Releases of a lost second factor: proposed by one operator, checked by another, then a day for the member to object. */

import { useState } from 'react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { FACTOR_RELEASE_STATUSES, factorReleasesView, factorReleaseView } from '@candor/contract/console-security';
import type { FactorReleaseView } from '@candor/contract/console-security';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { replaceQuery, useAddress } from '../../lib/location.ts';
import { api } from '../../services/api/request.ts';
import { MemberContext } from '../../services/member/member-context.tsx';
import { useMay, useOperator } from '../../services/operator/operator.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { DecideRelease } from './decide-release.tsx';
import type { ReleaseAct } from './decide-release.tsx';
import { ProposeRelease } from './propose-release.tsx';
import { MomentText, useMomentText } from '../../services/moments/moments.tsx';

type Deciding = { row: FactorReleaseView; act: ReleaseAct };

export function FactorReleasesPage() {
  const t = useTranslations('releases');
  const { params } = useAddress();
  const actsOf = useActs();
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const begin = (act: ReleaseAct) => (row: FactorReleaseView) => {
    if (actsOf(row).includes(act)) setDeciding({ row, act });
  };
  const proposedFor = params.get('new');
  return (
    <>
      <QueuePage<FactorReleaseView>
        title={t('title')}
        path={CONSOLE_PATHS.factorReleases}
        schema={factorReleasesView}
        versionOf={({ status }) => FACTOR_RELEASE_STATUSES.indexOf(status)}
        readOne={async (id, signal) => await api.get(CONSOLE_PATHS.factorRelease(id), factorReleaseView, { signal })}
        areKeysOff={deciding !== null || proposedFor !== null}
        filters={[
          {
            name: 'status',
            label: t('state'),
            choices: FACTOR_RELEASE_STATUSES.map((status) => ({ value: status, label: t(`stateOf.${status}`) })),
          },
          { name: 'member', label: t('member'), width: 220 },
        ]}
        columns={[
          {
            name: 'member',
            title: t('member'),
            isFrozen: true,
            cell: ({ member }) => <RowButton>{member.username}</RowButton>,
          },
          {
            name: 'reason',
            title: t('reason'),
            cell: ({ reason }) => (
              <Text truncate maw={280} title={reason}>
                {reason}
              </Text>
            ),
          },
          { name: 'maker', title: t('maker'), cell: ({ maker }) => maker.username },
          { name: 'status', title: t('state'), cell: ({ status }) => <Status status={status} /> },
          {
            name: 'createdAt',
            title: t('createdAt'),
            cell: ({ createdAt }) => <MomentText at={createdAt} />,
          },
        ]}
        idOf={({ id }) => id}
        panelTitle={(row) => (
          <Group gap="sm">
            <Text fw={650} fz="lg">
              {row.member.username}
            </Text>
            <Status status={row.status} />
          </Group>
        )}
        panel={(row) => <Panel row={row} acts={actsOf(row)} onAct={(act) => setDeciding({ row, act })} />}
        onApprove={begin('approve')}
        onReject={begin('reject')}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
      />
      {deciding !== null && <DecideRelease {...deciding} onClose={() => setDeciding(null)} />}
      {proposedFor !== null && (
        <ProposeRelease
          memberId={proposedFor}
          member={params.get('member') ?? proposedFor}
          onClose={() => replaceQuery({ new: null })}
        />
      )}
    </>
  );
}

/** What this operator may do with a release. The server decides again. */
function useActs(): (row: FactorReleaseView) => ReleaseAct[] {
  const may = useMay();
  const { id } = useOperator();
  return ({ status, maker, member }) => {
    if (member.id === id) return [];
    if (status === 'waiting') return may('member:factor:stop') ? ['stop'] : [];
    if (status !== 'proposed') return [];
    if (maker.id === id) return may('member:factor:make') ? ['withdraw'] : [];
    return may('member:factor:check') ? ['approve', 'reject'] : [];
  };
}

const TONES = {
  proposed: 'wait',
  waiting: 'busy',
  rejected: 'bad',
  withdrawn: 'quiet',
  stopped: 'bad',
  released: 'good',
} as const;

function Status({ status }: Pick<FactorReleaseView, 'status'>) {
  const t = useTranslations('releases.stateOf');
  return <StatusBadge tone={TONES[status]}>{t(status)}</StatusBadge>;
}

type PanelProps = {
  row: FactorReleaseView;
  acts: readonly ReleaseAct[];
  onAct: (act: ReleaseAct) => void;
};

function Panel({ row, acts, onAct }: PanelProps) {
  const t = useTranslations('releases');
  const { id } = useOperator();
  const moment = useMomentText();
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          [t('member'), `${row.member.username} (${row.member.id})`],
          [t('reason'), row.reason],
          [t('maker'), row.maker.username],
          [t('createdAt'), moment(row.createdAt)],
          ...(row.decidedAt === null
            ? []
            : ([
                [t('checker'), row.checker?.username ?? '—'],
                [t('decidedAt'), moment(row.decidedAt)],
                [t('note'), row.note ?? '—'],
              ] as const)),
          ...(row.dueAt === null ? [] : ([[t('dueAt'), moment(row.dueAt)]] as const)),
          ...(row.doneAt === null ? [] : ([[t(`doneAt.${doneWord(row)}`), moment(row.doneAt)]] as const)),
          ...(row.status === 'stopped' ? ([[t('endedBy'), row.endedBy?.username ?? t('byMember')]] as const) : []),
        ]}
      />
      {row.status === 'proposed' && row.maker.id === id && <Text c="dimmed">{t('own')}</Text>}
      {row.status === 'waiting' && <Text c="dimmed">{t('waitHint')}</Text>}
      {acts.length > 0 && (
        <Group gap="sm">
          {acts.map((act) => (
            <Button
              key={act}
              onClick={() => onAct(act)}
              variant={act === 'approve' ? 'filled' : 'outline'}
              color={act === 'approve' ? 'accent' : 'red.9'}
            >
              {t(`act.${act}`)}
            </Button>
          ))}
        </Group>
      )}
      <MemberContext id={row.member.id} />
    </Stack>
  );
}

function doneWord({ status }: FactorReleaseView): 'stopped' | 'released' {
  return status === 'released' ? 'released' : 'stopped';
}
