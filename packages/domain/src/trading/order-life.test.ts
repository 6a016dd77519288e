import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { houseAccount, memberAccount } from '../ledger/account.ts';
import { applyTransfers, balanceOf, EMPTY_LEDGER } from '../ledger/apply-transfers.ts';
import type { LedgerState } from '../ledger/apply-transfers.ts';
import type { TransferDraft } from '../ledger/transfer.ts';
import { money, rate, sumMoney } from '../money.ts';
import { price } from '../price.ts';
import { placeOrder } from './place-order.ts';
import type { AcceptedOrder } from './place-order.ts';
import { settleOrder } from './settle-order.ts';
import type { Settlement } from './settle-order.ts';
import { TICK_STATUSES } from './tick.ts';
import type { FeedTick } from './tick.ts';

const START = 1_700_000_000_000;
const GRANT = 100_000_000n;

const funds = memberAccount('funds', 5n, 'practice', 'CNY');
const escrow = houseAccount('escrow', 'practice', 'CNY');
const house = houseAccount('house', 'practice', 'CNY');
const fees = houseAccount('fees', 'practice', 'CNY');
const grants = houseAccount('grants', 'practice', 'CNY');

const tickStatus = fc.oneof({ weight: 8, arbitrary: fc.constant('OK' as const) }, fc.constantFrom(...TICK_STATUSES));
const feed = fc.oneof({ weight: 8, arbitrary: fc.constant('live') }, fc.constantFrom('replay', 'simulated'));
const units = fc.bigInt({ min: 4998n, max: 5002n }).map(price);

/** A chain like the feed's: ticks seconds apart, with gaps, and long enough to end after every order. */
const chain = fc
  .array(
    fc.record({ gapMs: fc.constantFrom(1000, 1000, 1000, 1000, 2000, 4000), price: units, status: tickStatus, feed }),
    {
      minLength: 12,
      maxLength: 24,
    },
  )
  .map((steps) => {
    let at = START;
    return steps.map((step, index): FeedTick => {
      at += step.gapMs;
      return { seq: BigInt(index + 1), at, price: step.price, status: step.status, feed: step.feed };
    });
  });

const accepted = fc
  .record({
    stake: fc.bigInt({ min: 1n, max: 5_000_000n }).map(money),
    feeRate: fc.bigInt({ min: 0n, max: 500n }).map(rate),
    payoutRate: fc.bigInt({ min: 0n, max: 20_000n }).map(rate),
    direction: fc.constantFrom('up' as const, 'down' as const),
    durationSec: fc.constantFrom(1, 2, 3, 5, 8),
    lateMs: fc.integer({ min: 0, max: 2500 }),
  })
  .map(({ stake, feeRate, payoutRate, direction, durationSec, lateMs }): AcceptedOrder => {
    const result = placeOrder(
      {
        orderId: 'o1',
        memberId: 5n,
        product: 'BTC-USD',
        direction,
        durationSec,
        stake,
        wallet: 'practice',
        submittedAt: START,
      },
      {
        acceptedAt: START + lateMs,
        mode: 'practice',
        member: { frozen: false, tradingAllowed: true },
        product: { active: true, forbidden: false },
        terms: {
          version: 1,
          product: 'BTC-USD',
          decimals: 2,
          durations: [{ seconds: durationSec, payoutRate, minStake: money(1n), maxStake: money(5_000_000n) }],
          feeRate,
          presets: [],
        },
        seenTerms: null,
        newestTick: { seq: 0n, at: START, price: price(5000n), status: 'OK' },
        inSession: true,
        sessionEndsAt: null,
        available: money(GRANT),
        hasOpenPosition: false,
        currency: 'CNY',
        ownGuard: null,
        book: null,
      },
    );
    if (!result.ok) throw new Error(result.error);
    return result.value;
  });

function settled({ order }: AcceptedOrder, ticks: readonly FeedTick[]): Settlement {
  const result = settleOrder(order, ticks, order.closesAt);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

function folded(state: LedgerState, transfers: readonly TransferDraft[]): LedgerState {
  const result = applyTransfers(state, transfers);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

const granted = folded(EMPTY_LEDGER, [
  {
    debit: grants,
    credit: funds,
    amount: money(GRANT),
    type: 'practiceGrant',
    phase: 'single',
    refType: 'member',
    refId: '5',
  },
]);

describe('money through the life of an order', () => {
  it('escrow ends empty, no money appears or disappears, and the member gets exactly the profit', () => {
    fc.assert(
      fc.property(accepted, chain, (acceptedOrder, ticks) => {
        const { order } = acceptedOrder;
        const open = folded(granted, acceptedOrder.transfers);
        expect(balanceOf(open, escrow).posted).toBe(order.stake + order.fee);
        expect(balanceOf(open, funds).posted).toBe(GRANT - order.stake - order.fee);

        const settlement = settled(acceptedOrder, ticks);
        const closed = folded(open, settlement.transfers);
        const member = balanceOf(closed, funds).posted - GRANT;
        expect(balanceOf(closed, escrow).posted).toBe(0n);
        expect(balanceOf(closed, house).posted + balanceOf(closed, fees).posted + member).toBe(0n);
        expect(member).toBe(settlement.profit);
        expect(settlement.credited).toBe(settlement.profit + order.stake + order.fee);
        expect(sumMoney([...closed.balances.values()].map((balance) => balance.posted))).toBe(0n);
      }),
      { numRuns: 500 },
    );
  });

  it('the fee is earned only on won and lost orders, and a payout is the promised one', () => {
    fc.assert(
      fc.property(accepted, chain, (acceptedOrder, ticks) => {
        const { order } = acceptedOrder;
        const settlement = settled(acceptedOrder, ticks);
        const closed = folded(folded(granted, acceptedOrder.transfers), settlement.transfers);
        const decided = settlement.outcome === 'won' || settlement.outcome === 'lost';
        expect(balanceOf(closed, fees).posted).toBe(decided ? order.fee : 0n);
        if (settlement.outcome === 'won') expect(settlement.credited).toBe(order.payout);
      }),
    );
  });

  it('these chains reach every outcome and every void reason', () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(accepted, chain, (acceptedOrder, ticks) => {
        const { outcome, reason } = settled(acceptedOrder, ticks);
        reached.add(reason ?? outcome);
      }),
      { numRuns: 3000, seed: 1 },
    );
    expect([...reached].toSorted()).toEqual([
      'EXIT_BEFORE_ENTRY',
      'EXIT_NOT_OK',
      'FEED_CHANGED',
      'NO_ENTRY_TICK',
      'NO_EXIT_TICK',
      'lost',
      'tied',
      'won',
    ]);
  });
});

describe('only two ticks count', () => {
  const anyTick = fc.record({ price: units, status: tickStatus, feed });

  it('ticks between entry and exit may hold anything or be missing', () => {
    fc.assert(
      fc.property(accepted, chain, fc.infiniteStream(fc.option(anyTick)), (acceptedOrder, ticks, edits) => {
        const settlement = settled(acceptedOrder, ticks);
        const { entry, exit } = settlement;
        fc.pre(entry !== null && exit !== null);
        const edited = ticks.flatMap((tick) => {
          if (tick.seq <= entry.seq || tick.seq >= exit.seq) return [tick];
          const edit = edits.next().value ?? null;
          return edit === null ? [] : [{ ...tick, ...edit }];
        });
        expect(settled(acceptedOrder, edited)).toEqual(settlement);
      }),
    );
  });

  it('ticks after closesAt change nothing', () => {
    fc.assert(
      fc.property(accepted, chain, fc.array(anyTick), (acceptedOrder, ticks, later) => {
        const { order } = acceptedOrder;
        const known = ticks.filter((tick) => tick.at <= order.closesAt);
        const after = later.map((tick, index): FeedTick => ({
          ...tick,
          seq: BigInt(1000 + index),
          at: order.closesAt + 1 + index * 1000,
        }));
        const settlement = settled(acceptedOrder, known);
        expect(settled(acceptedOrder, [...known, ...after])).toEqual(settlement);
        const lastAt = after.at(-1)?.at ?? order.closesAt;
        expect(settleOrder(order, [...known, ...after], lastAt)).toEqual({ ok: true, value: settlement });
      }),
    );
  });

  it('ticks before entryAt change nothing', () => {
    fc.assert(
      fc.property(accepted, chain, (acceptedOrder, ticks) => {
        const since = ticks.filter((tick) => tick.at >= acceptedOrder.order.entryAt);
        fc.pre(acceptedOrder.order.durationSec >= 2);
        expect(settled(acceptedOrder, since)).toEqual(settled(acceptedOrder, ticks));
      }),
    );
  });

  it('the order in which ticks are read changes nothing', () => {
    fc.assert(
      fc.property(
        accepted,
        chain.chain((ticks) =>
          fc.tuple(
            fc.constant(ticks),
            fc.shuffledSubarray(ticks, { minLength: ticks.length, maxLength: ticks.length }),
          ),
        ),
        (acceptedOrder, [ticks, shuffled]) => {
          expect(settled(acceptedOrder, shuffled)).toEqual(settled(acceptedOrder, ticks));
        },
      ),
    );
  });

  it('up and down are mirrors: one wins when the other loses', () => {
    fc.assert(
      fc.property(accepted, chain, (acceptedOrder, ticks) => {
        const { order } = acceptedOrder;
        const direction = order.direction === 'up' ? 'down' : 'up';
        const mirrored: AcceptedOrder = { ...acceptedOrder, order: { ...order, direction } };
        const mirror = { won: 'lost', lost: 'won', tied: 'tied', voided: 'voided' } as const;
        expect(settled(mirrored, ticks).outcome).toBe(mirror[settled(acceptedOrder, ticks).outcome]);
      }),
    );
  });
});
