import { amount, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { readReceipt } from './read-receipt.ts';
import type { UnsignedReceipt } from './receipt.ts';
import { fixedDevice } from './testing/devices.ts';
import { makeUnsigned } from './testing/receipts.ts';
import { testSigner } from './testing/web-crypto.ts';

const signer = await testSigner();
const receipt = await makeUnsigned({ durationSec: 5, logFrom: null }, signer);
const logged = await makeUnsigned({ durationSec: 5 }, signer);

const timed = await makeUnsigned({ durationSec: 5, device: await fixedDevice(7), acceptWithinMs: 3000 }, signer);

// Tests change a draft freely, beyond what the types of a receipt allow.
type Draft = any; // oxlint-disable-line typescript/no-explicit-any

/** What reading says of the receipt after a change. It does not look at signatures. */
function read(change: (draft: Draft) => void, from: UnsignedReceipt = receipt): string {
  const draft: Draft = JSON.parse(JSON.stringify(from));
  change(draft);
  const changed: UnsignedReceipt = draft;
  const result = readReceipt(`${canonicalJson({ ...changed, signature: 'any' })}\n`);
  return result.ok ? 'read' : result.error;
}

function times<T>(count: number, item: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => item(index));
}

it('a file is read up to its length limit', () => {
  const limit = 8 * 1024 * 1024;
  expect(readReceipt(' '.repeat(limit))).toEqual({ ok: false, error: 'NOT_CANONICAL' });
  expect(readReceipt(' '.repeat(limit + 1))).toEqual({ ok: false, error: 'TOO_LARGE' });
});

describe('every count and list has a limit', () => {
  it.each<[string, (draft: Draft, value: number) => void, read: number[], refused: number[]]>([
    ['duration', (d, value) => (d.order.durationSec = value), [1, 86_400], [0, 86_401]],
    ['version of the order', (d, value) => (d.order.termsVersion = value), [1], [0]],
    ['version of the terms', (d, value) => (d.terms.version = value), [1], [0]],
    ['duration that is offered', (d, value) => (d.terms.durations[0].seconds = value), [1, 86_400], [0, 86_401]],
    ['seq of the entry', (d, value) => (d.outcome.entry.seq = value), [1], [0]],
    ['seq of a tick', (d, value) => (d.ticks[0][0] = value), [1], [0]],
    ['epoch of a tick', (d, value) => (d.ticks[0][5] = value), [0], [-1]],
    ['checkpoints', (d, value) => (d.checkpoints = times(value, () => 'x')), [0, 1000], [1001]],
    ['keys', (d, value) => (d.keys = times(value, () => 'x')), [0, 100], [101]],
    ['transfers', (d, value) => (d.transfers = times(value, () => d.transfers[0])), [0, 100], [101]],
    ['durations', (d, value) => (d.terms.durations = times(value, () => d.terms.durations[0])), [0, 100], [101]],
    ['ticks', (d, value) => (d.ticks = times(value, () => d.ticks[0])), [50_000], [50_001]],
  ])(
    '%s',
    (_, set, fine, refused) => {
      for (const value of fine) expect([value, read((draft) => set(draft, value))]).toEqual([value, 'read']);
      for (const value of refused) expect([value, read((draft) => set(draft, value))]).toEqual([value, 'SHAPE_WRONG']);
    },
    60_000,
  );

  it('seconds whose sources are shown, and reports of a second', () => {
    const seconds = (count: number) => read((d) => (d.sources = times(count, () => d.sources[0])), timed);
    expect([0, 5, 6].map(seconds)).toEqual(['read', 'read', 'SHAPE_WRONG']);
    const reports = (count: number) => read((d) => (d.sources[0][1] = times(count, () => d.sources[0][1][0])), timed);
    expect([0, 100, 101].map(reports)).toEqual(['read', 'read', 'SHAPE_WRONG']);
  });

  it.each<[string, (reported: Draft) => void, string]>([
    ['a price with another decimal', (each) => (each.price = '1.2'), 'FIGURE_WRONG'],
    ['a price that is no number', (each) => (each.price = 'x'), 'FIGURE_WRONG'],
    ['another verdict', (each) => (each.verdict = 'late'), 'SHAPE_WRONG'],
    ['a number of a trade with a letter', (each) => (each.tradeId = '1e3'), 'SHAPE_WRONG'],
    ['a moment that is none', (each) => (each.receivedAt = 'now'), 'SHAPE_WRONG'],
    ['a key too many', (each) => (each.label = 'x'), 'SHAPE_WRONG'],
  ])('a report has its form: %s', (_, change, problem) => {
    expect(read((d) => change(d.sources[0][1][0]), timed)).toBe(problem);
  });

  it('decimals of prices', () => {
    // A price has exactly the product's decimals.
    const withDecimals = (decimals: number) =>
      read((draft) => {
        draft.terms.decimals = decimals;
        for (const tick of draft.ticks) tick[2] = decimals <= 0 ? '5' : `5.${'0'.repeat(decimals)}`;
      });
    expect([-1, 0, 12, 13].map(withDecimals)).toEqual(['SHAPE_WRONG', 'read', 'read', 'SHAPE_WRONG']);
  });

  it('decimals of money', () => {
    const withDecimals = (decimals: number) => {
      const text = decimals <= 0 ? '5' : `5.${'0'.repeat(decimals)}`;
      return read((draft) => {
        draft.terms.currencyDecimals = decimals;
        Object.assign(draft.order, { stake: text, fee: text, payout: text });
        for (const offer of draft.terms.durations) Object.assign(offer, { minStake: text, maxStake: text });
      });
    };
    expect([-1, 0, 4, 5].map(withDecimals)).toEqual(['SHAPE_WRONG', 'read', 'read', 'SHAPE_WRONG']);
  });
});

it('a site is of one of two modes', () => {
  const ofMode = (mode: string) => read((draft) => (draft.site.mode = mode));
  expect(['practice', 'live', 'demo', ''].map(ofMode)).toEqual(['read', 'read', 'SHAPE_WRONG', 'SHAPE_WRONG']);
});

describe('every figure has one text', () => {
  const longer = TEST_CURRENCY.decimals === 0 ? `${amount('100')}.0` : `${amount('100')}0`;
  it.each<[string, (draft: Draft) => void]>([
    ['the stake', (d) => (d.order.stake = longer)],
    ['the fee', (d) => (d.order.fee = longer)],
    ['the payout', (d) => (d.order.payout = longer)],
    ['the rate of the order', (d) => (d.order.payoutRate = '0.85')],
    ['the rate of the fee', (d) => (d.terms.feeRate = '0.01')],
    ['the rate of an offer', (d) => (d.terms.durations[0].payoutRate = '0.85')],
    ['the least stake', (d) => (d.terms.durations[0].minStake = longer)],
    ['the largest stake', (d) => (d.terms.durations[0].maxStake = longer)],
    ['a price', (d) => (d.ticks[1][2] = '50.000')],
    ['no price', (d) => (d.ticks[1][2] = 'x')],
    ['no rate', (d) => (d.order.payoutRate = 'x')],
    ['no money', (d) => (d.order.fee = 'x')],
  ])('%s', (_, change) => {
    expect(read(change)).toBe('FIGURE_WRONG');
  });

  it('and as it is made, it is read', () => {
    expect(TEST_CURRENCY.decimals).toBe(receipt.terms.currencyDecimals);
    expect(read(() => undefined)).toBe('read');
  });
});

describe('a receipt with a place in the order log', () => {
  it('is of the second version, and only that one', () => {
    expect([receipt.format, logged.format]).toEqual(['candor-receipt-v1', 'candor-receipt-v2']);
    expect(read(() => undefined, logged)).toBe('read');
    expect(read((d) => (d.log = null), logged)).toBe('read');
    expect(read((d) => (d.log = null))).toBe('SHAPE_WRONG');
    expect(read((d) => (d.format = 'candor-receipt-v1'), logged)).toBe('SHAPE_WRONG');
    expect(read((d) => (d.format = 'candor-receipt-v2'))).toBe('SHAPE_WRONG');
    expect(read((d) => delete d.log, logged)).toBe('SHAPE_WRONG');
  });

  it.each<[string, (draft: Draft) => void]>([
    ['a place before the first', (d) => (d.log.index = -1)],
    ['a nonce that is not one', (d) => (d.log.nonce = d.log.nonce.toUpperCase())],
    ['a nonce of another version', (d) => (d.log.nonce = d.log.nonce.replace('-4', '-1'))],
    ['a short hash', (d) => (d.log.proof[0] = 'ab')],
    ['a proof that is too long', (d) => (d.log.proof = times(65, () => 'ab'.repeat(32)))],
    ['something more', (d) => (d.log.more = 1)],
    ['nothing', (d) => (d.log = {})],
    ['a tick with half a head', (d) => d.ticks[0].pop()],
    ['a tick with more than a head', (d) => d.ticks[0].push(1)],
  ])('is refused with %s', (_, change) => {
    expect(read(change, logged)).toBe('SHAPE_WRONG');
  });
});
