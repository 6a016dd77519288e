import { FACTOR_RELEASE_STATES } from '@candor/domain/identity/factor-release';
import type { FactorReleaseState } from '@candor/domain/identity/factor-release';
import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/pool.ts';
import { int8, moment, rowOf, rowsOf } from '../../../platform/db/rows.ts';

/** SQL about releases of a lost second factor. */

const releaseRow = z.object({
  id: int8,
  memberId: int8,
  member: z.string(),
  reason: z.string(),
  status: z.enum(FACTOR_RELEASE_STATES),
  makerId: int8,
  maker: z.string(),
  checkerId: z.nullable(int8),
  checker: z.nullable(z.string()),
  note: z.nullable(z.string()),
  endedById: z.nullable(int8),
  endedBy: z.nullable(z.string()),
  createdAt: moment,
  decidedAt: z.nullable(moment),
  askedAt: z.nullable(moment),
  doneAt: z.nullable(moment),
});
export type ReleaseRow = z.infer<typeof releaseRow>;

const RELEASE = `select r.id, r.member_id as "memberId", m.username as member, r.reason, r.status, r.maker as "makerId",
    k.username as maker, r.checker as "checkerId", c.username as checker, r.note, r.ended_by as "endedById", e.username as "endedBy",
    r.created_at as "createdAt", r.decided_at as "decidedAt", r.asked_at as "askedAt", r.done_at as "doneAt"
  from factor_release r join member m on m.id = r.member_id join member k on k.id = r.maker
  left join member c on c.id = r.checker left join member e on e.id = r.ended_by`;

export interface ReleaseFilter {
  statuses?: readonly FactorReleaseState[] | undefined;
  /** A username. */
  member?: string | undefined;
  beforeId?: bigint | undefined;
  limit: number;
}

/** Newest first. */
export async function selectReleases(db: Db, filter: ReleaseFilter): Promise<ReleaseRow[]> {
  const result = await db.query(
    `${RELEASE} where ($1::text[] is null or r.status = any($1))
       and ($2::text is null or r.member_id = (select id from member where lower(username collate "C") = lower($2 collate "C")))
       and ($3::bigint is null or r.id < $3)
     order by r.id desc limit $4`,
    [filter.statuses ?? null, filter.member ?? null, filter.beforeId?.toString() ?? null, filter.limit],
  );
  return rowsOf(releaseRow, result);
}

export async function selectRelease(db: Db, id: bigint): Promise<ReleaseRow | undefined> {
  return rowOf(releaseRow, await db.query(`${RELEASE} where r.id = $1`, [id.toString()]));
}

/** Locks it: the member may stop it at this moment, by using the factor. */
export async function lockRelease(db: Db, id: bigint): Promise<ReleaseRow | undefined> {
  return rowOf(releaseRow, await db.query(`${RELEASE} where r.id = $1 for no key update of r`, [id.toString()]));
}

/** Whose factor it is; the member is locked before the release is read. */
export async function selectReleased(db: Db, id: bigint): Promise<bigint | undefined> {
  const result = await db.query('select member_id as "memberId" from factor_release where id = $1', [id.toString()]);
  return rowOf(z.object({ memberId: int8 }), result)?.memberId;
}

const standing = z.object({ exists: z.boolean(), hasFactor: z.boolean(), isOpen: z.boolean() });
export type MemberStanding = z.infer<typeof standing>;

/** Whether there is such a member, whether they have a second factor, and whether a release of it is open. */
export async function selectStanding(db: Db, memberId: bigint): Promise<MemberStanding> {
  const result = await db.query(
    `select exists (select from member where id = $1) as exists, has_second_factor($1) as "hasFactor",
       exists (select from factor_release where member_id = $1 and status in ('proposed', 'waiting')) as "isOpen"`,
    [memberId.toString()],
  );
  const row = rowOf(standing, result);
  if (row === undefined) throw new Error('a select without a table returned no row');
  return row;
}

export async function insertRelease(
  db: Db,
  { memberId, makerId, reason }: { memberId: bigint; makerId: bigint; reason: string },
): Promise<bigint> {
  const result = await db.query(
    'insert into factor_release (member_id, maker, reason) values ($1, $2, $3) returning id',
    [memberId.toString(), makerId.toString(), reason],
  );
  const row = rowOf(z.object({ id: int8 }), result);
  if (row === undefined) throw new Error('an insert returned no row');
  return row.id;
}

/** A decision about a proposal. */
export async function decideReleaseRow(
  db: Db,
  { id, status, checkerId, note }: { id: bigint; status: FactorReleaseState; checkerId: bigint; note: string | null },
): Promise<void> {
  await db.query('update factor_release set status = $2, checker = $3, note = $4 where id = $1', [
    id.toString(),
    status,
    checkerId.toString(),
    note,
  ]);
}

/** An operator ends the wait. */
export async function stopReleaseRow(
  db: Db,
  { id, operatorId, note }: { id: bigint; operatorId: bigint; note: string | null },
): Promise<void> {
  await db.query(`update factor_release set status = 'stopped', ended_by = $2, note = $3 where id = $1`, [
    id.toString(),
    operatorId.toString(),
    note,
  ]);
}

export async function countProposedReleases(db: Db): Promise<number> {
  const result = await db.query(`select count(*) as count from factor_release where status = 'proposed'`);
  return Number(rowOf(z.object({ count: int8 }), result)?.count ?? 0n);
}

/** Releases that waited for a day, the longest first. For the worker. */
export async function selectDueReleases(db: Db, except: readonly bigint[], limit: number): Promise<bigint[]> {
  const result = await db.query(
    `select id from factor_release
     where status = 'waiting' and asked_at <= clock_timestamp() - interval '24 hours' and id <> all ($1::bigint[])
     order by asked_at limit $2`,
    [except.map(String), limit],
  );
  return rowsOf(z.object({ id: int8 }), result).map(({ id }) => id);
}

/** Removes the factor of the member; false where the release is over by now. For the worker. */
export async function carryOutRelease(db: Db, id: bigint): Promise<boolean> {
  const result = await db.query('select carry_out_factor_release($1) as done', [id.toString()]);
  return rowOf(z.object({ done: z.boolean() }), result)?.done ?? false;
}
