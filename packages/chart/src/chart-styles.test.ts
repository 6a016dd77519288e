import { expect, test } from 'vitest';
import { lastTag } from './chart-styles.ts';
import { palette } from './testing/palette.ts';

test('the last price is read on its tag whichever way it moved: one colour of letters never serves two grounds', () => {
  const { up, down, upFill, downFill, onAccent } = palette;
  const oneInk = { ...palette, onUp: '#ffffff', onDown: '#ffffff' };
  expect(lastTag(oneInk)).toEqual({ upColor: upFill, downColor: downFill, color: '#ffffff' });
  const twoInks = { ...oneInk, onDown: '#14161c' };
  expect(lastTag(twoInks)).toEqual({ upColor: up, downColor: down, color: onAccent });
});
