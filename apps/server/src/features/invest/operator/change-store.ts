import { INVEST_CHANGE_KINDS } from '@candor/contract/console-invest';
import * as z from 'zod/mini';
import { int4, int8, moment } from '../../../platform/db/rows.ts';
import { proposalColumns } from '../../../services/proposals/proposal-store.ts';
import type { ProposalTable } from '../../../services/proposals/proposal-store.ts';
import { TERMS, termsColumns } from '../project-store.ts';
import { firstValue, manyRows, onlyRow } from '../../../platform/db/statement.ts';

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

const changeRow = z.object({
  ...proposalColumns,
  kind: z.enum(INVEST_CHANGE_KINDS),
  projectId: z.nullable(z.string()),
  base: z.nullable(int4),
  terms: z.union([proposedTerms, proposedRate]),
  before: z.nullable(proposedTerms),
  version: z.nullable(int4),
});
export type ChangeRow = z.infer<typeof changeRow>;

export const INVEST_CHANGES: ProposalTable<ChangeRow> = {
  name: 'invest_change',
  idType: 'uuid',
  isOfMember: false,
  columns: `x.kind, x.project_id, x.base_version as base, x.terms,
    (select p.version from project p where p.id = x.project_id) as version,
    (select json_build_object('names', t.names, 'risk', t.risk, 'termDays', t.term_days, 'annualRate', t.annual_rate::text,
       'min', t.min::text, 'max', t.max::text, 'size', t.size::text, 'interest', t.interest, 'earlyLockDays', t.early_lock_days,
       'earlyRate', t.early_rate::text, 'opensAt', t.opens_at, 'closesAt', t.closes_at,
       'active', coalesce((select (y.terms ->> 'active')::boolean from invest_change y where y.status = 'approved'
         and coalesce(y.project_id, y.id) = x.project_id and y.base_version + 1 = x.base_version), true))
     from project_terms t where t.project_id = x.project_id and t.version = x.base_version) as before`,
  row: changeRow,
};

export const selectVersion = firstValue(int4, 'select version from project where id = $1', (projectId: string) => [
  projectId,
]);

const rateDays = z.object({ tomorrow: z.string(), taken: z.array(z.string()) });

/** Tomorrow's business date, and the dates to come from which a rate holds already. */
export const selectRateDates = onlyRow(
  rateDays,
  `select (business_date_at(clock_timestamp()) + 1)::text as tomorrow, array(
   select from_date::text from savings_rate where from_date > business_date_at(clock_timestamp())) as taken`,
  () => [],
  { missing: 'a select without a from clause returned no row' },
);

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
export const selectVersions = manyRows(
  versionRow,
  `select p.id as project_id, t.version, p.version as current, p.active, t.published_at, p.sold,
     (select count(*) from holding h where h.project_id = p.id and h.status = 'running') as holdings, ${TERMS}
   from project p join project_terms t on t.project_id = p.id order by p.position, p.id, t.version desc limit $1`,
  (limit: number) => [limit],
);
