import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changedFiles, doImportsDiffer, filesOf } from './changed-files.mjs';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'candor-changes-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** @param {...string} args */
function git(...args) {
  execFileSync('git', ['-C', root, '-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
    stdio: 'ignore',
  });
}

/** @param {string} name @param {string} text */
function write(name, text) {
  writeFileSync(join(root, name), text);
}

/** A repository whose main has three files, on a branch. */
function startBranch() {
  git('init', '-b', 'main');
  for (const name of ['a.ts', 'b.ts', 'c.ts']) write(name, 'const one = 1;\n');
  git('add', '.');
  git('commit', '-m', 'first');
  git('switch', '-c', 'work');
}

test('a folder without a repository has no changes to name', async () => {
  expect(await changedFiles(root)).toBeNull();
});

test('commits, changes that are not committed, new files and removed ones differ from main', async () => {
  startBranch();
  write('a.ts', 'const one = 2;\n');
  git('commit', '-am', 'second');
  write('b.ts', 'const one = 3;\n');
  write('neu ä.ts', 'const two = 2;\n');
  rmSync(join(root, 'c.ts'));
  expect(await changedFiles(root)).toMatchObject({
    since: 'main',
    files: ['a.ts', 'b.ts', 'neu ä.ts'],
    fresh: ['neu ä.ts'],
    removed: ['c.ts'],
  });
  expect((await filesOf(root)).toSorted()).toEqual(['a.ts', 'b.ts', 'neu ä.ts']);
});

test('on main itself, and with nothing to compare with, the last commit is taken', async () => {
  startBranch();
  git('switch', 'main');
  write('a.ts', 'const one = 2;\n');
  expect(await changedFiles(root)).toMatchObject({ since: 'the last commit', files: ['a.ts'] });
});

test('what main did meanwhile is not a change', async () => {
  startBranch();
  git('switch', 'main');
  write('b.ts', 'const one = 9;\n');
  git('commit', '-am', 'by others');
  git('switch', 'work');
  expect(await changedFiles(root)).toMatchObject({ files: [], removed: [] });
});

test('imports differ by a line with one, by a new file, and by a removed one', async () => {
  startBranch();
  const differ = async () => {
    const changes = await changedFiles(root);
    if (changes === null) throw new Error('this is a repository');
    return await doImportsDiffer(root, changes, changes.files);
  };
  expect(await differ()).toBe(false);
  write('a.ts', 'const one = 2;\n');
  expect(await differ()).toBe(false);
  write('a.ts', "import './b.ts';\nconst one = 1;\n");
  expect(await differ()).toBe(true);
  write('a.ts', 'const one = 1;\n');
  write('d.ts', 'const one = 1;\n');
  expect(await differ()).toBe(true);
  rmSync(join(root, 'd.ts'));
  rmSync(join(root, 'c.ts'));
  expect(await differ()).toBe(true);
});
