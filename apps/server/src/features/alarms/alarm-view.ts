import type { OperatorAlarm } from '@candor/contract/console-alarms';
import type { AlarmRow } from './alarm-store.ts';

export function stateOf({ closedAt, acknowledgedAt }: AlarmRow): OperatorAlarm['state'] {
  return closedAt !== null ? 'over' : acknowledgedAt === null ? 'new' : 'seen';
}

export function alarmView({ acknowledger, ...row }: AlarmRow): OperatorAlarm {
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return {
    id: row.id.toString(),
    kind: row.kind,
    subject: row.subject,
    detail: row.detail,
    state: stateOf({ ...row, acknowledger }),
    openedAt: new Date(row.openedAt).toISOString(),
    seenAt: new Date(row.seenAt).toISOString(),
    times: row.times,
    closedAt: iso(row.closedAt),
    owner: row.owner,
    takenAt: iso(row.takenAt),
    acknowledgedBy: acknowledger,
    acknowledgedAt: iso(row.acknowledgedAt),
    note: row.note,
  };
}
