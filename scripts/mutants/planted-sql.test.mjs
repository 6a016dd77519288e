import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../lib/project.mjs';
import { plantedBugs } from './planted-sql.mjs';

const FIRST = {
  file: '1.sql',
  source: 'create function guard() returns int as $$ select 1 $$;\ncreate table a (b int check (b > 0));\n',
};
const SECOND = { file: '2.sql', source: '-- §\ncreate or replace function guard() returns int as $$ select 2 $$;\n' };

/** @param {{ file: string, source: string }[]} migrations @param {string} name @param {string} from @param {string} to */
function planted(migrations, name, from, to) {
  return plantedBugs(migrations, { [name]: [['x.test.ts'], [[from, to]]] }).map(
    ({ file, source, start, end, text }) => {
      const bytes = Buffer.from(source);
      return [file, bytes.toString('utf8', 0, start) + text + bytes.toString('utf8', end)];
    },
  );
}

it('every listed bug still has its place in the migrations, and its tests', () => {
  const folder = join(ROOT, 'apps/server/migrations');
  const migrations = readdirSync(folder)
    .toSorted()
    .map((file) => ({ file, source: readFileSync(join(folder, file), 'utf8') }));
  for (const { tests, only } of plantedBugs(migrations)) {
    const texts = tests.map((test) => readFileSync(join(ROOT, test), 'utf8'));
    for (const name of only?.split('|') ?? []) expect(texts.join('\n')).toContain(name);
  }
});

describe('a bug is planted', () => {
  it('in the last definition of its function', () => {
    expect(planted([FIRST], 'guard', 'select', 'choose')).toEqual([
      ['1.sql', FIRST.source.replace('select', 'choose')],
    ]);
    expect(planted([FIRST, SECOND], 'guard', 'select 2', 'select 3')).toEqual([
      ['2.sql', SECOND.source.replace('2', '3')],
    ]);
  });

  it('in a view, and not behind it', () => {
    const view = { file: '3.sql', source: 'create view seen as\n  select b from a where b > 1;\n-- b > 2\n' };
    expect(planted([FIRST, view], 'seen', 'b > 1', 'b > 0')).toEqual([
      ['3.sql', view.source.replace('b > 1', 'b > 0')],
    ]);
    expect(() => planted([FIRST, view], 'seen', 'b > 2', '')).toThrow('seen: b > 2');
  });

  it('in the last migration with the statement, or after the last migration', () => {
    expect(planted([FIRST, SECOND], 'schema', ' check (b > 0)', '')).toEqual([
      ['1.sql', FIRST.source.replace(' check (b > 0)', '')],
    ]);
    expect(planted([FIRST, SECOND], 'end', '', 'drop table a;')).toEqual([['2.sql', `${SECOND.source}drop table a;`]]);
  });

  it.each([
    ['guard', 'select 1'],
    ['guard', 'create table a'],
    ['no_such_function', 'select'],
    ['schema', 'create table c'],
  ])('never when its text is gone: %s, %s', (name, from) => {
    expect(() => planted([FIRST, SECOND], name, from, '')).toThrow(`${name}: ${from}`);
  });
});
