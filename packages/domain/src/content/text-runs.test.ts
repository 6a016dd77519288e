import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textRuns, withoutMarks } from './text-runs.ts';

test.each([
  ['run `node x.mjs y.json` now', ['run ', ['node x.mjs y.json'], ' now']],
  ['`ref`', [['ref']]],
  ['`a``b`', [['a'], ['b']]],
  ['plain', ['plain']],
  ['', []],
  // What is no pair stays as it is.
  ['one ` alone', ['one ` alone']],
  ['` x `', ['` x `']],
])('%s', (line, runs) => {
  expect(textRuns(line).map(({ kind, text }) => (kind === 'code' ? [text] : text))).toEqual(runs);
});

test('the runs together are the line without its marks', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', '`', ' ', 'b'), { maxLength: 20 }), (letters) => {
      const line = letters.join('');
      expect(
        textRuns(line)
          .map(({ text }) => text)
          .join(''),
      ).toBe(withoutMarks(line));
    }),
  );
});
