import { expect, test } from 'vitest';
import { markOf } from './extreme-figures.ts';
import { palette } from './testing/palette.ts';

function textOf(x: number, side: 'above' | 'below') {
  const figures = markOf({ x, y: 100, text: '1.10', side }, 300, palette);
  return figures.find(({ type }) => type === 'text');
}

test('the highest price stands above its wick, the lowest below, both toward the middle and on a ground of their own', () => {
  expect(textOf(50, 'above')?.attrs).toMatchObject({ x: 56, y: 91, align: 'left' });
  expect(textOf(280, 'below')?.attrs).toMatchObject({ x: 274, y: 109, align: 'right' });
  expect(textOf(50, 'above')?.styles).toMatchObject({ backgroundColor: palette.ground });
});
