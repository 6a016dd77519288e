import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlainText, readMarkup, tidyMarkup } from './read-markup.ts';

test('headings, paragraphs and lists are read, and items that follow each other make one list', () => {
  expect(readMarkup('One.\n\n## A\n- x\n- y\n1. p\n2. q\n\n### B\nTwo – 50% × 2 (ok).')).toEqual({
    ok: true,
    value: [
      { kind: 'paragraph', text: 'One.' },
      { kind: 'heading', level: 2, text: 'A' },
      { kind: 'list', ordered: false, items: ['x', 'y'] },
      { kind: 'list', ordered: true, items: ['p', 'q'] },
      { kind: 'heading', level: 3, text: 'B' },
      { kind: 'paragraph', text: 'Two – 50% × 2 (ok).' },
    ],
  });
});

test('a command between backticks is read with them, in a paragraph and in a list', () => {
  expect(readMarkup('Run `node x.mjs --key k`.\n- the column `ref`')).toEqual({
    ok: true,
    value: [
      { kind: 'paragraph', text: 'Run `node x.mjs --key k`.' },
      { kind: 'list', ordered: false, items: ['the column `ref`'] },
    ],
  });
});

test.each([
  ['a tag', 'fine\na <b>c</b>', 2],
  ['a script in a list', '- <script>alert(1)</script>', 1],
  ['emphasis', 'x\n\na **b** c', 3],
  ['a link', 'see [x](https://example.org)', 1],
  ['a single backtick', 'a ` c', 1],
  ['code in a heading', '## About `b`', 1],
  ['a tag in code', 'a `<b>` c', 1],
  ['an indented line', '  - deeper', 1],
  ['a title', '# Another', 1],
  ['a heading too deep', '#### D', 1],
])('%s is refused with its line', (_, source, line) => {
  expect(readMarkup(source)).toMatchObject({ ok: false, error: { line } });
});

test.each([
  ['a number without digits', '. x'],
  ['an item with another line end in it', '- one\u2028two'],
])('%s is a paragraph, and nothing of it is lost', (_, text) => {
  expect(readMarkup(text)).toEqual({ ok: true, value: [{ kind: 'paragraph', text }] });
});

test.each([
  ['another line end in it', '## one\u2028two'],
  ['nothing in it', '## '],
])('a heading with %s is refused, and shown whole', (_, text) => {
  expect(readMarkup(text)).toEqual({ ok: false, error: { line: 1, text } });
});

test('tidied text has no invisible blanks and no other line ends', () => {
  expect(tidyMarkup('  One. \r\n\r\n- x\t\r- y\n\n')).toBe('One.\n\n- x\n- y');
});

test('whatever is typed, no block holds a tag', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (typed) => {
      const read = readMarkup(tidyMarkup(typed));
      if (read.ok) expect(JSON.stringify(read.value)).not.toMatch(/[<>]/);
    }),
  );
});

test('an empty text is not a title', () => {
  expect([isPlainText(''), isPlainText('Fine'), isPlainText(' x')]).toEqual([false, true, false]);
});
