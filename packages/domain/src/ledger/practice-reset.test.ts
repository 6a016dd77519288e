import { expect, test } from 'vitest';
import { practiceResetWaitSec } from './practice-reset.ts';

const DAY = 86_400_000;
const NOW = 1_800_000_000_000;

function ago(...ms: number[]): number[] {
  return ms.map((one) => NOW - one);
}

test.each([
  ['none', [], 0],
  ['four just now', ago(0, 1, 2, 3), 0],
  ['five just now', ago(0, 0, 0, 0, 0), 86_400],
  ['five, the oldest expires in a second', ago(1, 2, 3, 4, DAY - 1_000), 1],
  ['five, the oldest expires in a fraction of a second', ago(1, 2, 3, 4, DAY - 1), 1],
  ['five, the oldest is exactly a day old', ago(1, 2, 3, 4, DAY), 0],
  ['in another order', ago(DAY - 60_000, 4, 2, 1, 3), 60],
  ['many long ago', ago(...Array.from({ length: 50 }, (_, n) => DAY + n)), 0],
  ['six, where the fifth newest must expire', ago(1, 2, 3, 4, 5_000, 6_000), 86_395],
])('%s', (_, resets, waitSec) => {
  expect(practiceResetWaitSec(resets, NOW)).toBe(waitSec);
});
