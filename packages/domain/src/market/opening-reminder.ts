import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { productStatus } from './product-status.ts';
import { sessionAt } from './sessions.ts';
import type { SessionCalendar } from './sessions.ts';

export type ReminderFacts = {
  readonly active: boolean;
  readonly forbidden: boolean;
  readonly calendar: SessionCalendar;
};

/** When a market that is closed now opens again (epoch ms), if a reminder makes sense. */
export function decideReminder(
  product: ReminderFacts | undefined,
  nowMs: number,
): Result<number, 'PRODUCT_NOT_FOUND' | 'REMINDER_NOT_CLOSED' | 'REMINDER_NO_OPENING'> {
  if (product?.active !== true) return err('PRODUCT_NOT_FOUND');
  const { status, opensAt } = productStatus({
    forbidden: product.forbidden,
    session: sessionAt(product.calendar, nowMs),
  });
  if (status === 'trading') return err('REMINDER_NOT_CLOSED');
  return opensAt === null ? err('REMINDER_NO_OPENING') : ok(opensAt);
}

/**
 * What to do with a reminder whose moment has come. The calendar may have changed since it was set, and an operator may
 * have stopped the product: the member hears of a market that really takes orders.
 */
export type ReminderStep =
  | { readonly do: 'tell' }
  | { readonly do: 'wait'; readonly until: number }
  | { readonly do: 'end' };

/** A stopped product is looked at again after this time. */
const STOPPED_MS = 60_000;

export function stepReminder(product: ReminderFacts, nowMs: number): ReminderStep {
  if (!product.active) return { do: 'end' };
  const session = sessionAt(product.calendar, nowMs);
  if (!session.open) return session.opensAt === null ? { do: 'end' } : { do: 'wait', until: session.opensAt };
  return product.forbidden ? { do: 'wait', until: nowMs + STOPPED_MS } : { do: 'tell' };
}
