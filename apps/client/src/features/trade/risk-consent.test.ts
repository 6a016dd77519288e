import { expect, test } from 'vitest';
import { RISK_NOTICE_VERSION, consent, hasConsented, readConsent } from './risk-consent.ts';

test('consent holds only for the member and product that it was given for', async () => {
  await consent('demo', 'BTCUSDT');
  await consent('demo', 'ETHUSDT');
  expect(await hasConsented('demo', 'BTCUSDT')).toBe(true);
  expect(await hasConsented('demo', 'ETHUSDT')).toBe(true);
  expect(await hasConsented('demo', 'XAUUSD')).toBe(false);
  expect(await hasConsented('other', 'BTCUSDT')).toBe(false);
});

test('consent to another version, or an invalid one, does not count', () => {
  expect(readConsent({ version: RISK_NOTICE_VERSION - 1, products: ['BTCUSDT'] })).toEqual([]);
  expect(readConsent({ version: RISK_NOTICE_VERSION, products: ['BTCUSDT', 1] })).toEqual(['BTCUSDT']);
  expect(readConsent('yes')).toEqual([]);
});
