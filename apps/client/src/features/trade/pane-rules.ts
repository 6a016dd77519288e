/*
 * The sizes of the workspace's panes, in rem, so that care mode scales them with its letters. Pure. Whatever a member chose, on
 * whatever window: the chart keeps its smallest width and height, and no pane is too narrow for its prices or the button
 * that confirms an order.
 */

export type Panes = {
  /** Width of the market list. */
  list: number;
  /** Width of the ticket. */
  ticket: number;
  /** Height of the orders under the chart. */
  dock: number;
};

export type Pane = keyof Panes;

/** The space of the whole workspace. */
export type Room = { width: number; height: number };

export const PANE_DEFAULTS: Panes = { list: 16.5, ticket: 19, dock: 12.5 };

const LIMITS: Record<Pane, { min: number; max: number }> = {
  list: { min: 15, max: 26 },
  ticket: { min: 18, max: 30 },
  dock: { min: 6.5, max: 32 },
};

/** The list while only its logos are shown. */
export const FOLDED_LIST = 3.5;
/** The column of the last orders, and how wide the workspace must be for it. */
export const LAST_ORDERS = { width: 17.5, from: 105 } as const;

/** Interval strip, axis and some candles. */
const CHART_WIDTH_MIN = 22;
/** Name and price, the strip, and a chart that can still be read. */
const CHART_HEIGHT_MIN = 23;

/** Takes the valid parts of stored sizes. */
export function readPanes(kept: unknown): Panes {
  const sizes: Record<string, unknown> = typeof kept === 'object' ? { ...kept } : {};
  const read = (pane: Pane) => {
    const size = sizes[pane];
    return typeof size === 'number' && Number.isFinite(size) ? within(size, LIMITS[pane]) : PANE_DEFAULTS[pane];
  };
  return { list: read('list'), ticket: read('ticket'), dock: read('dock') };
}

/** The sizes that are shown: what the member wants, as far as this window has room. The list gives way before the ticket. */
export function fitPanes(wanted: Panes, room: Room): Panes {
  const ticket = within(wanted.ticket, boundsOf('ticket', wanted, room));
  const list = within(wanted.list, boundsOf('list', { ...wanted, ticket }, room));
  return { list, ticket, dock: within(wanted.dock, boundsOf('dock', wanted, room)) };
}

/** How far one pane may be moved while the others stay as they are. */
export function boundsOf(pane: Pane, panes: Panes, room: Room): { min: number; max: number } {
  const { min, max } = LIMITS[pane];
  const free = {
    list: room.width - panes.ticket - CHART_WIDTH_MIN,
    // The list can still become smaller for the ticket.
    ticket: room.width - LIMITS.list.min - CHART_WIDTH_MIN,
    dock: room.height - CHART_HEIGHT_MIN,
  }[pane];
  return { min, max: Math.max(min, Math.min(max, free)) };
}

function within(size: number, { min, max }: { min: number; max: number }): number {
  return Math.min(max, Math.max(min, size));
}
