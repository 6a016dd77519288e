import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../packages/contract/src/errors/error-codes.ts';
import { WAITING_ERROR_KEYS } from '../packages/contract/src/errors/waiting-error-keys.ts';
import { ROOT } from './lib/project.mjs';

/** The number of keys that still wait. Lower it when the list gets shorter; never raise it. */
const WAITING_MAX = 49;

/** The product's own code, without tests and without the tables that contain every key. */
function isProduct(name) {
  return !/\.test\.|\/testing\/|packages\/contract\/src\/errors\//.test(name);
}

function usedKeys() {
  const names = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(isProduct);
  expect(names.length).toBeGreaterThan(300);
  const quoted = new Set();
  for (const name of names) {
    for (const [, word] of readFileSync(join(ROOT, name), 'utf8').matchAll(/'([A-Z][A-Z0-9_]*)'/g)) quoted.add(word);
  }
  return Object.keys(ERROR_CODES).filter((key) => quoted.has(key));
}

const used = usedKeys();

test('every waiting key is still unused: a used key leaves the list', () => {
  expect(WAITING_ERROR_KEYS.filter((key) => used.includes(key))).toEqual([]);
});

test('every other key is used: an unused key is deleted with its texts', () => {
  const unused = Object.keys(ERROR_CODES).filter((key) => !used.includes(key));
  expect(unused.filter((key) => !WAITING_ERROR_KEYS.some((waiting) => waiting === key))).toEqual([]);
});

test('the list only shrinks', () => {
  expect(WAITING_ERROR_KEYS.length).toBeLessThanOrEqual(WAITING_MAX);
  expect(new Set(WAITING_ERROR_KEYS).size).toBe(WAITING_ERROR_KEYS.length);
});
