import { expect, test } from 'vitest';
import { PATHS } from './routes.ts';
import { deviceSignature, readDeviceSignature, textOfCall } from './signed-calls.ts';
import { isSigned } from './signed-routes.ts';

test.each([
  ['POST', PATHS.withdrawals, true],
  ['POST', `${PATHS.withdrawals}?x=1`, true],
  ['POST', PATHS.withdrawalCancel('0198c0de-0000-7000-8000-000000000000'), true],
  ['DELETE', PATHS.bankCard, true],
  ['DELETE', PATHS.passkey('0198c0de-0000-7000-8000-000000000000'), true],
  ['POST', PATHS.confirmation, true],
  ['GET', PATHS.factors, false],
  ['POST', PATHS.loginFactor, false],
  ['DELETE', PATHS.sessions, true],
  ['GET', PATHS.sessions, false],
  ['GET', PATHS.withdrawals, false],
  ['POST', `${PATHS.withdrawals}/x`, false],
  ['POST', `/x${PATHS.withdrawals}`, false],
  ['POST', PATHS.orders, false],
  ['POST', PATHS.login, false],
])('%s %s is signed: %s', (method, path, expected) => {
  expect(isSigned(method, path)).toBe(expected);
});

test('every part of a call changes its text', () => {
  const call = { method: 'POST', path: '/a', bodyHash: 'b', idempotencyKey: 'k', timeMs: 1, nonce: 'n' };
  const changes = [
    { method: 'PUT' },
    { path: '/b' },
    { bodyHash: 'c' },
    { idempotencyKey: 'l' },
    { timeMs: 2 },
    { nonce: 'm' },
  ];
  const texts = [call, ...changes.map((change) => ({ ...call, ...change }))].map(textOfCall);
  expect(new Set(texts).size).toBe(changes.length + 1);
});

test('the header is read as it was written, and no other text is', () => {
  const parts = { timeMs: 1_700_000_000_000, nonce: 'n'.repeat(22), signature: 's'.repeat(86) };
  const header = deviceSignature(parts, parts.signature);
  expect(readDeviceSignature(header)).toEqual(parts);
  for (const other of [
    '',
    `2${header.slice(1)}`,
    ` ${header}`,
    `${header}=`,
    header.slice(0, -1),
    header.replace('n', '+'),
  ])
    expect(readDeviceSignature(other), other).toBeNull();
});
