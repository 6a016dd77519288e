import { expect, test } from 'vitest';
import { legendLines, shortTitles } from './chart-legend.ts';

test.each([
  [343, ['MA'], 2],
  [343, ['MA', 'BOLL'], 2],
  [343, ['MA', 'BOLL', 'SAR', 'RSI'], 3],
  [343, ['RSI'], 2],
  [296, ['MA'], 1],
  [320, ['MA'], 1],
  [800, ['MA', 'BOLL', 'RSI'], 2],
  [800, [], 1],
] as const)('at %i px the figures of %j take %i lines', (widthPx, drawn, lines) => {
  expect(legendLines(widthPx, drawn)).toBe(lines);
});

test('only one short title stays, and figures without a title get none', () => {
  const figures = [{ key: 'bar' }, { key: 'up', title: 'UP: ' }, { key: 'mid', title: 'MID: ' }];
  expect(shortTitles('BOLL', figures)).toEqual([
    { key: 'bar' },
    { key: 'up', title: 'BOLL ' },
    { key: 'mid', title: '' },
  ]);
});
