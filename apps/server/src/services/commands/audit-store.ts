import type { Db } from '../../platform/db/pool.ts';

/** Who did what to whom. Nobody can change or delete an entry. `detail` holds no secret and no personal data. */
export interface AuditEntry {
  /** For example `member`, `deposit`. */
  readonly subjectType: string;
  readonly subjectId: string;
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}

export type AuditRow = AuditEntry & { readonly actorId: bigint; readonly command: string };

export async function insertAudit(db: Db, rows: readonly AuditRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.query({
    name: 'insert-audit',
    text: `insert into audit (actor_id, command, subject_type, subject_id, detail)
           select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::jsonb[])`,
    values: [
      rows.map((row) => row.actorId.toString()),
      rows.map((row) => row.command),
      rows.map((row) => row.subjectType),
      rows.map((row) => row.subjectId),
      rows.map((row) => JSON.stringify(row.detail)),
    ],
  });
}
