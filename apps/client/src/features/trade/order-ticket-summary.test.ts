import { currency, formatMoney, formatRate, money, rate } from '@candor/domain/money';
import { feeOf } from '@candor/domain/trading/terms';
import type { Terms } from '@candor/domain/trading/terms';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ticketSummary, wholeStake } from './order-ticket-summary.ts';

const CNY = currency('CNY', 2);

const NOW = Date.parse('2026-11-21T03:00:00.400Z');

function termsWith(feeRate: bigint): Terms {
  return {
    version: 1,
    product: 'BTCUSDT',
    decimals: 2,
    durations: [{ seconds: 60, payoutRate: rate(8_500n), minStake: money(1_000n), maxStake: money(5_000_000n) }],
    feeRate: rate(feeRate),
    presets: [],
  };
}
const moments = { nowMs: NOW, lastTickAtMs: Date.parse('2026-11-21T03:00:00.000Z') };

test('gain and loss show together, without a fee', () => {
  const summary = ticketSummary(termsWith(0n), 60, money(100_000n), moments);
  expect(summary).toMatchObject({ gain: 85_000n, loss: 100_000n, fee: 0n, payout: 185_000n });
  expect(formatRate(summary?.breakEvenRate ?? rate(0n))).toBe('0.5405');
});

test('the fee lowers the gain and raises the loss and the break-even rate', () => {
  const summary = ticketSummary(termsWith(100n), 60, money(100_000n), moments);
  expect(summary).toMatchObject({ gain: 84_000n, loss: 101_000n, fee: 1_000n });
  expect(formatRate(summary?.breakEvenRate ?? rate(0n))).toBe('0.5459');
});

test('profit and fee are rounded down to the cent', () => {
  expect(ticketSummary(termsWith(33n), 60, money(1_001n), moments)).toMatchObject({ fee: 3n, gain: 847n });
});

test('the entry is as much later as the terms say', () => {
  const summary = ticketSummary({ ...termsWith(0n), entryDelaySec: 3 }, 60, money(1_000n), moments);
  expect(new Date(summary?.entryAtMs ?? 0).toISOString()).toBe('2026-11-21T03:00:04.000Z');
  expect(new Date(summary?.closesAtMs ?? 0).toISOString()).toBe('2026-11-21T03:01:04.000Z');
});

test('the entry is the next whole second, and the close one duration later', () => {
  const summary = ticketSummary(termsWith(0n), 60, money(1_000n), moments);
  expect(new Date(summary?.entryAtMs ?? 0).toISOString()).toBe('2026-11-21T03:00:01.000Z');
  expect(new Date(summary?.closesAtMs ?? 0).toISOString()).toBe('2026-11-21T03:01:01.000Z');
});

test('there is no summary without a stake or an offered duration', () => {
  expect(ticketSummary(termsWith(0n), 60, null, moments)).toBeNull();
  expect(ticketSummary(termsWith(0n), 60, money(0n), moments)).toBeNull();
  expect(ticketSummary(termsWith(0n), 30, money(1_000n), moments)).toBeNull();
});

test('"everything" leaves room for the fee, to the cent, and stays below the maximum', () => {
  expect(formatMoney(wholeStake(termsWith(100n), 60, money(10_100n)), CNY)).toBe('100.00');
  expect(wholeStake(termsWith(0n), 60, money(9_000_000n))).toBe(5_000_000n);
  expect(wholeStake(termsWith(0n), 60, money(0n))).toBe(0n);
  fc.assert(
    fc.property(fc.bigInt(1n, 4_000_000n), fc.bigInt(0n, 2_000n), (available, feeRate) => {
      const stake = wholeStake(termsWith(feeRate), 60, money(available));
      const costOf = (amount: bigint) => amount + feeOf(money(amount), rate(feeRate));
      return costOf(stake) <= available && costOf(stake + 1n) > available;
    }),
  );
});
