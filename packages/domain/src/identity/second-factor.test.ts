import { expect, test } from 'vitest';
import { PASSKEYS_MAX } from './second-factor.ts';

test('a member may have ten passkeys', () => {
  expect(PASSKEYS_MAX).toBe(10);
});
