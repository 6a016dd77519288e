import { formatMoney, parseMoney } from '@candor/domain/money';
import type { Currency, Money } from '@candor/domain/money';
import { readMoney } from '@candor/domain/text/typed-amount';
import { durationTerms } from '@candor/domain/trading/terms';
import type { Terms } from '@candor/domain/trading/terms';

/*
 * The member's choices, as a reducer. Amounts stay the text that was typed. Nothing here ever raises an amount: a
 * remembered one that no longer fits is dropped, never moved up to a limit, and only the lowest preset may be in the
 * field without a choice.
 */

export type Direction = 'up' | 'down';

export type Ticket = {
  readonly product: string;
  readonly direction: Direction;
  /** Null while the product offers no duration. */
  readonly durationSec: number | null;
  /** As typed: "1000", "12,5", "". */
  readonly stake: string;
  /** The member typed or chose it. Its mistakes are shown only then. */
  readonly isStakeTouched: boolean;
};

export type TicketEvent =
  | { readonly type: 'direction'; readonly direction: Direction }
  | { readonly type: 'duration'; readonly durationSec: number }
  | { readonly type: 'stake'; readonly text: string }
  /** The whole amount that can be staked now; see `wholeStake`. */
  | { readonly type: 'all'; readonly stake: Money; readonly paidIn: Currency }
  /** The same order again: direction, duration and amount of a placed order. */
  | {
      readonly type: 'again';
      readonly direction: Direction;
      readonly durationSec: number;
      readonly stake: string;
      readonly terms: Terms;
    }
  /** The product's terms are known, or have changed. */
  | { readonly type: 'terms'; readonly terms: Terms };

/** Remembered for a product after an order was accepted. */
export type TicketChoice = { readonly durationSec: number; readonly stake: string };

const DURATION_FIRST_SEC = 60;

/** The first ticket of a product. */
export function openTicket(
  terms: Terms,
  remembered: TicketChoice | null,
  paidIn: Currency,
  direction: Direction = 'up',
): Ticket {
  const durationSec = openingDuration(terms, remembered?.durationSec ?? null);
  return {
    product: terms.product,
    direction,
    durationSec,
    stake: openingStake(terms, durationSec, remembered?.stake ?? null, paidIn),
    isStakeTouched: false,
  };
}

export function nextTicket(ticket: Ticket, event: TicketEvent): Ticket {
  switch (event.type) {
    case 'direction':
      return { ...ticket, direction: event.direction };
    case 'duration':
      return { ...ticket, durationSec: event.durationSec };
    case 'stake':
      return { ...ticket, stake: event.text, isStakeTouched: true };
    case 'all':
      return { ...ticket, stake: plainStake(event.stake, event.paidIn), isStakeTouched: true };
    case 'again':
      return {
        ...ticket,
        direction: event.direction,
        durationSec: openingDuration(event.terms, event.durationSec),
        stake: shortStake(event.stake),
        isStakeTouched: true,
      };
    case 'terms':
      return { ...ticket, durationSec: openingDuration(event.terms, ticket.durationSec) };
  }
}

/** The wanted duration if it is offered; else a minute, else the shortest. */
function openingDuration(terms: Terms, wanted: number | null): number | null {
  if (wanted !== null && durationTerms(terms, wanted) !== null) return wanted;
  const first = durationTerms(terms, DURATION_FIRST_SEC) ?? terms.durations[0];
  return first?.seconds ?? null;
}

function openingStake(terms: Terms, durationSec: number | null, wanted: string | null, paidIn: Currency): string {
  const offer = durationSec === null ? null : durationTerms(terms, durationSec);
  if (offer === null) return '';
  const fits = (stake: Money) => stake >= offer.minStake && stake <= offer.maxStake;
  if (wanted !== null) {
    const stake = parseMoney(wanted, paidIn);
    return stake.ok && fits(stake.value) ? shortStake(wanted) : '';
  }
  const lowest = [...terms.presets].filter(fits).toSorted((one, other) => (one < other ? -1 : 1))[0];
  return lowest === undefined ? '' : plainStake(lowest, paidIn);
}

/** The stake in a typed text; null if it is not an amount. */
export function stakeOf(ticket: Pick<Ticket, 'stake'>, paidIn: Currency): Money | null {
  const stake = readMoney(ticket.stake, paidIn);
  return stake.ok ? stake.value : null;
}

/** "500.00" → "500", "12.50" → "12.5": as a person would type it. */
export function shortStake(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

export function plainStake(stake: Money, paidIn: Currency): string {
  return shortStake(formatMoney(stake, paidIn));
}

/** Remembered choices of all products, from their stored text. Invalid ones are dropped. */
export function readChoices(stored: string | null): Record<string, TicketChoice> {
  const choices: Record<string, TicketChoice> = {};
  for (const [product, kept] of Object.entries<unknown>(parseObject(stored))) {
    if (typeof kept !== 'object' || kept === null) continue;
    const { durationSec, stake }: { durationSec?: unknown; stake?: unknown } = kept;
    if (typeof durationSec === 'number' && typeof stake === 'string') choices[product] = { durationSec, stake };
  }
  return choices;
}

function parseObject(stored: string | null): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(stored ?? '{}');
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
