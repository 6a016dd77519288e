// SQL of complaints, for members and operators. It writes only complaints and their steps.

import {
  COMPLAINT_DECISIONS,
  COMPLAINT_STATES,
  COMPLAINT_STEPS,
  COMPLAINT_SUBJECTS,
  COMPLAINT_TOPICS,
} from '@candor/contract/complaints';
import type { ComplaintBody, ComplaintTopic } from '@candor/contract/complaints';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { date, int4, int8, moment } from '../../platform/db/rows.ts';
import { asGiven, firstRow, manyRows } from '../../platform/db/statement.ts';
import { sqlState } from '../../platform/db/transaction.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { ReadArchivedOrder } from '../../services/order-archive/read-archived-order.ts';

const complaint = {
  id: int8,
  topic: z.enum(COMPLAINT_TOPICS),
  text: z.string(),
  about: z.nullable(z.enum(COMPLAINT_SUBJECTS)),
  aboutId: z.nullable(z.uuid()),
  aboutName: z.nullable(z.string()),
  state: z.enum(COMPLAINT_STATES),
  decision: z.nullable(z.enum(COMPLAINT_DECISIONS)),
  openedAt: moment,
  dueOn: date,
  endedAt: z.nullable(moment),
};
export const complaintColumns = complaint;
const complaintRow = z.object(complaint);
export type ComplaintRow = z.infer<typeof complaintRow>;

export const COMPLAINT_COLUMNS =
  'c.id, c.topic, c.text, c.about, c.about_id, c.about_name, c.state, c.decision, c.opened_at, c.due_on, c.ended_at';

/** Newest first. */
export const selectOwnComplaints = manyRows(
  complaintRow,
  `select ${COMPLAINT_COLUMNS} from complaint c
   where c.member_id = $1 and ($2::bigint is null or c.id < $2) order by c.id desc limit $3`,
  ({ memberId, beforeId, limit }: { memberId: bigint; beforeId: bigint | undefined; limit: number }) => [
    memberId.toString(),
    beforeId?.toString() ?? null,
    limit,
  ],
);

export const selectComplaintsById = manyRows(
  complaintRow,
  `select ${COMPLAINT_COLUMNS} from complaint c where c.id = any ($1::bigint[])`,
  (ids: readonly bigint[]) => [ids.map(String)],
);

const stepRow = z.object({
  complaintId: int8,
  seq: int4,
  kind: z.enum(COMPLAINT_STEPS),
  text: z.nullable(z.string()),
  decision: z.nullable(z.enum(COMPLAINT_DECISIONS)),
  at: moment,
});
export type StepRow = z.infer<typeof stepRow>;

/** Of several complaints, each oldest first. */
export const selectSteps = manyRows(
  stepRow,
  `select complaint_id, seq, kind, text, decision, at from complaint_step
   where complaint_id = any ($1::bigint[]) order by complaint_id, seq`,
  (ids: readonly bigint[]) => [ids.map(String)],
);

/** What a complaint names: of its member, and a message that the member wrote. */
export interface Named {
  readonly about?: ComplaintBody['about'];
  /** Of an order that has left the database: what the member's files say of it. */
  readonly filed?: FiledOrder | undefined;
  readonly messageId?: bigint | undefined;
}

interface FiledOrder {
  readonly no: bigint;
  readonly product: string;
}

const knownRow = z.object({ memberId: int8, thing: z.string() });

/** Those of the named things that belong to the member: `order/<id>`, `message/<id>` and so on. */
export const selectOwnThings = manyRows(
  knownRow,
  `with asked as materialized (
     select * from unnest($1::bigint[], $2::text[], $3::uuid[], $4::bigint[]) as w (member_id, about, about_id, message_id))
   select w.member_id, 'order/' || o.id as thing from asked w
   join trade_order o on w.about = 'order' and o.id = w.about_id and o.member_id = w.member_id
   union all
   select w.member_id, 'deposit/' || d.id from asked w
   join deposit d on w.about = 'deposit' and d.id = w.about_id and d.member_id = w.member_id
   union all
   select w.member_id, 'withdrawal/' || x.id from asked w
   join withdrawal x on w.about = 'withdrawal' and x.id = w.about_id and x.member_id = w.member_id
   union all
   select w.member_id, 'message/' || m.id from asked w
   join support_message m on m.id = w.message_id and m.member_id = w.member_id and m.author in ('member', 'visitor')`,
  (asked: readonly (Named & { readonly memberId: bigint })[]) => [
    asked.map(({ memberId }) => memberId.toString()),
    asked.map(({ about }) => about?.kind ?? null),
    asked.map(({ about }) => about?.id ?? null),
    asked.map(({ messageId }) => messageId?.toString() ?? null),
  ],
);

/** How many of these members' complaints are open. */
export const countOpenOf = manyRows(
  z.object({ memberId: int8, open: int8 }),
  `select member_id, count(*) as open from complaint where member_id = any ($1::bigint[]) and ended_at is null group by member_id`,
  (memberIds: readonly bigint[]) => [memberIds.map(String)],
);

const ABSENT = {
  order: 'ORDER_NOT_FOUND',
  deposit: 'DEPOSIT_NOT_FOUND',
  withdrawal: 'WITHDRAWAL_NOT_FOUND',
} as const;
export type NotNamed = (typeof ABSENT)[keyof typeof ABSENT] | 'MESSAGE_NOT_FOUND';

/** What is wrong with what a complaint names, by the things that were found. */
export function wrongName({ about, filed, messageId }: Named, found: ReadonlySet<string>): NotNamed | null {
  if (about !== undefined && filed === undefined && !found.has(`${about.kind}/${about.id}`)) return ABSENT[about.kind];
  return messageId !== undefined && !found.has(`message/${messageId}`) ? 'MESSAGE_NOT_FOUND' : null;
}

/** Ids are stored as Postgres writes them; callers may send capital letters. */
export function namedIn({ about, messageId }: Pick<ComplaintBody, 'about' | 'messageId'>): Named {
  return {
    ...(about === undefined ? {} : { about: { kind: about.kind, id: about.id.toLowerCase() } }),
    ...(messageId === undefined ? {} : { messageId: BigInt(messageId) }),
  };
}

const line = z.object({ order: z.object({ no: z.int(), product: z.string() }) });

/**
 * The same, with an order that has left the database as the member's files have it. It must be asked outside of transactions.
 * @throws Refused ORDERS_UNAVAILABLE when its file cannot be read now
 */
export async function withFiled(
  db: Db,
  readArchived: ReadArchivedOrder,
  memberId: bigint,
  named: Named,
): Promise<Named> {
  const { about } = named;
  if (about?.kind !== 'order' || (await selectOwnThings(db, [{ memberId, about }])).length > 0) return named;
  const archived = await readArchived(db, memberId, about.id);
  if (archived === null) return named;
  const { no, product } = line.parse(JSON.parse(archived.line)).order;
  return { ...named, filed: { no: BigInt(no), product } };
}

export interface NewComplaint extends Named {
  readonly memberId: bigint;
  readonly topic: ComplaintTopic;
  readonly text: string;
}

const insertComplaintRow = firstRow(
  z.object({ id: int8 }),
  `insert into complaint (member_id, topic, text, about, about_id, about_name, product, message_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
  ({ memberId, topic, text, about, filed, messageId }: NewComplaint) => [
    memberId.toString(),
    topic,
    text,
    about?.kind ?? null,
    about?.id ?? null,
    filed?.no.toString() ?? null,
    filed?.product ?? null,
    messageId?.toString() ?? null,
  ],
);

/** Writes a member's complaint. The database sets its clock and its first step. */
export async function insertComplaint(db: Db, complaintOf: NewComplaint): Promise<bigint> {
  const row = await insertComplaintRow(db, complaintOf);
  if (row === undefined) throw new Error('the complaint was not written');
  return row.id;
}

const ownStateRow = z.object({ id: int8, memberId: int8, isEnded: z.boolean(), replies: int8 });

/** Whose complaints these are, whether they ended, and how often their member wrote. */
export const selectOwnStates = manyRows(
  ownStateRow,
  `select c.id, c.member_id, c.ended_at is not null as is_ended,
     (select count(*) from complaint_step s where s.complaint_id = c.id and s.kind = 'replied') as replies
   from complaint c where c.id = any ($1::bigint[])`,
  (ids: readonly bigint[]) => [ids.map(String)],
);

const insertStepRow = firstRow(
  z.object({ seq: int4 }),
  'insert into complaint_step (complaint_id, kind, text) values ($1, $2, $3) returning seq',
  asGiven,
);

/** A step of the member. */
export async function insertOwnStep(
  db: Db,
  { id, kind, text }: { id: bigint; kind: 'replied' | 'withdrawn'; text: string | undefined },
): Promise<void> {
  await orEnded(async () => await insertStepRow(db, id.toString(), kind, text ?? null));
}

const REFUSED = 'CD050';

/** The other side may have ended it at this moment, or a colleague taken it: the database decides. @throws Refused then */
export async function orEnded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (sqlState(error) !== REFUSED) throw error;
    const isTaken = error instanceof Error && error.message.endsWith(': NOT_TAKEN');
    throw new Refused(isTaken ? 'ITEM_TAKEN' : 'COMPLAINT_ENDED');
  }
}
