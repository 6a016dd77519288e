import { expect, test } from 'vitest';
import { readChoices, SAVED_MAX, shownColumns, withSaved } from './list-choices.ts';

const NONE = { columns: {}, saved: [] };

test('what is stored is read, and whatever does not fit is as if it had never been chosen', () => {
  const choices = { columns: { fee: false }, saved: [{ name: '大额', query: { q: 'li', sort: '-amount' } }] };
  expect(readChoices(JSON.stringify(choices))).toEqual(choices);
  for (const odd of [null, '', '{', '[]', 'null', '7', '{"columns":[1],"saved":{}}', '{"saved":[1,{"name":""},null]}'])
    expect(readChoices(odd)).toEqual(NONE);
  expect(readChoices('{"columns":{"fee":"no","tax":true},"saved":[{"name":"a","query":{"q":1,"x":"y"}}]}')).toEqual({
    columns: { tax: true },
    saved: [{ name: 'a', query: { x: 'y' } }],
  });
});

test('a filter under a name that is there takes its place, and there is an end to them', () => {
  const one = { name: 'a', query: { q: '1' } };
  const other = { name: 'a', query: { q: '2' } };
  expect(withSaved([one, { name: 'b', query: {} }], other)).toEqual([{ name: 'b', query: {} }, other]);
  const many = Array.from({ length: SAVED_MAX }, (_, n) => ({ name: String(n), query: {} }));
  expect(withSaved(many, other)).toHaveLength(SAVED_MAX);
  expect(withSaved(many, other).at(-1)).toBe(other);
});

test('a column that nobody chose for is as the page says, also one that came later; the first one stays', () => {
  const columns = [{ name: 'id' }, { name: 'fee', isWide: true }, { name: 'state' }, { name: 'later' }];
  const shown = (choices: Record<string, boolean>) => shownColumns(columns, choices).map(({ name }) => name);
  expect(shown({})).toEqual(['id', 'fee', 'state', 'later']);
  expect(shown({ id: false, state: false, gone: true })).toEqual(['id', 'fee', 'later']);
  expect(shownColumns(columns, { fee: true })[1]).toEqual({ name: 'fee', isWide: false });
});
