import type { EarningsView, EarningState } from '@candor/contract/wallet';
import { accrualOfDay } from '@candor/domain/invest/interest';
import { accrueSavings } from '@candor/domain/invest/savings';
import { formatMoney, money } from '@candor/domain/money';
import type { Site } from '../../services/site/site.ts';
import type { HoldingEarning, OrderEarning, SavingsEarning } from './earnings-store.ts';

/** Holdings with an entry of their own. */
const ENTRIES_MAX = 200;

interface Entry {
  kind: 'holding' | 'savings';
  id: string | null;
  names: HoldingEarning['names'] | null;
  count: number;
  amount: bigint;
  state: EarningState;
}

/** Interest of a date, entry by entry. What the date has not brought yet is expected, if its end is still to come. */
export function interestEntries(
  holdings: readonly HoldingEarning[],
  savings: SavingsEarning | undefined,
  isOpen: boolean,
): Entry[] {
  const entries = holdings.map(({ id, names, amount, booked, ...facts }): Entry => {
    const state = amount === null ? 'expected' : booked ? 'booked' : 'accrued';
    const earned = amount ?? accrualOfDay(facts.principal, facts.annualRate, facts.days);
    return { kind: 'holding', id, names, count: 1, amount: earned, state };
  });
  const saved: Entry[] =
    savings === undefined
      ? []
      : [
          {
            kind: 'savings',
            id: null,
            names: null,
            count: 1,
            amount: savings.amount ?? accrueSavings(0n, savings.balance, savings.annualRate).interest,
            state: savings.amount === null ? 'expected' : savings.booked ? 'booked' : 'accrued',
          },
        ];
  const all = [...saved, ...entries].filter(({ state, amount }) => amount !== 0n && (isOpen || state !== 'expected'));
  const rest = Map.groupBy(all.slice(ENTRIES_MAX), ({ state }) => state);
  return [
    ...all.slice(0, ENTRIES_MAX),
    ...[...rest].map(([state, group]): Entry => {
      const amount = group.reduce((sum, entry) => sum + entry.amount, 0n);
      return { kind: 'holding', id: null, names: null, count: group.length, amount, state };
    }),
  ];
}

export function earningsView(
  site: Site,
  facts: {
    date: string;
    total: bigint;
    interest: readonly Entry[];
    orders: readonly OrderEarning[];
    nextCursor: string | null;
  },
): EarningsView {
  const text = (amount: bigint) => formatMoney(money(amount), site.currency);
  const expected = facts.interest.filter(({ state }) => state === 'expected');
  return {
    date: facts.date,
    total: text(facts.total),
    expected: text(expected.reduce((sum, { amount }) => sum + amount, 0n)),
    interest: facts.interest.map((entry) => ({ ...entry, amount: text(entry.amount) })),
    orders: facts.orders.map(({ id, product, profit, settledAt }) => ({
      id,
      product,
      amount: text(profit),
      settledAt: new Date(settledAt).toISOString(),
    })),
    nextCursor: facts.nextCursor,
  };
}
