import { readdir } from 'node:fs/promises';
import type { Operation } from '@candor/contract/operation';

const CALLS = new URL('../../../packages/contract/src/calls/', import.meta.url);

/** What a member or an operator calls to open a page: every declared GET of theirs, whatever file it is declared in. */
export async function readsOfPages(): Promise<Operation[]> {
  const files = (await readdir(CALLS, { recursive: true })).filter((name) => name.endsWith('.ts')).toSorted();
  const found = new Map<string, Operation>();
  for (const file of files)
    for (const operation of operationsIn(await import(new URL(file, CALLS).href)))
      if (operation.method === 'GET' && operation.caller !== 'public') found.set(operation.path, operation);
  return [...found.values()];
}

function operationsIn(value: unknown): Operation[] {
  if (typeof value !== 'object' || value === null) return [];
  return isOperation(value) ? [value] : Object.values(value).flatMap(operationsIn);
}

function isOperation(value: object): value is Operation {
  return 'method' in value && 'path' in value && 'caller' in value && 'cost' in value;
}
