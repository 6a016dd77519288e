import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldUsername } from './username.ts';

test.each([
  ['demo', 'demo'],
  ['DEMO', 'demo'],
  ['Alice_01', 'alice_01'],
  ['KIWI_ISLAND', 'kiwi_island'],
  ['a'.repeat(32), 'a'.repeat(32)],
])('%s is compared as %s', (name, folded) => {
  expect(foldUsername(name)).toBe(folded);
});

/** Ways a stranger may write `kiwis`: some case folding turns each character into k, i, w or s. */
const LOOKALIKES = [
  'k\u0130wis',
  'k\u0131wis',
  '\u212Aiwis',
  'kiwi\u017F',
  'k\uFF49wis',
  '\uFF2B\uFF29\uFF37\uFF29\uFF33',
  'ki\u200Bwis',
  'ki\u00ADwis',
  'kiwis\u0000',
  'kiwi\u0000s',
  'ki\u0307wis',
  'k\u0456wis',
  'kiwis ',
  ' kiwis',
  'kiwis\n',
  'kiwis\uFEFF',
  'kiwis\u3000',
];

test.each([...LOOKALIKES, '', 'abc', 'a'.repeat(33), 'bad name', 'a.b.c', "x' or ''='", '名字名字'])(
  '%j is not a name',
  (name) => {
    expect(foldUsername(name)).toBeNull();
  },
);

test('a folded name folds to itself, and upper or lower case does not matter', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9_]{4,32}$/), (name) => {
      const folded = foldUsername(name);
      expect(folded).toMatch(/^[a-z0-9_]{4,32}$/);
      expect(foldUsername(folded ?? '')).toBe(folded);
      expect(foldUsername(name.toUpperCase())).toBe(folded);
    }),
  );
});

test('only ASCII letters, digits and underscores make a name', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(0xffff), { minLength: 4, maxLength: 32 }).map((units) => String.fromCharCode(...units)),
      (text) => !/[^A-Za-z0-9_]/.test(text) || foldUsername(text) === null,
    ),
    { numRuns: 2_000 },
  );
});
