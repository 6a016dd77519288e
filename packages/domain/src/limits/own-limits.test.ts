import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money } from '../money.ts';
import {
  afterOrder,
  changeLimit,
  fitsLimits,
  isLooser,
  limitAt,
  limitLeft,
  limitUsed,
  LOOSER_WAIT_MS,
  NO_LIMIT,
} from './own-limits.ts';
import type { LimitAmount, LimitKind, LimitState, LimitSums, LimitUse } from './own-limits.ts';

const NOW = 1_800_000_000_000;
const [LOW, MID, HIGH] = [money(100n), money(200n), money(300n)];
/** A day later. */
const LATER = NOW + 86_400_000;

describe('changeLimit', () => {
  const waiting = (amount: LimitAmount, at = LATER - 1000): LimitState => ({ amount: MID, next: { amount, at } });
  it.each<[string, LimitState, LimitAmount, LimitState]>([
    ['a first limit holds at once', NO_LIMIT, MID, { amount: MID, next: null }],
    ['no limit stays none', NO_LIMIT, null, NO_LIMIT],
    ['tighter holds at once', { amount: MID, next: null }, LOW, { amount: LOW, next: null }],
    ['looser waits a day', { amount: MID, next: null }, HIGH, { amount: MID, next: { amount: HIGH, at: LATER } }],
    ['none waits a day', { amount: MID, next: null }, null, { amount: MID, next: { amount: null, at: LATER } }],
    ['tighter drops what waits', waiting(HIGH), LOW, { amount: LOW, next: null }],
    ['the held amount cancels what waits', waiting(HIGH), MID, { amount: MID, next: null }],
    ['asked again, it waits no longer', waiting(HIGH), HIGH, waiting(HIGH)],
    ['another looser one waits anew', waiting(HIGH), null, { amount: MID, next: { amount: null, at: LATER } }],
    ['what has waited holds, and tightens at once', waiting(HIGH, NOW), MID, { amount: MID, next: null }],
    ['what has waited holds, and is asked again', waiting(HIGH, NOW), HIGH, { amount: HIGH, next: null }],
    ['after a removal any limit is tighter', waiting(null, NOW), HIGH, { amount: HIGH, next: null }],
    ['one millisecond short, it still waits', waiting(HIGH, NOW + 1), HIGH, waiting(HIGH, NOW + 1)],
  ])('%s', (_, state, asked, expected) => {
    expect(changeLimit(state, asked, NOW)).toEqual(expected);
  });

  it('never lets anything looser hold within a day of asking, whatever is asked and when', () => {
    const amount = fc.option(fc.bigInt(1n, 5n).map(money));
    const asks = fc.array(fc.tuple(amount, fc.integer({ min: 0, max: LOOSER_WAIT_MS })), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(asks, (list) => {
        let state: LimitState = NO_LIMIT;
        let nowMs = NOW;
        const asked: { at: number; amount: LimitAmount }[] = [];
        for (const [next, waitMs] of list) {
          nowMs += waitMs;
          const before = limitAt(state, nowMs).amount;
          state = changeLimit(state, next, nowMs);
          asked.push({ at: nowMs, amount: next });
          // At once it is the tighter of the two.
          expect(limitAt(state, nowMs).amount).toBe(isLooser(next, before) ? before : next);
          // Just before the day is over, nothing that was asked for since is looser than what held.
          expect(isLooser(limitAt(state, nowMs + LOOSER_WAIT_MS - 1).amount, before)).toBe(
            state.next !== null && state.next.at < nowMs + LOOSER_WAIT_MS,
          );
          // What waits was asked for a whole day before it holds.
          const { next: pending } = state;
          if (pending !== null)
            expect(
              asked.some(({ at, amount: wanted }) => wanted === pending.amount && at + LOOSER_WAIT_MS <= pending.at),
            ).toBe(true);
        }
      }),
    );
  });
});

const NOTHING: LimitSums = {
  staked: money(0n),
  lost: money(0n),
  atRisk: money(0n),
  deposited: money(0n),
  underway: money(0n),
};
function use(kind: LimitKind, amount: LimitAmount, sums: Partial<LimitSums> = {}): LimitUse {
  return {
    kind,
    period: 'day',
    amount,
    sums: { ...NOTHING, ...sums },
  };
}

describe('limitUsed and limitLeft', () => {
  it.each<[string, LimitKind, Partial<LimitSums>, bigint, bigint]>([
    ['stakes count what was staked', 'stake', { staked: money(60n), lost: money(500n) }, 60n, 40n],
    [
      'deposits count what is credited and what is asked for',
      'deposit',
      { deposited: money(50n), underway: money(20n) },
      70n,
      30n,
    ],
    ['a loss counts open orders as lost', 'loss', { lost: money(30n), atRisk: money(50n) }, 80n, 20n],
    ['a gain may be lost again', 'loss', { lost: money(-40n) }, 0n, 140n],
    ['a gain covers open orders first', 'loss', { lost: money(-40n), atRisk: money(60n) }, 20n, 80n],
    ['nothing is left below zero', 'stake', { staked: money(130n) }, 130n, 0n],
  ])('%s', (_, kind, sums, used, left) => {
    expect(limitUsed(kind, { ...NOTHING, ...sums })).toBe(used);
    expect(limitLeft(use(kind, LOW, sums))).toBe(left);
  });

  it('a limit that was removed leaves no bound', () => {
    expect(limitLeft(use('stake', null, { staked: LOW }))).toBeNull();
  });
});

describe('fitsLimits', () => {
  it('allows up to the last unit and refuses one more', () => {
    const uses = [use('stake', LOW, { staked: money(40n) })];
    expect(fitsLimits(uses, 'stake', money(60n)).ok).toBe(true);
    expect(fitsLimits(uses, 'stake', money(61n))).toEqual({
      ok: false,
      error: { kind: 'stake', period: 'day', amount: LOW, left: 60n },
    });
  });

  it('looks only at limits of its kind that hold', () => {
    expect(fitsLimits([use('loss', LOW), use('stake', null)], 'stake', HIGH).ok).toBe(true);
  });

  it('counts an order that was accepted before in the same batch', () => {
    const uses = afterOrder([use('stake', LOW), use('loss', MID)], money(90n), money(5n));
    expect(uses.map(limitLeft)).toEqual([10n, 105n]);
  });

  it('names the limit with the least left', () => {
    const week: LimitUse = { ...use('stake', HIGH, { staked: money(290n) }), period: 'week' };
    expect(fitsLimits([use('stake', LOW), week], 'stake', MID)).toMatchObject({ error: { period: 'week', left: 10n } });
    expect(fitsLimits([week, use('stake', LOW)], 'stake', MID)).toMatchObject({ error: { period: 'week', left: 10n } });
    // Of two with the same left, the first.
    const day = use('stake', LOW, { staked: money(90n) });
    expect(fitsLimits([week, day], 'stake', MID)).toMatchObject({ error: { period: 'week', left: 10n } });
  });

  it('keeps the net loss of a period within the limit, however the orders end', () => {
    const steps = fc.array(fc.tuple(fc.bigInt(1n, 80n), fc.boolean()), { maxLength: 40 });
    fc.assert(
      fc.property(steps, (orders) => {
        let lost = 0n;
        let open: { stake: bigint; wins: boolean }[] = [];
        for (const [stake, wins] of orders) {
          const atRisk = open.reduce((sum, order) => sum + order.stake, 0n);
          const uses = [use('loss', LOW, { lost: money(lost), atRisk: money(atRisk) })];
          if (fitsLimits(uses, 'loss', money(stake)).ok) open = [...open, { stake, wins }];
          // Two stay open, so that the risk of open orders matters.
          while (open.length > 2) {
            const [first, ...rest] = open;
            if (first === undefined) break;
            lost += first.wins ? (-first.stake * 85n) / 100n : first.stake;
            open = rest;
          }
          expect(lost).toBeLessThanOrEqual(LOW);
        }
      }),
    );
  });
});
