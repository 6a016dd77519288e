import { INVEST_CHANGE_KINDS } from '@candor/contract/console-invest';
import type { InvestChangeKind } from '@candor/contract/console-invest';
import { CHANGE_STATES } from '@candor/domain/invest/project-change';
import type { ChangeState } from '@candor/domain/invest/project-change';
import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/pool.ts';
import { int4, int8, moment, rowOf, rowsOf } from '../../../platform/db/rows.ts';
import { TERMS, termsColumns } from '../project-store.ts';

/** SQL of proposals: new terms of projects, and new savings rates. The database publishes what a second operator approves. */

/** Terms as a proposal keeps them: minor units and ten-thousandths as digits. */
export const proposedTerms = z.object({
  names: termsColumns.names,
  risk: termsColumns.risk,
  termDays: z.int(),
  annualRate: z.string(),
  min: z.string(),
  max: z.string(),
  size: z.string(),
  interest: termsColumns.interest,
  earlyLockDays: z.nullable(z.int()),
  earlyRate: z.nullable(z.string()),
  opensAt: z.nullable(z.string()),
  closesAt: z.nullable(z.string()),
  active: z.boolean(),
});
export type ProposedTerms = z.infer<typeof proposedTerms>;
export const proposedRate = z.object({ annualRate: z.string(), from: z.string() });
export type ProposedRate = z.infer<typeof proposedRate>;

const person = z.object({ id: z.string(), username: z.string() });
const beforeRow = z.nullable(proposedTerms);

const changeRow = z.object({
  id: z.string(),
  kind: z.enum(INVEST_CHANGE_KINDS),
  projectId: z.nullable(z.string()),
  base: z.nullable(int4),
  terms: z.union([proposedTerms, proposedRate]),
  before: beforeRow,
  reason: z.string(),
  status: z.enum(CHANGE_STATES),
  maker: person,
  checker: z.nullable(person),
  note: z.nullable(z.string()),
  createdAt: moment,
  decidedAt: z.nullable(moment),
  version: z.nullable(int4),
});
export type ChangeRow = z.infer<typeof changeRow>;

function personSql(id: string, name: string): string {
  return `(select json_build_object('id', m.id::text, 'username', m.username) from member m where m.id = ${id}) as "${name}"`;
}

const CHANGE = `select c.id, c.kind, c.project_id as "projectId", c.base_version as base, c.terms, c.reason, c.status,
    ${personSql('c.maker', 'maker')}, ${personSql('c.checker', 'checker')}, c.note, c.created_at as "createdAt",
    c.decided_at as "decidedAt", (select p.version from project p where p.id = c.project_id) as version,
    (select json_build_object('names', t.names, 'risk', t.risk, 'termDays', t.term_days, 'annualRate', t.annual_rate::text,
       'min', t.min::text, 'max', t.max::text, 'size', t.size::text, 'interest', t.interest, 'earlyLockDays', t.early_lock_days,
       'earlyRate', t.early_rate::text, 'opensAt', t.opens_at, 'closesAt', t.closes_at,
       'active', coalesce((select (x.terms ->> 'active')::boolean from invest_change x where x.status = 'approved'
         and coalesce(x.project_id, x.id) = c.project_id and x.base_version + 1 = c.base_version), true))
     from project_terms t where t.project_id = c.project_id and t.version = c.base_version) as before
  from invest_change c`;

/** Newest first, those before `beforeId`. */
export async function selectChanges(
  db: Db,
  filter: {
    statuses: readonly ChangeState[] | undefined;
    kind: InvestChangeKind | undefined;
    beforeId: string | undefined;
    limit: number;
  },
): Promise<ChangeRow[]> {
  const result = await db.query(
    `${CHANGE} where ($1::text[] is null or c.status = any ($1)) and ($2::text is null or c.kind = $2)
       and ($3::uuid is null or c.id < $3) order by c.id desc limit $4`,
    [filter.statuses ?? null, filter.kind ?? null, filter.beforeId ?? null, filter.limit],
  );
  return rowsOf(changeRow, result);
}

export async function selectChange(db: Db, id: string): Promise<ChangeRow | undefined> {
  return rowOf(changeRow, await db.query(`${CHANGE} where c.id = $1`, [id]));
}

/** Locks it, so that two decisions come one after another. */
export async function lockChange(db: Db, id: string): Promise<ChangeRow | undefined> {
  return rowOf(changeRow, await db.query(`${CHANGE} where c.id = $1 for no key update of c`, [id]));
}

export interface NewChange {
  id: string;
  kind: InvestChangeKind;
  projectId: string | null;
  base: number | null;
  terms: ProposedTerms | ProposedRate;
  reason: string;
  makerId: bigint;
}

/** Two who propose the same one after the other; whether a proposal for it is open. `projectId` is null for the savings rate. */
export async function lockProposal(db: Db, projectId: string | null): Promise<boolean> {
  await db.query(`select wait_turn('invest terms/' || $1)`, [projectId ?? 'rate']);
  const result = await db.query(
    `select exists (select from invest_change where status = 'proposed'
       and case when $1::uuid is null then kind = 'savingsRate' else project_id = $1 end) as open`,
    [projectId],
  );
  return rowOf(z.object({ open: z.boolean() }), result)?.open === true;
}

export async function insertChange(db: Db, change: NewChange): Promise<void> {
  await db.query(
    `insert into invest_change (id, kind, project_id, base_version, terms, reason, maker) values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      change.id,
      change.kind,
      change.projectId,
      change.base,
      JSON.stringify(change.terms),
      change.reason,
      change.makerId.toString(),
    ],
  );
}

export async function updateChange(
  db: Db,
  { id, status, checkerId, note }: { id: string; status: ChangeState; checkerId: bigint; note: string | null },
): Promise<void> {
  await db.query('update invest_change set status = $2, checker = $3, note = $4 where id = $1', [
    id,
    status,
    checkerId.toString(),
    note,
  ]);
}

export async function selectVersion(db: Db, projectId: string): Promise<number | undefined> {
  const result = await db.query('select version from project where id = $1', [projectId]);
  return rowOf(z.object({ version: int4 }), result)?.version;
}

const rateDays = z.object({ tomorrow: z.string(), taken: z.array(z.string()) });

/** Tomorrow's business date, and the dates to come from which a rate holds already. */
export async function selectRateDates(db: Db): Promise<z.infer<typeof rateDays>> {
  const result = await db.query(
    `select (business_date_at(clock_timestamp()) + 1)::text as tomorrow, array(
       select from_date::text from savings_rate where from_date > business_date_at(clock_timestamp())) as taken`,
  );
  const row = rowOf(rateDays, result);
  if (row === undefined) throw new Error('a select without a from clause returned no row');
  return row;
}

export async function countProposedChanges(db: Db): Promise<number> {
  const result = await db.query(`select count(*) as count from invest_change where status = 'proposed'`);
  return Number(rowOf(z.object({ count: int8 }), result)?.count ?? 0n);
}

export const versionRow = z.object({
  projectId: z.string(),
  version: int4,
  current: int4,
  active: z.boolean(),
  publishedAt: moment,
  sold: int8,
  holdings: int8,
  ...termsColumns,
});
export type VersionRow = z.infer<typeof versionRow>;

/** Every version of every project, the newest of a project first. */
export async function selectVersions(db: Db, limit: number): Promise<VersionRow[]> {
  const result = await db.query(
    `select p.id as "projectId", t.version, p.version as current, p.active, t.published_at as "publishedAt", p.sold,
       (select count(*) from holding h where h.project_id = p.id and h.status = 'running') as holdings, ${TERMS}
     from project p join project_terms t on t.project_id = p.id order by p.position, p.id, t.version desc limit $1`,
    [limit],
  );
  return rowsOf(versionRow, result);
}
