import fc from 'fast-check';
import { expect, test } from 'vitest';
import { POINTS_OF, readDrawings, TEXT_MAX, TOOLS } from './drawing.ts';
import type { Drawing } from './drawing.ts';

const whole: Drawing = {
  id: 'a',
  tool: 'segment',
  points: [
    { atMs: 60_000, price: 1.5 },
    { atMs: 120_000, price: -2 },
  ],
  color: 'info',
  locked: true,
  text: '',
  madeAtMs: 5,
};

test('every tool is read back as it was written', () => {
  const drawings = TOOLS.map((tool, at) => ({
    ...whole,
    id: tool,
    tool,
    madeAtMs: at,
    points: Array.from({ length: POINTS_OF[tool] }, (_, index) => ({ atMs: index, price: index })),
    text: tool === 'text' ? 'note' : '',
  }));
  expect(readDrawings(structuredClone(drawings))).toEqual(drawings);
});

test.each([
  ['an unknown tool', { tool: 'spiral' }],
  ['no name', { id: '' }],
  ['one point too few', { points: whole.points.slice(1) }],
  ['one point too many', { points: [...whole.points, { atMs: 1, price: 1 }] }],
  ['a price that is not a number', { points: [whole.points[0], { atMs: 1, price: Number.NaN }] }],
  ['a time that is not a number', { points: [whole.points[0], { atMs: '1', price: 1 }] }],
  ['a hole', { points: [whole.points[0], null] }],
  ['no points', { points: 'two' }],
  ['no age', { madeAtMs: null }],
  ['a note without text', { tool: 'text', points: [{ atMs: 1, price: 1 }], text: '  ' }],
])('a drawing with %s is dropped, and the others stay', (_, damage) => {
  expect(readDrawings([{ ...whole, id: 'b', ...damage }, whole])).toEqual([whole]);
});

test('an invalid colour, lock or text gets its default', () => {
  expect(readDrawings([{ ...whole, color: '#123456', locked: 'yes', text: 'on a line' }])).toEqual([
    { ...whole, color: 'accent', locked: false },
  ]);
  const note = { ...whole, tool: 'text', points: [{ atMs: 1, price: 1 }], text: 'x'.repeat(200) };
  expect(readDrawings([note])[0]?.text).toHaveLength(TEXT_MAX);
});

test('any stored value is read without failing, and ids stay unique', () => {
  fc.assert(
    fc.property(fc.anything(), fc.array(fc.constantFrom(whole, { ...whole, id: 'b' }, 7, null)), (thing, list) => {
      expect(readDrawings(thing)).toBeInstanceOf(Array);
      const ids = readDrawings(list).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});
