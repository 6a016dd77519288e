import { expect, test } from 'vitest';
import type { Palette } from './chart-palette.ts';
import { lastTag } from './chart-styles.ts';

const PALETTE: Palette = {
  up: '#1d5fc4',
  down: '#7a5a00',
  flat: '#4f5565',
  upFill: '#1e6fd9',
  downFill: '#e6b94f',
  onUp: '#ffffff',
  onDown: '#ffffff',
  accent: '#9e4f00',
  onAccent: '#f4f5f9',
  line: '#e3e6ee',
  text: '#666c7d',
  textStrong: '#14161c',
  surface: '#e3e6ee',
  averages: ['#8a5a00', '#1d5fc4', '#6a6484'],
  font: 'sans-serif',
  textSizePx: 11,
};

test('the last price is read on its tag whichever way it moved: one colour of letters never serves two grounds', () => {
  expect(lastTag(PALETTE)).toEqual({ upColor: '#1e6fd9', downColor: '#e6b94f', color: '#ffffff' });
  const twoInks = { ...PALETTE, onDown: '#14161c' };
  expect(lastTag(twoInks)).toEqual({ upColor: '#1d5fc4', downColor: '#7a5a00', color: '#f4f5f9' });
});
