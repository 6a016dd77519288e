import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { FORGERIES } from '../src/testing/forgeries.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SECTION = readFileSync(join(ROOT, 'docs/fairness.md'), 'utf8')
  .split('## Lies of a holder of the key')[1]
  ?.split('\n## ')[0];

it('the table in docs/fairness.md names every lie that the tests tell', () => {
  const table = SECTION?.replaceAll(',', '') ?? '';
  const missing = FORGERIES.map(({ name }) => name).filter((name) => !table.includes(name.replaceAll(',', '')));
  expect(missing).toEqual([]);
});

/** `file`: what its tests say, in parts between commas and semicolons. @returns {{ file: string, parts: string[] }[]} */
function namedTests(text) {
  return [...text.matchAll(/`([\w/.-]+\.(?:test|spec)\.(?:tsx?|mjs))`(?::([^`|]*))?/g)].map(([, file, names = '']) => ({
    file,
    parts: names
      .split(/[,;]/)
      .map((part) => part.trim())
      .filter((part) => part !== '' && !part.startsWith('the vector')),
  }));
}

it('the tests that the table names are there, and say what it says', () => {
  const files = globSync('{apps,packages,e2e,scripts}/**/*.{test,spec}.{ts,tsx,mjs}', {
    cwd: ROOT,
    exclude: (path) => path === 'node_modules',
  });
  const named = namedTests(SECTION ?? '');
  expect(named.length).toBeGreaterThan(40);
  const untrue = named.flatMap(({ file, parts }) => {
    const places = files.filter((path) => path === file || basename(path) === file);
    if (places.length === 0) return [file];
    const text = places.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
    return parts.filter((part) => !text.includes(part)).map((part) => `${file}: ${part}`);
  });
  expect(untrue).toEqual([]);
});
