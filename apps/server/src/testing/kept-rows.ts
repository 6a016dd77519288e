import type { ClientBase } from 'pg';

/**
 * Keeps every row as it is now, in a schema that no migration knows, and compares later: what an upgrade must not do is lose
 * a row, or a value of one.
 */
const KEEP = `create schema kept;
  do $$ declare one record; begin
    for one in select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition and c.relname <> 'schema_migration' loop
      execute format('create table kept.%1$I as select to_jsonb(a_row) as was from public.%1$I a_row', one.name);
    end loop;
  end $$`;

export interface KeptRows {
  /** Tables that had no row: nothing is known about what becomes of theirs. */
  empty: string[];
  /** Table and row as it was, for each that is gone or has another value. */
  lost: [table: string, was: object][];
}

export async function keepRows(owner: ClientBase): Promise<void> {
  await owner.query(KEEP);
}

/** @param moved columns that left their table because another table has them now */
export async function compareKeptRows(owner: ClientBase, moved: readonly string[] = []): Promise<KeptRows> {
  const found: KeptRows = { empty: [], lost: [] };
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'kept'::regnamespace and relkind = 'r' order by 1`,
  );
  for (const { name } of rows) {
    const gone = await owner.query<{ was: object }>(
      `select was from kept."${name}" k where not exists (
         select from public."${name}" a_row where to_jsonb(a_row) @> (k.was - $1::text[]))`,
      [moved],
    );
    found.lost.push(...gone.rows.map(({ was }): [string, object] => [name, was]));
    const { rowCount } = await owner.query(`select from kept."${name}" limit 1`);
    if (rowCount === 0) found.empty.push(name);
  }
  return found;
}
