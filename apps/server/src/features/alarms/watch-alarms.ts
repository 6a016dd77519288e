import { endedAlarms } from '@candor/domain/alarms/alarm-changes';
import { alarmConditions } from '@candor/domain/alarms/alarm-conditions';
import type { AlarmCondition } from '@candor/domain/alarms/alarm-conditions';
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
  // Not the site's time: that may be set back.
  const fromMs = performance.now() + SETTLING_MS;
  return repeat('alarms', LOOK_MS, deps.log, async () => {
    if (performance.now() >= fromMs) await watchAlarms(deps);
  });
}

/** One look. An alarm that cannot be written stops no other one. */
export async function watchAlarms(deps: FactDeps): Promise<void> {
  const { pool, log } = deps;
  const { conditions: found, known } = alarmConditions(await readFacts(deps), deps.nowMs());
  const conditions = found.map(fitted);
  for (const condition of conditions) {
    await alone(deps, async () => {
      const { became } = await openAlarm(pool, condition);
      if (became !== 'kept') log.error({ ...condition, became }, 'ALARM');
    });
  }
  for (const { id, kind, subject } of endedAlarms(await selectOpenAlarms(pool), conditions, known)) {
    await alone(deps, async () => {
      if (await closeAlarm(pool, id)) log.info({ kind, subject }, 'an alarm is over: its condition is gone');
    });
  }
}

async function alone({ log }: FactDeps, write: () => Promise<void>): Promise<void> {
  await write().catch((error: unknown) => log.error({ err: error }, 'an alarm could not be written'));
}

/** As the table has it: with its whole name, an alarm would not be known again. */
const SUBJECT_MAX = 120;
const WORDS_MAX = 200;

function fitted({ kind, subject, detail }: AlarmCondition): AlarmCondition {
  const cut = (text: string, max: number) => [...text].slice(0, max).join('');
  return {
    kind,
    subject: cut(subject, SUBJECT_MAX),
    detail: Object.fromEntries(
      Object.entries(detail).map(([name, value]) => [name, typeof value === 'string' ? cut(value, WORDS_MAX) : value]),
    ),
  };
}
