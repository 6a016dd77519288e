/* The bars of the 30-day earnings. Pure; amounts stay exact until they become a height. */

import { formatMoney, money, parseMoney } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import type { InvestSummaryView } from '@candor/contract/invest';

type Day = InvestSummaryView['earnings'][number];

/** Heights in percent of the highest day; a day that earned anything is visible. `total` of a day below zero has none. */
export type EarningsBar = Day & { readonly total: string; readonly projectsPart: number; readonly savingsPart: number };

export type EarningsBars = {
  readonly bars: EarningsBar[];
  readonly sum: string;
  /** The best day; null if nothing was earned. */
  readonly best: { readonly date: string; readonly total: string } | null;
};

const HEIGHT_MIN = 3;

export function earningsBars(days: readonly Day[], of: Currency): EarningsBars {
  const read = days.map((day) => {
    const [projects, savings] = [minorOf(day.projects, of), minorOf(day.savings, of)];
    return { day, projects, savings, total: projects + savings };
  });
  const most = read.reduce((highest, { projects, savings }) => bigger(highest, above(projects) + above(savings)), 0n);
  let best: EarningsBars['best'] = null;
  let bestTotal = 0n;
  for (const { day, total } of read) {
    if (total <= bestTotal) continue;
    bestTotal = total;
    best = { date: day.date, total: formatMoney(money(total), of) };
  }
  const sum = read.reduce((so, { total }) => so + total, 0n);
  return {
    sum: formatMoney(money(sum), of),
    best,
    bars: read.map(({ day, projects, savings, total }) => ({
      ...day,
      total: formatMoney(money(total), of),
      projectsPart: partOf(projects, most),
      savingsPart: partOf(savings, most),
    })),
  };
}

function partOf(value: bigint, most: bigint): number {
  if (value <= 0n || most === 0n) return 0;
  return Math.max(Number((value * 1_000n) / most) / 10, HEIGHT_MIN);
}

function minorOf(text: string, of: Currency): bigint {
  const amount = parseMoney(text, of, { signed: true });
  return amount.ok ? amount.value : 0n;
}

function above(value: bigint): bigint {
  return value > 0n ? value : 0n;
}

function bigger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
