import { ENDINGS } from '@candor/contract/console-members';
import type { MemberState } from '@candor/contract/console-members';
import { LANGUAGES } from '@candor/contract/languages';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int4, int8, moment } from '../../platform/db/rows.ts';
import { anyRow, asGiven, byVariant, firstRow, firstValue, manyRows, write } from '../../platform/db/statement.ts';
import { phoneForms } from '../../services/verification/phone-forms.ts';

/** SQL about members as operators see them. What identifies a member elsewhere is masked in the view. */

const lineRow = z.object({
  id: int8,
  username: z.string(),
  phone: z.string(),
  available: int8,
  frozen: z.boolean(),
  tradingAllowed: z.boolean(),
  withdrawalAllowed: z.boolean(),
  ending: z.nullable(z.enum(ENDINGS)),
  createdAt: moment,
});
export type MemberLineRow = z.infer<typeof lineRow>;

const LINE = `m.id, m.username, m.phone, m.frozen, m.trading_allowed,
  m.withdrawal_allowed, m.created_at,
  (select case when c.closed_at is null then 'closing' else 'closed' end from member_closing c
   where c.member_id = m.id and c.stopped_at is null) as ending,
  coalesce((select a.posted - a.held from account a where a.member_id = m.id and a.kind = 'funds' and a.wallet = $1
    and a.currency = $2), 0)::bigint as available`;

export interface MembersFilter {
  wallet: string;
  currency: string;
  q?: string | undefined;
  restriction?: MemberState | undefined;
  /** The last one that was seen. */
  cursor?: bigint | undefined;
  sort?: 'createdAt' | '-createdAt' | undefined;
  limit: number;
}

const membersRows = byVariant(['createdAt', '-createdAt'], (sort) => {
  const [down, beyond] = sort === '-createdAt' ? ['desc', '<'] : ['', '>'];
  return manyRows(
    lineRow,
    `select ${LINE} from member m
   where ($3::text is null or m.id in (
       select id from member where lower(username collate "C") like $4
       union all select id from member where phone = any($5)
       union all select id from member where invite_code = upper($3)
       union all select id from member where id = $6))
     and case $7::text when 'frozen' then m.frozen when 'trading' then not m.trading_allowed
       when 'withdrawal' then not m.withdrawal_allowed else true end
     and ($7::text is null or $7 in ('closing', 'closed') or m.frozen or not m.trading_allowed or not m.withdrawal_allowed)
     and ($7::text is null or $7 not in ('closing', 'closed') or m.id in (
       select c.member_id from member_closing c where c.stopped_at is null and (c.closed_at is null) = ($7 = 'closing')))
     and ($8::bigint is null or m.id ${beyond} $8)
   order by m.id ${down} limit $9`,
    asGiven,
  );
});

/** Newest first, unless somebody sorts them. Every way to find a member is by an index. */
export async function selectMembers(db: Db, filter: MembersFilter): Promise<MemberLineRow[]> {
  const q = filter.q?.trim();
  return await membersRows[filter.sort ?? '-createdAt'](
    db,
    filter.wallet,
    filter.currency,
    q ?? null,
    q === undefined ? null : `${q.toLowerCase().replaceAll(/[%_\\]/g, '\\$&')}%`,
    q === undefined ? [] : phoneForms(q),
    q !== undefined && /^\d{1,18}$/.test(q) ? q : null,
    filter.restriction ?? null,
    filter.cursor?.toString() ?? null,
    filter.limit,
  );
}

const detailRow = z.extend(lineRow, {
  nickname: z.string(),
  email: z.nullable(z.string()),
  country: z.nullable(z.string()),
  inviteCode: z.string(),
  invitedBy: z.nullable(z.string()),
  roles: z.array(z.string()),
  language: z.nullable(z.enum(LANGUAGES)),
  funds: int8,
  held: int8,
  invested: int8,
  openStake: int8,
  orders: int8,
});
export type MemberDetailRow = z.infer<typeof detailRow>;

export const selectMember = firstRow(
  detailRow,
  `select ${LINE}, m.nickname, m.email, m.country, m.invite_code,
     m.roles, m.language, (select username from member i where i.id = m.invited_by) as invited_by,
     coalesce(b.funds, 0)::bigint as funds, coalesce(b.held, 0)::bigint as held, coalesce(b.invested, 0)::bigint as invested,
     (select coalesce(sum(o.stake), 0)::bigint from position p join trade_order o on o.id = p.order_id
      where p.member_id = m.id and p.wallet = $1) as open_stake,
     (select count(*) from trade_order o where o.member_id = m.id) + (select coalesce(sum(w.orders), 0)::bigint
      from order_archive_member w join order_archive_left l on l.month = w.month where w.member_id = m.id) as orders
   from member m
   cross join lateral (
     select sum(posted) filter (where kind = 'funds') as funds, sum(held) as held,
       sum(posted) filter (where kind <> 'funds') as invested
     from account a where a.member_id = m.id and a.wallet = $1 and a.currency = $2) b
   where m.id = $3`,
  (memberId: bigint, { wallet, currency }: Pick<MembersFilter, 'wallet' | 'currency'>) => [wallet, currency, memberId],
);

const restrictionRow = z.object({
  id: int8,
  kind: z.enum(['frozen', 'trading', 'withdrawal']),
  restricted: z.boolean(),
  reason: z.string(),
  note: z.nullable(z.string()),
  operator: z.string(),
  at: moment,
});
export type RestrictionRow = z.infer<typeof restrictionRow>;

const HISTORY_MAX = 50;

/** What was forbidden and allowed, newest first. */
export const selectRestrictions = manyRows(
  restrictionRow,
  `select r.id, r.kind, r.restricted, r.code as reason, r.reason as note, o.username as operator, r.at
   from member_restriction r join operator o on o.id = r.operator_id
   where r.member_id = $1 order by r.id desc limit $2`,
  (memberId: bigint) => [memberId, HISTORY_MAX],
);

export const insertRestriction = write(
  `insert into member_restriction (member_id, kind, restricted, code, reason, operator_id) values ($1, $2, $3, $4, $5, $6)`,
  (row: Pick<RestrictionRow, 'kind' | 'restricted' | 'reason' | 'note'> & { memberId: bigint; operatorId: bigint }) => [
    row.memberId,
    row.kind,
    row.restricted,
    row.reason,
    row.note,
    row.operatorId,
  ],
);

const sessionRow = z.object({
  id: z.string(),
  userAgent: z.string(),
  address: z.string(),
  createdAt: moment,
  lastSeenAt: moment,
  expiresAt: moment,
});
export type MemberSessionRow = z.infer<typeof sessionRow>;

export const selectMemberSessions = manyRows(
  sessionRow,
  `select id, user_agent, address, created_at, last_seen_at,
     expires_at
   from session where member_id = $1 and expires_at > clock_timestamp() order by id desc`,
  (memberId: bigint) => [memberId],
);

const endSessions = firstValue(int4, 'select end_sessions($1, $2) as ended', asGiven, { or: 0 });
const endSession = firstValue(int4, 'select end_session($1, $2)::integer as ended', asGiven, { or: 0 });

/** The database writes the entry of it in the audit. @param sessionId undefined: all of them */
export async function deleteMemberSessions(db: Db, memberId: bigint, sessionId: string | undefined): Promise<number> {
  return sessionId === undefined
    ? await endSessions(db, memberId.toString(), null)
    : await endSession(db, memberId.toString(), sessionId);
}

const openOrderRow = z.object({
  id: z.string(),
  product: z.string(),
  direction: z.enum(['up', 'down']),
  stake: int8,
  closesAt: moment,
});
export type OpenOrderRow = z.infer<typeof openOrderRow>;

/** Orders that run, those that close first first. A member has one for each product at most. */
export const selectOpenOrders = manyRows(
  openOrderRow,
  `select o.id, o.product, o.direction, o.stake, o.closes_at
   from position p join trade_order o on o.id = p.order_id
   where p.member_id = $1 and p.wallet = $2 order by o.closes_at limit $3`,
  (memberId: bigint, { wallet, limit }: { wallet: string; limit: number }) => [memberId, wallet, limit],
);

const noteRow = z.object({ id: int8, text: z.string(), operator: z.string(), at: moment });
export type NoteRow = z.infer<typeof noteRow>;

/** What operators wrote about the member, newest first. */
export const selectNotes = manyRows(
  noteRow,
  `select n.id, n.text, o.username as operator, n.at from member_note n join operator o on o.id = n.operator_id
   where n.member_id = $1 order by n.id desc limit $2`,
  (memberId: bigint, limit: number) => [memberId, limit],
);

export const insertNote = firstValue(
  int8,
  'insert into member_note (member_id, operator_id, text) values ($1, $2, $3) returning id',
  (note: { memberId: bigint; operatorId: bigint; text: string }) => [note.memberId, note.operatorId, note.text],
  { or: 0n },
);

export const selectMemberExists = anyRow('select from member where id = $1', (memberId: bigint) => [memberId]);
