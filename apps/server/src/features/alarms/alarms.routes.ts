/**
 * Alarms, for operators: what is wrong now, what was, who sees to it. Nothing here opens or closes one: the worker does, when the
 * condition comes and when it is gone (watch-alarms.ts).
 */
import * as calls from '@candor/contract/calls/console/alarms';
import type { AlarmActBody } from '@candor/contract/console-alarms';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { pageOf } from '../../platform/http/paging.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { siteRunner } from '../../services/commands/site-command.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { Operators } from '../../services/operators/operators.ts';
import type { QueueCounter } from '../../services/operators/queue-counter.ts';
import { rangeMs } from '../../services/site/date-range.ts';
import type { Site } from '../../services/site/site.ts';
import { actOnAlarm as actCommand } from './act-on-alarm.ts';
import { alarmPlace, countNewAlarms, placeText, selectAlarm, selectAlarms } from './alarm-store.ts';
import { alarmView } from './alarm-view.ts';
import { readMessages, testAlarms } from './test-alarms.ts';

interface AlarmsDeps {
  readonly pool: Pool;
  readonly site: Pick<Site, 'timeZone'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly operators: Pick<Operators, 'operatorOf'>;
  readonly fingerprints: Fingerprints;
}

export const ALARM_QUEUES: readonly QueueCounter[] = [
  {
    name: 'alarms',
    permission: calls.listOperatorAlarms.permission,
    count: async (db) => Number(await countNewAlarms(db)),
  },
];

export function alarmsRoutes(app: HttpApp, deps: AlarmsDeps): void {
  serve(app, { ...deps, run: siteRunner(deps), test: testAlarms(() => deps.clock.now()) }, [
    on(calls.listOperatorAlarms, listOperatorAlarms),
    on(calls.readOperatorAlarm, readOperatorAlarm),
    on(calls.actOnAlarm, actOnAlarm),
    on(calls.listAlarmMessages, listAlarmMessages),
    on(calls.testAlarms, answerTestAlarms),
  ]);
}

type Parts = AlarmsDeps & { readonly run: ReturnType<typeof siteRunner>; readonly test: ReturnType<typeof testAlarms> };

async function listOperatorAlarms(
  { query }: Call<typeof calls.listOperatorAlarms>,
  { pool, site }: Parts,
): Promise<Answered<typeof calls.listOperatorAlarms>> {
  const filter = {
    states: query.state,
    kinds: query.kind,
    after: alarmPlace(query.cursor),
    ...rangeMs(query, site.timeZone),
  };
  return await pageOf({
    paging: query,
    read: async (limit) => await selectAlarms(pool, { ...filter, limit }),
    view: alarmView,
    cursorOf: placeText,
  });
}

async function readOperatorAlarm(
  { params }: Call<typeof calls.readOperatorAlarm>,
  { pool }: Parts,
): Promise<Answered<typeof calls.readOperatorAlarm>> {
  const row = await selectAlarm(pool, BigInt(params.id));
  if (row === undefined) throw new Refused('ALARM_NOT_FOUND');
  return alarmView(row);
}

const COMMANDS: Readonly<Record<AlarmActBody['act'], ReturnType<typeof actCommand>>> = {
  take: actCommand('take'),
  acknowledge: actCommand('acknowledge'),
  note: actCommand('note'),
};

async function actOnAlarm(
  call: Call<typeof calls.actOnAlarm>,
  { run }: Parts,
): Promise<Answered<typeof calls.actOnAlarm>> {
  const { act, note } = call.body;
  return await run(call, COMMANDS[act], { id: BigInt(call.params.id), note });
}

async function listAlarmMessages(
  { query }: Call<typeof calls.listAlarmMessages>,
  { pool }: Parts,
): Promise<Answered<typeof calls.listAlarmMessages>> {
  return await readMessages(pool, query.alarm === undefined ? null : BigInt(query.alarm));
}

async function answerTestAlarms(
  call: Call<typeof calls.testAlarms>,
  { run, test }: Parts,
): Promise<Answered<typeof calls.testAlarms>> {
  return await run(call, test, null);
}
