// SQL of operators about complaints: the register, its figures, and what operators write.

import { COMPLAINT_DECISIONS, COMPLAINT_QUEUES, COMPLAINT_STEPS, COMPLAINT_TOPICS } from '@candor/contract/complaints';
import type { ComplaintDecision, ComplaintQueue, ComplaintTopic } from '@candor/contract/complaints';
import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/pool.ts';
import { int4, int8, moment } from '../../../platform/db/rows.ts';
import { Refused } from '../../../platform/http/http-app.ts';
import { anyRow, asGiven, byVariant, firstRow, firstValue, manyRows, onlyRow } from '../../../platform/db/statement.ts';
import { COMPLAINT_COLUMNS, complaintColumns, orEnded } from '../complaint-store.ts';
import type { NewComplaint } from '../complaint-store.ts';

const registerRow = z.object({
  ...complaintColumns,
  memberId: int8,
  username: z.string(),
  operatorId: z.nullable(int8),
  operator: z.nullable(z.string()),
  recordedBy: z.nullable(int8),
  recorder: z.nullable(z.string()),
  messageId: z.nullable(int8),
  place: int8,
});
export type RegisterRow = z.infer<typeof registerRow>;

/** What is due first, then the newest that ended: one number, so that a page can begin after it. All have the same clock. */
const PLACE = '(case when c.ended_at is null then c.id else 9000000000000000000 - c.id end)';

const FROM = `
  select ${COMPLAINT_COLUMNS}, c.member_id, p.username, c.operator_id, w.username as operator, c.recorded_by,
    r.username as recorder, c.message_id, ${PLACE} as place
  from complaint c
  join member p on p.id = c.member_id
  left join operator w on w.id = c.operator_id
  left join operator r on r.id = c.recorded_by`;

const IN_QUEUE: Readonly<Record<ComplaintQueue, string>> = {
  open: 'c.ended_at is null',
  late: 'c.ended_at is null and c.due_on < $1::date',
  ended: 'c.ended_at is not null',
  all: 'true',
};

export interface RegisterFilter {
  queue: ComplaintQueue;
  /** The business date. */
  today: string;
  topic: ComplaintTopic | undefined;
  /** The beginning of a user name. */
  member: string | undefined;
  after: bigint | undefined;
  limit: number;
}

const registerIn = byVariant(COMPLAINT_QUEUES, (queue: ComplaintQueue) =>
  manyRows(
    registerRow,
    `${FROM}
     where ${IN_QUEUE[queue]} and $1::date is not null and ($2::bigint is null or ${PLACE} > $2) and ($3::text is null or c.topic = $3)
       and ($4::text is null or lower(p.username) like $4 || '%')
     order by ${PLACE} limit $5`,
    ({ today, after, topic, member, limit }: RegisterFilter) => [
      today,
      after?.toString() ?? null,
      topic ?? null,
      member?.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`) ?? null,
      limit,
    ],
  ),
);

export async function selectRegister(db: Db, filter: RegisterFilter): Promise<RegisterRow[]> {
  return await registerIn[filter.queue](db, filter);
}

export const selectRegistered = firstRow(registerRow, `${FROM} where c.id = $1`, (id: bigint) => [id.toString()]);

const signedStepRow = z.object({
  complaintId: int8,
  seq: int4,
  kind: z.enum(COMPLAINT_STEPS),
  text: z.nullable(z.string()),
  decision: z.nullable(z.enum(COMPLAINT_DECISIONS)),
  at: moment,
  operator: z.nullable(z.string()),
});

/** The steps of several complaints, each oldest first, with who made them. */
export const selectSignedSteps = manyRows(
  signedStepRow,
  `select s.complaint_id, s.seq, s.kind, s.text, s.decision, s.at, w.username as operator
   from complaint_step s left join operator w on w.id = s.operator_id
   where s.complaint_id = any ($1::bigint[]) order by s.complaint_id, s.seq`,
  (ids: readonly bigint[]) => [ids.map(String)],
);

const figuresRow = z.object({
  open: int8,
  late: int8,
  opened: int8,
  answered: int8,
  withdrawn: int8,
  upheld: int8,
  partly: int8,
  rejected: int8,
  inTime: int8,
  medianDays: z.nullable(int8),
});

/** SQL of the working days of all time before a date: counted, not walked through. 2000-01-03 was a Monday. */
function workdaysBefore(day: string): string {
  return `((${day} - date '2000-01-03') / 7 * 5 + least((${day} - date '2000-01-03') % 7, 5))`;
}

/** SQL of the working days after one date, until another. */
export function workdaysBetween(from: string, until: string): string {
  return `greatest(${workdaysBefore(`(${until} + 1)`)} - ${workdaysBefore(`(${from} + 1)`)}, 0)`;
}

/** Open ones now, and what became of those that were opened in the last 365 days. */
export const selectFigures = onlyRow(
  figuresRow,
  `select count(*) filter (where c.ended_at is null) as open, count(*) filter (where c.ended_at is null and c.due_on < $1::date) as late,
     count(*) filter (where c.is_recent) as opened, count(*) filter (where c.is_recent and c.state = 'answered') as answered,
     count(*) filter (where c.is_recent and c.state = 'withdrawn') as withdrawn,
     count(*) filter (where c.is_recent and c.decision = 'upheld') as upheld,
     count(*) filter (where c.is_recent and c.decision = 'partly') as partly,
     count(*) filter (where c.is_recent and c.decision = 'rejected') as rejected,
     count(*) filter (where c.is_recent and c.state = 'answered' and c.ended_on <= c.due_on) as in_time,
     percentile_disc(0.5) within group (order by w.days) filter (where c.is_recent and c.state = 'answered') as median_days
   from (select x.*, x.opened_at >= $3::timestamptz as is_recent, (x.opened_at at time zone $2)::date as opened_on,
       (x.ended_at at time zone $2)::date as ended_on
     from complaint x where x.ended_at is null or x.opened_at >= $3::timestamptz) c
   cross join lateral (select ${workdaysBetween('c.opened_on', 'c.ended_on')}::bigint as days) w`,
  ({ today, timeZone, since }: { today: string; timeZone: string; since: Date }) => [today, timeZone, since],
  { missing: 'figures have one row' },
);

export const selectTopics = manyRows(
  z.object({ topic: z.enum(COMPLAINT_TOPICS), complaints: int8 }),
  'select topic, count(*) as complaints from complaint where opened_at >= $1::timestamptz group by topic order by 2 desc, 1',
  (since: Date) => [since],
);

/** How many wait for an answer. */
export const countOpen = firstValue(int8, 'select count(*) as open from complaint where ended_at is null', undefined, {
  or: 0n,
});

export const isMember = anyRow('select from member where id = $1', (id: bigint) => [id.toString()]);

const insertRecordedRow = firstRow(
  z.object({ id: int8 }),
  `insert into complaint (member_id, topic, text, about, about_id, about_name, product, message_id, recorded_by, key)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   on conflict (key) where key is not null do nothing returning id`,
  asGiven,
);

/** Undefined: a call with this key wrote one before. @throws Refused for a member whose words were erased */
export async function insertRecorded(
  db: Db,
  {
    memberId,
    topic,
    text,
    about,
    filed,
    messageId,
    recordedBy,
    key,
  }: NewComplaint & { recordedBy: bigint; key: string },
): Promise<bigint | undefined> {
  const row = await insertRecordedRow(
    db,
    memberId.toString(),
    topic,
    text,
    about?.kind ?? null,
    about?.id ?? null,
    filed?.no.toString() ?? null,
    filed?.product ?? null,
    messageId?.toString() ?? null,
    recordedBy.toString(),
    key,
  ).catch((error: unknown) => {
    throw error instanceof Error && error.message.endsWith(': ERASED') ? new Refused('MEMBER_ERASED') : error;
  });
  return row?.id;
}

/** What a call with this key wrote before. */
export const selectRecorded = firstRow(
  z.object({ id: int8, memberId: int8, text: z.string() }),
  'select id, member_id, text from complaint where key = $1',
  (key: string) => [key],
);

export const selectStepOfKey = firstRow(
  z.object({
    kind: z.enum(COMPLAINT_STEPS),
    text: z.nullable(z.string()),
    decision: z.nullable(z.enum(COMPLAINT_DECISIONS)),
  }),
  'select kind, text, decision from complaint_step where complaint_id = $1 and key = $2',
  (id: bigint, key: string) => [id.toString(), key],
);

export interface OperatorStep {
  id: bigint;
  operatorId: bigint;
  kind: 'taken' | 'asked' | 'answered';
  text?: string | undefined;
  decision?: ComplaintDecision | undefined;
  key?: string | undefined;
}

const insertStepRow = firstRow(
  z.object({ seq: int4 }),
  `insert into complaint_step (complaint_id, kind, text, decision, operator_id, key) values ($1, $2, $3, $4, $5, $6)
   returning seq`,
  asGiven,
);

/** A step of an operator, in their own name. Who asks or answers first takes it. False: one with its key was written at this moment. */
export async function insertOperatorStep(db: Db, { id, operatorId, ...step }: OperatorStep): Promise<boolean> {
  const row = await orEnded(
    async () =>
      await insertStepRow(
        db,
        id.toString(),
        step.kind,
        step.text ?? null,
        step.decision ?? null,
        operatorId.toString(),
        step.key ?? null,
      ),
  );
  return row !== undefined;
}
