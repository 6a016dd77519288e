// SQL of what goes out of alarms: the channels that workers have, and messages from before they are sent until they were.

import { ALARM_KINDS } from '@candor/domain/alarms/alarm-conditions';
import * as z from 'zod/mini';
import { int4, int8, moment } from '../../platform/db/rows.ts';
import { firstValue, manyRows, manyValues, write } from '../../platform/db/statement.ts';

const CHANNELS = ['webhook', 'mail'] as const;
export type ChannelName = (typeof CHANNELS)[number];
const EVENTS = ['opened', 'closed', 'test'] as const;

/** A worker has this channel. */
export const writeChannel = write(
  `insert into alarm_channel as c (name, target) values ($1, $2)
   on conflict (name) do update set target = excluded.target, seen_at = clock_timestamp()`,
  (name: ChannelName, target: string) => [name, target.slice(0, 200)],
);

const channelRow = z.object({ name: z.enum(CHANNELS), target: z.string() });

/** The channels that a worker has now. */
export const selectChannels = manyRows(
  channelRow,
  `select name, target from alarm_channel where seen_at > clock_timestamp() - interval '2 minutes' order by name desc`,
);

const toldRow = z.object({
  alarmId: int8,
  isOpen: z.boolean(),
  channel: z.enum(CHANNELS),
  event: z.nullable(z.enum(EVENTS)),
  at: z.nullable(moment),
});

/**
 * Alarms that are open, or ended within an hour, with what was told of each last by each of these channels. What is dated ahead was told
 * before the clock was set back.
 */
export const selectTold = manyRows(
  toldRow,
  `select a.id as alarm_id, a.closed_at is null as is_open, c.name as channel, m.event, m.made_at as at
   from alarm a cross join unnest($1::text[]) as c (name)
   left join lateral (select x.event, x.made_at from alarm_message x where x.alarm_id = a.id and x.channel = c.name
     order by x.made_at > clock_timestamp(), x.made_at desc limit 1) m on true
   where a.closed_at is null or a.closed_at > clock_timestamp() - interval '1 hour'`,
  (channels: readonly ChannelName[]) => [channels],
);

/** False: one of the same kind and subject was told of a moment ago. */
export const tellAlarm = firstValue(
  z.boolean(),
  'select tell_alarm($1, $2, $3) as told',
  (alarmId: bigint, channel: ChannelName, event: 'opened' | 'closed') => [alarmId.toString(), channel, event],
  { or: false },
);

/** How long whoever takes a message has for it: as long as none of its kind and subject may go out twice. */
const TAKEN_MINUTES = 5;

/**
 * Messages that are due. Whoever takes them has them: nobody else sends them, also not after a crash, for five minutes. What is due later than
 * any pause lasts was written before the clock was set back.
 */
export const takeMessages = manyValues(
  z.string(),
  `update alarm_message m set tries = m.tries + 1, next_at = clock_timestamp() + interval '${TAKEN_MINUTES} minutes'
   where m.id in (select x.id from alarm_message x where x.ended_at is null and x.channel = any ($1)
       and x.next_at not between clock_timestamp() and clock_timestamp() + interval '${2 * TAKEN_MINUTES} minutes'
     order by x.next_at limit $2 for update skip locked)
   returning m.id`,
  (channels: readonly ChannelName[], limit: number) => [channels, limit],
);

const outgoingRow = z.object({
  id: z.string(),
  channel: z.enum(CHANNELS),
  event: z.enum(EVENTS),
  tries: int4,
  madeAt: moment,
  kind: z.nullable(z.enum(ALARM_KINDS)),
  subject: z.nullable(z.string()),
  detail: z.nullable(z.record(z.string(), z.union([z.string(), z.number()]))),
  openedAt: z.nullable(moment),
  closedAt: z.nullable(moment),
});
export type OutgoingMessage = z.infer<typeof outgoingRow>;

export const selectOutgoing = manyRows(
  outgoingRow,
  `select m.id, m.channel, m.event, m.tries, m.made_at, a.kind, a.subject, a.detail, a.opened_at, a.closed_at
   from alarm_message m left join alarm a on a.id = m.alarm_id where m.id = any ($1::uuid[])`,
  (ids: readonly string[]) => [ids],
);

export const endMessage = write(
  'update alarm_message set ended_at = clock_timestamp(), delivered = $2, failure = $3 where id = $1',
  (id: string, delivered: boolean, failure: string | null) => [id, delivered, failure],
);

/** `inMs` undefined: nobody knows whether it arrived, and it stays taken. */
export const delayMessage = write(
  `update alarm_message set failure = $2,
     next_at = case when $3::float8 is null then next_at else clock_timestamp() + $3 * interval '1 ms' end where id = $1`,
  (id: string, failure: string, inMs: number | undefined) => [id, failure, inMs ?? null],
);

export const endOldMessages = write('select end_old_alarm_messages()');

export const lockTests = write(`select wait_turn('alarm-test')`);

export const insertTest = write(
  `insert into alarm_message (channel, event, test_id, operator_id) values ($1, 'test', $2, $3)`,
  ({ id, channel, operatorId }: { id: string; channel: ChannelName; operatorId: bigint }) => [
    channel,
    id,
    operatorId.toString(),
  ],
);

const messageRow = z.object({
  id: z.string(),
  channel: z.enum(CHANNELS),
  event: z.enum(EVENTS),
  madeAt: moment,
  tries: int4,
  delivered: z.nullable(z.boolean()),
  endedAt: z.nullable(moment),
  failure: z.nullable(z.string()),
});
export type MessageRow = z.infer<typeof messageRow>;

/** The newest messages: of an alarm, or tests where it is null. */
export const selectMessages = manyRows(
  messageRow,
  `select id, channel, event, made_at, tries, delivered, ended_at, failure from alarm_message
   where alarm_id is not distinct from $1::bigint order by made_at desc limit $2`,
  (alarmId: bigint | null, limit: number) => [alarmId?.toString() ?? null, limit],
);
