import { LANGUAGES } from '@candor/contract/languages';
import type { Language } from '@candor/contract/languages';
import { PUSH_KINDS } from '@candor/contract/push';
import type { PushKind } from '@candor/contract/push';
import { SECURITY_ALERTS } from '@candor/contract/security-events';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { bytes, int4, int8 } from '../../platform/db/rows.ts';
import { priceUnits } from '../../services/columns/columns.ts';
import { anyRow, asGiven, firstRow, firstValue, manyRows, write, writeCount } from '../../platform/db/statement.ts';

/** SQL about devices that want notifications, and what they are told. */

export interface Subscription {
  readonly sessionId: string;
  readonly endpoint: string;
  readonly host: string;
  readonly deviceKey: Buffer;
  readonly auth: Buffer;
  readonly kinds: readonly PushKind[];
  readonly amounts: boolean;
  readonly language: Language;
}

/** One for each session and for each device: a browser in which another member logged in leaves the first one. */
export async function upsertSubscription(db: Db, one: Subscription): Promise<void> {
  await db.query('select leave_other_push_subscriptions($1, $2)', [one.endpoint, one.sessionId]);
  await db.query(
    `insert into push_subscription (session_id, endpoint, host, device_key, auth, kinds, amounts, language)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (session_id) do update set endpoint = excluded.endpoint, host = excluded.host,
       device_key = excluded.device_key, auth = excluded.auth, kinds = excluded.kinds, amounts = excluded.amounts,
       language = excluded.language`,
    [one.sessionId, one.endpoint, one.host, one.deviceKey, one.auth, one.kinds, one.amounts, one.language],
  );
}

const chosen = z.object({ endpoint: z.string(), kinds: z.array(z.enum(PUSH_KINDS)), amounts: z.boolean() });

export const selectChosen = firstRow(
  chosen,
  'select endpoint, kinds, amounts from push_subscription where session_id = $1',
  (sessionId: string) => [sessionId],
);

export const deleteSubscription = write('select drop_push_subscription($1)', (sessionId: string) => [sessionId]);

/** Whether any device wants anything: most sites have few of them, and news comes all the time. */
export const hasSubscriptions = anyRow('select from push_subscription limit 1');

/** A message of the bus is only a hint: what happened long ago is no news, whoever names it. */
const LATELY = `clock_timestamp() - interval '1 hour'`;
function steppedLately(row: 'd' | 'w'): string {
  return `exists (select from cashier_step s where s.subject = ${row}.id and s.at > ${LATELY})`;
}

/** Puts down who is told of these orders. Orders that are not settled are left out. Again does nothing. */
export const queueSettlements = writeCount(
  `insert into push_message (session_id, kind, ref)
   select p.session_id, 'settlement', s.order_id::text
   from settlement s join push_device p on 'settlement' = any(p.kinds) and p.member_id = s.member_id
   where s.order_id = any($1::uuid[]) and s.settled_at > ${LATELY}
   on conflict do nothing`,
  (orderIds: readonly string[]) => [orderIds],
);

export const queueDeposits = writeCount(
  `insert into push_message (session_id, kind, ref)
   select p.session_id, 'deposit', d.id || ':' || d.status
   from deposit d join push_device p on 'deposit' = any(p.kinds) and p.member_id = d.member_id
   where d.id = any($1::uuid[]) and d.status in ('approved', 'rejected')
     and ${steppedLately('d')}
   on conflict do nothing`,
  (ids: readonly string[]) => [ids],
);

/** A return that is not accepted leads back to `sent`, maybe after days: each step is told once. */
export const queueWithdrawals = writeCount(
  `insert into push_message (session_id, kind, ref)
   select p.session_id, 'withdrawal', w.id || ':' || w.state
   from (select id, member_id, case status when 'approved' then
       case paid_out when 'none' then 'approved' when 'returning' then 'sent' else paid_out end else status end as state
     from withdrawal where id = any($1::uuid[]) and status in ('approved', 'rejected')) w
   join push_device p on 'withdrawal' = any(p.kinds) and p.member_id = w.member_id
   where ${steppedLately('w')} and not exists (
     select from cashier_step s where s.subject = w.id and s.state = w.state and s.at <= ${LATELY})
   on conflict do nothing`,
  (ids: readonly string[]) => [ids],
);

/** Messages of the message centre that were not read, and of which nobody knows by what they did themselves. */
export const queueMessages = writeCount(
  `insert into push_message (session_id, kind, ref)
   select p.session_id, m.kind, m.id || ':' || m.state
   from member_message m join push_device p on m.kind = any(p.kinds) and p.member_id = m.member_id
   where m.member_id = any($1::bigint[]) and m.at > ${LATELY} and m.read_at is null
     and (m.kind in ('identity', 'support') or m.kind = 'security' and m.state = any($2::text[]))
   on conflict do nothing`,
  (memberIds: readonly string[]) => [memberIds, SECURITY_ALERTS],
);

export const queuePriceAlerts = writeCount(
  `insert into push_message (session_id, kind, ref)
   select p.session_id, 'alert', a.id || ':' || a.side
   from price_alert a join push_device p on 'alert' = any(p.kinds) and p.member_id = a.member_id
   where a.id = any($1::uuid[]) and a.fired_at > ${LATELY}
   on conflict do nothing`,
  (ids: readonly string[]) => [ids],
);

export const queueOpenings = writeCount(
  `insert into push_message (session_id, kind, ref)
   select p.session_id, 'alert', r.id || ':open'
   from opening_reminder r join push_device p on 'alert' = any(p.kinds) and p.member_id = r.member_id
   where r.id = any($1::uuid[]) and r.told_at > ${LATELY}
   on conflict do nothing`,
  (ids: readonly string[]) => [ids],
);

/** Devices that one look queues for an announcement, and how many such messages may wait. */
export const NOTICE_BATCH = 200;
/** A push service that failed this many announcements gets no more of them while they wait. */
const FAILING_MIN = 20;

const noticeStep = z.object({ queued: int4, isLeft: z.boolean() });

const queueNoticesRow = firstRow(
  noticeStep,
  `with next as (
     select n.id, n.pushed_after from notice n
     where n.pushed_at is null and n.announced_at > clock_timestamp() - interval '1 hour'
     order by n.announced_at, n.id limit 1 for update of n skip locked),
   waiting as (
     select p.host, q.tries from push_message q join push_device p using (session_id)
     where q.kind = 'notice' and q.next_at is not null and q.tries < $3
       and q.made_at > clock_timestamp() - interval '1 hour'
     limit 1000),
   failing as (select host from waiting where tries > 0 group by host having count(*) >= $2),
   free as (select 1 from waiting where host not in (select host from failing) having count(*) < $1),
   batch as (
     select p.session_id, p.host, next.id from next cross join free
     cross join lateral (
       select session_id, host from push_device
       where 'notice' = any (kinds) and (next.pushed_after is null or session_id > next.pushed_after)
         -- One that was withdrawn in between is told to nobody else.
         and exists (select from shown_notice s where s.id = next.id)
       order by session_id limit $1) p),
   told as (
     insert into push_message (session_id, kind, ref)
     select session_id, 'notice', id::text from batch where host not in (select host from failing)
     on conflict do nothing returning 1),
   moved as (
     update notice n set pushed_after = coalesce((select session_id from batch order by session_id desc limit 1), n.pushed_after),
       pushed_at = case when (select count(*) from batch) < $1 then clock_timestamp() end
     from next, free where n.id = next.id)
   select (select count(*)::int from told) as queued, exists (select from next) as is_left`,
  asGiven,
);

/**
 * Puts down the next devices for the announcements of the last hour. It stops while a batch still waits, so an announcement
 * to a million devices is 200 rows at a time. Devices of a push service that is down are passed over: they must not hold
 * up the others, and the app shows the announcement all the same. `isLeft`: there is more to queue.
 */
export async function queueNotices(db: Db): Promise<z.infer<typeof noticeStep>> {
  const step = await queueNoticesRow(db, NOTICE_BATCH, FAILING_MIN, PUSH_TRIES_MAX);
  if (step === undefined) throw new Error('an announcement was not looked at');
  return step;
}

const due = z.object({
  sessionId: z.string(),
  kind: z.enum(PUSH_KINDS),
  ref: z.string(),
  tries: int4,
  endpoint: z.string(),
  host: z.string(),
  deviceKey: bytes,
  auth: bytes,
  amounts: z.boolean(),
  language: z.enum(LANGUAGES),
});
export type DueMessage = z.infer<typeof due>;

/** A message is tried this often, with waits of 30 s, 2 min and 8 min. */
export const PUSH_TRIES_MAX = 4;

/**
 * Takes messages that are due, of hosts that are not busy, and counts the try. Announcements come last: they are for
 * everyone, and must not hold up what concerns one member. What is older than an hour, or of a session
 * that is over, is not sent any more.
 */
export const takeDueMessages = manyRows(
  due,
  `with due as (
     select q.session_id, q.kind, q.ref from push_message q join push_device p using (session_id)
     where q.next_at <= clock_timestamp() and q.made_at > clock_timestamp() - interval '1 hour' and q.tries < $3
       and p.host <> all($1::text[])
     order by (q.kind = 'notice'), q.next_at limit $2 for update of q skip locked)
   update push_message q set tries = q.tries + 1,
     next_at = clock_timestamp() + interval '30 seconds' * power(4, q.tries)
   from due d, push_device p
   where q.session_id = d.session_id and q.kind = d.kind and q.ref = d.ref and p.session_id = d.session_id
   returning q.session_id, q.kind, q.ref, q.tries, p.endpoint, p.host, p.device_key, p.auth,
     p.amounts, p.language`,
  (busyHosts: readonly string[], limit: number) => [busyHosts, limit, PUSH_TRIES_MAX],
);

/** The message is done, whether it arrived or never will. */
export const finishMessage = write(
  'update push_message set next_at = null where session_id = $1 and kind = $2 and ref = $3',
  ({ sessionId, kind, ref }: DueMessage) => [sessionId, kind, ref],
);

export const deleteOldMessages = write('select forget_push_messages()');

const OUTCOMES = ['won', 'lost', 'tied', 'voided'] as const;
export type Outcome = (typeof OUTCOMES)[number];
const settled = z.object({
  product: z.string(),
  direction: z.enum(['up', 'down']),
  outcome: z.enum(OUTCOMES),
  profit: int8,
});

export const selectSettled = firstRow(
  settled,
  `select o.product, o.direction, s.outcome, s.profit from settlement s join trade_order o on o.id = s.order_id
   where s.order_id = $1`,
  (orderId: string) => [orderId],
);

const amountOf = {
  deposit: firstValue(int8, 'select coalesce(credited, amount) as amount from deposit where id = $1', (id: string) => [
    id,
  ]),
  withdrawal: firstValue(int8, 'select amount - fee as amount from withdrawal where id = $1', (id: string) => [id]),
};

/** What was credited, or paid out. */
export async function selectAmount(db: Db, kind: 'deposit' | 'withdrawal', id: string): Promise<bigint | undefined> {
  return await amountOf[kind](db, id);
}

const alerted = z.object({ product: z.string(), decimals: int4, price: priceUnits });

/** The alert and the price that reached it; undefined if its member deleted it. */
export const selectFired = firstRow(
  alerted,
  `select a.product, p.decimals, a.fired_price as price from price_alert a join product p on p.code = a.product
   where a.id = $1 and a.fired_price is not null`,
  (id: string) => [id],
);

/** What a message says that its member has not read yet. */
export const selectUnreadState = firstValue(
  z.string(),
  'select state from member_message where id = $1 and read_at is null',
  (id: string) => [id],
);

export const selectOpened = firstValue(
  z.string(),
  'select product from opening_reminder where id = $1 and told_at is not null',
  (id: string) => [id],
);

/** The title of an announcement; undefined if it was withdrawn or is over. */
export const selectNoticeTitle = firstValue(
  z.string(),
  `select texts -> $2 ->> 'title' as title from shown_notice where id = $1`,
  (id: string, language: Language) => [id, language],
);
