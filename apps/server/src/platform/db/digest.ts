import { createHash } from 'node:crypto';
import { Client } from 'pg';

/** One line per table: its name, its number of rows, and a sum of the hashes of all rows, in any order. */
export interface Digest {
  lines: string[];
  /** SHA-256 of the lines. Equal for two databases that hold the same rows. */
  sha256: string;
}

/**
 * One figure for everything a database holds. It shows that a restored database equals the saved one. Partitions
 * count as part of their table. All tables are read in one snapshot.
 */
export async function digestDatabase(ownerUrl: string): Promise<Digest> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'candor-digest' });
  await client.connect();
  try {
    await client.query(`begin isolation level repeatable read read only; set local timezone = 'UTC'`);
    const tables = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    );
    const lines: string[] = [];
    for (const { name } of tables.rows) {
      const table = client.escapeIdentifier(name);
      const { rows } = await client.query<{ count: string; sum: string }>(
        `select count(*)::text as count, coalesce(sum(hashtextextended(t::text, 0)::numeric
           + hashtextextended(t::text, 1)::numeric * 18446744073709551616), 0)::text as sum from ${table} t`,
      );
      lines.push(`${name} ${rows[0]?.count} ${rows[0]?.sum}`);
    }
    return { lines, sha256: createHash('sha256').update(lines.join('\n')).digest('hex') };
  } finally {
    await client.end();
  }
}
