/**
 * The public figures, counted again from the opened orders. They are at most a minute old and are read before the log, so that
 * what they count is opened when it is compared, or soon after. Orders that they count and nobody opens are a finding then.
 */
import { divHalfEven, formatRate, rate, RATE_SCALE } from '@candor/domain/money';
import { VOID_REASONS } from '@candor/domain/trading/settle-order';
import type { PublicCell, PublicCounts, PublicFigures } from '../site/openings-data.ts';
import type { Findings } from './findings.ts';
import { AHEAD_MS_MAX } from './follow-chain.ts';
import { cellKey } from './opened-days.ts';
import type { OpenedDays, OpenedPair } from './opened-days.ts';
import type { FreshPair, OpenFigures } from './openings-state.ts';

/** Figures are kept for a minute, and clocks differ. */
export const AGE_MS_MAX = 60_000 + AHEAD_MS_MAX;
/** What was settled within so long before or after the moment of the count may be counted or not: a database is not read in no time. */
export const COUNTING_MS = 60_000;
/** Figures that are read after this moment count everything that was settled so long before it. */
export const RECENT_MS = AGE_MS_MAX + COUNTING_MS;
/** What was settled so long before is in the log, and opened. */
export const OPENED_MS = 120_000;

export type FiguresDeps = {
  readonly findings: Findings;
  readonly days: OpenedDays;
  /** Pairs that were opened now, and all that were settled in the last minutes. */
  readonly fresh: readonly FreshPair[];
  readonly recent: readonly FreshPair[];
  /** From this business date on every order of a product was opened; null if none was. */
  readonly wholeFrom: (product: string) => string | null;
  /** Up to when prices were followed whose order log was opened to its end. */
  readonly openedAt: number;
};

export function freshPair({ order, settlement }: OpenedPair, date: string, isReplay: boolean): FreshPair {
  const { product, durationSec, wallet } = order;
  const key = cellKey({ product, durationSec, result: settlement.reason ?? settlement.status });
  return { wallet, date, settledAt: Date.parse(settlement.settledAt), key, isReplay };
}

/** What is wrong with the figures in themselves: sums, and their age when they were read. */
export function checkSums(figures: PublicFigures, askedAt: number, findings: Findings): void {
  const where = spanOf(figures);
  const { totals, items, countedAt } = figures;
  const isSummed = [totals, ...items].every((counts) => holds(counts));
  const sums = { orders: sumOf(items, 'orders'), won: sumOf(items, 'won'), lost: sumOf(items, 'lost') };
  const isTotal = sums.orders === totals.orders && sums.won === totals.won && sums.lost === totals.lost;
  if (!isSummed || !isTotal) findings.add('FIGURES_DIFFER', `${where}: the sums`);
  if (countedAt < askedAt - AGE_MS_MAX)
    findings.add('FIGURES_DIFFER', `${where}: counted at ${new Date(countedAt).toISOString()}`);
}

/** Compares figures that were read now. @returns what they count and nobody has opened yet; null if that is nothing */
export function compareFigures(figures: PublicFigures, deps: FiguresDeps): OpenFigures | null {
  const { findings, days, recent, wholeFrom } = deps;
  const { wallet, from, to, countedAt } = figures;
  const cells = cellsOf(figures);
  const opened = days.cellsOf(wallet, from, to);
  const isOf = (pair: FreshPair) => pair.wallet === wallet && pair.date >= from && pair.date <= to;
  const news = countFresh(recent, (pair) => isOf(pair) && pair.settledAt > countedAt - COUNTING_MS);
  const counted = new Map(cells.map((cell) => [cellKey(cell), cell.orders]));
  for (const [key, { orders }] of opened) {
    if ((counted.get(key) ?? 0) < orders - (news.get(key) ?? 0))
      findings.add('FIGURES_DIFFER', `${spanOf(figures)}: ${key}: ${counted.get(key) ?? 0}, and ${orders} opened`);
  }
  const after = countFresh(recent, (pair) => isOf(pair) && pair.settledAt > countedAt + COUNTING_MS);
  const more = cells.flatMap((cell) => {
    const since = wholeFrom(cell.product);
    if (since === null || from < since) return [];
    const key = cellKey(cell);
    const known = opened.get(key);
    const orders = cell.orders - ((known?.orders ?? 0) + (known?.unknown ?? 0) - (after.get(key) ?? 0));
    return orders > 0 ? [{ ...cell, orders }] : [];
  });
  return more.length === 0 ? null : { wallet, from, to, countedAt, cells: more };
}

/** What is left of them now that more was opened; null if nothing is. A finding if it should be opened by now. */
export function settleFigures(open: OpenFigures, deps: FiguresDeps): OpenFigures | null {
  const { findings, fresh, openedAt } = deps;
  const { wallet, from, to, countedAt } = open;
  const found = countFresh(
    fresh,
    (pair) =>
      pair.wallet === wallet && pair.date >= from && pair.date <= to && pair.settledAt <= countedAt + COUNTING_MS,
  );
  const left = open.cells.flatMap((cell) => {
    const orders = cell.orders - (found.get(cellKey(cell)) ?? 0);
    return orders > 0 ? [{ ...cell, orders }] : [];
  });
  if (left.length === 0) return null;
  if (openedAt < countedAt + OPENED_MS) return { ...open, cells: left };
  for (const { orders, ...cell } of left)
    findings.add('FIGURES_DIFFER', `${spanOf(open)}: ${cellKey(cell)}: ${orders} more than were opened`);
  return null;
}

function countFresh(fresh: readonly FreshPair[], isMeant: (pair: FreshPair) => boolean): Map<string, number> {
  const counts = new Map<string, number>();
  for (const pair of fresh) {
    if (!pair.isReplay && isMeant(pair)) counts.set(pair.key, (counts.get(pair.key) ?? 0) + 1);
  }
  return counts;
}

function spanOf({ wallet, from, to }: Pick<PublicFigures, 'wallet' | 'from' | 'to'>): string {
  return `${wallet}, ${from} to ${to}`;
}

function cellsOf({ items }: PublicFigures): PublicCell[] {
  return items.flatMap(({ product, durationSec, won, lost, tied, voidReasons }) =>
    [
      { result: 'won' as const, orders: won },
      { result: 'lost' as const, orders: lost },
      { result: 'tied' as const, orders: tied },
      ...VOID_REASONS.map((reason) => ({ result: reason, orders: voidReasons[reason] ?? 0 })),
    ]
      .filter(({ orders }) => orders > 0)
      .map((cell) => ({ product, durationSec, ...cell })),
  );
}

function holds({ orders, won, lost, tied, voided, voidReasons, winRate }: PublicCounts): boolean {
  const reasons = Object.values(voidReasons).reduce((sum, count) => sum + count, 0);
  const decided = won + lost;
  const own = decided === 0 ? null : formatRate(rate(divHalfEven(BigInt(won) * RATE_SCALE, BigInt(decided))));
  return orders === won + lost + tied + voided && voided === reasons && winRate === own;
}

function sumOf(items: readonly PublicCounts[], key: 'orders' | 'won' | 'lost'): number {
  return items.reduce((sum, item) => sum + item[key], 0);
}
