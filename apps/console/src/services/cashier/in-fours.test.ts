import { expect, it } from 'vitest';
import { inFours } from './in-fours.ts';

it.each([
  ['6222021234567890', '6222 0212 3456 7890'],
  ['6200000000000000005', '6200 0000 0000 0000 005'],
  ['6222 **** **** 1893', '6222 **** **** 1893'],
  ['T9yD14Nj9j7xAB4dbGeiX9h8upfCg3PBbY', 'T9yD14Nj9j7xAB4dbGeiX9h8upfCg3PBbY'],
  ['', ''],
])('%j is read as %j', (number, text) => expect(inFours(number)).toBe(text));
