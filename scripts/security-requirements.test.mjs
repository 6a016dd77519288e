import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './lib/project.mjs';

const FOLDERS = {
  client: 'apps/client/src',
  console: 'apps/console/src',
  server: 'apps/server/src',
  contract: 'packages/contract/src',
  'api-client': 'packages/api-client/src',
  domain: 'packages/domain/src',
  proof: 'packages/proof/src',
};
/** Requirements of ASVS 5.0.0 at level 1 and at level 2. */
const LEVELS = { L1: 70, L2: 183 };

/** One row for each requirement: what stands in one row of the page for several is the same for each. */
const requirements = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .flatMap((line) => {
    const [ids = '', level = '', applies = '', met = '', shownBy = '', why = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return ids.split(', ').map((id) => ({ id, level, applies, met, shownBy, why }));
  });

test('every requirement of both levels is there once', () => {
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
  for (const [level, count] of Object.entries(LEVELS))
    expect(requirements.filter((row) => row.level === level)).toHaveLength(count);
});

test('what is met is shown, what is not met or does not apply says why', () => {
  const isWhole = ({ applies, met, shownBy, why }) => {
    if (applies === 'no') return met === '–' && shownBy === '–' && why !== '–';
    return applies === 'yes' && (met === 'yes' ? shownBy !== '–' : met === 'no' && why !== '–');
  };
  expect(requirements.filter((row) => !isWhole(row))).toEqual([]);
});

test('everything that shows one is there', () => {
  const named = requirements.flatMap(({ shownBy }) => [...shownBy.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((name) => !existsSync(pathOf(name)))).toEqual([]);
});

/** @param {string} name */
function pathOf(name) {
  const [first = '', ...rest] = name.split('/');
  return first in FOLDERS ? join(ROOT, FOLDERS[first], ...rest) : join(ROOT, name);
}
