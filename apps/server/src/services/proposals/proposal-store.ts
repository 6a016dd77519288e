import { PROPOSAL_STATES } from '@candor/domain/proposal';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int8, moment } from '../../platform/db/rows.ts';
import { uuidV7 } from '../../platform/ids/ids.ts';
import { readRow, readRows, write } from '../../platform/db/statement.ts';

/** SQL of what one operator proposes and another decides. Each kind has a table of its own, with these columns among others. */

export const person = z.object({ id: z.string(), username: z.string() });

/** Columns of every kind. */
export const proposalColumns = {
  id: z.string(),
  reason: z.string(),
  status: z.enum(PROPOSAL_STATES),
  maker: person,
  checker: z.nullable(person),
  note: z.nullable(z.string()),
  createdAt: moment,
  decidedAt: z.nullable(moment),
};

export interface ProposalRow {
  readonly id: string;
  /** The maker's. */
  readonly reason: string;
  readonly status: string;
  readonly maker: { readonly id: string; readonly username: string };
  readonly checker: { readonly id: string; readonly username: string } | null;
  /** The checker's reason. */
  readonly note: string | null;
  readonly createdAt: number;
  readonly decidedAt: number | null;
  /** The member it is about, for kinds that are about one. */
  readonly member?: { readonly id: string; readonly username: string };
}

/** Where a kind keeps its proposals, and what it reads of them. */
export interface ProposalTable<Row extends ProposalRow> {
  readonly name: string;
  /** `bigint`: the database counts them. */
  readonly idType: 'uuid' | 'bigint';
  /** About a member: the column is `member_id`. */
  readonly isOfMember: boolean;
  /** Columns of its own. The row of the table is `x`, its member is `m`. */
  readonly columns: string;
  readonly joins?: string;
  /** Of `proposalColumns`, `proposalMember` and its own columns. */
  readonly row: z.ZodMiniType<Row>;
  /** The column that the operator's id goes to, where it is not `checker`. */
  readonly handOf?: (status: string) => string;
}

/** The column of kinds that are about a member. */
export const proposalMember = { member: person };

export function personSql(alias: string): string {
  return `json_build_object('id', ${alias}.id::text, 'username', ${alias}.username)`;
}

function selectSql({ name, columns, joins = '', isOfMember }: Omit<ProposalTable<never>, 'row'>): string {
  return `select x.id::text, x.reason, x.status, ${personSql('maker')} as maker,
      case when checker.id is not null then ${personSql('checker')} end as checker, x.note,
      x.created_at, x.decided_at
      ${isOfMember ? `, ${personSql('m')} as member` : ''} ${columns === '' ? '' : `, ${columns}`}
    from ${name} x join operator maker on maker.id = x.maker left join operator checker on checker.id = x.checker
      ${isOfMember ? 'join member m on m.id = x.member_id' : ''} ${joins}`;
}

export interface ProposalFilter {
  readonly statuses?: readonly string[] | undefined;
  /** A username, for kinds that are about a member. */
  readonly member?: string | undefined;
  /** One of the kind's own names, where it has several. */
  readonly kind?: string | undefined;
  readonly beforeId?: string | undefined;
  readonly limit: number;
}

/** Newest first: ids grow with time. */
export async function selectProposals<Row extends ProposalRow>(
  db: Db,
  table: ProposalTable<Row>,
  { statuses, member, kind, beforeId, limit }: ProposalFilter,
): Promise<Row[]> {
  const values: unknown[] = [limit];
  const conditions = [
    where(values, statuses, (at) => `x.status = any(${at}::text[])`),
    where(values, beforeId, (at) => `x.id < ${at}::${table.idType}`),
    where(values, member, (at) => `lower(m.username collate "C") = lower(${at}::text collate "C")`),
    where(values, kind, (at) => `x.kind = ${at}::text`),
  ].filter((condition) => condition !== null);
  return await readRows(
    db,
    table.row,
    `${selectSql(table)} where ${['true', ...conditions].join(' and ')} order by x.id desc limit $1`,
    values,
  );
}

/** A condition with the next number of a value; null without a value. */
function where(values: unknown[], value: unknown, sql: (at: string) => string): string | null {
  return value === undefined ? null : sql(`$${values.push(value)}`);
}

export async function selectProposal<Row extends ProposalRow>(
  db: Db,
  table: ProposalTable<Row>,
  id: string,
): Promise<Row | undefined> {
  return await readRow(db, table.row, `${selectSql(table)} where x.id = $1`, [id]);
}

/** Locks it, so that two decisions come one after the other. */
export async function lockProposal<Row extends ProposalRow>(
  db: Db,
  table: ProposalTable<Row>,
  id: string,
): Promise<Row | undefined> {
  return await readRow(db, table.row, `${selectSql(table)} where x.id = $1 for no key update of x`, [id]);
}

/** Two who propose or decide about one subject come one after the other. */
export const takeTurn = write('select wait_turn($1)', (subject: string) => [subject]);

/** The values of a new proposal, by the columns of its table. */
export type ProposalValues = Readonly<Record<string, string | number | bigint | Buffer | null>>;

/** The id of a proposal that is not written yet; undefined where the database counts them. */
export function newProposalId({ idType }: { idType: 'uuid' | 'bigint' }): string | undefined {
  return idType === 'uuid' ? uuidV7() : undefined;
}

/** @returns its id */
export async function insertProposal(db: Db, { name }: { name: string }, row: ProposalValues): Promise<string> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  const inserted = await readRow(
    db,
    z.object({ id: z.string() }),
    `insert into ${name} (${columns.join(', ')}) values (${places.join(', ')}) returning id::text`,
    Object.values(row).map(parameter),
  );
  if (inserted === undefined) throw new Error('an insert returned no row');
  return inserted.id;
}

/** What a decision does beyond its row is done by triggers of the table, which also look at who decided. */
export async function decideProposalRow(
  db: Db,
  { name, handOf = () => 'checker' }: Pick<ProposalTable<never>, 'name' | 'handOf'>,
  { id, status, operatorId, note }: { id: string; status: string; operatorId: bigint; note: string | null },
): Promise<void> {
  await db.query(`update ${name} set status = $2, ${handOf(status)} = $3, note = $4 where id = $1`, [
    id,
    status,
    operatorId.toString(),
    note,
  ]);
}

/** Whether one waits that has these values. */
export async function isProposed(db: Db, { name }: { name: string }, values: ProposalValues): Promise<boolean> {
  const conditions = Object.keys(values).map((column, index) => `and ${column} = $${index + 1}`);
  const result = await db.query(
    `select from ${name} where status = 'proposed' ${conditions.join(' ')} limit 1`,
    Object.values(values).map(parameter),
  );
  return result.rowCount === 1;
}

/** A bigint as text: the driver takes no other form. */
function parameter(value: ProposalValues[string]): Exclude<ProposalValues[string], bigint> {
  return typeof value === 'bigint' ? value.toString() : value;
}

export async function countProposed(db: Db, { name }: { name: string }): Promise<number> {
  return Number(
    (await readRow(db, z.object({ count: int8 }), `select count(*) as count from ${name} where status = 'proposed'`))
      ?.count ?? 0n,
  );
}
