import { CLOSING_BLOCKERS } from '@candor/contract/own-data';
import * as z from 'zod/mini';
import { int8, moment } from '../../platform/db/rows.ts';
import { anyRow, firstRow, firstValue, manyValues, onlyRow, write, writeCount } from '../../platform/db/statement.ts';

/** SQL about accounts that end. What goes and what stays, the database's own functions say. */

const closingRow = z.object({
  askedAt: moment,
  dueAt: moment,
  giveUp: z.nullable(int8),
  gaveUp: z.nullable(int8),
  closedAt: z.nullable(moment),
  erasedAt: z.nullable(moment),
  forgottenAt: z.nullable(moment),
});
export type ClosingRow = z.infer<typeof closingRow>;

/** The wish that holds, or what became of it. What was given up is what moved: nothing, where nothing was there any more. */
export const selectClosing = firstRow(
  closingRow,
  `select c.asked_at, c.due_at, c.give_up, case when c.closed_at is not null and c.give_up is not null then (
       select sum(t.amount)::bigint from account a join transfer t on t.debit_account = a.id and t.debit_seq is not null
       where a.member_id = c.member_id and a.wallet = 'cash' and a.kind = 'funds' and t.type = 'givenUp') end as gave_up,
     c.closed_at, c.erased_at, c.forgotten_at
   from member_closing c where c.member_id = $1 and c.stopped_at is null`,
  (memberId: bigint) => [memberId],
);

export const selectBlockers = onlyRow(
  z.object({ blockers: z.array(z.enum(CLOSING_BLOCKERS)) }),
  'select closing_blockers($1) as blockers',
  (memberId: bigint) => [memberId],
  { missing: 'the blockers were not read' },
);

/** A balance that is less than the smallest withdrawal, and that; `amount` is null when there is none. */
export const selectRest = onlyRow(
  z.object({ amount: z.nullable(int8), smallest: int8 }),
  'select rest_of_member($1) as amount, min as smallest from withdrawal_rule',
  (memberId: bigint) => [memberId],
  { missing: 'the rule of withdrawals is missing' },
);

/** How many: none while there is one. The database refuses it while something is open. */
export const insertClosing = writeCount(
  `insert into member_closing (member_id, due_at, give_up) values ($1, clock_timestamp() + make_interval(days => $2::int), $3)
   on conflict (member_id) where stopped_at is null do nothing`,
  (memberId: bigint, days: number, giveUp: bigint | null) => [memberId, days, giveUp],
);

/** How many: none without one that still waits. */
export const stopClosing = writeCount(
  `update member_closing set stopped_at = clock_timestamp()
   where member_id = $1 and stopped_at is null and closed_at is null`,
  (memberId: bigint) => [memberId],
);

export const hasMember = anyRow('select from member where id = $1', (memberId: bigint) => [memberId]);

/** Wishes whose day has come. One that something stood in the way of is looked at again after an hour. */
export const selectDueClosings = manyValues(
  z.string(),
  `select id from member_closing where stopped_at is null and closed_at is null and due_at <= clock_timestamp()
     and coalesce(looked_at < clock_timestamp() - interval '1 hour', true) and id <> all($1::uuid[])
   order by due_at limit $2`,
  (except: readonly string[], limit: number) => [except, limit],
);

export const closeAccount = firstValue(z.boolean(), 'select close_account($1) as done', (id: string) => [id], {
  or: false,
});

/** Closed accounts of which something is erased after so many days. */
export const selectToErase = manyValues(
  z.string(),
  `select id from member_closing where erased_at is null and closed_at < clock_timestamp() - make_interval(days => $1::int)
     and id <> all($2::uuid[]) order by closed_at limit $3`,
  ({ days, except, limit }: { days: number; except: readonly string[]; limit: number }) => [days, except, limit],
);

export const eraseAccount = firstValue(
  z.boolean(),
  'select erase_closed_account($1, $2) as done',
  (id: string, days: number) => [id, days],
  { or: false },
);

export const selectToForget = manyValues(
  z.string(),
  `select id from member_closing where erased_at is not null and forgotten_at is null
     and closed_at < clock_timestamp() - make_interval(days => $1::int) and id <> all($2::uuid[]) order by closed_at limit $3`,
  ({ days, except, limit }: { days: number; except: readonly string[]; limit: number }) => [days, except, limit],
);

export const forgetAccount = firstValue(
  z.boolean(),
  'select forget_closed_account($1, $2) as done',
  (id: string, days: number) => [id, days],
  { or: false },
);

/** Pictures of a closed account that its rows go on referring to: their bytes are erased. */
export const selectPicturesOf = manyValues(
  z.string(),
  `select f.id from member_closing c join file f on f.member_id = c.member_id
   where c.id = $1 and f.purpose = $2 and f.erased_at is null`,
  (closing: string, purpose: 'supportPicture' | 'depositProof') => [closing, purpose],
);

export const markPictureErased = write('update file set erased_at = clock_timestamp() where id = $1', (id: string) => [
  id,
]);
