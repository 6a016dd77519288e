import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { distancesFrom, readImportGraph } from './import-graph.mjs';

const root = mkdtempSync(join(tmpdir(), 'candor-graph-'));
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** @param {Record<string, string>} files @param {string[]} [removed] */
function graphOf(files, removed = []) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return readImportGraph(root, Object.keys(files), removed);
}

test('counts the steps from a file to all that use it', () => {
  const graph = graphOf({
    'packages/domain/src/money.ts': 'export const money = 1;',
    'packages/domain/src/money.test.ts': "import { money } from './money.ts';",
    'apps/server/src/pay.ts': "export { money } from '@candor/domain/money';",
    'apps/server/src/pay.test.ts': "const { money } = await import('./pay.ts');",
    'packages/ui/src/button.tsx': "import 'react';",
  });
  expect(Object.fromEntries(distancesFrom(graph, ['packages/domain/src/money.ts']))).toEqual({
    'packages/domain/src/money.ts': 0,
    'packages/domain/src/money.test.ts': 1,
    'apps/server/src/pay.ts': 1,
    'apps/server/src/pay.test.ts': 2,
  });
});

test('a command that is run by its path is used, and so is a folder that is read', () => {
  const graph = graphOf({
    'packages/proof/bin/audit.mjs': '',
    'packages/proof/bin/audit.test.mjs': "new URL('audit.mjs', import.meta.url)",
    'apps/server/migrations/0001_start.sql': 'select 1',
    'apps/server/src/testing/test-db.ts': "new URL('../../migrations/', import.meta.url)",
    'apps/server/src/locales.ts': 'read(`../src/locales/${language}/${name}.json`)',
    'apps/server/src/locales/en/home.json': '{}',
    'apps/server/src/everything.ts': "new URL('../../../', import.meta.url)",
  });
  expect([...distancesFrom(graph, ['packages/proof/bin/audit.mjs']).keys()]).toContain(
    'packages/proof/bin/audit.test.mjs',
  );
  expect([...distancesFrom(graph, ['apps/server/migrations/0001_start.sql']).keys()].slice(1)).toEqual([
    'apps/server/src/testing/test-db.ts',
  ]);
  expect([...distancesFrom(graph, ['apps/server/src/locales/en/home.json']).keys()].slice(1)).toEqual([
    'apps/server/src/locales.ts',
  ]);
});

test('a file that is gone is still used by those that name it', () => {
  const graph = graphOf({ 'apps/server/src/pay.ts': "import '../src/gone.ts';" }, ['apps/server/src/gone.ts']);
  expect(distancesFrom(graph, ['apps/server/src/gone.ts']).get('apps/server/src/pay.ts')).toBe(1);
});

test('files that use each other end nothing', () => {
  const graph = graphOf({ 'apps/a/src/a.ts': "import './b.ts';", 'apps/a/src/b.ts': "import './a.ts';" });
  expect(distancesFrom(graph, ['apps/a/src/a.ts']).size).toBe(2);
});
