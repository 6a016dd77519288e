import { describe, expect, test } from 'vitest';
import { foldRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { newTotpSecret, totpStep, totpUri } from './totp.ts';

/** Appendix B of RFC 6238: the last six of the eight digits there, for the ASCII secret 12345678901234567890. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code of an authenticator', () => {
  test.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_234_567_890, '005924', 41_152_263],
    [20_000_000_000, '353130', 666_666_666],
  ])('at second %i is %s', (second, code, step) => {
    expect(totpStep(RFC_SECRET, code, second * 1000)).toBe(step);
    // A step early and a step late it is the same code; two steps away it is none.
    expect(totpStep(RFC_SECRET, code, (second + 30) * 1000)).toBe(step);
    expect(totpStep(RFC_SECRET, code, (second - 30) * 1000)).toBe(step);
    expect(totpStep(RFC_SECRET, code, (second + 61) * 1000)).toBeUndefined();
  });

  test.each(['28708', '2870822', '', 'abcdef', ' 287082', '28708２'])('is six digits and nothing else: %j', (code) => {
    expect(totpStep(RFC_SECRET, code, 59_000)).toBeUndefined();
  });

  test('comes from a secret of 160 bits, which the address for the QR code names', () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(secret);
    const uri = new URL(totpUri(secret, { issuer: 'Candor', account: 'cashier 1' }));
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Candor:cashier 1',
    ]);
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret, digits: '6', period: '30', issuer: 'Candor' });
  });
});

describe('recovery codes', () => {
  test('are ten different ones that people can read and type', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){2}[A-HJ-NP-Z2-9]{4}$/);
  });

  test.each([
    ['K7QW-2MXP-T9AB', 'K7QW2MXPT9AB'],
    [' k7qw 2mxp t9ab ', 'K7QW2MXPT9AB'],
    ['K7QW-2MXP-T9A', undefined],
    ['K7QW-2MXP-T9A0', undefined],
    ['287082', undefined],
  ])('%j is hashed as %j', (text, folded) => {
    expect(foldRecoveryCode(text)).toBe(folded);
  });
});
