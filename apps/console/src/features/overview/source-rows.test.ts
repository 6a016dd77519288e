import { expect, test } from 'vitest';
import { sourceRows } from './source-rows.ts';

function at(second: number): string {
  return `2026-11-28T20:00:${String(second).padStart(2, '0')}.000Z`;
}

test('the seeds of the simulator are one source, as new as its newest price', () => {
  expect(
    sourceRows([
      { source: 'simulator2', receivedAt: at(9), products: 5 },
      { source: 'simulator2:b93c14:0.01', receivedAt: at(1), products: 3 },
      { source: 'simulator', receivedAt: at(2), products: 1 },
    ]),
  ).toEqual([{ source: null, receivedAt: at(9), products: 9 }]);
});

test('every exchange has a line of its own', () => {
  const sources = [
    { source: 'kraken', receivedAt: at(3), products: 2 },
    { source: 'okx', receivedAt: at(4), products: 4 },
  ];
  expect(sourceRows(sources)).toEqual(sources);
});
