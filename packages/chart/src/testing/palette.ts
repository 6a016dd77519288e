import type { Palette } from '../chart-palette.ts';

/** A palette whose colours differ, so that a test sees which one was taken. */
export const palette: Palette = {
  up: '#000001',
  down: '#000002',
  flat: '#000003',
  upFill: '#000004',
  downFill: '#000005',
  onUp: '#000006',
  onDown: '#000007',
  accent: '#000008',
  onAccent: '#000009',
  line: '#00000a',
  text: '#00000b',
  textStrong: '#ffffff',
  surface: '#00000d',
  ground: '#808080',
  hues: { amber: '#100000', blue: '#200000', violet: '#300000', teal: '#400000', rose: '#500000', slate: '#600000' },
  font: 'sans-serif',
  textSizePx: 11,
};
