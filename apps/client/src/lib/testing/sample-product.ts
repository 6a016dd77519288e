import type { ProductView } from '@candor/contract/market';

/** An open market with a price, as the server lists it. */
export function sampleProduct(facts: Partial<ProductView> = {}): ProductView {
  return {
    code: 'ETHUSDT',
    names: { 'zh-Hans': '以太坊/USDT', 'zh-Hant': '以太坊/USDT', en: 'Ether / Tether' },
    category: 'crypto',
    decimals: 2,
    status: 'trading',
    opensAt: null,
    feed: 'simulated',
    last: { seq: 1, at: '2026-11-22T03:00:00.000Z', price: '3200.50' },
    change24h: '0.0123',
    durations: [],
    presets: [],
    feeRate: '0.0000',
    termsVersion: 1,
    termsHash: '0'.repeat(64),
    acceptWithinMs: 3000,
    entryDelaySec: 0,
    sessions: 'always',
    ...facts,
  };
}
