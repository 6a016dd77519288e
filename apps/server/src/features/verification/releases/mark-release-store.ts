import { MARK_KINDS, MARK_STATES } from '@candor/contract/console-marks';
import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/pool.ts';
import { moment } from '../../../platform/db/rows.ts';
import type { OwnedMark } from '../../../services/marks/mark-store.ts';
import { person, personSql, proposalColumns, proposalMember } from '../../../services/proposals/proposal-store.ts';
import type { ProposalTable } from '../../../services/proposals/proposal-store.ts';
import { byVariant, manyRows, onlyRow } from '../../../platform/db/statement.ts';

/** SQL of the marks that an operator sees, and of their releases, for the role console alone. */

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

/** What each finds by an index of its own. */
const MARKS_OF = {
  all: `$2::text is null and k.state in ('shared', 'refused')`,
  member: `k.member_id = (select id from member where lower(username collate "C") = lower($2))`,
} as const;

const marksOf = byVariant(['all', 'member'], (of) =>
  manyRows(
    markRow,
    `select k.kind, encode(k.mark, 'hex') as mark, ${personSql('m')} as member, k.state, k.first_at,
     k.last_at, (
       select json_agg(json_build_object('member', ${personSql('h')}, 'state', x.state, 'open', (select r.id::text
           from mark_release r where r.kind = x.kind and r.mark = x.mark and r.member_id = x.member_id and r.status = 'proposed'))
         order by x.member_id <> k.member_id, x.first_at)
       from (select * from member_mark y where y.kind = k.kind and y.mark = k.mark
         order by y.member_id <> k.member_id, y.state <> 'own', y.first_at limit 20) x
       join member h on h.id = x.member_id) as holders
   from member_mark k join member m on m.id = k.member_id
   where k.kind in ('card', 'identity', 'device') and ($1::text[] is null or k.kind = any($1))
     and ${MARKS_OF[of]}
   order by k.last_at desc, k.mark, k.member_id offset $3 limit $4`,
    (filter: MarkFilter) => [filter.kinds ?? null, filter.member ?? null, filter.offset, filter.limit],
  ),
);

/** Without a member, those that more than one member has or tried to have. The last ones first. */
export async function selectMarks(db: Db, filter: MarkFilter): Promise<MarkRow[]> {
  return await marksOf[filter.member === undefined ? 'all' : 'member'](db, filter);
}

const releaseRow = z.object({ ...proposalColumns, ...proposalMember, kind: z.enum(MARK_KINDS), mark: z.string() });
export type MarkReleaseRow = z.infer<typeof releaseRow>;

export const MARK_RELEASES: ProposalTable<MarkReleaseRow> = {
  name: 'mark_release',
  idType: 'bigint',
  isOfMember: true,
  columns: `x.kind, encode(x.mark, 'hex') as mark`,
  row: releaseRow,
};

const standing = z.object({ isHeld: z.boolean(), isInUse: z.boolean(), isOpen: z.boolean() });

/** Whether the member holds it, whether money is on its way to the card, and whether a proposal waits. */
export const selectStanding = onlyRow(
  standing,
  `select exists (select from member_mark k where k.kind = $1 and k.mark = decode($2, 'hex') and k.member_id = $3
     and k.state in ('own', 'shared')) as is_held,
   $1 = 'card' and exists (select from member_mark k join bank_card c on c.member_id = k.member_id and c.number_mark = k.mark
       where k.kind = 'card' and k.mark = decode($2, 'hex') and k.member_id = $3 and k.state = 'own')
     and exists (select from withdrawal w where w.member_id = $3 and (w.status in ('pending', 'reviewing', 'seconding')
       or w.status = 'approved' and w.paid_out in ('none', 'sent', 'returning'))) as is_in_use,
   exists (select from mark_release r where r.kind = $1 and r.mark = decode($2, 'hex') and r.member_id = $3
     and r.status = 'proposed') as is_open`,
  ({ kind, mark, memberId }: { kind: OwnedMark; mark: string; memberId: string }) => [kind, mark, memberId],
  { missing: 'a select without a table returned no row' },
);
