/**
 * The tables of each area with their keys and references, as diagrams: docs/schema.md. An area is the first word in the name
 * of a migration (`0005_ledger.sql`, `0021_ledger_statement.sql`), and a table belongs to the one whose migration makes it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { ClientBase } from 'pg';
import * as z from 'zod/mini';

const HEAD = `# Tables by area

Generated from the database: do not edit. \`npm run schema\` writes it anew, and a test compares it. Shown are keys (PK), unique columns
(UK) and references (FK); a reference to a table of another area names it. Every column, rule and right is in
[apps/server/schema.sql](../apps/server/schema.sql), and why it is so in the [migrations](../apps/server/migrations).
`;

const COLUMNS = `
  select c.relname as "table", a.attname as name, a.attnum as place, a.attnotnull as required,
    case format_type(a.atttypid, null) when 'timestamp with time zone' then 'timestamptz' when 'character varying' then 'varchar'
      when 'double precision' then 'float8' else format_type(a.atttypid, null) end as type,
    exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey)) as is_key,
    exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indpred is null and i.indnkeyatts = 1
      and i.indkey[0] = a.attnum) as is_unique
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1, 3`;
const columnRow = z.object({
  table: z.string(),
  name: z.string(),
  place: z.number(),
  required: z.boolean(),
  type: z.string(),
  is_key: z.boolean(),
  is_unique: z.boolean(),
});
type Column = z.infer<typeof columnRow>;

const REFERENCES = `
  select c.relname as "table", p.relname as parent,
    array(select a.attname::text from unnest(k.conkey) with ordinality u (n, place)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n order by u.place) as columns
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
  where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = 'public'::regnamespace and not c.relispartition order by 1, 2, 3`;
const referenceRow = z.object({ table: z.string(), parent: z.string(), columns: z.array(z.string()) });
type Reference = z.infer<typeof referenceRow>;

interface Area {
  name: string;
  about: string;
  tables: string[];
}

/** @param owner a connection of the owner of the database */
export async function schemaDiagrams(owner: ClientBase, migrations: URL): Promise<string> {
  const columns = z.array(columnRow).parse((await owner.query(COLUMNS)).rows);
  const references = z.array(referenceRow).parse((await owner.query(REFERENCES)).rows);
  const areas = areasOf(migrations);
  const placed = new Set(areas.flatMap(({ tables }) => tables));
  const lost = [...new Set(columns.map(({ table }) => table))].filter((table) => !placed.has(table));
  if (lost.join() !== 'schema_migration') throw new Error(`No migration makes these tables: ${lost.join(', ')}`);
  return [HEAD, ...areas.map((area) => section(area, columns, references))].join('\n');
}

/** Tables in the order in which the migrations make them. */
function areasOf(migrations: URL): Area[] {
  const areas = new Map<string, Area>();
  for (const file of readdirSync(migrations).toSorted()) {
    const name = /^\d{4}_([a-z]+)\w*\.sql$/.exec(file)?.[1];
    if (name === undefined) continue;
    const text = readFileSync(new URL(file, migrations), 'utf8');
    const tables = [...text.matchAll(/^create table (\w+)/gm)].map((match) => match[1] ?? '');
    const area = areas.get(name) ?? { name, about: firstComment(text), tables: [] };
    area.tables.push(...tables);
    areas.set(name, area);
  }
  return [...areas.values()].filter(({ tables }) => tables.length > 0);
}

function firstComment(text: string): string {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !/^-- \S/.test(line));
  return lines
    .slice(0, end)
    .map((line) => line.slice(3))
    .join('\n');
}

function section({ name, about, tables }: Area, columns: readonly Column[], references: readonly Reference[]): string {
  const entities = tables.map((table) => {
    const own = references.filter((one) => one.table === table);
    const lines = columns
      .filter((column) => column.table === table)
      .flatMap((column) => attribute(column, own, tables));
    return `  ${table} {\n${lines.map((line) => `    ${line}\n`).join('')}  }`;
  });
  const edges = references
    .filter(({ table, parent }) => tables.includes(table) && tables.includes(parent))
    .map((one) => edge(one, columns));
  const title = name.slice(0, 1).toUpperCase() + name.slice(1);
  return `## ${title}\n\n${about}\n\n\`\`\`mermaid\nerDiagram\n${[...entities, ...edges].join('\n')}\n\`\`\`\n`;
}

/** A line for a column that is part of a key or a reference. */
function attribute(column: Column, references: readonly Reference[], here: readonly string[]): string[] {
  const parents = references.filter(({ columns }) => columns.includes(column.name)).map(({ parent }) => parent);
  const marks = [
    ...(column.is_key ? ['PK'] : []),
    ...(parents.length > 0 ? ['FK'] : []),
    ...(column.is_unique && !column.is_key ? ['UK'] : []),
  ];
  if (marks.length === 0) return [];
  const others = [...new Set(parents)].filter((parent) => !here.includes(parent));
  return [`${column.type} ${column.name} ${marks.join(', ')}${others.length > 0 ? ` "${others.join(', ')}"` : ''}`];
}

function edge({ table, parent, columns: names }: Reference, columns: readonly Column[]): string {
  const own = columns.filter((column) => column.table === table && names.includes(column.name));
  const keys = columns.filter((column) => column.table === table && column.is_key);
  const isOne =
    own.some((column) => column.is_unique) || (keys.length > 0 && keys.every(({ name }) => names.includes(name)));
  const isOptional = own.some(({ required }) => !required);
  return `  ${parent} ${isOptional ? '|o' : '||'}--${isOne ? 'o|' : 'o{'} ${table} : "${names.join(', ')}"`;
}
