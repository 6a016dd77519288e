import { expect, test } from 'vitest';
import { digitsOf } from './pin-field.tsx';

test.each([
  ['482913', '482913'],
  [' 48-29 13 ', '482913'],
  ['４８２９１３', '482913'],
  ['abc', ''],
])('the digits of "%s" are "%s"', (text, digits) => {
  expect(digitsOf(text)).toBe(digits);
});
