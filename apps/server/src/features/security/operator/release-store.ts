import { FACTOR_RELEASE_STATES } from '@candor/domain/identity/factor-release';
import * as z from 'zod/mini';
import { int8, moment } from '../../../platform/db/rows.ts';
import { person, personSql, proposalColumns, proposalMember } from '../../../services/proposals/proposal-store.ts';
import type { ProposalTable } from '../../../services/proposals/proposal-store.ts';
import { firstValue, manyValues, onlyRow } from '../../../platform/db/statement.ts';

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
  columns: `case when ended.id is not null then ${personSql('ended')} end as ended_by, x.asked_at, x.done_at`,
  joins: 'left join operator ended on ended.id = x.ended_by',
  row: releaseRow,
  handOf: (status) => (status === 'stopped' ? 'ended_by' : 'checker'),
};

const standing = z.object({ exists: z.boolean(), hasFactor: z.boolean(), isOpen: z.boolean() });
export type MemberStanding = z.infer<typeof standing>;

/** Whether there is such a member, whether they have a second factor, and whether a release of it is open. */
export const selectStanding = onlyRow(
  standing,
  `select exists (select from member where id = $1) as exists, has_second_factor($1) as has_factor,
   exists (select from factor_release where member_id = $1 and status in ('proposed', 'waiting')) as is_open`,
  (memberId: string) => [memberId],
  { missing: 'a select without a table returned no row' },
);

/** Releases that waited for a day, the longest first. For the worker. */
export const selectDueReleases = manyValues(
  int8,
  `select id from factor_release
   where status = 'waiting' and asked_at <= clock_timestamp() - interval '24 hours' and id <> all ($1::bigint[])
   order by asked_at limit $2`,
  (except: readonly bigint[], limit: number) => [except.map(String), limit],
);

/** Removes the factor of the member; false where the release is over by now. For the worker. */
export const carryOutRelease = firstValue(
  z.boolean(),
  'select carry_out_factor_release($1) as done',
  (id: bigint) => [id],
  { or: false },
);
