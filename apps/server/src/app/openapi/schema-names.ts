import { readdir } from 'node:fs/promises';
import type * as z from 'zod/mini';

/** A schema of the contract or of a part of it. */
export type Schema = z.core.$ZodType;

const CONTRACT = new URL('../../../../../packages/contract/src/', import.meta.url);

/**
 * The names of the contract's schemas in the OpenAPI documents: a schema is called as it is exported, without the word for its
 * role (`orderView` is Order). Two schemas of one name have the module's name before it.
 */
export async function schemaNames(): Promise<ReadonlyMap<Schema, string>> {
  const found: { schema: Schema; name: string; module: string }[] = [];
  const files = (await readdir(CONTRACT)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  for (const file of files.toSorted()) {
    const exports: unknown = await import(new URL(file, CONTRACT).href);
    for (const [name, value] of Object.entries(exports ?? {}))
      if (isSchema(value) && !found.some(({ schema }) => schema === value))
        found.push({ schema: value, name: nameOf(name), module: nameOf(file.replace(/\.ts$/, '')) });
  }
  return new Map(
    found.map(({ schema, name, module }) => {
      const isShared = found.some((other) => other.name === name && other.schema !== schema);
      return [schema, isShared ? `${module}${name}` : name];
    }),
  );
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

/** `orderView` → Order, `ordersQuery` → OrdersQuery, `console-members` → ConsoleMembers. */
function nameOf(text: string): string {
  const words = text.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/(?:View|Schema)$/, '');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
