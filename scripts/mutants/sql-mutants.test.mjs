import { describe, expect, it } from 'vitest';
import { migrationEdits, sqlEdits } from './sql-mutants.mjs';

/** @param {string} text @param {{ start: number, end: number, text: string }[]} edits */
function applied(text, edits) {
  return edits.map((edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end));
}

describe('changes of a statement', () => {
  it.each([
    ['where a <= b', ['where a < b', 'where a > b', 'where true']],
    ['order by a desc limit 3', ['order by a asc limit 3', 'order by a desc']],
    ['for update skip locked', ['skip locked', 'for update']],
    [
      "where a between b and c and (d or e = 'x') order by f",
      ["where true and (d or e = 'x') order by f", 'where a between b and c and true order by f'],
    ],
    ['select clock_timestamp()', ['select now()']],
    ['on conflict (id) do nothing', ['']],
    ["a ->> 'b' is null", ["a ->> 'b' is not null"]],
  ])('%s', (text, expected) => {
    const found = applied(` ${text}`, sqlEdits(` ${text}`)).map((one) => one.trim());
    expect(found.toSorted()).toEqual(expected.toSorted());
  });
});

describe('changes of a migration', () => {
  const text = [
    'create table a (b int not null check (b > 0), c int references d (e));',
    'create unique index f on a (b);',
    '-- a comment: check (g) < h',
    'grant select on a to candor_app;',
    'create function i() returns void language sql as $$',
    '  delete from a where b < 1',
    '$$;',
  ].join('\n');

  it('remove constraints, keys and rights, but no comment', () => {
    const found = applied(text, migrationEdits(text, ''));
    expect(found).toContain(text.replace('b > 0', 'true'));
    expect(found).toContain(text.replace(' not null', ''));
    expect(found).toContain(text.replace(' references d (e)', ''));
    expect(found).toContain(text.replace('unique ', ''));
    expect(found).toContain(text.replace('grant select on a to candor_app;', ''));
    expect(found).toContain(text.replace('b < 1', 'true'));
    expect(found.every((one) => one.includes('-- a comment: check (g) < h'))).toBe(true);
  });

  it('leave a function alone that a later migration replaces', () => {
    const found = applied(text, migrationEdits(text, 'create or replace function i() returns void'));
    expect(found).not.toContain(text.replace('b < 1', 'true'));
  });
});
