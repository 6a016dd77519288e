import { MARK_KINDS, MARK_STATES } from '@candor/contract/console-marks';
import { ADJUSTMENT_STATES } from '@candor/domain/cashier/adjustment';
import type { AdjustmentState } from '@candor/domain/cashier/adjustment';
import type { Standing } from '@candor/domain/identity/mark-release';
import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/pool.ts';
import { int8, moment, rowOf, rowsOf } from '../../../platform/db/rows.ts';
import type { OwnedMark } from '../../../services/marks/mark-store.ts';

/** SQL of the marks that an operator sees, and of their releases, for the role console alone. */

const person = z.object({ id: z.string(), username: z.string() });
function personSql(alias: string): string {
  return `json_build_object('id', ${alias}.id::text, 'username', ${alias}.username)`;
}

const markRow = z.object({
  kind: z.enum(MARK_KINDS),
  mark: z.string(),
  member: person,
  state: z.enum(MARK_STATES),
  firstAt: moment,
  lastAt: moment,
  holders: z.array(z.object({ member: person, state: z.enum(MARK_STATES), open: z.nullable(z.string()) })),
});
export type MarkRow = z.infer<typeof markRow>;

export interface MarkFilter {
  readonly kinds?: readonly OwnedMark[] | undefined;
  /** A user name. */
  readonly member?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Without a member, those that more than one member has or tried to have. The last ones first. */
export async function selectMarks(db: Db, filter: MarkFilter): Promise<MarkRow[]> {
  const result = await db.query(
    `select k.kind, encode(k.mark, 'hex') as mark, ${personSql('m')} as member, k.state, k.first_at as "firstAt",
       k.last_at as "lastAt", (
         select json_agg(json_build_object('member', ${personSql('h')}, 'state', x.state, 'open', (select r.id::text
             from mark_release r where r.kind = x.kind and r.mark = x.mark and r.member_id = x.member_id and r.status = 'proposed'))
           order by x.member_id <> k.member_id, x.first_at)
         from (select * from member_mark y where y.kind = k.kind and y.mark = k.mark
           order by y.member_id <> k.member_id, y.state <> 'own', y.first_at limit 20) x
         join member h on h.id = x.member_id) as holders
     from member_mark k join member m on m.id = k.member_id
     where k.kind in ('card', 'identity', 'device') and ($1::text[] is null or k.kind = any($1))
       and case when $2::text is null then k.state in ('shared', 'refused')
         else k.member_id = (select id from member where lower(username collate "C") = lower($2)) end
     order by k.last_at desc, k.mark, k.member_id offset $3 limit $4`,
    [filter.kinds ?? null, filter.member ?? null, filter.offset, filter.limit],
  );
  return rowsOf(markRow, result);
}

const releaseRow = z.object({
  id: int8,
  memberId: int8,
  member: person,
  kind: z.enum(MARK_KINDS),
  mark: z.string(),
  reason: z.string(),
  status: z.enum(ADJUSTMENT_STATES),
  makerId: int8,
  maker: person,
  checker: z.nullable(person),
  note: z.nullable(z.string()),
  createdAt: moment,
  decidedAt: z.nullable(moment),
});
export type MarkReleaseRow = z.infer<typeof releaseRow>;

const RELEASE = `select r.id, r.member_id as "memberId", ${personSql('m')} as member, r.kind, encode(r.mark, 'hex') as mark, r.reason,
    r.status, r.maker as "makerId", ${personSql('k')} as maker, case when c.id is not null then ${personSql('c')} end as checker,
    r.note, r.created_at as "createdAt", r.decided_at as "decidedAt"
  from mark_release r join member m on m.id = r.member_id join member k on k.id = r.maker left join member c on c.id = r.checker`;

export interface MarkReleaseFilter {
  readonly statuses?: readonly AdjustmentState[] | undefined;
  readonly member?: string | undefined;
  readonly beforeId?: bigint | undefined;
  readonly limit: number;
}

/** Newest first. */
export async function selectMarkReleases(db: Db, filter: MarkReleaseFilter): Promise<MarkReleaseRow[]> {
  const result = await db.query(
    `${RELEASE} where ($1::text[] is null or r.status = any($1))
       and ($2::text is null or r.member_id = (select id from member where lower(username collate "C") = lower($2)))
       and ($3::bigint is null or r.id < $3)
     order by r.id desc limit $4`,
    [filter.statuses ?? null, filter.member ?? null, filter.beforeId?.toString() ?? null, filter.limit],
  );
  return rowsOf(releaseRow, result);
}

export async function selectMarkRelease(db: Db, id: bigint): Promise<MarkReleaseRow | undefined> {
  return rowOf(releaseRow, await db.query(`${RELEASE} where r.id = $1`, [id.toString()]));
}

const standing = z.object({ isHeld: z.boolean(), isInUse: z.boolean(), isOpen: z.boolean() });

/** Whether the member holds it, whether money is on its way to the card, and whether a proposal waits. */
export async function selectStanding(
  db: Db,
  { kind, mark, memberId }: { kind: OwnedMark; mark: string; memberId: bigint },
): Promise<Standing & { isOpen: boolean }> {
  const result = await db.query(
    `select exists (select from member_mark k where k.kind = $1 and k.mark = decode($2, 'hex') and k.member_id = $3
         and k.state in ('own', 'shared')) as "isHeld",
       $1 = 'card' and exists (select from member_mark k join bank_card c on c.member_id = k.member_id and c.number_mark = k.mark
           where k.kind = 'card' and k.mark = decode($2, 'hex') and k.member_id = $3 and k.state = 'own')
         and exists (select from withdrawal w where w.member_id = $3 and (w.status in ('pending', 'reviewing', 'seconding')
           or w.status = 'approved' and w.paid_out in ('none', 'sent', 'returning'))) as "isInUse",
       exists (select from mark_release r where r.kind = $1 and r.mark = decode($2, 'hex') and r.member_id = $3
         and r.status = 'proposed') as "isOpen"`,
    [kind, mark, memberId.toString()],
  );
  const row = rowOf(standing, result);
  if (row === undefined) throw new Error('a select without a table returned no row');
  return row;
}

export interface NewMarkRelease {
  readonly memberId: bigint;
  readonly kind: OwnedMark;
  /** In hex. */
  readonly mark: string;
  readonly reason: string;
  readonly makerId: bigint;
}

export async function insertMarkRelease(db: Db, release: NewMarkRelease): Promise<bigint> {
  const result = await db.query(
    `insert into mark_release (member_id, kind, mark, reason, maker) values ($1, $2, decode($3, 'hex'), $4, $5) returning id`,
    [release.memberId.toString(), release.kind, release.mark, release.reason, release.makerId.toString()],
  );
  const row = rowOf(z.object({ id: int8 }), result);
  if (row === undefined) throw new Error('an insert returned no row');
  return row.id;
}

/** With an approval, the database releases the mark and tells the member. */
export async function updateMarkRelease(
  db: Db,
  decision: { id: bigint; status: AdjustmentState; checkerId: bigint; note: string | null },
): Promise<void> {
  await db.query('update mark_release set status = $2, checker = $3, note = $4 where id = $1', [
    decision.id.toString(),
    decision.status,
    decision.checkerId.toString(),
    decision.note,
  ]);
}

export async function countProposedMarkReleases(db: Db): Promise<number> {
  const result = await db.query(`select count(*) as count from mark_release where status = 'proposed'`);
  return Number(rowOf(z.object({ count: int8 }), result)?.count ?? 0n);
}
