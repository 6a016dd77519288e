import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { Client } from './client.ts';
import { WITHOUT_HURRY } from './pool.ts';

const FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url));
const LOCK = 727_001;

/** The first migration of every database that a version before 0.1.0 made. */
const FIRST_BEFORE_0_1_0 = '0001_foundation.sql';

/**
 * Applies the missing files `NNNN_*.sql` of a folder (`migrations/`) in order, each in its own transaction. Several
 * processes may start at once: one advisory lock guards it. A file that changed after it was applied stops the start, and
 * so does a database that another version made. Returns the names of the files it applied.
 */
export async function migrate(ownerUrl: string, folder: string = FOLDER): Promise<string[]> {
  // On a busy machine this process may get no time between two statements.
  const settings = { idle_in_transaction_session_timeout: `${WITHOUT_HURRY.idleMsMax}ms` };
  const client = new Client({ connectionString: ownerUrl, application_name: 'candor-migrate', settings });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(`create table if not exists schema_migration (
      name text primary key, sha256 text not null, applied_at timestamptz not null default clock_timestamp())`);
    const done = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migration');
    const applied = new Map(done.rows.map((row) => [row.name, row.sha256]));
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
    refuseOthers([...applied.keys()].toSorted(), files);
    const fresh: string[] = [];
    for (const name of files) {
      const text = await readFile(join(folder, name), 'utf8');
      const sha256 = createHash('sha256').update(text).digest('hex');
      const known = applied.get(name);
      if (known === sha256) continue;
      if (known !== undefined)
        throw new Error(`Migration ${name} was changed after it was applied; add a new one instead.`);
      await apply(client, name, text, sha256);
      fresh.push(name);
    }
    return fresh;
  } finally {
    await client.end();
  }
}

/** Throws, with a text for the operator, where the database has migrations that this version does not know. */
function refuseOthers(applied: readonly string[], files: readonly string[]): void {
  const newest = applied.findLast((name) => !files.includes(name));
  if (newest === undefined) return;
  if (applied.includes(FIRST_BEFORE_0_1_0))
    throw new Error(
      `This database was made by a version of Candor before 0.1.0 (its newest migration is ${newest}). This version cannot use
it, and cannot upgrade it. Nothing in it was changed.
  To go on using it, start the version that made it.
  To begin anew, give Candor an empty database: another DATA_DIR, or another database in DATABASE_URL.`,
    );
  throw new Error(
    `This database was made by a newer version of Candor: it has the migration ${newest}, which this version does not know.
Nothing in it was changed. Start that version, or restore the backup from before the upgrade.`,
  );
}

async function apply(client: pg.Client, name: string, text: string, sha256: string): Promise<void> {
  try {
    await client.query('begin');
    await client.query(text);
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
