import { expect, test } from 'vitest';
import { sessionsName } from './product-terms.ts';

test('unknown hours have their own text', () => {
  expect(sessionsName('forex')).toBe('forex');
  expect(sessionsName('index-tokyo')).toBe('other');
});
