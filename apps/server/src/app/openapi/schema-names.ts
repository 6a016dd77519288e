import { readdir } from 'node:fs/promises';
import type * as z from 'zod/mini';

/** A schema of the contract or of a part of it. */
export type Schema = z.core.$ZodType;

const CONTRACT = new URL('../../../../../packages/contract/src/', import.meta.url);

/**
 * The names of the contract's schemas in the OpenAPI documents: a schema is called as it is exported, without the word for its
 * role (`orderView` is Order). Two schemas of one name keep that word, and then the module's name comes before it.
 */
export async function schemaNames(): Promise<ReadonlyMap<Schema, string>> {
  const found: Found[] = [];
  const files = (await readdir(CONTRACT)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  for (const file of files.toSorted()) {
    const exports: unknown = await import(new URL(file, CONTRACT).href);
    for (const [name, value] of Object.entries(exports ?? {}))
      if (isSchema(value) && !found.some(({ schema }) => schema === value))
        found.push({
          schema: value,
          short: pascal(name.replace(ROLE, '')),
          whole: pascal(name),
          module: pascal(file.slice(0, -3)),
        });
  }
  const isOneOf = (name: string, of: (one: Found) => string) => found.filter((one) => of(one) === name).length === 1;
  return new Map(
    found.map(({ schema, short, whole, module }) => [
      schema,
      isOneOf(short, (one) => one.short) ? short : isOneOf(whole, (one) => one.whole) ? whole : `${module}${whole}`,
    ]),
  );
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

interface Found {
  readonly schema: Schema;
  readonly short: string;
  readonly whole: string;
  readonly module: string;
}

const ROLE = /(?:View|Schema)$/;

/** `ordersQuery` → OrdersQuery, `console-members` → ConsoleMembers. */
function pascal(text: string): string {
  const words = text.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
