import { expect, test } from 'vitest';
import { arePasskeysPossible } from './passkeys.ts';

test.each([
  [{ isSecure: true, hostname: 'candor.example', hasApi: true }, true],
  [{ isSecure: true, hostname: 'localhost', hasApi: true }, true],
  [{ isSecure: false, hostname: 'candor.example', hasApi: true }, false],
  [{ isSecure: true, hostname: 'candor.example', hasApi: false }, false],
  [{ isSecure: true, hostname: '127.0.0.1', hasApi: true }, false],
  [{ isSecure: true, hostname: '[::1]', hasApi: true }, false],
])('%j: %s', (place, possible) => {
  expect(arePasskeysPossible(place)).toBe(possible);
});
