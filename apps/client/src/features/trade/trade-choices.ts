/*
 * The last used duration and amount of each product. They are in local storage, so that a logout deletes them: the next
 * member on this device does not see them.
 */

import { readChoices } from './order-ticket.ts';
import type { TicketChoice } from './order-ticket.ts';

const KEY = 'trade-choices';

export function rememberedChoice(product: string): TicketChoice | null {
  return allChoices()[product] ?? null;
}

/** Remembers what was sent, not what was only typed. */
export function rememberChoice(product: string, choice: TicketChoice): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...allChoices(), [product]: choice }));
  } catch {
    // Storage refused: next time the ticket opens with its defaults.
  }
}

function allChoices(): Record<string, TicketChoice> {
  try {
    return readChoices(localStorage.getItem(KEY));
  } catch {
    return {};
  }
}
