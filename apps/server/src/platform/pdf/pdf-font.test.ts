import { expect, test } from 'vitest';
import { familiesOf } from './pdf-font.ts';

test('only the files that have a character of the text are named, letters and digits first', () => {
  expect(familiesOf('0.00')).toBe('noto-latin, sans-serif');
  expect(familiesOf('资0')).toMatch(/^noto-latin, noto-\d+, sans-serif$/);
  // A font of the machine has to help.
  expect(familiesOf('\u{10FFFF}')).toBe('sans-serif');
});
