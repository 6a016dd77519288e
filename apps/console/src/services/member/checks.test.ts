import { expect, test } from 'vitest';
import { namesFit } from './checks.tsx';

test.each([
  ['林小雨', '林小雨', true],
  ['林小雨', '林**', true],
  ['林**', '林**', true],
  ['王**', '林**', false],
  ['林小雨', '林大雨', false],
  [' 林小雨 ', '林小雨', true],
])('%s and %s agree: %s', (one, other, fit) => {
  expect(namesFit(one, other)).toBe(fit);
});
