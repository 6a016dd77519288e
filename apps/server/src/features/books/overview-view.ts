import type { OverviewDay, OverviewView } from '@candor/contract/console-overview';
import type { Wallet } from '@candor/domain/ledger/account';
import { dayFigures } from '@candor/domain/ledger/day-figures';
import { dateText } from '@candor/domain/market/local-time';
import type { DayNumber } from '@candor/domain/market/local-time';
import { formatMoney, money } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import type { CheckState } from '../../services/checks/check-store.ts';
import type { CountRow, DayLineRow, OrderCountRow } from './ledger-hour-store.ts';

export interface Counted {
  readonly lines: readonly DayLineRow[];
  readonly orders: readonly OrderCountRow[];
  readonly newMembers: readonly CountRow[];
  readonly activeMembers: readonly CountRow[];
}

/** One entry for each date from `first` to `today`, also of those on which nothing happened. */
export function overviewDays(counted: Counted, first: DayNumber, today: DayNumber, currency: Currency): OverviewDay[] {
  const lines = Map.groupBy(counted.lines, ({ day }) => day);
  const orders = new Map(counted.orders.map((row) => [row.day, row]));
  const countOf = (rows: readonly CountRow[]) => new Map(rows.map(({ day, count }) => [day, Number(count)]));
  const text = (amount: bigint) => formatMoney(money(amount), currency);
  const [added, active] = [countOf(counted.newMembers), countOf(counted.activeMembers)];
  return Array.from({ length: today - first + 1 }, (_, index) => {
    const date = dateText(first + index);
    const figures = dayFigures(lines.get(date) ?? []);
    return {
      date,
      turnover: text(figures.turnover),
      kept: text(figures.kept),
      fees: text(figures.fees),
      deposits: text(figures.deposits),
      withdrawals: text(figures.withdrawals),
      net: text(figures.net),
      interest: text(figures.interest),
      rewards: text(figures.rewards),
      manual: text(figures.manual),
      orders: Number(orders.get(date)?.orders ?? 0),
      voids: Number(orders.get(date)?.voids ?? 0),
      newMembers: added.get(date) ?? 0,
      activeMembers: active.get(date) ?? 0,
    };
  });
}

export interface SiteState {
  readonly priceAt: number | null;
  readonly overdue: bigint;
  readonly lateSince: DayNumber | null;
  readonly bookedUntil: number | null;
  readonly checks: readonly CheckState[];
}

export function overviewView(
  days: OverviewDay[],
  state: SiteState,
  { atMs, wallet }: { readonly atMs: number; readonly wallet: Wallet },
): OverviewView {
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  const failing = state.checks.filter(({ failingSince }) => failingSince !== null);
  return {
    at: new Date(atMs).toISOString(),
    wallet,
    days,
    state: {
      priceAt: iso(state.priceAt),
      overdue: Number(state.overdue),
      lateSince: state.lateSince === null ? null : dateText(state.lateSince),
      bookedUntil: iso(state.bookedUntil),
      failing: failing.length,
      halted: failing.some(({ halts }) => halts),
    },
  };
}
