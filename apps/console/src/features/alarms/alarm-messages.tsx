/* Where alarms go outside the console, and what came of each message. */

import { useState } from 'react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Clock3, Send } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { newKey } from '@candor/api-client/new-key';
import { listAlarmMessages, testAlarms } from '@candor/contract/calls/console/alarms';
import type { AlarmMessage } from '@candor/contract/console-alarms';
import { Dialog } from '../../lib/dialog.tsx';
import { call } from '../../services/api/request.ts';
import { sendAct } from '../../services/api/send-act.ts';
import { MomentText } from '../../services/moments/moments.tsx';
import { FailedAct } from '../../services/queue/failed-act.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { FactsLoading, LoadFailed } from '../../services/queue/states.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';

const EVERY_MS = 2_000;

function keyOf(alarm: string | null): readonly (string | null)[] {
  return ['alarm-messages', alarm];
}

/** The messages of one alarm, or those of tests; read again while one of them waits. */
function useMessages(alarm: string | null) {
  return useQuery({
    queryKey: keyOf(alarm),
    queryFn: async ({ signal }) => await call(listAlarmMessages, { query: alarm === null ? {} : { alarm }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.messages.some((message) => message.state === 'waiting') === true ? EVERY_MS : false,
  });
}

export function MessagesOfAlarm({ id }: { id: string }) {
  const t = useTranslations('alarms');
  const { data } = useMessages(id);
  if (data === undefined || data.messages.length === 0) return null;
  return (
    <section aria-label={t('messages')}>
      <Text fz="sm" c="dimmed" mb={4}>
        {t('messages')}
      </Text>
      <MessageList messages={data.messages} />
    </section>
  );
}

const STATES = {
  waiting: { tone: 'wait', icon: Clock3 },
  delivered: { tone: 'good', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleAlert },
} as const;

function MessageList({ messages }: { messages: readonly AlarmMessage[] }) {
  const t = useTranslations('alarms');
  return (
    <Stack component="ul" gap={8} m={0} p={0} style={{ listStyle: 'none' }}>
      {messages.map(({ id, channel, event, at, state, failure }) => (
        <li key={id}>
          <Group gap="xs">
            <StatusBadge {...STATES[state]}>{t(`messageStateOf.${state}`)}</StatusBadge>
            <span>
              {t(`channelOf.${channel}`)} · {t(`eventOf.${event}`)}
            </span>
            <Text span fz="xs" c="dimmed">
              <MomentText at={at} />
            </Text>
          </Group>
          {failure !== null && (
            <Text fz="sm" c="dimmed" className="wrap-anywhere" translate="no">
              {failure}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
}

/** Sends a test by every channel, and says what came of it. */
export function TestDialog({ mayTest, onClose }: { mayTest: boolean; onClose: () => void }) {
  const t = useTranslations('alarms');
  const client = useQueryClient();
  const { data, error, refetch } = useMessages(null);
  const [isSent, setSent] = useState(false);
  const sending = useMutation({
    mutationFn: async (key: string) => await sendAct(testAlarms, { body: {} }, key),
    onSuccess: (view) => {
      setSent(true);
      client.setQueryData(keyOf(null), view);
    },
  });
  return (
    <Dialog onClose={onClose} title={t('channels')}>
      <Stack gap="md">
        {data === undefined ? (
          error === null ? (
            <FactsLoading />
          ) : (
            <LoadFailed error={error} onRetry={() => void refetch()} />
          )
        ) : data.channels.length === 0 ? (
          <Text>{t('channelsNone')}</Text>
        ) : (
          <>
            <Facts facts={data.channels.map(({ name, target }) => [t(`channelOf.${name}`), target] as const)} />
            <Text c="dimmed">{t('channelsHint')}</Text>
            {data.messages.length > 0 && (
              <section aria-label={t('tests')} aria-live={isSent ? 'polite' : 'off'}>
                <Text fz="sm" c="dimmed" mb={4}>
                  {t('tests')}
                </Text>
                <MessageList messages={data.messages.slice(0, 2 * data.channels.length)} />
              </section>
            )}
            {mayTest && (
              <div className="dialog-actions">
                {sending.error !== null && <FailedAct error={sending.error} />}
                <Group justify="end">
                  <Button
                    leftSection={<Send size={16} aria-hidden />}
                    loading={sending.isPending}
                    onClick={() => sending.mutate(newKey())}
                  >
                    {t('test')}
                  </Button>
                </Group>
              </div>
            )}
          </>
        )}
      </Stack>
    </Dialog>
  );
}
