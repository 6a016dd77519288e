import { currency, money, rate } from '@candor/domain/money';
import type { Terms } from '@candor/domain/trading/terms';
import { expect, test } from 'vitest';
import { nextTicket, openTicket, readChoices, shortStake, stakeOf } from './order-ticket.ts';
import { worseTerms } from './product-terms.ts';

const CNY = currency('CNY', 2);

function offer(seconds: number, minStake = 1_000n, payoutRate = 8_500n) {
  return {
    seconds,
    payoutRate: rate(payoutRate),
    minStake: money(minStake),
    maxStake: money(5_000_000n),
  };
}

const terms: Terms = {
  version: 1,
  product: 'BTCUSDT',
  decimals: 2,
  durations: [5, 30, 60, 300].map((seconds) => offer(seconds)),
  feeRate: rate(0n),
  presets: [money(50_000n), money(10_000n), money(500_000n)],
};

test('the ticket opens with one minute and the lowest preset, never a higher one', () => {
  expect(openTicket(terms, null, CNY)).toMatchObject({ durationSec: 60, stake: '100', isStakeTouched: false });
});

test('the ticket opens with the remembered choices', () => {
  expect(openTicket(terms, { durationSec: 30, stake: '12.50' }, CNY, 'down')).toMatchObject({
    durationSec: 30,
    stake: '12.5',
    direction: 'down',
  });
});

test('a remembered amount that no longer fits is dropped, not raised to the minimum', () => {
  const dearer = { ...terms, durations: [offer(60, 20_000n)] };
  expect(openTicket(dearer, { durationSec: 60, stake: '100' }, CNY).stake).toBe('');
  expect(openTicket(terms, { durationSec: 60, stake: '99999999' }, CNY).stake).toBe('');
});

test('a duration that is no longer offered becomes one minute, or else the shortest', () => {
  expect(openTicket(terms, { durationSec: 900, stake: '100' }, CNY).durationSec).toBe(60);
  const withoutMinute = { ...terms, durations: [offer(5), offer(300)] };
  const ticket = openTicket(terms, null, CNY);
  expect(nextTicket(ticket, { type: 'terms', terms: withoutMinute }).durationSec).toBe(5);
  expect(openTicket({ ...terms, durations: [] }, null, CNY)).toMatchObject({ durationSec: null, stake: '' });
});

test('changing the direction or the duration keeps the amount', () => {
  let ticket = nextTicket(openTicket(terms, null, CNY), { type: 'stake', text: '250.5' });
  ticket = nextTicket(ticket, { type: 'direction', direction: 'down' });
  ticket = nextTicket(ticket, { type: 'duration', durationSec: 5 });
  expect(ticket).toMatchObject({ direction: 'down', durationSec: 5, stake: '250.5', isStakeTouched: true });
});

test('"once more" takes the same amount', () => {
  const ticket = nextTicket(openTicket(terms, { durationSec: 60, stake: '500' }, CNY), {
    type: 'again',
    direction: 'down',
    durationSec: 5,
    stake: '100.00',
    terms,
  });
  expect(ticket).toMatchObject({ direction: 'down', durationSec: 5, stake: '100' });
});

test.each([
  ['100', 10_000n],
  ['100.', 10_000n],
  ['0.05', 5n],
  ['', null],
  ['1.234', null],
] as const)('the stake of "%s" is read', (stake, minor) => {
  expect(stakeOf({ stake }, CNY)).toBe(minor);
});

test('amounts are cut to the allowed length while typing', () => {
  expect(['500.00', '12.50', '0.05', '100', '1000'].map(shortStake)).toEqual(['500', '12.5', '0.05', '100', '1000']);
});

test('remembered choices are checked when read', () => {
  const kept = { BTCUSDT: { durationSec: 30, stake: '100' }, ETHUSDT: { durationSec: '30' }, XAUUSD: null };
  expect(readChoices(JSON.stringify(kept))).toEqual({ BTCUSDT: { durationSec: 30, stake: '100' } });
  expect(readChoices('{')).toEqual({});
  expect(readChoices(null)).toEqual({});
});

test('worse terms show both versions; equal, better and unchanged terms do not', () => {
  const stake = money(10_000n);
  const lower = { ...terms, version: 2, durations: [offer(60, 1_000n, 8_000n)] };
  expect(worseTerms(terms, lower, 60, stake)?.payoutRate).toEqual({ before: 8_500n, after: 8_000n });
  expect(worseTerms(lower, { ...terms, version: 3 }, 60, stake)).toBeNull();
  expect(worseTerms(terms, { ...terms, version: 2 }, 60, stake)).toBeNull();
  expect(worseTerms(terms, { ...lower, version: 1 }, 60, stake)).toBeNull();
  expect(worseTerms(terms, { ...terms, version: 2, durations: [] }, 60, stake)?.payoutRate.after).toBeNull();
  const later = { ...terms, version: 2, entryDelaySec: 3 };
  expect(worseTerms(terms, later, 60, stake)?.entryDelaySec).toEqual({ before: 0, after: 3 });
  expect(worseTerms(later, { ...lower, version: 3, entryDelaySec: 3 }, 60, stake)?.entryDelaySec).toBeNull();
});
