import { expect, test } from 'vitest';
import { toneOf } from './asset-disc.tsx';

test('a colour belongs to the asset: dollars look alike, and unlike what they are traded for', () => {
  expect(toneOf('USD')).toBe(toneOf('USDT'));
  for (const asset of ['EUR', 'GBP', 'JPY', 'BTC', 'ETH', 'XAU']) expect(toneOf(asset), asset).not.toBe(toneOf('USD'));
  expect(toneOf('SOL')).toBe(toneOf('SOL'));
});
