import { expect, test } from 'vitest';
import { cancelWithdrawal, listWithdrawals, makeWithdrawal } from './calls/cashier.ts';
import { removeBankCard } from './calls/verification.ts';
import { confirmMember, readFactors, removePasskey } from './calls/factors.ts';
import { logIn, logInWithFactor } from './calls/identity.ts';
import { endOtherSessions } from './calls/account.ts';
import { placeOrder } from './calls/trading.ts';
import { pathOf } from './operation.ts';
import { deviceSignature, readDeviceSignature, textOfCall } from './signed-calls.ts';
import { isSigned } from './testing/signed-routes.ts';

test.each([
  ['POST', makeWithdrawal.path, true],
  ['POST', `${makeWithdrawal.path}?x=1`, true],
  ['POST', pathOf(cancelWithdrawal, { id: '0198c0de-0000-7000-8000-000000000000' }), true],
  ['DELETE', removeBankCard.path, true],
  ['DELETE', pathOf(removePasskey, { id: '0198c0de-0000-7000-8000-000000000000' }), true],
  ['POST', confirmMember.path, true],
  ['GET', readFactors.path, false],
  ['POST', logInWithFactor.path, false],
  ['DELETE', endOtherSessions.path, true],
  ['GET', endOtherSessions.path, false],
  ['GET', listWithdrawals.path, false],
  ['POST', `${makeWithdrawal.path}/x`, false],
  ['POST', `/x${makeWithdrawal.path}`, false],
  ['POST', placeOrder.path, false],
  ['POST', logIn.path, false],
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
