import { expect, test } from 'vitest';
import { limitLines } from './limit-lines.ts';

test('a flood writes few lines, and the next window says how many were dropped', () => {
  const lines: [Record<string, unknown>, string][] = [];
  let now = 0;
  const line = limitLines(
    (fields, text) => lines.push([fields, text]),
    { linesMax: 2, windowMs: 1_000 },
    () => now,
  );
  for (let i = 0; i < 5; i += 1) line({ i }, 'refused');
  now = 999;
  line({ i: 5 }, 'refused');
  now = 1_000;
  line({ i: 6 }, 'refused');
  line({ i: 7 }, 'refused');
  expect(lines).toEqual([
    [{ i: 0 }, 'refused'],
    [{ i: 1 }, 'refused'],
    [{ i: 6, leftOut: 4 }, 'refused'],
    [{ i: 7 }, 'refused'],
  ]);
});
