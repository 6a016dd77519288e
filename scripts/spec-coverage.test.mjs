import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './lib/project.mjs';

const FOLDERS = {
  client: 'apps/client/src',
  server: 'apps/server/src',
  contract: 'packages/contract/src',
  'api-client': 'packages/api-client/src',
  domain: 'packages/domain/src',
};

/** The cells of every row, without the heads of the tables. */
function rows() {
  return readFileSync(join(ROOT, 'docs', 'spec-coverage.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!Statement)/.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

function pathOf(name) {
  const [first, ...rest] = name.split('/');
  return join(ROOT, FOLDERS[first] ?? first, ...rest);
}

test('no cell is empty', () => {
  expect(rows().length).toBeGreaterThan(40);
  expect(rows().filter((cells) => cells.length !== 3 || cells.some((cell) => cell === ''))).toEqual([]);
});

test('every file is there', () => {
  const named = rows().flatMap(([, where, shown]) =>
    [...`${where} ${shown}`.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  expect(named.filter((name) => !existsSync(pathOf(name)))).toEqual([]);
});

test('every named test is there', () => {
  const wrong = [];
  for (const [, , shown] of rows()) {
    for (const part of shown.split('; `').map((text) => text.replace(/^`?/, '`'))) {
      const [, file, title] = /^`([^`]+)`(?: › (.*))?$/.exec(part) ?? [];
      if (file === undefined) wrong.push(part);
      else if (
        title !== undefined &&
        !readFileSync(pathOf(file), 'utf8').includes(title.replaceAll("'", "\\'")) &&
        !readFileSync(pathOf(file), 'utf8').includes(title)
      )
        wrong.push(part);
    }
  }
  expect(wrong).toEqual([]);
});
