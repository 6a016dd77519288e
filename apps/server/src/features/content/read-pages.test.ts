import { expect, test } from 'vitest';
import { textRuns } from '@candor/domain/content/text-runs';
import { parsePage, readPages } from './read-pages.ts';

function page(body: string, head = 'version: 1.0\nupdated: 2026-11-21\nmodes: all'): string {
  return `---\n${head}\n---\n# Title\n${body}`;
}

test('a page has headings, paragraphs and lists, and consecutive items make one list', () => {
  expect(parsePage(page('\nOne line.\n\n## A\n\n- x\n- y\n\n1. p\n2. q\n\n### B\nTwo – 50% × 2 (ok).\n'))).toEqual({
    title: 'Title',
    version: '1.0',
    change: null,
    live: true,
    body: [
      { kind: 'paragraph', text: 'One line.' },
      { kind: 'heading', level: 2, text: 'A' },
      { kind: 'list', ordered: false, items: ['x', 'y'] },
      { kind: 'list', ordered: true, items: ['p', 'q'] },
      { kind: 'heading', level: 3, text: 'B' },
      { kind: 'paragraph', text: 'Two – 50% × 2 (ok).' },
    ],
  });
});

test('a text says in a sentence what is different from the version before', () => {
  const head = 'version: 1.1\nupdated: 2026-11-22\nmodes: all\nchange: Ties are explained.';
  expect(parsePage(page('x', head)).change).toBe('Ties are explained.');
  expect(() => parsePage(page('x', head.replace('Ties', '<b>Ties</b>')))).toThrow('not plain text');
});

test('a text for practice sites is marked as such', () => {
  expect(parsePage(page('x', 'version: 1.0\nupdated: 2026-11-21\nmodes: practice')).live).toBe(false);
});

test.each([
  ['a tag', 'a <b>c</b>'],
  ['a script in a list', '- <script>alert(1)</script>'],
  ['emphasis', 'a **b** c'],
  ['a link', 'see [x](https://example.org)'],
  ['a single backtick', 'a ` c'],
  ['an indented line', '  - deeper'],
  ['a second title', '# Another'],
  ['a heading too deep', '#### D'],
])('%s is refused, not served as plain text', (_, body) => {
  expect(() => parsePage(page(body))).toThrow('not plain text');
});

test.each([
  ['no head', '# Title\nx'],
  ['no version', page('x', 'updated: 2026-11-21\nmodes: all')],
  ['another mode', page('x', 'version: 1.0\nupdated: 2026-11-21\nmodes: some')],
  ['no body', page('\n\n')],
])('a text with %s stops the start', (_, source) => {
  expect(() => parsePage(source)).toThrow(/A page/);
});

test('in the Chinese texts of the release, English words stand only in code', () => {
  const foreign = readPages('practice').flatMap(({ texts }) =>
    [...texts['zh-Hans'].body, ...texts['zh-Hant'].body]
      .flatMap((block) => (block.kind === 'list' ? block.items : [block.text]))
      .flatMap(textRuns)
      .filter(({ kind, text }) => kind === 'words' && /\b[a-z]{3,} [a-z]{3,}\b|[a-z]\.[a-z]|--[a-z]/.test(text)),
  );
  expect(foreign).toEqual([]);
});
