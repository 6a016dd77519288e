import type { OrderView } from '@candor/contract/trading';

/** An order as the API returns it, for tests: open, BTCUSDT up, 60 s from 07:30:01. */
export function sampleOrder(changes: Partial<OrderView> = {}): OrderView {
  return {
    id: '019a9f00-0000-7000-8000-000000000001',
    no: '100001',
    product: 'BTCUSDT',
    direction: 'up',
    wallet: 'practice',
    currency: 'CNY',
    stake: '100.00',
    fee: '0.00',
    payoutRate: '0.8500',
    payout: '185.00',
    durationSec: 60,
    submittedAt: '2026-11-21T07:30:00.100Z',
    acceptedAt: '2026-11-21T07:30:00.140Z',
    entryAt: '2026-11-21T07:30:01.000Z',
    entryPrice: '64000.10',
    closesAt: '2026-11-21T07:31:01.000Z',
    exitPrice: null,
    exitAt: null,
    settledAt: null,
    status: 'open',
    reason: null,
    profit: null,
    termsVersion: 1,
    termsHash: '0'.repeat(64),
    signedAt: null,
    acceptBy: null,
    logNonce: '0f2c9d4e-5b6a-4c7d-8e9f-a0b1c2d3e4f5',
    secondsLeft: 60,
    ...changes,
  };
}
