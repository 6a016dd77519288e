/*
 * Following: an accepted order until it is settled, over every page. It is read again when news fail to come, and its end is
 * announced. It knows neither how orders are placed nor what shows them.
 *
 * Which orders are followed until they settle, which of them stands open, and what waits to be told. Outside React, as
 * orders are followed over every page. The orders themselves are in the query cache; a copy is here only to start from.
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
  /** The order whose countdown or result stands open; the others are minimised. */
  openId: string | null;
  /** Orders that settled while minimised, oldest first, until they are looked at or put away. */
  settledIds: readonly string[];
  /** The trade page is there: it shows the open order itself, in its sheet or ticket. */
  hasTicket: boolean;
  /** The ticket can be seen: the pill would repeat it. */
  isTicketShown: boolean;
  /** A fresh order opens in the ticket; in one-tap mode it stays minimised, so that the next tap finds the ticket. */
  opensFresh: boolean;
  /** What the next ticket of the trade page starts from. */
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

/** A fresh order: shown at once where the member is looking at the ticket, else as the pill. */
export function followOrder(order: OrderView): void {
  if (order.status !== 'open') {
    setState(({ settledIds }) => ({ settledIds: [...settledIds.filter((id) => id !== order.id), order.id] }));
  } else {
    setState(({ followed }) => ({ followed: { ...followed, [order.id]: order } }));
  }
  const { isTicketShown, opensFresh } = getState();
  if (isTicketShown && opensFresh) showOrder(order.id);
}

/** Open orders as the server lists them; what is followed already stays. */
export function followOrders(orders: readonly OrderView[]): void {
  const { followed } = getState();
  const fresh = orders.filter((order) => order.status === 'open' && followed[order.id] === undefined);
  if (fresh.length === 0) return;
  setState({ followed: { ...followed, ...Object.fromEntries(fresh.map((order) => [order.id, order])) } });
}

/** An order settled: it is no longer followed, and is told of unless it stands open. */
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

/** Puts the open order away: a running one becomes the pill again. */
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

/** The trade page is left, or turns to another product: what stood open in its ticket follows as the pill. */
export function leaveTicket(): void {
  setState({ hasTicket: false, isTicketShown: false, opensFresh: true, openId: null });
}

export function requestAgain(again: TradeAgain): void {
  setState({ again });
}

/** The request, once. */
export function takeAgain(product: string): TradeAgain | null {
  const { again } = getState();
  if (again === null || again.product !== product) return null;
  setState({ again: null });
  return again;
}

/** Says a sentence to screen readers; the same one twice in a row is said again. */
export function speak(text: string): void {
  setState(({ spoken }) => ({ spoken: spoken === text ? `${text}\u00a0` : text }));
}

/** Nothing of a member stays after their session. */
export function forgetActiveOrders(): void {
  const { hasTicket, isTicketShown, opensFresh } = getState();
  setState({ ...EMPTY, hasTicket, isTicketShown, opensFresh });
}
