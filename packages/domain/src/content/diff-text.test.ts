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

test('of a paragraph, sentences that changed together are one piece, and those that did not are one', () => {
  const before = [paragraph('Hello. Ask us. Fees are 1%. They are fixed. Run `a; b` now. Bye.')];
  const after = [paragraph('Hello. Ask us. Fees are 2%. They move. Run `a; b` now. Thanks.')];
  expect(shown(diffText(before, after))).toEqual([
    'Hello. Ask us. |-Fees are 1%. They are fixed. |+Fees are 2%. They move. |Run `a; b` now. |-Bye.|+Thanks.',
  ]);
});

test('a new sentence does not look like a rewritten one, nor does one that is gone', () => {
  const [short, long] = ['Ask us. Thanks.', 'Ask us. By mail. Thanks.'];
  expect(shown(diffText([paragraph(short)], [paragraph(long)]))).toEqual(['Ask us. |+By mail. |Thanks.']);
  expect(shown(diffText([paragraph(long)], [paragraph(short)]))).toEqual(['Ask us. |-By mail. |Thanks.']);
});

test('a line that moved is gone from its old place, and only it is marked', () => {
  const lines = (text: string) => [...text].map(paragraph);
  expect(shown(diffText(lines('xaby'), lines('xbay')))).toEqual(['x', '-a', 'b', '+a', 'y']);
});

test('up to a million pairs of lines are compared; above, the middle is replaced as a whole', () => {
  /** So many new lines around one that stays, in place of so many bullets around it. Both ends stay, too. */
  const marksOf = (before: number, after: number) => {
    const text = (kind: string, count: number): MarkupBlock[] => {
      const items = Array.from({ length: count - 1 }, (_, index) => `${kind} ${index}`);
      const list = (part: string[]): MarkupBlock =>
        kind === 'old' ? { kind: 'list', ordered: false, items: part } : { kind: 'list', ordered: true, items: part };
      return [paragraph('start'), list(items.slice(0, 9)), paragraph('kept'), list(items.slice(9)), paragraph('end')];
    };
    const lines = diffText(text('old', before), text('new', after));
    return lines.filter(({ change }) => change === 'same').map(({ pieces }) => pieces[0]?.text);
  };
  expect(marksOf(1_000, 1_000)).toEqual(['start', 'kept', 'end']);
  expect(marksOf(101, 9_901)).toEqual(['start', 'end']);
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
        if (change === 'rewritten') {
          expect(pieces.some((piece) => piece.change === 'same')).toBe(true);
          expect(pieces.every((piece, index) => piece.text !== '' && piece.change !== pieces[index + 1]?.change)).toBe(
            true,
          );
        } else expect(pieces.map((piece) => piece.change)).toEqual([change]);
    }),
  );
});

/** Texts of few lines have much in common. Lines of one letter are one sentence, so none is rewritten. */
const letters = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 10 });

/** How many items two lists can share in order: tries everything. */
function mostKept(one: readonly string[], other: readonly string[]): number {
  const [[a, ...one1], [b, ...other1]] = [one, other];
  if (a === undefined || b === undefined) return 0;
  if (a === b) return 1 + mostKept(one1, other1);
  return Math.max(mostKept(one1, other), mostKept(one, other1));
}

test('as many lines as possible stay unmarked', () => {
  fc.assert(
    fc.property(letters, letters, (one, other) => {
      const [before, after] = [one.map(paragraph), other.map(paragraph)];
      const lines = diffText(before, after);
      expect(without(lines, 'added')).toEqual(linesOf(before));
      expect(without(lines, 'removed')).toEqual(linesOf(after));
      expect(lines.filter(({ change }) => change === 'same')).toHaveLength(mostKept(one, other));
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
