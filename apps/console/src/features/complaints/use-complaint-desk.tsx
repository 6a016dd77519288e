/* Complaints as a queue: on their own page, and among all that waits. */

import { useState } from 'react';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { MessageSquareWarning } from 'lucide-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { listMembersComplaints, readComplaint, takeComplaint } from '@candor/contract/calls/console/complaints';
import type { OperatorComplaintView } from '@candor/contract/complaints';
import { useMessageOf } from '../../lib/i18n.tsx';
import { hrefTo } from '../../lib/location.ts';
import { call } from '../../services/api/request.ts';
import { MemberContext } from '../../services/member/member-context.tsx';
import { MomentText } from '../../services/moments/moments.tsx';
import { useMay, useOperator } from '../../services/operator/operator.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import type { DeskWithForms } from '../../services/queue/queue-desk.ts';
import { queueOf } from '../../services/queue/queue-of.ts';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { useWork } from '../../services/work/use-work.ts';
import type { WorkQueue } from '../../services/work/work-line.ts';
import { StepForm } from './step-forms.tsx';

const TONES = { received: 'wait', taken: 'busy', asked: 'quiet', answered: 'good', withdrawn: 'quiet' } as const;
const MINUTE_MS = 60_000;

type Writing = { readonly kind: 'ask' | 'answer'; readonly complaint: OperatorComplaintView };

export function useComplaintDesk(): DeskWithForms<OperatorComplaintView> {
  const t = useTranslations('complaints');
  const may = useMay();
  const { id: ownId } = useOperator();
  const [writing, setWriting] = useState<Writing | null>(null);
  return {
    ...queueOf(listMembersComplaints),
    idOf: ({ id }) => id,
    readOne: async (id, signal) => await call(readComplaint, { params: { id }, signal }),
    versionOf: ({ steps }) => steps.length,
    areKeysOff: writing !== null,
    panelTitle: (row) => (
      <Group gap="sm">
        <Text fw={650} fz="lg" className="figures">
          {t('number', { no: row.id })}
        </Text>
        <State row={row} />
      </Group>
    ),
    panel: (row) => (
      <Panel
        row={row}
        mayAct={may('support:complaint:answer')}
        onWrite={(kind) => setWriting({ kind, complaint: row })}
      />
    ),
    // Who answers takes it by that. A colleague's is taken over first, with the button of its panel.
    onApprove: (row) => {
      if (may('support:complaint:answer') && row.endedAt === null && !isTheirs(row, ownId))
        setWriting({ kind: 'answer', complaint: row });
    },
    waitingOf: (row) =>
      row.endedAt === null ? { since: row.openedAt, promisedMinutes: promisedMinutes(row), amount: null } : null,
    forms: writing !== null && <StepForm {...writing} onClose={() => setWriting(null)} />,
  };
}

export function useComplaintWork(): WorkQueue {
  const { id: ownId } = useOperator();
  return useWork<OperatorComplaintView>({
    kind: 'complaints',
    icon: MessageSquareWarning,
    path: '/complaints',
    permission: 'support:complaint:read',
    counter: 'complaints',
    desk: useComplaintDesk(),
    query: { queue: 'open' },
    factsOf: (row) =>
      row.endedAt === null
        ? {
            subject: row.member.username,
            amount: null,
            since: row.openedAt,
            promisedMinutes: promisedMinutes(row),
            state: <State row={row} />,
            isMine: row.operator?.id === ownId,
          }
        : null,
  });
}

/** The clock counts business days; the list of all work counts minutes to the end of the last of them. */
function promisedMinutes({ openedAt, dueAt }: OperatorComplaintView): number {
  return Math.round((Date.parse(dueAt) - Date.parse(openedAt)) / MINUTE_MS);
}

export function State({ row: { state, daysLeft } }: { row: OperatorComplaintView }) {
  const t = useTranslations('complaints');
  return (
    <Group gap={6}>
      <StatusBadge tone={TONES[state]}>{t(`stateOf.${state}`)}</StatusBadge>
      {daysLeft !== null && daysLeft < 0 && <StatusBadge tone="bad">{t('late', { count: -daysLeft })}</StatusBadge>}
    </Group>
  );
}

type PanelProps = {
  row: OperatorComplaintView;
  mayAct: boolean;
  onWrite: (kind: Writing['kind']) => void;
};

function Panel({ row, mayAct, onWrite }: PanelProps) {
  const t = useTranslations('complaints');
  const { daysLeft, operator, recordedBy, about } = row;
  return (
    <Stack gap="lg">
      {mayAct && row.endedAt === null && <Acts row={row} onWrite={onWrite} />}
      <Facts
        facts={[
          [t('topic'), t(`topicOf.${row.topic}`)],
          [t('openedAt'), <MomentText key="openedAt" at={row.openedAt} />],
          [t('dueOn'), daysLeft === null ? row.dueOn : `${row.dueOn} · ${leftOf(t, daysLeft)}`],
          [t('operator'), operator?.username ?? '—'],
          ...(recordedBy === null ? [] : [[t('recordedBy'), recordedBy.username] as const]),
          ...(about === null ? [] : [[t('about'), <About key="about" about={about} />] as const]),
          ...(row.messageId === null
            ? []
            : [
                [
                  t('fromChat'),
                  <Anchor key="chat" href={hrefTo('/support', { q: row.member.username })}>
                    {t('openChat')}
                  </Anchor>,
                ] as const,
              ]),
        ]}
      />
      <Text className="wrap-anywhere" style={{ whiteSpace: 'pre-wrap' }}>
        {row.text}
      </Text>
      <Steps row={row} />
      <MemberContext id={row.member.id} />
    </Stack>
  );
}

const PLACES = {
  order: { path: '/orders', permission: 'market:order:read' },
  deposit: { path: '/deposits', permission: 'cashier:deposit:read' },
  withdrawal: { path: '/withdrawals', permission: 'cashier:withdrawal:read' },
} as const;

/** The way to it, for whoever may read it. */
function About({ about: { kind, id, name } }: { about: NonNullable<OperatorComplaintView['about']> }) {
  const t = useTranslations('complaints');
  const may = useMay();
  const { path, permission } = PLACES[kind];
  const words = t(`aboutOf.${kind}`, { name });
  return may(permission) ? (
    <Anchor className="figures" href={hrefTo(path, { q: name, row: id })}>
      {words}
    </Anchor>
  ) : (
    words
  );
}

function isTheirs({ operator }: OperatorComplaintView, ownId: string): boolean {
  return operator !== null && operator.id !== ownId;
}

type Say = ReturnType<typeof useTranslations<'complaints'>>;

export function leftOf(t: Say, days: number): string {
  return days < 0 ? t('late', { count: -days }) : t('left', { count: days });
}

function Acts({ row, onWrite }: Omit<PanelProps, 'mayAct'>) {
  const t = useTranslations('complaints');
  const messageOf = useMessageOf();
  const client = useQueryClient();
  const { id: ownId } = useOperator();
  const isColleagues = isTheirs(row, ownId);
  const taking = useMutation({
    mutationFn: async () => await call(takeComplaint, { params: { id: row.id }, body: {} }),
    onSettled: async () => await client.invalidateQueries(),
  });
  return (
    <Stack gap="xs">
      <Group gap="sm">
        {row.operator?.id !== ownId && (
          <Button variant="default" loading={taking.isPending} onClick={() => taking.mutate()}>
            {t(isColleagues ? 'takeOver' : 'take')}
          </Button>
        )}
        {/* Whoever has it asks and answers: two answers to one complaint would be one too many. */}
        <Button variant="default" disabled={isColleagues} onClick={() => onWrite('ask')}>
          {t('ask')}
        </Button>
        <Button disabled={isColleagues} onClick={() => onWrite('answer')}>
          {t('answer')}
        </Button>
      </Group>
      {taking.error !== null && (
        <Text c="red.8" fz="sm" role="alert">
          {messageOf(taking.error)}
        </Text>
      )}
    </Stack>
  );
}

function Steps({ row: { steps } }: { row: OperatorComplaintView }) {
  const t = useTranslations('complaints');
  return (
    <Stack component="ol" gap="sm" m={0} pl="lg" aria-label={t('steps')}>
      {steps.map((step) => (
        <li key={step.seq}>
          <Text fw={600}>
            {t(`stepOf.${step.kind}`)}
            {step.decision !== null && ` · ${t(`decisionOf.${step.decision}`)}`}
          </Text>
          <Text fz="xs" c="dimmed" className="figures">
            <MomentText at={step.at} /> · {step.operator ?? t('member')}
          </Text>
          {step.text !== null && (
            <Text className="wrap-anywhere" style={{ whiteSpace: 'pre-wrap' }}>
              {step.text}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
}
