import { describe, expect, it } from 'vitest';
import { houseAccount, memberAccount } from '../ledger/account.ts';
import { money, rate } from '../money.ts';
import { price } from '../price.ts';
import { decidingTicks, pickEntryTick, pickExitTick, settleOrder } from './settle-order.ts';
import type { SettleableOrder, Settlement } from './settle-order.ts';
import type { FeedTick, Tick, TickStatus } from './tick.ts';

const ENTRY_AT = 100_000;
const CLOSES_AT = 130_000;

const order: SettleableOrder = {
  id: 'o1',
  memberId: 5n,
  direction: 'up',
  wallet: 'practice',
  currency: 'CNY',
  stake: money(10_000n),
  fee: money(100n),
  payoutRate: rate(8500n),
  entryAt: ENTRY_AT,
  closesAt: CLOSES_AT,
};

/** A tick whose seq follows from its time, as in a chain without gaps. */
function tick(at: number, units: bigint, status: TickStatus = 'OK'): FeedTick {
  return { seq: BigInt(at), at, price: price(units), status, feed: 'live' };
}

function settled(ticks: readonly FeedTick[], of: SettleableOrder = order, newestTickAt = of.closesAt): Settlement {
  const result = settleOrder(of, ticks, newestTickAt);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

describe('outcomes', () => {
  const before = tick(ENTRY_AT, 5000n);
  const cases: ['up' | 'down', bigint, Settlement['outcome'], bigint, bigint][] = [
    ['up', 5001n, 'won', 8400n, 18_500n],
    ['up', 4999n, 'lost', -10_100n, 0n],
    ['up', 5000n, 'tied', 0n, 10_100n],
    ['down', 4999n, 'won', 8400n, 18_500n],
    ['down', 5001n, 'lost', -10_100n, 0n],
    ['down', 5000n, 'tied', 0n, 10_100n],
  ];

  it.each(cases)('%s from 5000 to %d is %s', (direction, exitUnits, outcome, profit, credited) => {
    const exit = tick(CLOSES_AT, exitUnits);
    expect(settled([before, exit], { ...order, direction })).toMatchObject({
      outcome,
      reason: null,
      entry: before,
      exit,
      profit,
      credited,
    });
  });

  it('keep the smallest possible fee', () => {
    const { transfers } = settled([before, tick(CLOSES_AT, 4999n)], { ...order, fee: money(1n) });
    expect(transfers.map(({ type, amount }) => [type, amount])).toEqual([
      ['orderClose', 10_000n],
      ['fee', 1n],
    ]);
  });

  it('compare prices across zero correctly', () => {
    expect(settled([tick(ENTRY_AT, -5n), tick(CLOSES_AT, 3n)]).outcome).toBe('won');
    expect(settled([tick(ENTRY_AT, -5n), tick(CLOSES_AT, -6n)]).outcome).toBe('lost');
  });
});

describe('voids', () => {
  const entry = tick(ENTRY_AT, 5000n);
  const exit = tick(CLOSES_AT, 5001n);
  const short: SettleableOrder = { ...order, closesAt: ENTRY_AT + 5000 };
  const tiny: SettleableOrder = { ...order, closesAt: ENTRY_AT + 1000 };
  const tiny1 = tick(ENTRY_AT + 1000, 5000n, 'STALE');
  const shared = tick(ENTRY_AT + 3000, 5000n);

  const cases: [string, SettleableOrder, readonly FeedTick[], Settlement['reason'], Tick | null, Tick | null][] = [
    ['no tick at all', order, [], 'NO_ENTRY_TICK', null, null],
    ['no entry tick', order, [exit], 'NO_ENTRY_TICK', null, exit],
    ['only a STALE entry', order, [{ ...entry, status: 'STALE' }, exit], 'NO_ENTRY_TICK', null, exit],
    ['no exit tick', order, [entry], 'NO_EXIT_TICK', entry, null],
    ['only an exit too old', order, [entry, tick(CLOSES_AT - 2001, 9n)], 'NO_EXIT_TICK', entry, null],
    ['only an exit too late', order, [entry, tick(CLOSES_AT + 1, 9n)], 'NO_EXIT_TICK', entry, null],
    ['an entry only after the end', tiny, [tiny1, tick(ENTRY_AT + 1001, 9n)], 'NO_ENTRY_TICK', null, tiny1],
    ['one tick for both ends', short, [shared], 'EXIT_BEFORE_ENTRY', shared, shared],
  ];

  it.each(cases)('%s', (_, of, ticks, reason, entryTick, exitTick) => {
    expect(settled(ticks, of)).toMatchObject({
      outcome: 'voided',
      reason,
      entry: entryTick,
      exit: exitTick,
      profit: 0n,
      credited: 10_100n,
    });
  });

  it.each(['STALE', 'DISAGREE', 'DEAD', 'CLOSED'] as const)('a newest exit tick that is %s', (status) => {
    const bad = tick(CLOSES_AT, 5001n, status);
    const settlement = settled([entry, tick(CLOSES_AT - 1000, 5002n), bad]);
    expect(settlement).toMatchObject({ outcome: 'voided', reason: 'EXIT_NOT_OK', entry, exit: bad, credited: 10_100n });
  });

  it('prices of different kinds at both ends, whatever was between them', () => {
    const replayed = { ...exit, feed: 'replay' };
    expect(settled([entry, replayed])).toMatchObject({
      outcome: 'voided',
      reason: 'FEED_CHANGED',
      entry,
      exit: replayed,
      credited: 10_100n,
    });
    const between = { ...tick(ENTRY_AT + 10_000, 1n), feed: 'replay' };
    expect(settled([entry, between, exit])).toMatchObject({ outcome: 'won', reason: null });
  });

  it('a change of feed is the last reason: a bad price at the close says more', () => {
    expect(settled([entry, { ...exit, feed: 'replay', status: 'DEAD' }]).reason).toBe('EXIT_NOT_OK');
  });

  it('an exit with a number not after the entry’s, whatever its time', () => {
    const early = { ...exit, seq: entry.seq - 1n };
    expect(settled([entry, early])).toMatchObject({ outcome: 'voided', reason: 'EXIT_BEFORE_ENTRY' });
    const next = { ...exit, seq: entry.seq + 1n };
    expect(settled([entry, next])).toMatchObject({ outcome: 'won', reason: null });
  });
});

describe('an entry tick with a head of the order log', () => {
  const entry = { ...tick(ENTRY_AT, 5000n), logSize: 8n };
  const exit = { ...tick(CLOSES_AT, 5001n), logSize: 8n };

  it.each([
    [0n, null],
    [7n, null],
    [8n, 'NOT_LOGGED'],
    [9n, 'NOT_LOGGED'],
    [null, 'NOT_LOGGED'],
    [undefined, 'NOT_LOGGED'],
  ] as const)('of 8 orders, for order %s of the log: %s', (logIndex, reason) => {
    const of = logIndex === undefined ? order : { ...order, logIndex };
    const refunded = { outcome: 'voided', reason, entry, exit, profit: 0n, credited: 10_100n };
    expect(settled([entry, exit], of)).toMatchObject(reason === null ? { outcome: 'won', reason } : refunded);
  });

  it('decides by the entry alone: a log that has the order later does not help', () => {
    const grown = { ...exit, logSize: 20n };
    expect(settled([entry, grown], { ...order, logIndex: 8n }).reason).toBe('NOT_LOGGED');
  });

  it('comes right after a missing entry: whatever the close is, it is known before', () => {
    const unlogged = { ...order, logIndex: null };
    expect(settled([entry], unlogged)).toMatchObject({ reason: 'NOT_LOGGED', entry, exit: null });
    expect(settled([entry, { ...exit, status: 'DEAD' }], unlogged).reason).toBe('NOT_LOGGED');
    expect(settled([entry, { ...exit, feed: 'replay' }], unlogged).reason).toBe('NOT_LOGGED');
    expect(settled([exit], unlogged).reason).toBe('NO_ENTRY_TICK');
  });

  it('is not asked for by a tick from before the log', () => {
    const plain = [tick(ENTRY_AT, 5000n), exit];
    expect(settled(plain).outcome).toBe('won');
    expect(settled([{ ...entry, logSize: null }, exit], { ...order, logIndex: null }).outcome).toBe('won');
  });

  it('is as void as any other for a member: the order is refunded, win or lose', () => {
    for (const units of [4999n, 5000n, 5001n]) {
      const settlement = settled([entry, { ...tick(CLOSES_AT, units), logSize: 8n }], { ...order, logIndex: null });
      expect(settlement.transfers.map(({ type, amount }) => [type, amount])).toEqual([['orderRefund', 10_100n]]);
    }
  });

  it('is not due earlier', () => {
    expect(settleOrder({ ...order, logIndex: null }, [entry], CLOSES_AT - 1)).toEqual({ ok: false, error: 'NOT_DUE' });
  });
});

describe('windows', () => {
  it.each([
    [ENTRY_AT - 1, false],
    [ENTRY_AT, true],
    [ENTRY_AT + 2999, true],
    [ENTRY_AT + 3000, true],
    [ENTRY_AT + 3001, false],
  ])('an entry tick at %d counts: %s', (at, counts) => {
    expect(pickEntryTick([tick(at, 1n)], ENTRY_AT) !== null).toBe(counts);
  });

  it.each([
    [CLOSES_AT - 2001, false],
    [CLOSES_AT - 2000, true],
    [CLOSES_AT - 1, true],
    [CLOSES_AT, true],
    [CLOSES_AT + 1, false],
  ])('an exit tick at %d counts: %s', (at, counts) => {
    expect(pickExitTick([tick(at, 1n)], CLOSES_AT) !== null).toBe(counts);
  });

  it('the entry is the oldest OK tick; other ticks are skipped', () => {
    const ticks = [tick(ENTRY_AT, 1n, 'DEAD'), tick(ENTRY_AT + 1000, 2n), tick(ENTRY_AT + 2000, 3n)];
    expect(pickEntryTick(ticks, ENTRY_AT)?.price).toBe(2n);
    expect(pickEntryTick(ticks.toReversed(), ENTRY_AT)?.price).toBe(2n);
  });

  it('the exit is the newest tick of any status', () => {
    const ticks = [tick(CLOSES_AT - 2000, 1n), tick(CLOSES_AT - 1000, 2n), tick(CLOSES_AT, 3n, 'STALE')];
    expect(pickExitTick(ticks, CLOSES_AT)?.price).toBe(3n);
    expect(pickExitTick(ticks.toReversed(), CLOSES_AT)?.price).toBe(3n);
  });
});

describe('the ticks that decide', () => {
  const secondsOf = (ticks: readonly FeedTick[], closesAt = CLOSES_AT) =>
    decidingTicks(ticks, { entryAt: ENTRY_AT, closesAt }).map(({ at }) => (at - ENTRY_AT) / 1000);
  const chain = (from: number, to: number, status: (second: number) => TickStatus | null = () => 'OK') =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index).flatMap((second) => {
      const made = status(second);
      return made === null ? [] : [tick(ENTRY_AT + second * 1000, 1n, made)];
    });

  it.each<[string, FeedTick[], number[]]>([
    ['the entry and the exit', chain(-3, 33), [0, 30]],
    ['all up to a late entry', chain(-3, 33, (second) => (second < 2 ? 'STALE' : 'OK')), [0, 1, 2, 30]],
    [
      'the whole window where there is no entry',
      chain(-3, 33, (second) => (second < 9 ? 'DEAD' : 'OK')),
      [0, 1, 2, 3, 30],
    ],
    ['an exit before the close', chain(-3, 33, (second) => (second === 30 ? null : 'OK')), [0, 29]],
    ['none at the close, if there is none', chain(-3, 33, (second) => (second > 27 && second < 31 ? null : 'OK')), [0]],
    ['the entry alone, before the close', chain(-3, 29), [0]],
    ['nothing before the entry', chain(-3, -1), []],
  ])('are %s', (_, ticks, seconds) => {
    expect(secondsOf(ticks)).toEqual(seconds);
  });

  it('are no more than five, and one that is both is there once', () => {
    const never = chain(0, 6, (second) => (second === 4 || second === 5 ? null : 'STALE'));
    expect(secondsOf(never, ENTRY_AT + 5000)).toEqual([0, 1, 2, 3]);
    expect(
      secondsOf(
        chain(0, 6, () => 'STALE'),
        ENTRY_AT + 5000,
      ),
    ).toEqual([0, 1, 2, 3, 5]);
  });

  it('are none after the close', () => {
    expect(
      secondsOf(
        chain(0, 6, () => 'STALE'),
        ENTRY_AT + 1000,
      ),
    ).toEqual([0, 1]);
  });
});

describe('due', () => {
  const ticks = [tick(ENTRY_AT, 5000n), tick(CLOSES_AT - 1000, 5001n)];

  it('an order is due only when the chain reaches closesAt, whatever ticks there are', () => {
    expect(settleOrder(order, ticks, CLOSES_AT - 1)).toEqual({ ok: false, error: 'NOT_DUE' });
    expect(settleOrder(order, ticks, null)).toEqual({ ok: false, error: 'NOT_DUE' });
    expect(settleOrder(order, ticks, CLOSES_AT).ok).toBe(true);
  });

  it('a chain that jumped past closesAt settles on the tick before it', () => {
    expect(settled([...ticks, tick(CLOSES_AT + 60_000, 1n)], order, CLOSES_AT + 60_000)).toMatchObject({
      outcome: 'won',
      exit: ticks[1],
    });
  });
});

describe('transfers', () => {
  const funds = memberAccount('funds', 5n, 'practice', 'CNY');
  const escrow = houseAccount('escrow', 'practice', 'CNY');
  const house = houseAccount('house', 'practice', 'CNY');
  const fees = houseAccount('fees', 'practice', 'CNY');
  const common = { phase: 'single', refType: 'order', refId: 'o1' };
  const stake = { ...common, debit: escrow, credit: house, amount: 10_000n, type: 'orderClose' };
  const fee = { ...common, debit: escrow, credit: fees, amount: 100n, type: 'fee' };
  const payout = { ...common, debit: house, credit: funds, amount: 18_500n, type: 'orderPayout' };
  const refund = { ...common, debit: escrow, credit: funds, amount: 10_100n, type: 'orderRefund' };
  const entry = tick(ENTRY_AT, 5000n);

  it.each([
    ['won', [entry, tick(CLOSES_AT, 5001n)], [stake, fee, payout]],
    ['lost', [entry, tick(CLOSES_AT, 4999n)], [stake, fee]],
    ['tied', [entry, tick(CLOSES_AT, 5000n)], [refund]],
    ['voided', [entry], [refund]],
  ])('of an order %s', (outcome, ticks, transfers) => {
    const settlement = settled(ticks);
    expect(settlement.outcome).toBe(outcome);
    expect(settlement.transfers).toEqual(transfers);
  });

  it('have no fee when there was none', () => {
    const settlement = settled([entry, tick(CLOSES_AT, 5001n)], { ...order, fee: money(0n) });
    expect(settlement.transfers).toEqual([stake, payout]);
  });
});
