import type { AlarmCondition, AlarmKind } from './alarm-conditions.ts';

export type OpenAlarm = { readonly id: bigint; readonly kind: AlarmKind; readonly subject: string };

/** The open alarms whose condition is gone. Where nothing is known of a kind, its alarms stay as they are. */
export function endedAlarms(
  open: readonly OpenAlarm[],
  conditions: readonly AlarmCondition[],
  known: ReadonlySet<AlarmKind>,
): readonly OpenAlarm[] {
  const present = new Set(conditions.map(keyOf));
  return open.filter((alarm) => known.has(alarm.kind) && !present.has(keyOf(alarm)));
}

function keyOf({ kind, subject }: Pick<AlarmCondition, 'kind' | 'subject'>): string {
  return `${kind}/${subject}`;
}
