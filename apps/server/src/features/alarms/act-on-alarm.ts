import { operatorAlarm } from '@candor/contract/console-alarms';
import type { AlarmActBody, OperatorAlarm } from '@candor/contract/console-alarms';
import type { ErrorKey } from '@candor/contract/error-keys';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Command, OperatorCall } from '../../services/commands/run-commands.ts';
import { onlyCall, storedAnswer } from '../../services/commands/site-command.ts';
import type { SiteRefusal } from '../../services/commands/site-command.ts';
import { lockAlarm, selectAlarm, updateAlarm } from './alarm-store.ts';
import type { AlarmAct, AlarmRow } from './alarm-store.ts';
import { alarmView } from './alarm-view.ts';

export interface ActInput {
  readonly id: bigint;
  readonly note?: string | undefined;
}

interface Effect {
  readonly alarm: AlarmRow;
  readonly change: AlarmAct;
}

/** An operator takes an alarm, acknowledges it or writes a note, also of one that is over. Nothing of it opens or closes one. */
export function actOnAlarm(
  act: AlarmActBody['act'],
): Command<ActInput, AlarmRow | undefined, Effect, null, Result<OperatorAlarm, SiteRefusal>, OperatorCall<ActInput>> {
  return {
    name: `console/alarms/${act}`,
    stored: storedAnswer(operatorAlarm),
    readFacts: async (db, calls) => {
      const { id } = onlyCall(calls).input;
      await lockAlarm(db, id);
      return await selectAlarm(db, id);
    },
    decide: ({ input: { note }, operatorId }, alarm) => {
      const refuse = (key: ErrorKey, field?: string) => ({
        answer: err({ key, ...(field === undefined ? {} : { field }) }),
        kept: false,
      });
      if (alarm === undefined) return refuse('ALARM_NOT_FOUND');
      if (act === 'take' && alarm.owner?.id === operatorId.toString()) return refuse('ALARM_TAKEN');
      if (act === 'acknowledge' && alarm.acknowledgedAt !== null) return refuse('ALARM_ACKNOWLEDGED');
      if (act === 'note' && note === undefined) return refuse('NOTE_REQUIRED', 'note');
      const change: AlarmAct = {
        id: alarm.id,
        ...(act === 'take' || (act === 'acknowledge' && alarm.owner === null) ? { ownerId: operatorId } : {}),
        ...(act === 'acknowledge' ? { acknowledgedBy: operatorId } : {}),
        ...(note === undefined ? {} : { note }),
      };
      return { effect: { alarm, change } };
    },
    write: async (db, effects) => {
      for (const { change } of effects) await updateAlarm(db, change);
      return effects.map(() => null);
    },
    answer: async (db, done) =>
      await Promise.all(
        done.map(async ({ effect }) => {
          const row = await selectAlarm(db, effect.alarm.id);
          if (row === undefined) throw new Error('the alarm was not found again');
          return ok(alarmView(row));
        }),
      ),
    auditOf: ({ alarm: { kind, subject, owner }, change: { id, ownerId, note } }) => ({
      subjectType: 'alarm',
      subjectId: id.toString(),
      detail: {
        kind,
        ...(subject === '' ? {} : { about: subject }),
        ...(ownerId !== undefined && owner !== null ? { from: owner.username } : {}),
        ...(note === undefined ? {} : { note }),
      },
    }),
  };
}
