// SQL of messages to the site. It reads orders for their cards; it writes only to its own tables.

import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int8, moment } from '../../platform/db/rows.ts';
import { direction, outcome, wallet } from '../../services/columns/columns.ts';
import { Refused } from '../../platform/http/http-app.ts';
import { archivedRows } from '../../services/order-archive/order-parts-store.ts';
import type { ReadArchivedOrder } from '../../services/order-archive/read-archived-order.ts';
import { anyRow, asGiven, byVariant, firstRow, manyRows, write } from '../../platform/db/statement.ts';

const orderCard = {
  no: int8,
  product: z.string(),
  direction,
  wallet,
  stake: int8,
  outcome: z.nullable(outcome),
  profit: z.nullable(int8),
};

const message = {
  id: int8,
  author: z.enum(['member', 'visitor', 'check', 'operator']),
  text: z.nullable(z.string()),
  /** The picture. */
  fileId: z.nullable(z.uuid()),
  isErased: z.boolean(),
  /** The name of the operator who wrote it. */
  operator: z.nullable(z.string()),
  /** As the check wrote it. */
  finding: z.unknown(),
  answers: z.nullable(int8),
  /** The verdict of the newest check of a dispute. */
  checked: z.nullable(z.string()),
  createdAt: moment,
};

/** A message has an order with everything its card shows, or no order. */
const messageRow = z.union([
  z.object({ ...message, ...orderCard, orderId: z.uuid() }),
  z.object({ ...message, orderId: z.null() }),
]);
const orderCardRow = z.object({ ...orderCard, orderId: z.uuid() });
/** The order that a message names, also one that has left the database. */
const naming = { namedOrder: z.nullable(z.uuid()), memberId: z.nullable(int8) };
const storedMessage = z.union([
  z.object({ ...message, ...naming, ...orderCard, orderId: z.uuid() }),
  z.object({ ...message, ...naming, orderId: z.null() }),
]);
type StoredMessage = z.infer<typeof storedMessage>;
export type MessageRow = z.infer<typeof messageRow>;
export type OrderCardRow = Extract<MessageRow, { orderId: string }>;

export interface MessageFilter {
  /** All of the messages are in one conversation: a member's, or this one. */
  of: { memberId: bigint } | { conversationId: bigint };
  orderId?: string | undefined;
  beforeId?: bigint | undefined;
  limit: number;
}

/** Whether a conversation is named by its member, or by itself. */
type Named = 'member_id' | 'conversation_id';
const NAMED = ['member_id', 'conversation_id'] as const;

const messagesOf = byVariant(NAMED, (named) =>
  manyRows(
    storedMessage,
    `select m.order_id as named_order, m.member_id, m.id, m.author, m.text, m.finding, m.answers, m.created_at, c.verdict as checked,
       m.file_id, coalesce(f.erased_at is not null, false) as is_erased, w.username as operator,
       o.id as order_id, o.no, o.product, o.direction, o.wallet, o.stake, s.outcome, s.profit
     from support_message m
     left join file f on f.id = m.file_id
     left join operator w on w.id = m.operator_id
     left join trade_order o on o.id = m.order_id
     left join settlement s on s.order_id = o.id
     left join lateral (
       select k.finding ->> 'verdict' as verdict from support_message k
       where k.author = 'check' and k.answers = m.id order by k.id desc limit 1
     ) c on m.author = 'member'
     where m.${named} = $1 and ($2::uuid is null or m.order_id = $2) and ($3::bigint is null or m.id < $3)
     order by m.id desc limit $4`,
    ({ of, orderId, beforeId, limit }: MessageFilter) => [idOf(of), orderId ?? null, beforeId ?? null, limit],
  ),
);

/** Newest first. */
export async function selectMessages(
  db: Db,
  readArchived: ReadArchivedOrder,
  filter: MessageFilter,
): Promise<MessageRow[]> {
  const rows: MessageRow[] = [];
  for (const row of await messagesOf[nameOf(filter.of)](db, filter)) rows.push(await withCard(db, readArchived, row));
  return rows;
}

const selectCardOfLine = firstRow(
  orderCardRow,
  `${archivedRows('$1')} select o.id as order_id, o.no, o.product, o.direction, o.wallet, o.stake, s.outcome, s.profit
   from trade_order o join settlement s on s.order_id = o.id`,
  (line: string) => [[line]],
);

/** While the file of its order cannot be read, a message has no card: customer service goes on. */
async function withCard(db: Db, readArchived: ReadArchivedOrder, row: StoredMessage): Promise<MessageRow> {
  const { namedOrder, memberId } = row;
  if (row.orderId !== null || namedOrder === null || memberId === null) return row;
  const archived = await readArchived(db, memberId, namedOrder).catch(nullIfUnavailable);
  const card = archived === null ? undefined : await selectCardOfLine(db, archived.line);
  return card === undefined ? row : { ...row, ...card };
}

function nullIfUnavailable(error: unknown): null {
  if (error instanceof Refused) return null;
  throw error;
}

function nameOf(of: MessageFilter['of']): Named {
  return 'memberId' in of ? 'member_id' : 'conversation_id';
}

function idOf(of: MessageFilter['of']): string {
  return ('memberId' in of ? of.memberId : of.conversationId).toString();
}

/** One message of a conversation. @throws if it is in another */
export async function selectMessage(
  db: Db,
  readArchived: ReadArchivedOrder,
  of: MessageFilter['of'],
  id: bigint,
): Promise<MessageRow> {
  const [row] = await selectMessages(db, readArchived, { of, beforeId: id + 1n, limit: 1 });
  if (row?.id !== id) throw new Error('the message was not found again');
  return row;
}

const selectOwnOrdersRows = manyRows(
  z.object({ memberId: int8, orderId: z.string() }),
  `select o.member_id, o.id as order_id from unnest($1::bigint[], $2::uuid[]) as w (member_id, order_id)
   join trade_order o on o.id = w.order_id and o.member_id = w.member_id`,
  asGiven,
);

/**
 * The given orders that belong to the member, as `member/order`.
 * @throws Refused ORDERS_UNAVAILABLE when one has left the database and its file cannot be read now
 */
export async function selectOwnOrders(
  db: Db,
  readArchived: ReadArchivedOrder,
  asked: readonly { memberId: bigint; orderId: string }[],
): Promise<Set<string>> {
  if (asked.length === 0) return new Set();
  const result = await selectOwnOrdersRows(
    db,
    asked.map(({ memberId }) => memberId.toString()),
    asked.map(({ orderId }) => orderId),
  );
  const own = new Set(result.map(({ memberId, orderId }) => `${memberId}/${orderId}`));
  for (const { memberId, orderId } of asked) {
    const name = `${memberId}/${orderId}`;
    if (!own.has(name) && (await readArchived(db, memberId, orderId)) !== null) own.add(name);
  }
  return own;
}

/** A text, with or without an order, or a picture. */
export interface NewMessage {
  memberId: bigint;
  text?: string | undefined;
  orderId?: string | undefined;
  fileId?: string | undefined;
}

const insertMessageRow = firstRow(
  z.object({ id: int8 }),
  `with written as (
     insert into support_message (member_id, text, order_id, file_id) values ($1, $2, $3, $4) returning id, order_id
   ), due as (
     insert into support_check (doubt_id) select id from written where order_id is not null
   )
   select id from written`,
  asGiven,
);

/**
 * Returns the message's id. The same statement makes a dispute due for the check, so a crash afterwards does not lose it.
 */
export async function insertMessage(db: Db, { memberId, text, orderId, fileId }: NewMessage): Promise<bigint> {
  const row = await insertMessageRow(db, memberId.toString(), text ?? null, orderId ?? null, fileId ?? null);
  if (row === undefined) throw new Error('the message was not written');
  return row.id;
}

const marks = z.object({ unread: int8, deskRead: int8 });
export type Marks = z.infer<typeof marks>;

/** The column of a conversation that names it. */
function columnOf(named: Named): 'member_id' | 'id' {
  return named === 'member_id' ? 'member_id' : 'id';
}

const marksOf = byVariant(NAMED, (named) =>
  firstRow(
    marks,
    `select c.desk_read, (select count(*) from support_message m
       where m.conversation_id = c.id and m.id > c.person_read and m.author in ('operator', 'check')) as unread
     from support_conversation c where c.${columnOf(named)} = $1`,
    (of: MessageFilter['of']) => [idOf(of)],
    { or: { unread: 0n, deskRead: 0n } },
  ),
);

/** How many messages from others the person has not seen, and up to where an operator has read. */
export async function selectMarks(db: Db, of: MessageFilter['of']): Promise<Marks> {
  return await marksOf[nameOf(of)](db, of);
}

const readUpTo = byVariant(NAMED, (named) =>
  write(
    `update support_conversation set person_read = least($2::bigint, last_id)
     where ${columnOf(named)} = $1 and person_read < least($2::bigint, last_id)`,
    (of: MessageFilter['of'], upTo: bigint) => [idOf(of), upTo],
  ),
);

/** Marks everything up to this message as seen. The mark never moves back, and never past the newest message. */
export async function updatePersonRead(db: Db, of: MessageFilter['of'], upTo: bigint): Promise<void> {
  await readUpTo[nameOf(of)](db, of, upTo);
}

const pictureIn = byVariant(NAMED, (named) =>
  anyRow(
    `select from support_message m join file f on f.id = m.file_id
     where m.${named} = $1 and m.file_id = $2 and f.erased_at is null`,
    (of: MessageFilter['of'], fileId: string) => [idOf(of), fileId],
  ),
);

/** Whether the picture is in a message of this conversation, and not erased. */
export async function selectPicture(db: Db, of: MessageFilter['of'], fileId: string): Promise<boolean> {
  return await pictureIn[nameOf(of)](db, of, fileId);
}

const dueCheck = z.object({ disputeId: int8, memberId: int8, orderId: z.string() });
export type DueCheck = z.infer<typeof dueCheck>;

/** Disputes that were not checked yet, and checked disputes whose order is now settled and its close signed, as one that has left the database is. */
export const selectDueChecks = manyRows(
  dueCheck,
  `select d.doubt_id as dispute_id, m.member_id, m.order_id
   from support_check d
   join support_message m on m.id = d.doubt_id
   left join trade_order o on o.id = m.order_id
   where d.doubt_id <> all($1::bigint[]) and (
     not exists (select from support_message k where k.author = 'check' and k.answers = m.id)
     or o.id is null or (exists (select from settlement s where s.order_id = o.id)
       and exists (select from checkpoint c where c.product = o.product and c.at >= o.closes_at)))
   order by d.doubt_id limit $2`,
  (except: readonly bigint[], limit: number) => [except.map(String), limit],
);

/** Writes the result of a check. False if another process was faster; nothing was written then. */
export const insertFinding = anyRow(
  `insert into support_message (member_id, author, finding, order_id, answers, last_word)
   values ($1, 'check', $2, $3, $4, $5) on conflict (answers, last_word) where author = 'check' do nothing`,
  ({ disputeId, memberId, orderId }: DueCheck, finding: unknown, lastWord: boolean) => [
    memberId,
    JSON.stringify(finding),
    orderId,
    disputeId,
    lastWord,
  ],
);

export const deleteDueCheck = write('select finish_check($1)', (disputeId: bigint) => [disputeId]);
