import { endedAlarms } from '@candor/domain/alarms/alarm-changes';
import { alarmConditions } from '@candor/domain/alarms/alarm-conditions';
import { repeat } from '../../platform/jobs/repeat.ts';
import type { Repeat } from '../../platform/jobs/repeat.ts';
import { closeAlarm, openAlarm, selectOpenAlarms } from './alarm-store.ts';
import { readFacts } from './read-facts.ts';
import type { FactDeps } from './read-facts.ts';

/**
 * Opens and closes alarms: reads what the site knows of itself, and asks the domain what is wrong. Several workers look at the same facts; the
 * database lets one alarm of a kind and subject be open. It changes nothing but alarms.
 */

const LOOK_MS = 10_000;
/** A site that begins has no prices yet, and its roles say one after the other that they are there. */
const SETTLING_MS = 30_000;

export function startWatchingAlarms(deps: FactDeps): Repeat {
  const fromMs = deps.nowMs() + SETTLING_MS;
  return repeat('alarms', LOOK_MS, deps.log, async () => {
    if (deps.nowMs() >= fromMs) await watchAlarms(deps);
  });
}

/** One look. */
export async function watchAlarms(deps: FactDeps): Promise<void> {
  const { pool, log } = deps;
  const { conditions, known } = alarmConditions(await readFacts(deps), deps.nowMs());
  for (const condition of conditions) {
    const { became } = await openAlarm(pool, condition);
    if (became !== 'kept') log.error({ ...condition, became }, 'ALARM');
  }
  for (const alarm of endedAlarms(await selectOpenAlarms(pool), conditions, known))
    if (await closeAlarm(pool, alarm.id))
      log.info({ kind: alarm.kind, subject: alarm.subject }, 'an alarm is over: its condition is gone');
}
