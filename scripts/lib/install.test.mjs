import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isInstalled } from './install.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'candor-install-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function writeLock(packages) {
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
}

function writeInstalled(packages) {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
}

const one = { version: '1.0.0', integrity: 'sha512-a' };

test('a bare clone is not installed', () => {
  writeLock({ 'node_modules/a': one });
  expect(isInstalled(root)).toBe(false);
});

test('an install matches its lock file, even without packages for other machines', () => {
  writeLock({ '': {}, 'apps/server': {}, 'node_modules/a': one, 'node_modules/a-windows': { ...one, optional: true } });
  writeInstalled({ 'node_modules/a': one });
  expect(isInstalled(root)).toBe(true);
});

test('a missing package or another version is not an install', () => {
  writeLock({ 'node_modules/a': one, 'node_modules/b': one });
  writeInstalled({ 'node_modules/a': one });
  expect(isInstalled(root)).toBe(false);
  writeInstalled({ 'node_modules/a': one, 'node_modules/b': { ...one, version: '2.0.0' } });
  expect(isInstalled(root)).toBe(false);
});
