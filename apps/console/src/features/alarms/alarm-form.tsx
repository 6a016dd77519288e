import { useState } from 'react';
import { Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { newKey } from '@candor/api-client/new-key';
import { actOnAlarm, listOperatorAlarms } from '@candor/contract/calls/console/alarms';
import { alarmActBody } from '@candor/contract/console-alarms';
import type { AlarmActBody, OperatorAlarm } from '@candor/contract/console-alarms';
import { sendAct } from '../../services/api/send-act.ts';
import { useOptional } from '../../services/form/optional.tsx';
import { isOver } from '../../services/queue/failed-act.tsx';
import { FormDialog } from '../../services/queue/form-dialog.tsx';
import { queueKey } from '../../services/queue/queue-of.ts';

type Act = AlarmActBody['act'];

const DONE = { take: 'takenDone', acknowledge: 'acknowledgedDone', note: 'noteDone' } as const satisfies Record<
  Act,
  string
>;

/** Sends what an operator does to an alarm, and reads the list again. */
export function useAlarmAct(onDone: () => void = () => undefined) {
  const t = useTranslations('alarms');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ alarm, act, note, key }: { alarm: OperatorAlarm; act: Act; note?: string; key: string }) =>
      await sendAct(actOnAlarm, { params: { id: alarm.id }, body: alarmActBody.parse({ act, note }) }, key),
    onSuccess: (_, { act }) => {
      notifications.show({ message: t(DONE[act]), color: 'teal', role: 'status' });
      onDone();
    },
    // What was refused is not what was read: it is read again.
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: queueKey(listOperatorAlarms) });
      await client.invalidateQueries({ queryKey: ['counters'] });
    },
  });
}

type AlarmFormProps = {
  readonly alarm: OperatorAlarm;
  readonly act: 'acknowledge' | 'note';
  readonly onClose: () => void;
};

/** Acknowledges, with or without a word to colleagues; or writes that word. */
export function AlarmForm({ alarm, act, onClose }: AlarmFormProps) {
  const t = useTranslations('alarms');
  const [note, setNote] = useState(act === 'note' ? (alarm.note ?? '') : '');
  const [key] = useState(newKey);
  const optional = useOptional();
  const sending = useAlarmAct(onClose);
  const isNote = act === 'note';
  return (
    <FormDialog
      title={`${t(isNote ? 'writeNote' : 'acknowledge')} · ${t(`kindOf.${alarm.kind}`)}`}
      submit={t(isNote ? 'writeNote' : 'acknowledge')}
      error={sending.error}
      isSending={sending.isPending}
      isOver={isOver(sending.error)}
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate({ alarm, act, note, key });
      }}
      onClose={onClose}
    >
      <Text>{t(isNote ? 'noteHint' : 'acknowledgeHint')}</Text>
      <Textarea
        data-autofocus
        label={isNote ? t('note') : optional(t('note'))}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
