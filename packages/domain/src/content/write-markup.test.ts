import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlainText, readMarkup } from './read-markup.ts';
import type { MarkupBlock } from './read-markup.ts';
import { writeMarkup } from './write-markup.ts';

const line = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((text) => isPlainText(text) && !/[\n\r\u2028\u2029]/.test(text) && !/^(?:-|\d+\.|#{1,6}) /.test(text));

const block: fc.Arbitrary<MarkupBlock> = fc.oneof(
  fc.record({ kind: fc.constant('paragraph' as const), text: line }),
  fc.record({ kind: fc.constant('heading' as const), level: fc.constantFrom(2 as const, 3 as const), text: line }),
  fc.record({
    kind: fc.constant('list' as const),
    ordered: fc.boolean(),
    items: fc.array(line, { minLength: 1, maxLength: 4 }),
  }),
);

function isTwin(one: MarkupBlock | undefined, other: MarkupBlock): boolean {
  return one?.kind === 'list' && other.kind === 'list' && one.ordered === other.ordered;
}

test('what is written from blocks reads as the same blocks', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
      fc.pre(blocks.every((one, index) => !isTwin(blocks[index - 1], one)));
      expect(readMarkup(writeMarkup(blocks))).toEqual({ ok: true, value: blocks });
    }),
  );
});

test('numbers are written as they count', () => {
  expect(writeMarkup([{ kind: 'list', ordered: true, items: ['a', 'b'] }])).toBe('1. a\n2. b');
});
