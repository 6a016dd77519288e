import { expect, test } from 'vitest';
import { wholeTicks } from './time-ticks.ts';

function tick(coord: number, text: string) {
  return { coord, text, value: coord };
}

test.each([
  ['half of a time is outside', tick(4, '00:40'), false],
  ['a time that begins at the edge', tick(18, '00:40'), true],
  ['a Chinese date is wider', tick(18, '11月28日'), false],
  ['and needs as much room', tick(32, '11月28日'), true],
])('%s', (_, each, isKept) => {
  expect(wholeTicks([each], 12)).toEqual(isKept ? [each] : []);
});

test('a time that the right edge would cut is left out', () => {
  const [whole, cut] = [tick(200, '00:40'), tick(290, '11-28 13:00')];
  expect(wholeTicks([whole, cut], 12, 300)).toEqual([whole]);
});
