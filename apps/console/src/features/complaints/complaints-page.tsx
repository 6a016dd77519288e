/* The register of complaints: what is due first, with the figures of the last year. */

import { Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { readComplaintFigures } from '@candor/contract/calls/console/complaints';
import { COMPLAINT_DECISIONS, COMPLAINT_QUEUES, COMPLAINT_STATES, COMPLAINT_TOPICS } from '@candor/contract/complaints';
import { call } from '../../services/api/request.ts';
import { MomentText } from '../../services/moments/moments.tsx';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import './complaints.css';
import { leftOf, State, useComplaintDesk } from './use-complaint-desk.tsx';

export function ComplaintsPage() {
  const t = useTranslations('complaints');
  const { forms, ...desk } = useComplaintDesk();
  return (
    <>
      <QueuePage
        {...desk}
        title={t('title')}
        hint={t('hint')}
        head={<Figures />}
        filters={[
          {
            name: 'queue',
            label: t('queue'),
            choices: COMPLAINT_QUEUES.filter((one) => one !== 'all').map((value) => ({
              value,
              label: t(`queueOf.${value}`),
            })),
          },
          {
            name: 'topic',
            label: t('topic'),
            choices: COMPLAINT_TOPICS.map((value) => ({ value, label: t(`topicOf.${value}`) })),
          },
          { name: 'member', label: t('member'), width: 220 },
        ]}
        columns={[
          { name: 'number', title: t('no'), isFrozen: true, cell: ({ id }) => <RowButton>{id}</RowButton> },
          { name: 'member', title: t('member'), cell: ({ member }) => member.username },
          { name: 'topic', title: t('topic'), cell: ({ topic }) => t(`topicOf.${topic}`) },
          { name: 'state', title: t('state'), cell: (row) => <State row={row} /> },
          {
            name: 'dueOn',
            title: t('dueOn'),
            cell: ({ dueOn, daysLeft }) => (
              <Text fz="sm" className="figures" style={{ whiteSpace: 'nowrap' }}>
                {dueOn}
                {daysLeft !== null && ` · ${leftOf(t, daysLeft)}`}
              </Text>
            ),
          },
          { name: 'operator', title: t('operator'), cell: ({ operator }) => operator?.username ?? '—' },
          {
            name: 'openedAt',
            title: t('openedAt'),
            isExtra: true,
            cell: ({ openedAt }) => <MomentText at={openedAt} />,
          },
        ]}
        csv={{
          list: 'complaints',
          columns: [
            { name: 'number', title: t('no') },
            { name: 'member', title: t('member') },
            {
              name: 'topic',
              title: t('topic'),
              words: Object.fromEntries(COMPLAINT_TOPICS.map((topic) => [topic, t(`topicOf.${topic}`)])),
            },
            {
              name: 'state',
              title: t('state'),
              words: Object.fromEntries(COMPLAINT_STATES.map((state) => [state, t(`stateOf.${state}`)])),
            },
            {
              name: 'decision',
              title: t('decision'),
              words: Object.fromEntries(COMPLAINT_DECISIONS.map((decision) => [decision, t(`decisionOf.${decision}`)])),
            },
            { name: 'about', title: t('about') },
            { name: 'operator', title: t('operator') },
            { name: 'openedAt', title: t('openedAt'), isMoment: true },
            { name: 'dueOn', title: t('dueOn') },
            { name: 'endedAt', title: t('endedAt'), isMoment: true },
            { name: 'text', title: t('text') },
          ],
        }}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
      />
      {forms}
    </>
  );
}

/** Open ones now, and how those of the last year ended. */
function Figures() {
  const t = useTranslations('complaints.figures');
  const topics = useTranslations('complaints.topicOf');
  const { data } = useQuery({
    // Beside the queue's own key: an act makes both old.
    queryKey: ['queue', readComplaintFigures.path],
    queryFn: async ({ signal }) => await call(readComplaintFigures, { signal }),
    refetchInterval: 60_000,
  });
  if (data === undefined) return null;
  const tiles = [
    [t('open'), data.open.toString()],
    [t('late'), data.late.toString()],
    [t('opened'), data.opened.toString()],
    [t('inTime'), data.answered === 0 ? '—' : `${Math.round((100 * data.inTime) / data.answered)} %`],
    [t('median'), data.medianDays === null ? '—' : t('days', { count: data.medianDays })],
    [t('decisions'), `${data.upheld} / ${data.partly} / ${data.rejected}`],
  ] as const;
  return (
    <Paper withBorder radius="lg" component="section" aria-label={t('title')} px="md" py="sm" mb="md">
      <dl className="complaint-figures">
        {tiles.map(([name, value]) => (
          <div key={name}>
            <Text component="dt" fz="xs" c="dimmed">
              {name}
            </Text>
            <Text component="dd" m={0} fw={650} className="figures">
              {value}
            </Text>
          </div>
        ))}
      </dl>
      <Text fz="xs" c="dimmed" mt={6} className="figures">
        {[t('title'), ...data.topics.map(({ topic, complaints }) => `${topics(topic)} ${complaints}`)].join(' · ')}
      </Text>
    </Paper>
  );
}
