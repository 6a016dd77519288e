/*
 * Following: an accepted order until it is settled, over every page. If news does not come, the order is read again.
 * Its end is announced. This part does not know how orders are placed or what shows them.
 *
 * It holds which orders are followed until they settle, which one is shown open, and what is still to be announced.
 * This state is outside React, because orders are followed over every page. The orders themselves are in the query
 * cache; the copy here is only a starting value.
 */

import type { OrderView } from '@candor/contract/trading';
import { create } from 'zustand';

export type TradeAgain = {
  readonly product: string;
  readonly direction: 'up' | 'down';
  readonly durationSec: number;
  readonly stake: string;
};

type ActiveOrders = {
  /** Open orders, by id, until they are settled. */
  followed: Readonly<Record<string, OrderView>>;
  /** The order whose countdown or result is shown open; the others are minimised. */
  openId: string | null;
  /** Orders that settled while minimised, oldest first, until the member opens or dismisses them. */
  settledIds: readonly string[];
  /** The trade page is mounted: it shows the open order itself, in its sheet or ticket. */
  hasTicket: boolean;
  /** The ticket is visible: the pill would repeat it. */
  isTicketShown: boolean;
  /**
   * A fresh order opens in the ticket; in one-tap mode it stays minimised, so that the ticket is ready for the next
   * tap.
   */
  opensFresh: boolean;
  /** The starting values of the next ticket on the trade page. */
  again: TradeAgain | null;
  /** The newest announcement for screen readers. */
  spoken: string;
};

const EMPTY: ActiveOrders = {
  followed: {},
  openId: null,
  settledIds: [],
  hasTicket: false,
  isTicketShown: false,
  opensFresh: true,
  again: null,
  spoken: '',
};

export const useActiveOrders = create<ActiveOrders>(() => EMPTY);

const { getState, setState } = useActiveOrders;

/** A fresh order: shown at once if the member is looking at the ticket, otherwise as the pill. */
export function followOrder(order: OrderView): void {
  if (order.status !== 'open') {
    setState(({ settledIds }) => ({ settledIds: [...settledIds.filter((id) => id !== order.id), order.id] }));
  } else {
    setState(({ followed }) => ({ followed: { ...followed, [order.id]: order } }));
  }
  const { isTicketShown, opensFresh } = getState();
  if (isTicketShown && opensFresh) showOrder(order.id);
}

/** Adds the open orders of the server's list; orders that are already followed stay. */
export function followOrders(orders: readonly OrderView[]): void {
  const { followed } = getState();
  const fresh = orders.filter((order) => order.status === 'open' && followed[order.id] === undefined);
  if (fresh.length === 0) return;
  setState({ followed: { ...followed, ...Object.fromEntries(fresh.map((order) => [order.id, order])) } });
}

/** An order settled: it is no longer followed, and is announced unless it is shown open. */
export function orderSettled(id: string): void {
  setState(({ followed, openId, settledIds }) => {
    const { [id]: _, ...rest } = followed;
    return { followed: rest, settledIds: openId === id || settledIds.includes(id) ? settledIds : [...settledIds, id] };
  });
}

/** Opens the countdown or the result of an order. */
export function showOrder(id: string): void {
  setState(({ settledIds }) => ({ openId: id, settledIds: settledIds.filter((other) => other !== id) }));
}

/** Minimises the open order: a running one becomes the pill again. */
export function minimiseOrder(): void {
  setState({ openId: null });
}

export function putAwaySettled(id: string): void {
  setState(({ settledIds }) => ({ settledIds: settledIds.filter((other) => other !== id) }));
}

export function setTicket(ticket: Pick<ActiveOrders, 'hasTicket' | 'isTicketShown' | 'opensFresh'>): void {
  const { hasTicket, isTicketShown, opensFresh } = getState();
  if (hasTicket === ticket.hasTicket && isTicketShown === ticket.isTicketShown && opensFresh === ticket.opensFresh)
    return;
  setState(ticket);
}

/**
 * The member leaves the trade page, or switches to another product: the order open in its ticket continues as the pill.
 */
export function leaveTicket(): void {
  setState({ hasTicket: false, isTicketShown: false, opensFresh: true, openId: null });
}

export function requestAgain(again: TradeAgain): void {
  setState({ again });
}

/** Returns the request, and clears it. */
export function takeAgain(product: string): TradeAgain | null {
  const { again } = getState();
  if (again === null || again.product !== product) return null;
  setState({ again: null });
  return again;
}

/** Long enough to be read out, and gone before somebody reads the next page line by line. */
const SPOKEN_MS = 15_000;
let silence: ReturnType<typeof setTimeout> | undefined;

/** Announces a sentence to screen readers, and takes it away later; the same one twice in a row is announced again. */
export function speak(text: string): void {
  clearTimeout(silence);
  setState(({ spoken }) => ({ spoken: spoken === text ? `${text}\u00a0` : text }));
  silence = setTimeout(() => setState({ spoken: '' }), SPOKEN_MS);
}

/** Removes everything of a member after their session. */
export function forgetActiveOrders(): void {
  const { hasTicket, isTicketShown, opensFresh } = getState();
  setState({ ...EMPTY, hasTicket, isTicketShown, opensFresh });
}
