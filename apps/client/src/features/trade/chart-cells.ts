/*
 * Several charts side by side: which product and period each cell has, and which of them is active. Pure. The active cell
 * always shows the product of the address, so its own code only counts once another cell is active.
 */

import { INTERVALS } from '@candor/contract/market';
import type { Interval } from '@candor/contract/market';

export const CHART_LAYOUTS = [1, 2, 4] as const;
export type ChartLayout = (typeof CHART_LAYOUTS)[number];

export type ChartPeriod = { interval: Interval; kind: 'candle' | 'line' };
export type ChartCell = ChartPeriod & { code: string };

export type ChartCells = { layout: ChartLayout; active: number; cells: readonly ChartCell[] };

const CELLS_MAX = 4;
const FIRST_INTERVALS: readonly Interval[] = ['1m', '5m', '15m', '1h'];

/** Takes the valid parts of a stored value; `undefined` gives one chart. */
export function readChartCells(kept: unknown): ChartCells {
  const stored: Record<string, unknown> = typeof kept === 'object' ? { ...kept } : {};
  const layout = CHART_LAYOUTS.find((each) => each === stored['layout']) ?? 1;
  const list: readonly unknown[] = Array.isArray(stored['cells']) ? stored['cells'] : [];
  const cells = Array.from({ length: CELLS_MAX }, (_, at) => readCell(list[at], FIRST_INTERVALS[at] ?? '1m'));
  const active = stored['active'];
  return {
    layout,
    cells,
    active: typeof active === 'number' && active >= 0 && active < layout ? Math.floor(active) : 0,
  };
}

function readCell(kept: unknown, first: Interval): ChartCell {
  const { code, interval, kind }: Record<string, unknown> = typeof kept === 'object' ? { ...kept } : {};
  return {
    code: typeof code === 'string' ? code : '',
    interval: INTERVALS.find((each) => each === interval) ?? first,
    kind: kind === 'line' ? 'line' : 'candle',
  };
}

/** The cells on the screen. A cell without a product that exists takes the first one that no other cell shows. */
export function shownCells(state: ChartCells, product: string, codes: readonly string[]): ChartCell[] {
  const cells = state.cells
    .slice(0, state.layout)
    .map((cell, at) => (at === state.active ? { ...cell, code: product } : cell));
  const taken = new Set(cells.map(({ code }) => code));
  return cells.map((cell) => {
    if (codes.includes(cell.code)) return cell;
    const code = codes.find((each) => !taken.has(each)) ?? product;
    taken.add(code);
    return { ...cell, code };
  });
}

/** Another number of charts; the active product stays on the screen. */
export function withLayout(state: ChartCells, layout: ChartLayout, product: string): ChartCells {
  const { cells, active } = settle(state, product);
  if (active < layout) return { layout, active, cells };
  // Its place goes away: it changes places with the first cell.
  const [first, own] = [cells[0], cells[active]];
  if (first === undefined || own === undefined) return { layout, active: 0, cells };
  return { layout, active: 0, cells: cells.map((cell, at) => (at === 0 ? own : at === active ? first : cell)) };
}

/** Another active cell; `shown` are the cells as they are on the screen. */
export function withActive(state: ChartCells, active: number, shown: readonly ChartCell[]): ChartCells {
  return { ...state, active, cells: state.cells.map((cell, at) => shown[at] ?? cell) };
}

export function withPeriod(state: ChartCells, at: number, period: ChartPeriod): ChartCells {
  return { ...state, cells: state.cells.map((cell, each) => (each === at ? { ...cell, ...period } : cell)) };
}

function settle(state: ChartCells, product: string): ChartCells {
  return {
    ...state,
    cells: state.cells.map((cell, at) => (at === state.active ? { ...cell, code: product } : cell)),
  };
}
