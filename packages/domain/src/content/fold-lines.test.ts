import type { DiffLine } from './diff-text.ts';
import { expect, test } from 'vitest';
import { foldedLines } from './fold-lines.ts';

/** "S" is a section, "p" a paragraph, "+" an added paragraph. */
function linesOf(marks: string): DiffLine[] {
  return [...marks].map((mark, index) => {
    const change = mark === '+' ? 'added' : 'same';
    return { form: mark === 'S' ? 'section' : 'paragraph', change, pieces: [{ change, text: `${mark}${index}` }] };
  });
}

test.each([
  ['pppp', '(4)'],
  ['pp+pp', 'pp+pp'],
  ['ppp+ppp', '(2)p+p(2)'],
  ['SppSppp+pp', '(3)S(2)p+pp'],
  ['Sppp+', 'S(2)p+'],
  ['+', '+'],
  ['', ''],
])('%s is shown as %s', (marks, shown) => {
  const text = foldedLines(linesOf(marks))
    .map((part) => (part.kind === 'folded' ? `(${part.count})` : part.line.pieces[0]?.text.charAt(0)))
    .join('');
  expect(text).toBe(shown);
});
