/*
 * What may float over a page, where, and when it steps aside. One order is shown once: what the page itself shows does
 * not float over it. Nothing floats over a price, the ticket, or anything that can be pressed. Pure.
 */

import type { RouteName } from './paths.ts';

/** Where the member is, as far as floating parts care. */
export type Stage = {
  readonly route: RouteName | null;
  /** The order that the page is about, or null. */
  readonly orderId: string | null;
  /** The product that the page is about, or null. */
  readonly product: string | null;
};

type FloatingOrder = { readonly id: string; readonly product: string };

/** Whether the page lists or shows this running order itself. */
export function isRunningOnPage(order: FloatingOrder, { route, orderId, product }: Stage): boolean {
  // The strip or the dock of the trade page lists every running order.
  if (route === 'home' || route === 'positions' || route === 'trade') return true;
  return route === 'market' ? order.product === product : route === 'order' && order.id === orderId;
}

/** Whether the page shows this result itself. Home and the market page drop an order with its end; they do not. */
export function isResultOnPage(order: Pick<FloatingOrder, 'id'>, { route, orderId }: Stage): boolean {
  // The trade page has a place for results in its strip or dock, away from the price and the ticket.
  if (route === 'trade' || route === 'positions') return true;
  return route === 'order' && order.id === orderId;
}

/** What is in front of the member now. */
export type Front = {
  readonly isSheetOpen: boolean;
  readonly isTyping: boolean;
  readonly hasStickyAction: boolean;
  /** The page fills the window, as the trade page does. */
  readonly isWorkspace: boolean;
};

/** The help button disappears while one of these is true. */
export function isHelpAway({ isSheetOpen, isTyping, hasStickyAction }: Front): boolean {
  return isSheetOpen || isTyping || hasStickyAction;
}

/**
 * The offer of a new version is a line above the page, which moves the page down. So it also leaves a page alone that
 * fills the window: a ticket must not move under a finger.
 */
export function isVersionAway({ isSheetOpen, isTyping, isWorkspace }: Front): boolean {
  return isSheetOpen || isTyping || isWorkspace;
}

export type Span = { readonly top: number; readonly bottom: number };

/** Air between the help button and what can be pressed, px. */
const AIR_PX = 4;
/** The farthest the help button goes from where the member put it, px: a button that jumps over the page is not found. */
const ASIDE_MAX_PX = 160;

/**
 * The place for something of this height in one column, nearest to where it is wanted, that covers none of `taken`.
 * Null if there is none near: then it is not shown at all.
 */
export function freePlace(wanted: number, height: number, bounds: Span, taken: readonly Span[]): number | null {
  const last = bounds.bottom - height;
  const starts = taken.flatMap(({ top, bottom }) => [top - AIR_PX - height, bottom + AIR_PX]);
  const isFree = (top: number) =>
    top >= bounds.top &&
    top <= last &&
    Math.abs(top - wanted) <= ASIDE_MAX_PX &&
    taken.every((span) => top + height + AIR_PX <= span.top || top - AIR_PX >= span.bottom);
  const free = [wanted, bounds.top, last, ...starts].filter(isFree);
  return free.toSorted((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted))[0] ?? null;
}

/**
 * Where a toast stands. It always appears, because it answers something: best where it covers nothing, else where it
 * covers no price and no button that confirms, else at its own place. Presses go through it, except on its link.
 */
export function toastPlace(
  wanted: number,
  height: number,
  bounds: Span,
  { taken, vital }: { readonly taken: readonly Span[]; readonly vital: readonly Span[] },
): number {
  return freePlace(wanted, height, bounds, taken) ?? freePlace(wanted, height, bounds, vital) ?? wanted;
}
