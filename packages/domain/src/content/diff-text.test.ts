import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffText, isChanged, sentencesOf } from './diff-text.ts';
import type { DiffLine } from './diff-text.ts';
import type { MarkupBlock } from './read-markup.ts';

function paragraph(text: string): MarkupBlock {
  return { kind: 'paragraph', text };
}

function shown(lines: readonly DiffLine[]): string[] {
  const mark = { same: '', added: '+', removed: '-' } as const;
  return lines.map(({ pieces }) => pieces.map(({ change, text }) => `${mark[change]}${text}`).join('|'));
}

test('a rewritten sentence is shown inside its paragraph, and the rest of the text as it was', () => {
  const before = [paragraph('Fees are 1%. They are fixed.'), paragraph('Ask support.')];
  const after = [paragraph('Fees are 2%. They are fixed.'), paragraph('Ask support.')];
  expect(shown(diffText(before, after))).toEqual(['-Fees are 1%. |+Fees are 2%. |They are fixed.', 'Ask support.']);
});

test('Chinese sentences have no blanks between them', () => {
  const [line] = diffText([paragraph('费用为百分之一。不会改变。')], [paragraph('费用为百分之二。不会改变。')]);
  expect(line).toEqual({
    form: 'paragraph',
    change: 'rewritten',
    pieces: [
      { change: 'removed', text: '费用为百分之一。' },
      { change: 'added', text: '费用为百分之二。' },
      { change: 'same', text: '不会改变。' },
    ],
  });
});

test('an item that was put into a list is the only change', () => {
  const list = (...items: string[]): MarkupBlock => ({ kind: 'list', ordered: false, items });
  expect(shown(diffText([list('a', 'c')], [list('a', 'b', 'c')]))).toEqual(['a', '+b', 'c']);
});

test('a line that became a heading is gone and new', () => {
  const lines = diffText([paragraph('Fees')], [{ kind: 'heading', level: 2, text: 'Fees' }]);
  expect(lines.map(({ form, change }) => [form, change])).toEqual([
    ['paragraph', 'removed'],
    ['section', 'added'],
  ]);
});

test('a figure is not cut at its point', () => {
  expect(sentencesOf('A rate of 1.20% holds. Ask us.')).toEqual(['A rate of 1.20% holds. ', 'Ask us.']);
});

const words = fc.array(fc.constantFrom('a', 'b.', 'c;', '甲', '乙。', '丙，', '1.5', ' '), {
  minLength: 1,
  maxLength: 6,
});
const text = words.map((parts) => parts.join(''));
const block: fc.Arbitrary<MarkupBlock> = fc.oneof(
  text.map(paragraph),
  fc.record({ kind: fc.constant('heading' as const), level: fc.constantFrom(2 as const, 3 as const), text }),
  fc.record({
    kind: fc.constant('list' as const),
    ordered: fc.boolean(),
    items: fc.array(text, { minLength: 1, maxLength: 3 }),
  }),
);
const texts = fc.array(block, { maxLength: 8 });

function linesOf(blocks: readonly MarkupBlock[]): string[] {
  return blocks.flatMap((one) =>
    one.kind === 'list'
      ? one.items.map((item) => `${one.ordered ? 'number' : 'bullet'} ${item}`)
      : [`${one.kind === 'paragraph' ? 'paragraph' : one.level === 2 ? 'section' : 'subsection'} ${one.text}`],
  );
}

function without(lines: readonly DiffLine[], gone: 'added' | 'removed'): string[] {
  return lines
    .filter(({ change }) => change !== gone)
    .map(
      ({ form, pieces }) =>
        `${form} ${pieces
          .filter(({ change }) => change !== gone)
          .map((piece) => piece.text)
          .join('')}`,
    );
}

test('the difference holds both texts, whole and in order', () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const lines = diffText(before, after);
      expect(without(lines, 'added')).toEqual(linesOf(before));
      expect(without(lines, 'removed')).toEqual(linesOf(after));
      for (const { change, pieces } of lines)
        if (change === 'rewritten') expect(pieces.some((piece) => piece.change === 'same')).toBe(true);
        else expect(pieces.map((piece) => piece.change)).toEqual([change]);
    }),
  );
});

test('a text is not different from itself, and what is equal at both ends is never marked', () => {
  fc.assert(
    fc.property(texts, texts, texts, (start, end, middle) => {
      expect(isChanged(diffText(start, start))).toBe(false);
      const lines = diffText([...start, ...end], [...start, ...middle, ...end]);
      // Only lines were added: nothing that was there is marked as gone.
      expect(lines.every(({ change }) => change === 'same' || change === 'added')).toBe(true);
    }),
  );
});

test('sentences joined are the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (any) => {
      expect(sentencesOf(any).join('')).toBe(any);
    }),
  );
});
