import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { bytes, int8, moment } from '../../platform/db/rows.ts';
import { byVariant, firstRow, firstValue, manyRows, onlyRow } from '../../platform/db/statement.ts';

/** Reads the audit log. Entries are written by the commands themselves, and nothing changes one. */

const entryRow = z.object({
  id: int8,
  seq: z.nullable(int8),
  at: moment,
  actorId: int8,
  actor: z.string(),
  command: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  detail: z.record(z.string(), z.unknown()),
  /** The moment and the detail exactly as they are hashed. */
  atText: z.string(),
  detailText: z.string(),
  prevHash: z.nullable(bytes),
  hash: z.nullable(bytes),
  /** Neither in the chain nor a member's own. */
  isOutside: z.boolean(),
});
export type AuditEntryRow = z.infer<typeof entryRow>;

export interface AuditFilter {
  /** A username. */
  actor?: string | undefined;
  /** Commands that begin so. */
  command?: string | undefined;
  subjectType?: string | undefined;
  subjectId?: string | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
  /** The last entry that was seen. */
  cursor?: bigint | undefined;
  sort?: 'at' | '-at' | undefined;
  limit: number;
}

const audit = byVariant(['at', '-at'], (sort) => {
  const [down, beyond] = sort === '-at' ? ['desc', '<'] : ['', '>'];
  return manyRows(
    entryRow,
    // Ids grow with the moments, but for the moments of a transaction: a range of time is looked up as one of ids, and a day
    // on either side, so that a page of an old month does not walk over all that came after it.
    `select a.id, a.seq, a.at, a.actor_id, coalesce(o.username, m.username) as actor, a.command, a.subject_type,
     a.subject_id, a.detail, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at_text,
     a.detail::text as detail_text, a.prev_hash, a.hash,
     a.seq is null and not is_own_command(a.command) as is_outside
   from audit a left join operator o on o.id = a.actor_id left join member m on m.id = a.actor_id
   where ($1::text is null or a.actor_id in (select id from operator where lower(username collate "C") = lower($1 collate "C")
       union all select id from member where lower(username collate "C") = lower($1 collate "C")))
     and ($2::text is null or a.command like $2) and ($3::text is null or a.subject_type = $3)
     and ($4::text is null or a.subject_id = $4) and ($5::timestamptz is null or a.at >= $5)
     and ($6::timestamptz is null or a.at < $6) and ($7::bigint is null or a.id ${beyond} $7)
     and ($5::timestamptz is null or a.id >= (
       select e.id from audit e where e.at >= $5::timestamptz - interval '1 day' order by e.at limit 1))
     and ($6::timestamptz is null or a.id <= (
       select e.id from audit e where e.at < $6::timestamptz + interval '1 day' order by e.at desc limit 1))
   order by a.id ${down} limit $8`,
    (filter: AuditFilter) => [
      filter.actor ?? null,
      filter.command === undefined ? null : `${filter.command.replaceAll(/[%_\\]/g, '\\$&')}%`,
      filter.subjectType ?? null,
      filter.subjectId ?? null,
      isoOf(filter.fromMs),
      isoOf(filter.toMs),
      filter.cursor ?? null,
      filter.limit,
    ],
  );
});

/** Newest first, unless somebody sorts them. */
export async function selectAudit(db: Db, filter: AuditFilter): Promise<AuditEntryRow[]> {
  return await audit[filter.sort ?? '-at'](db, filter);
}

const head = z.object({ seq: int8, hash: bytes });
export type AuditHead = z.infer<typeof head>;

const selectAuditHeadRow = firstRow(head, 'select seq, hash from audit_head');

export async function selectAuditHead(db: Db): Promise<AuditHead> {
  const row = await selectAuditHeadRow(db);
  if (row === undefined) throw new Error('the audit chain has no head');
  return row;
}

const walked = z.object({ count: int8, brokenSeq: z.nullable(int8), lastHash: z.nullable(bytes) });

/**
 * Checks the entries after one, against what they must be: the next number, the hash of the one before, and the hash of
 * their own content. @param before the hash of the entry after which the walk begins
 */
export const walkAudit = onlyRow(
  walked,
  `select count(*) as count, min(place) filter (where broken) as broken_seq,
     (array_agg(hash order by seq desc))[1] as last_hash
   from (
     select e.seq, e.hash, $1::bigint + row_number() over w as place,
       e.seq <> $1::bigint + row_number() over w or e.prev_hash <> lag(e.hash, 1, $2::bytea) over w
         or e.hash <> audit_hash(e) as broken
     from audit e where e.seq > $1 and e.seq <= $1::bigint + $3
     window w as (order by e.seq)) t`,
  ({ after, before, limit }: { after: bigint; before: Buffer; limit: number }) => [after, before, limit],
  { missing: 'an aggregate returned no row' },
);

const outsideRow = z.object({ count: int8, id: int8, at: moment, actor: z.string(), command: z.string() });
export type OutsideEntry = z.infer<typeof outsideRow>;

/** What is neither in the chain nor a member's own. What is older than the chain itself is not counted. */
export const selectOutside = firstRow(
  outsideRow,
  `select count(*) over () as count, a.id, a.at, coalesce(o.username, m.username) as actor, a.command from audit a
     left join operator o on o.id = a.actor_id left join member m on m.id = a.actor_id
   where a.seq is null and not is_own_command(a.command)
     and a.id > coalesce((select id from audit where seq = 1), 0)
   order by a.id limit 1`,
);

/** The hash of an entry of the chain; undefined when there is none with this number. */
export const selectAuditHash = firstValue(bytes, 'select hash from audit where seq = $1', (seq: bigint) => [seq]);

function isoOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
