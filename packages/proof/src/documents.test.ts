import { AssertionError } from '@candor/domain/assert';
import { currency, money, rate } from '@candor/domain/money';
import type { Terms } from '@candor/domain/trading/terms';
import { describe, expect, it } from 'vitest';
import { acceptanceText } from './acceptance.ts';
import { canonicalJson } from './canonical-json.ts';
import { orderDocument } from './order-document.ts';
import { RECEIPT_FORMATS, receiptSigningText } from './receipt.ts';
import { settlementDocument } from './settlement-document.ts';
import { termsDocument } from './terms-document.ts';

const HASH = 'ab'.repeat(32);

const terms: Terms = {
  version: 3,
  product: 'BTC-USD',
  decimals: 2,
  durations: [
    { seconds: 60, payoutRate: rate(8500n), minStake: money(1000n), maxStake: money(500_000n) },
    { seconds: 5, payoutRate: rate(8000n), minStake: money(1000n), maxStake: money(100_000n) },
  ],
  feeRate: rate(100n),
  presets: [money(1000n)],
};

it('the golden terms', () => {
  expect(canonicalJson(termsDocument(terms, currency('CNY', 2)))).toBe(
    '{"currency":"CNY","currencyDecimals":2,"decimals":2,"durations":' +
      '[{"maxStake":"1000.00","minStake":"10.00","payoutRate":"0.8000","seconds":5},' +
      '{"maxStake":"5000.00","minStake":"10.00","payoutRate":"0.8500","seconds":60}],' +
      '"feeRate":"0.0100","format":"candor-terms-v1","product":"BTC-USD","ruleVersion":1,"version":3}',
  );
});

it('the golden order, without its owner and its result', () => {
  const order = {
    id: '0190a8f0-0000-7000-8000-000000000001',
    no: '42',
    memberId: '5',
    product: 'BTC-USD',
    direction: 'up',
    wallet: 'practice',
    currency: 'CNY',
    stake: '100.00',
    fee: '1.00',
    payoutRate: '0.8500',
    payout: '185.00',
    durationSec: 60,
    submittedAt: '2026-11-21T09:00:00.123Z',
    acceptedAt: '2026-11-21T09:00:00.200Z',
    entryAt: '2026-11-21T09:00:01.000Z',
    closesAt: '2026-11-21T09:01:01.000Z',
    termsVersion: 3,
    termsHash: HASH,
    status: 'won',
  } as const;
  expect(canonicalJson(orderDocument(order))).toBe(
    '{"acceptedAt":"2026-11-21T09:00:00.200Z","closesAt":"2026-11-21T09:01:01.000Z","currency":"CNY",' +
      '"direction":"up","durationSec":60,"entryAt":"2026-11-21T09:00:01.000Z","fee":"1.00",' +
      '"format":"candor-order-v1","id":"0190a8f0-0000-7000-8000-000000000001","no":"42","payout":"185.00",' +
      `"payoutRate":"0.8500","product":"BTC-USD","stake":"100.00","submittedAt":"2026-11-21T09:00:00.123Z",` +
      `"termsHash":"${HASH}","termsVersion":3,"wallet":"practice"}`,
  );
});

describe('texts to sign', () => {
  it('the acceptance', () => {
    expect(acceptanceText('o1', HASH, '0'.repeat(64))).toBe(`candor-acceptance-v1\no1\n${HASH}\n${'0'.repeat(64)}\n`);
  });

  it('the receipt', () => {
    for (const format of RECEIPT_FORMATS) {
      expect(receiptSigningText({ format, order: { id: 'o1' } }, HASH)).toBe(`${format}\no1\n${HASH}\n`);
    }
  });

  it('no field can fake a line', () => {
    expect(() => acceptanceText('o1\n', HASH, HASH)).toThrow(AssertionError);
    expect(() => acceptanceText('o1', 'x', HASH)).toThrow(AssertionError);
    expect(() => acceptanceText('o1', HASH, 'x')).toThrow(AssertionError);
    expect(() => receiptSigningText({ format: 'candor-receipt-v2', order: { id: 'o\n1' } }, HASH)).toThrow(
      AssertionError,
    );
    expect(() => receiptSigningText({ format: 'candor-receipt-v2', order: { id: 'o1' } }, `${HASH}\n`)).toThrow(
      AssertionError,
    );
  });
});

it('the document of a settlement names its format', () => {
  const outcome = {
    credited: '185.00',
    entry: null,
    exit: null,
    profit: '85.00',
    reason: null,
    settledAt: '2026-01-05T09:31:00.000Z',
    status: 'won',
  } as const;
  expect(canonicalJson(settlementDocument('an order', outcome))).toBe(
    '{"credited":"185.00","entry":null,"exit":null,"format":"candor-settlement-v1","orderId":"an order","profit":"85.00",' +
      '"reason":null,"settledAt":"2026-01-05T09:31:00.000Z","status":"won"}',
  );
});
