/* What is wrong with the site, and what was: who sees to it, and since when. Operators take, acknowledge and note; the site opens and closes. */

import { useState } from 'react';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { CircleAlert, CircleCheck, Eye, Send } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { newKey } from '@candor/api-client/new-key';
import { actOnAlarm, listOperatorAlarms, readOperatorAlarm } from '@candor/contract/calls/console/alarms';
import { ALARM_KINDS, ALARM_STATES } from '@candor/contract/console-alarms';
import type { OperatorAlarm } from '@candor/contract/console-alarms';
import { call } from '../../services/api/request.ts';
import { useTimeText } from '../../services/cashier/time-text.ts';
import { useNow } from '../../services/cashier/use-now.ts';
import { MomentText } from '../../services/moments/moments.tsx';
import { useMay, useOperator } from '../../services/operator/operator.tsx';
import { FailedAct } from '../../services/queue/failed-act.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { KeyOf } from '../../services/queue/key-of.tsx';
import { queueOf } from '../../services/queue/queue-of.ts';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { MessagesOfAlarm, TestDialog } from './alarm-messages.tsx';
import { AlarmForm, useAlarmAct } from './alarm-form.tsx';
import { pageOfAlarm } from './alarm-pages.ts';
import { useAlarmWords } from './alarm-words.ts';

type Writing = { readonly alarm: OperatorAlarm; readonly act: 'acknowledge' | 'note' };

export function AlarmsPage() {
  const t = useTranslations('alarms');
  const common = useTranslations('common');
  const may = useMay();
  const words = useAlarmWords();
  const [writing, setWriting] = useState<Writing>();
  const [isTesting, setTesting] = useState(false);
  const mayAct = may(actOnAlarm.permission);
  return (
    <>
      <QueuePage<OperatorAlarm>
        {...queueOf(listOperatorAlarms)}
        title={t('title')}
        hint={t('hint')}
        readOne={async (id, signal) => await call(readOperatorAlarm, { params: { id }, signal })}
        versionOf={versionOf}
        areKeysOff={writing !== undefined || isTesting}
        actions={
          <Button variant="default" leftSection={<Send size={16} aria-hidden />} onClick={() => setTesting(true)}>
            {t('channels')}
          </Button>
        }
        {...(mayAct
          ? { onApprove: (alarm) => alarm.acknowledgedAt === null && setWriting({ alarm, act: 'acknowledge' }) }
          : {})}
        filters={[
          {
            name: 'state',
            label: t('state'),
            choices: ALARM_STATES.map((value) => ({ value, label: t(`stateOf.${value}`) })),
          },
          {
            name: 'kind',
            label: t('kind'),
            choices: ALARM_KINDS.map((value) => ({ value, label: t(`kindOf.${value}`) })),
          },
          { name: 'period', label: common('period.label'), isPeriod: true },
        ]}
        columns={[
          {
            name: 'what',
            title: t('what'),
            isFrozen: true,
            width: 220,
            cell: ({ kind }) => <RowButton>{t(`kindOf.${kind}`)}</RowButton>,
          },
          { name: 'state', title: t('state'), cell: ({ state }) => <State state={state} /> },
          { name: 'says', title: t('subject'), isRest: true, isExtra: true, cell: (alarm) => words(alarm) },
          { name: 'openedAt', title: t('openedAt'), cell: ({ openedAt }) => <MomentText at={openedAt} /> },
          { name: 'lasted', title: t('lasted'), isNumber: true, cell: (alarm) => <Lasted alarm={alarm} /> },
          { name: 'owner', title: t('owner'), cell: ({ owner }) => owner?.username ?? '—' },
          {
            name: 'acknowledged',
            title: t('acknowledged'),
            isExtra: true,
            isWide: true,
            cell: ({ acknowledgedBy }) => acknowledgedBy?.username ?? '—',
          },
        ]}
        idOf={({ id }) => id}
        panelTitle={({ kind, state }) => (
          <Group gap="sm">
            <Text fw={650} fz="lg">
              {t(`kindOf.${kind}`)}
            </Text>
            <State state={state} />
          </Group>
        )}
        panel={(alarm) => <AlarmPanel key={alarm.id} alarm={alarm} mayAct={mayAct} onWrite={setWriting} />}
        csv={{
          list: 'alarms',
          columns: [
            {
              name: 'kind',
              title: t('kind'),
              words: Object.fromEntries(ALARM_KINDS.map((kind) => [kind, t(`kindOf.${kind}`)])),
            },
            { name: 'subject', title: t('subject') },
            { name: 'figures', title: t('figures') },
            {
              name: 'state',
              title: t('state'),
              words: Object.fromEntries(ALARM_STATES.map((state) => [state, t(`stateOf.${state}`)])),
            },
            { name: 'openedAt', title: t('openedAt'), isMoment: true },
            { name: 'seenAt', title: t('seenAt'), isMoment: true },
            { name: 'closedAt', title: t('closedAt'), isMoment: true },
            { name: 'times', title: t('times') },
            { name: 'owner', title: t('owner') },
            { name: 'takenAt', title: t('takenAt'), isMoment: true },
            { name: 'acknowledged', title: t('acknowledged') },
            { name: 'acknowledgedAt', title: t('acknowledgedAt'), isMoment: true },
            { name: 'note', title: t('note') },
          ],
        }}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
      />
      {writing !== undefined && <AlarmForm {...writing} onClose={() => setWriting(undefined)} />}
      {isTesting && <TestDialog mayTest={mayAct} onClose={() => setTesting(false)} />}
    </>
  );
}

/** Seen again is no news: the look comes every ten seconds. */
function versionOf({ times, takenAt, closedAt, acknowledgedAt }: OperatorAlarm): number {
  return [takenAt, closedAt, acknowledgedAt].reduce((sum, at) => sum + (at === null ? 0 : Date.parse(at)), times);
}

const STATES = {
  new: { tone: 'bad', icon: CircleAlert },
  seen: { tone: 'warn', icon: Eye },
  over: { tone: 'quiet', icon: CircleCheck },
} as const;

function State({ state }: Pick<OperatorAlarm, 'state'>) {
  const t = useTranslations('alarms.stateOf');
  return <StatusBadge {...STATES[state]}>{t(state)}</StatusBadge>;
}

function Lasted({ alarm: { openedAt, closedAt } }: { alarm: OperatorAlarm }) {
  const nowMs = useNow();
  const timeText = useTimeText();
  const untilMs = closedAt === null ? nowMs : Date.parse(closedAt);
  return <span className="unbroken">{timeText(Math.max(0, untilMs - Date.parse(openedAt)))}</span>;
}

type AlarmPanelProps = {
  readonly alarm: OperatorAlarm;
  readonly mayAct: boolean;
  readonly onWrite: (writing: Writing) => void;
};

function AlarmPanel({ alarm, mayAct, onWrite }: AlarmPanelProps) {
  const t = useTranslations('alarms');
  const words = useAlarmWords();
  const may = useMay();
  const page = pageOfAlarm(alarm.kind, may);
  return (
    <Stack gap="lg">
      <Text className="wrap-anywhere">{words(alarm)}</Text>
      <section aria-label={t('todo')}>
        <Text fz="sm" c="dimmed">
          {t('todo')}
        </Text>
        <Text>{t(`doOf.${alarm.kind}`)}</Text>
        {page !== null && <Anchor href={page}>{t('toPage')}</Anchor>}
      </section>
      <Facts
        facts={[
          [t('openedAt'), <MomentText key="opened" at={alarm.openedAt} />],
          [t('seenAt'), <MomentText key="seen" at={alarm.seenAt} />],
          [t('closedAt'), <MomentText key="closed" at={alarm.closedAt} />],
          [t('lasted'), <Lasted key="lasted" alarm={alarm} />],
          [t('times'), alarm.times],
          [t('owner'), <Who key="owner" person={alarm.owner} at={alarm.takenAt} />],
          [t('acknowledged'), <Who key="by" person={alarm.acknowledgedBy} at={alarm.acknowledgedAt} />],
          [t('note'), alarm.note ?? '—'],
        ]}
      />
      <MessagesOfAlarm id={alarm.id} />
      {mayAct && <Acts alarm={alarm} onWrite={onWrite} />}
    </Stack>
  );
}

function Who({ person, at }: { person: OperatorAlarm['owner']; at: string | null }) {
  const t = useTranslations('alarms');
  if (person === null) return t('nobody');
  return (
    <>
      {person.username} · <MomentText at={at} />
    </>
  );
}

function Acts({ alarm, onWrite }: Omit<AlarmPanelProps, 'mayAct'>) {
  const t = useTranslations('alarms');
  const { id } = useOperator();
  const taking = useAlarmAct();
  return (
    <div className="panel-actions">
      {taking.error !== null && <FailedAct error={taking.error} />}
      <Group justify="end" gap="sm">
        <Button variant="subtle" onClick={() => onWrite({ alarm, act: 'note' })}>
          {t('writeNote')}
        </Button>
        {alarm.owner?.id !== id && (
          <Button
            variant="default"
            loading={taking.isPending}
            onClick={() => taking.mutate({ alarm, act: 'take', key: newKey() })}
          >
            {t('take')}
          </Button>
        )}
        {alarm.acknowledgedAt === null && (
          <Button rightSection={<KeyOf letter="A" />} onClick={() => onWrite({ alarm, act: 'acknowledge' })}>
            {t('acknowledge')}
          </Button>
        )}
      </Group>
    </div>
  );
}
