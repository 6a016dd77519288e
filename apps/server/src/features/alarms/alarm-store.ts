// SQL of alarms. The worker opens and closes them through functions of the database; the console writes what an operator did.

import { ALARM_KINDS } from '@candor/domain/alarms/alarm-conditions';
import type { AlarmCondition, AlarmKind } from '@candor/domain/alarms/alarm-conditions';
import * as z from 'zod/mini';
import { int4, int8, moment } from '../../platform/db/rows.ts';
import { cursorLike } from '../../platform/http/paging.ts';
import { firstRow, firstValue, manyRows, onlyRow, write } from '../../platform/db/statement.ts';
import { person, personSql } from '../../services/proposals/proposal-store.ts';

const openRow = z.object({ id: int8, kind: z.enum(ALARM_KINDS), subject: z.string() });

export const selectOpenAlarms = manyRows(openRow, 'select id, kind, subject from alarm where closed_at is null');

/** opened: a new episode; back: one that ended less than five minutes ago; kept: it was open. */
export const openAlarm = onlyRow(
  z.object({ became: z.enum(['opened', 'back', 'kept']) }),
  'select open_alarm($1, $2, $3) as became',
  ({ kind, subject, detail }: AlarmCondition) => [kind, subject, JSON.stringify(detail)],
  { missing: 'a function answers' },
);

export const closeAlarm = firstValue(z.boolean(), 'select close_alarm($1) as closed', (id: bigint) => [id.toString()], {
  or: false,
});

export const endOldAlarms = write('select end_old_alarms()');

const alarmRow = z.object({
  id: int8,
  kind: z.enum(ALARM_KINDS),
  subject: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
  openedAt: moment,
  seenAt: moment,
  times: int4,
  closedAt: z.nullable(moment),
  owner: z.nullable(person),
  takenAt: z.nullable(moment),
  acknowledger: z.nullable(person),
  acknowledgedAt: z.nullable(moment),
  note: z.nullable(z.string()),
});
export type AlarmRow = z.infer<typeof alarmRow>;

const ALARM = `a.id, a.kind, a.subject, a.detail, a.opened_at, a.seen_at, a.times, a.closed_at, a.taken_at, a.acknowledged_at, a.note,
  case when o.id is not null then ${personSql('o')} end as owner, case when k.id is not null then ${personSql('k')} end as acknowledger
  from alarm a left join operator o on o.id = a.owner_id left join operator k on k.id = a.acknowledged_by`;

/** Where the page before ended: after open ones come those that are over, both newest first. */
export interface AlarmPlace {
  readonly isOpen: boolean;
  readonly id: bigint;
}

export function placeText({ id, closedAt }: AlarmRow): string {
  return `${closedAt === null ? 'open' : 'over'}-${id}`;
}

export function alarmPlace(text: string | undefined): AlarmPlace | undefined {
  return cursorLike(text, /^(open|over)-(\d{1,18})$/, (part, id) => ({ isOpen: part === 'open', id: BigInt(id) }));
}

export interface AlarmFilter {
  readonly states: readonly ('new' | 'seen' | 'over')[] | undefined;
  readonly kinds: readonly AlarmKind[] | undefined;
  readonly fromMs?: number;
  readonly toMs?: number;
  readonly after: AlarmPlace | undefined;
  readonly limit: number;
}

function isoOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

export const selectAlarms = manyRows(
  alarmRow,
  `select ${ALARM}
   where ($1::text[] is null
       or case when a.closed_at is not null then 'over' when a.acknowledged_at is null then 'new' else 'seen' end = any ($1))
     and ($2::text[] is null or a.kind = any ($2))
     and ($3::timestamptz is null or a.opened_at >= $3) and ($4::timestamptz is null or a.opened_at < $4)
     and ($5::bigint is null or (a.closed_at is null, a.id) < ($6::boolean, $5))
   order by (a.closed_at is null) desc, a.id desc limit $7`,
  ({ states, kinds, fromMs, toMs, after, limit }: AlarmFilter) => [
    states ?? null,
    kinds ?? null,
    isoOf(fromMs),
    isoOf(toMs),
    after?.id.toString() ?? null,
    after?.isOpen ?? null,
    limit,
  ],
);

export const selectAlarm = firstRow(alarmRow, `select ${ALARM} where a.id = $1`, (id: bigint) => [id.toString()]);

/** Two operators who act on one alarm come one after the other. */
export const lockAlarm = write('select from alarm where id = $1 for no key update', (id: bigint) => [id.toString()]);

export interface AlarmAct {
  readonly id: bigint;
  /** Undefined: it stays. */
  readonly ownerId?: bigint;
  readonly acknowledgedBy?: bigint;
  readonly note?: string;
}

export const updateAlarm = write(
  `update alarm set owner_id = coalesce($2, owner_id), acknowledged_by = coalesce($3, acknowledged_by), note = coalesce($4, note)
   where id = $1`,
  ({ id, ownerId, acknowledgedBy, note }: AlarmAct) => [
    id.toString(),
    ownerId?.toString() ?? null,
    acknowledgedBy?.toString() ?? null,
    note ?? null,
  ],
);

/** Open alarms that nobody has acknowledged. */
export const countNewAlarms = firstValue(
  int8,
  'select count(*) as count from alarm where closed_at is null and acknowledged_at is null',
  () => [],
  { or: 0n },
);
