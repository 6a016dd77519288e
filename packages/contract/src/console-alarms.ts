import * as z from 'zod/mini';
import { countSchema, idSchema, isoSchema, pageOf } from './envelope.ts';
import { oneOf, optionalText, pageFields, rangeFields, someOf } from './fields.ts';
import { person } from './proposals.ts';

/* What is wrong with the site, and what was: one row an episode. */

/** As packages/domain/src/alarms/alarm-conditions.ts; a test compares them. */
export const ALARM_KINDS = [
  'feedSilent',
  'ordersVoid',
  'settlementStuck',
  'checkFailed',
  'moneyHalted',
  'witnessRefused',
  'signingAway',
  'resultImprobable',
  'dayLate',
  'backupOld',
  'backupFailed',
  'diskLow',
] as const;

/** new: open, and nobody acknowledged it; seen: open and acknowledged; over: its condition is gone. */
export const ALARM_STATES = ['new', 'seen', 'over'] as const;

/** GET /api/console/alarms: open ones first, then the newest. `from` and `to` are of the opening. */
export const operatorAlarmsQuery = z.strictObject({
  state: z.optional(someOf(ALARM_STATES)),
  kind: z.optional(someOf(ALARM_KINDS)),
  ...rangeFields,
  ...pageFields,
});

export const operatorAlarm = z.object({
  id: z.string(),
  kind: z.enum(ALARM_KINDS),
  /** What it is about, such as a check, a witness or a machine; empty for the whole site. */
  subject: z.string(),
  /** Figures of the newest look: their names are those of the kind. */
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
  state: z.enum(ALARM_STATES),
  openedAt: isoSchema,
  seenAt: isoSchema,
  /** How often the condition came; one that is back within five minutes is the same alarm. */
  times: countSchema,
  closedAt: z.nullable(isoSchema),
  owner: z.nullable(person),
  takenAt: z.nullable(isoSchema),
  acknowledgedBy: z.nullable(person),
  acknowledgedAt: z.nullable(isoSchema),
  note: z.nullable(z.string()),
});
export type OperatorAlarm = z.infer<typeof operatorAlarm>;

export const operatorAlarmsView = pageOf(operatorAlarm);

export const alarmParams = z.object({
  id: z.string({ error: 'ALARM_NOT_FOUND' }).check(z.regex(/^[1-9]\d{0,17}$/, { error: 'ALARM_NOT_FOUND' })),
});

/** take: it is mine now; acknowledge: I have seen it, and it is mine if it was nobody's; note: what colleagues should know. */
export const ALARM_ACTS = ['take', 'acknowledge', 'note'] as const;

/** POST /api/console/alarms/{id}. The note replaces the one before; every note is in the audit log. */
export const alarmActBody = z.strictObject({ act: oneOf(ALARM_ACTS), note: optionalText({ max: 500 }) });
export type AlarmActBody = z.infer<typeof alarmActBody>;

export const ALARM_CHANNELS = ['webhook', 'mail'] as const;

const alarmMessage = z.object({
  id: idSchema,
  channel: z.enum(ALARM_CHANNELS),
  event: z.enum(['opened', 'closed', 'test']),
  at: isoSchema,
  /** waiting: to be sent, or tried again; failed: given up. */
  state: z.enum(['waiting', 'delivered', 'failed']),
  tries: countSchema,
  endedAt: z.nullable(isoSchema),
  /** Why the newest try failed. */
  failure: z.nullable(z.string()),
});
export type AlarmMessage = z.infer<typeof alarmMessage>;

/** GET /api/console/alarm-messages: the channels that alarms go out by, and the newest messages of one alarm, or tests. */
export const alarmMessagesQuery = z.strictObject({
  alarm: z.optional(z.string({ error: 'FIELD_INVALID' }).check(z.regex(/^[1-9]\d{0,17}$/, { error: 'FIELD_INVALID' }))),
});
export const alarmMessagesView = z.object({
  channels: z.array(z.object({ name: z.enum(ALARM_CHANNELS), target: z.string() })),
  messages: z.array(alarmMessage),
});
export type AlarmMessagesView = z.infer<typeof alarmMessagesView>;
