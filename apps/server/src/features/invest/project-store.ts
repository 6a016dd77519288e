import { AGREEMENTS, INTEREST_PAYMENTS, RISKS } from '@candor/contract/invest';
import type { AgreementCode } from '@candor/contract/invest';
import type { ProjectTerms, Versions } from '@candor/domain/invest/project';
import type { Wallet } from '@candor/domain/ledger/account';
import type { Money } from '@candor/domain/money';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int4, moment } from '../../platform/db/rows.ts';
import { amount, day, names, rateOf } from './columns.ts';
import { firstRow, manyRows, onlyRow, write } from '../../platform/db/statement.ts';

/** SQL of projects and of what members agree to. Nobody changes terms: a new version is published by the console's change. */

export const termsColumns = {
  names,
  risk: z.enum(RISKS),
  termDays: int4,
  annualRate: rateOf,
  min: amount,
  max: amount,
  size: amount,
  interest: z.enum(INTEREST_PAYMENTS),
  earlyLockDays: z.nullable(int4),
  earlyRate: z.nullable(rateOf),
  opensAt: z.nullable(moment),
  closesAt: z.nullable(moment),
};

export const TERMS = `t.names, t.risk, t.term_days, t.annual_rate, t.min, t.max, t.size, t.interest,
  t.early_lock_days, t.early_rate, t.opens_at, t.closes_at`;

const projectRow = z.object({
  id: z.string(),
  active: z.boolean(),
  version: int4,
  sold: amount,
  held: amount,
  ...termsColumns,
});
export type ProjectRow = z.infer<typeof projectRow>;

const PROJECT = `p.id, p.active, p.version, p.sold, ${TERMS},
  (select coalesce(sum(h.principal), 0)::bigint from holding h where h.project_id = p.id and h.member_id = $1 and h.wallet = $2
    and h.status = 'running') as held
  from project p join project_terms t on t.project_id = p.id and t.version = p.version`;

/** Projects that are sold, and those that the member still holds. */
export const selectProjects = manyRows(
  projectRow,
  `select * from (select p.position, ${PROJECT}) all_of_them where active or held > 0 order by position, id limit 200`,
  (memberId: bigint, wallet: Wallet) => [memberId, wallet],
);

export const selectProject = firstRow(
  projectRow,
  `select ${PROJECT} where p.id = $3`,
  (id: string, { memberId, wallet }: { memberId: bigint; wallet: Wallet }) => [memberId, wallet, id],
);

/** Locks a project until the end of the transaction, so that what is left of it does not change. */
export const lockProject = write('select lock_project($1)', (id: string) => [id]);

/** The terms of a row as the domain reads them. */
export function termsOf(row: Omit<z.infer<z.ZodMiniObject<typeof termsColumns>>, 'names' | 'risk'>): ProjectTerms {
  const { earlyLockDays, earlyRate, opensAt, closesAt, ...terms } = row;
  return {
    ...terms,
    early: earlyLockDays === null || earlyRate === null ? null : { lockDays: earlyLockDays, annualRate: earlyRate },
    opensAtMs: opensAt,
    closesAtMs: closesAt,
  };
}

export function versionsOf(row: Pick<ProjectRow, 'version'>, site: Pick<SiteFacts, 'agreement'>): Versions {
  return { terms: row.version, agreement: site.agreement };
}

const siteFacts = z.object({
  now: moment,
  today: day,
  agreement: int4,
  passwordFrom: z.nullable(amount),
  frozen: z.boolean(),
});
export type SiteFacts = z.infer<typeof siteFacts>;

/** The database's time and business date, the agreement of a kind, the policy, and whether the member is frozen. */
export const selectSiteFacts = onlyRow(
  siteFacts,
  `select n.now, business_date_at(n.now) as today, (select coalesce(max(version), 0) from agreement where code = $2) as agreement,
     (select password_from from invest_policy) as password_from, m.frozen
   from member m cross join (select clock_timestamp() as now) n where m.id = $1`,
  (memberId: bigint, code: AgreementCode) => [memberId, code],
  { missing: 'the member is missing' },
);

const agreementRow = z.object({
  code: z.enum(AGREEMENTS),
  version: int4,
  title: names,
  text: names,
  publishedAt: moment,
});
export type AgreementRow = z.infer<typeof agreementRow>;

export const selectAgreement = firstRow(
  agreementRow,
  `select code, version, title, body as text, published_at from agreement where code = $1 and version = $2`,
  (code: AgreementCode, version: number) => [code, version],
);

export interface NewProject extends Omit<ProjectTerms, 'early' | 'opensAtMs' | 'closesAtMs'> {
  id: string;
  position: number;
  names: z.infer<typeof names>;
  risk: (typeof RISKS)[number];
  early: { lockDays: number; annualRate: bigint } | null;
}

/** Version 1 of projects that do not exist yet; for the owner, when a site is prepared. */
export async function insertMissingProjects(db: Db, projects: readonly NewProject[]): Promise<void> {
  for (const project of projects) {
    await db.query(
      `with new_project as (
         insert into project (id, position, version) values ($1, $2, 1) on conflict (id) do nothing returning id
       )
       insert into project_terms (project_id, version, names, risk, term_days, annual_rate, min, max, size, interest,
         early_lock_days, early_rate)
       select id, 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 from new_project`,
      [
        project.id,
        project.position,
        JSON.stringify(project.names),
        project.risk,
        project.termDays,
        project.annualRate.toString(),
        project.min.toString(),
        project.max.toString(),
        project.size.toString(),
        project.interest,
        project.early?.lockDays ?? null,
        project.early?.annualRate.toString() ?? null,
      ],
    );
  }
}

export interface NewAgreement {
  code: AgreementCode;
  title: z.infer<typeof names>;
  text: z.infer<typeof names>;
}

/** What every site needs before anybody can invest: agreements, a savings rate and the policy. Keeps what there is. */
export async function insertMissingBasics(
  db: Db,
  {
    agreements,
    savingsRate,
    passwordFrom,
  }: { agreements: readonly NewAgreement[]; savingsRate: bigint; passwordFrom: Money },
): Promise<void> {
  for (const { code, title, text } of agreements) {
    await db.query(
      'insert into agreement (code, version, title, body) values ($1, 1, $2, $3) on conflict (code, version) do nothing',
      [code, JSON.stringify(title), JSON.stringify(text)],
    );
  }
  await db.query(
    `insert into savings_rate (from_date, annual_rate)
     select business_date_at(clock_timestamp()), $1 where not exists (select from savings_rate)`,
    [savingsRate.toString()],
  );
  await db.query('insert into invest_policy (password_from) values ($1) on conflict (only_row) do nothing', [
    passwordFrom.toString(),
  ]);
}
