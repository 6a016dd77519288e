import type { OverviewDay } from '@candor/contract/console-overview';
import { formatMoney, money, parseMoney } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { hrefTo } from '../../lib/location.ts';

/** The figures in the order in which they are read: what came in, what it brought, what it cost, who did it. */
export const FIGURES = [
  'turnover',
  'kept',
  'fees',
  'deposits',
  'withdrawals',
  'net',
  'interest',
  'rewards',
  'manual',
  'orders',
  'voids',
  'newMembers',
  'activeMembers',
] as const satisfies readonly (keyof OverviewDay)[];
export type FigureName = (typeof FIGURES)[number];

/** Members of several days are not the sum of each day's: who was active on two is one. */
const NOT_ADDED: ReadonlySet<FigureName> = new Set(['activeMembers']);

/** Those where below zero means something, and is shown with its sign. */
export const SIGNED: ReadonlySet<FigureName> = new Set(['kept', 'net', 'manual']);

const COUNTS: ReadonlySet<FigureName> = new Set(['orders', 'voids', 'newMembers', 'activeMembers']);

export function isAmount(name: FigureName): boolean {
  return !COUNTS.has(name);
}

/** Minor units of an amount, or a count: for sums and bars. */
function unitsOf(day: OverviewDay, name: FigureName, currency: Currency): bigint {
  const value = day[name];
  if (typeof value === 'number') return BigInt(value);
  const read = parseMoney(value, currency, { signed: true });
  if (!read.ok) throw new Error(`${name} is no amount: ${value}`);
  return read.value;
}

export type FigureRow = {
  readonly name: FigureName;
  readonly today: string;
  readonly yesterday: string;
  /** Of the 30 days before today; null where days cannot be added. */
  readonly sum: string | null;
  /** One for each day, oldest first, today last; from −1 to 1, the tallest of them is 1 or −1. */
  readonly bars: readonly { readonly date: string; readonly text: string; readonly height: number }[];
};

export function figureRow(name: FigureName, days: readonly OverviewDay[], currency: Currency): FigureRow {
  const units = days.map((day) => unitsOf(day, name, currency));
  const textOf = (value: bigint) => (isAmount(name) ? formatMoney(money(value), currency) : value.toString());
  const size = (value: bigint) => (value < 0n ? -value : value);
  const tallest = units.reduce((top, value) => (size(value) > top ? size(value) : top), 0n);
  return {
    name,
    today: textOf(units.at(-1) ?? 0n),
    yesterday: textOf(units.at(-2) ?? 0n),
    sum: NOT_ADDED.has(name) ? null : textOf(units.slice(0, -1).reduce((sum, value) => sum + value, 0n)),
    bars: days.map(({ date }, index) => ({
      date,
      text: textOf(units[index] ?? 0n),
      height: tallest === 0n ? 0 : Number(((units[index] ?? 0n) * 1_000n) / tallest) / 1_000,
    })),
  };
}

type Span = { readonly from: string; readonly to: string };

/** Where the rows of a figure are; null where no page lists them. */
export function rowsOf(name: FigureName, span: Span): string | null {
  const line = LINES[name];
  if (line !== undefined) return hrefTo('/transfers', { line, ...span });
  const page = PAGES[name];
  return page === undefined ? null : hrefTo(page.path, { ...page.params, ...span });
}

const LINES: Partial<Record<FigureName, string>> = {
  turnover: 'escrow',
  kept: 'house',
  fees: 'fees',
  net: 'clearing',
  interest: 'interest',
  rewards: 'rewards',
  manual: 'manual',
};

const PAGES: Partial<
  Record<FigureName, { readonly path: string; readonly params?: Readonly<Record<string, string>> }>
> = {
  deposits: { path: '/deposits', params: { status: 'approved' } },
  withdrawals: { path: '/withdrawals', params: { status: 'approved' } },
};
