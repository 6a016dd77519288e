import { expect, test } from 'vitest';
import { lastTag } from './chart-styles.ts';
import { palette } from './testing/palette.ts';

test('the last price is read on its tag whichever way it moved: one colour of letters never serves two grounds', () => {
  const { up, down, upFill, downFill, onAccent } = palette;
  const oneInk = { ...palette, onUp: '#ffffff', onDown: '#ffffff' };
  expect(lastTag(oneInk)).toMatchObject({ upColor: upFill, downColor: downFill, color: '#ffffff' });
  const twoInks = { ...oneInk, onDown: '#14161c' };
  expect(lastTag(twoInks)).toMatchObject({ upColor: up, downColor: down, color: onAccent });
});

test.each([
  {
    theme: 'light',
    grounds: { surface: '#e3e6ee', text: '#5f6576', onAccent: '#f4f5f9' },
    one: '#5f6576',
    two: '#5f6576',
  },
  {
    theme: 'dark',
    grounds: { surface: '#252a35', text: '#8a90a1', onAccent: '#0b0d12' },
    one: '#252a35',
    two: '#8a90a1',
  },
])('a last price that did not move can be read too, in the $theme theme', ({ grounds, one, two }) => {
  const oneInk = { ...palette, ...grounds, onUp: '#ffffff', onDown: '#ffffff' };
  expect(lastTag(oneInk).noChangeColor).toBe(one);
  expect(lastTag({ ...oneInk, onDown: '#1a1206' }).noChangeColor).toBe(two);
});

test('colours are compared in whichever form a build wrote them', () => {
  const inks = { ...palette, surface: '#e3e6ee', text: '#5f6576', onUp: '#fff', onDown: '#fff' };
  expect(lastTag(inks).noChangeColor).toBe('#5f6576');
});
