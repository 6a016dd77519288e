import { FACTOR_RELEASE_STATES } from '@candor/domain/identity/factor-release';
import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/pool.ts';
import { int8, moment, rowOf, rowsOf } from '../../../platform/db/rows.ts';
import { person, personSql, proposalColumns, proposalMember } from '../../../services/proposals/proposal-store.ts';
import type { ProposalTable } from '../../../services/proposals/proposal-store.ts';

/** SQL about releases of a lost second factor. */

const releaseRow = z.object({
  ...proposalColumns,
  ...proposalMember,
  status: z.enum(FACTOR_RELEASE_STATES),
  endedBy: z.nullable(person),
  askedAt: z.nullable(moment),
  doneAt: z.nullable(moment),
});
export type ReleaseRow = z.infer<typeof releaseRow>;

export const FACTOR_RELEASES: ProposalTable<ReleaseRow> = {
  name: 'factor_release',
  idType: 'bigint',
  isOfMember: true,
  columns: `case when ended.id is not null then ${personSql('ended')} end as "endedBy", x.asked_at as "askedAt", x.done_at as "doneAt"`,
  joins: 'left join member ended on ended.id = x.ended_by',
  row: releaseRow,
  handOf: (status) => (status === 'stopped' ? 'ended_by' : 'checker'),
};

const standing = z.object({ exists: z.boolean(), hasFactor: z.boolean(), isOpen: z.boolean() });
export type MemberStanding = z.infer<typeof standing>;

/** Whether there is such a member, whether they have a second factor, and whether a release of it is open. */
export async function selectStanding(db: Db, memberId: string): Promise<MemberStanding> {
  const result = await db.query(
    `select exists (select from member where id = $1) as exists, has_second_factor($1) as "hasFactor",
       exists (select from factor_release where member_id = $1 and status in ('proposed', 'waiting')) as "isOpen"`,
    [memberId],
  );
  const row = rowOf(standing, result);
  if (row === undefined) throw new Error('a select without a table returned no row');
  return row;
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
