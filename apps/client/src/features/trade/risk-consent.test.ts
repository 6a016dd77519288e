import { expect, test } from 'vitest';
import { RISK_NOTICE_VERSION, consent, hasConsented, readConsent } from './risk-consent.ts';

test('consent is asked for once, not for each product, and holds for the member who gave it', async () => {
  expect(await hasConsented('demo')).toBe(false);
  await consent('demo', 'BTCUSDT');
  expect(await hasConsented('demo')).toBe(true);
  expect(await hasConsented('other')).toBe(false);
});

test('a consent counts at once, before the device has kept it', async () => {
  const kept = consent('hasty', 'BTCUSDT');
  expect(await hasConsented('hasty')).toBe(true);
  await kept;
});

test('consent to another version, or an invalid one, does not count', () => {
  expect(readConsent({ version: RISK_NOTICE_VERSION - 1, products: ['BTCUSDT'] })).toEqual([]);
  expect(readConsent({ version: RISK_NOTICE_VERSION, products: ['BTCUSDT', 1] })).toEqual(['BTCUSDT']);
  expect(readConsent('yes')).toEqual([]);
});
