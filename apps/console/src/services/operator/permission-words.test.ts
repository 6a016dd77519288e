import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { OPERATOR_PERMISSIONS } from '@candor/contract/operator-permissions';
import en from '../../locales/en/permissions.json' with { type: 'json' };
import { coveredBy, isEverything } from './permission-words.ts';
import type { Permission } from './permission-words.ts';

const CALLS = join(import.meta.dirname, '../../../../../packages/contract/src/calls/console');

/** What a permission is for that no call asks for: who has it is told of calendars that end. */
const TOLD = ['market:calendar:read'];

/** Every permission that a declared call of the console asks for. */
async function asked(): Promise<string[]> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('permission' in value && 'path' in value && typeof value.permission === 'string') found.add(value.permission);
    else if (!('method' in value)) for (const inner of Object.values(value)) visit(inner);
  };
  for (const name of readdirSync(CALLS).filter((file) => file.endsWith('.ts')))
    for (const declared of Object.values((await import(pathToFileURL(join(CALLS, name)).href)) as object))
      visit(declared);
  return [...found].toSorted();
}

test('every permission that a call asks for has words, and no other', async () => {
  const all = [...(await asked()), ...TOLD].toSorted();
  expect(Object.keys(en).toSorted()).toEqual(all);
  // The server lets no role hold another.
  expect([...OPERATOR_PERMISSIONS].toSorted()).toEqual(all);
});

test('a pattern covers what its parts name', () => {
  const all = Object.keys(en) as Permission[];
  expect(coveredBy(['staff:role:*'], all)).toEqual(['staff:role:check', 'staff:role:make', 'staff:role:read']);
  expect(coveredBy(['*:*:*'], all)).toEqual(all);
  expect(coveredBy(['*:*:read'], all).every((permission) => permission.endsWith(':read'))).toBe(true);
  expect([isEverything(['*:*:*']), isEverything(['*:*:read'])]).toEqual([true, false]);
});
