/* The money that maturities need, added up over the days to come. */

import { dateText, dayOfDate } from '@candor/domain/market/local-time';
import type { DayNumber } from '@candor/domain/market/local-time';
import { money, parseMoney, ZERO } from '@candor/domain/money';
import type { Currency, Money } from '@candor/domain/money';

export type DueDate = {
  readonly date: string;
  readonly holdings: number;
  readonly principal: string;
  readonly interest: string;
};

export type Due = {
  readonly holdings: number;
  readonly principal: Money;
  readonly interest: Money;
  readonly total: Money;
};

const NOTHING: Due = { holdings: 0, principal: ZERO, interest: ZERO, total: ZERO };

/** What is due before a day, `until` not included. Dates that are overdue are in it. */
export function dueBefore(items: readonly DueDate[], until: DayNumber, currency: Currency): Due {
  return items.filter(({ date }) => dayOfDate(date) < until).reduce((sum, item) => added(sum, item, currency), NOTHING);
}

export type DueBar = Due & {
  readonly from: string;
  /** Its last date; the same as `from` where a bar is a day. */
  readonly to: string;
  /** Of the highest bar: 0 to 1. */
  readonly height: number;
};

/** Bars of `step` days each, from today on. What is overdue is in the first one. */
export function dueBars(
  items: readonly DueDate[],
  today: DayNumber,
  { count, step }: { readonly count: number; readonly step: number },
  currency: Currency,
): DueBar[] {
  const sums = Array.from({ length: count }, () => NOTHING);
  for (const item of items) {
    const index = Math.max(0, Math.floor((dayOfDate(item.date) - today) / step));
    const sum = sums[index];
    if (sum !== undefined) sums[index] = added(sum, item, currency);
  }
  const most = sums.reduce((top, { total }) => (total > top ? total : top), 0n);
  return sums.map((sum, index) => ({
    ...sum,
    from: dateText(today + index * step),
    to: dateText(today + (index + 1) * step - 1),
    // A thousandth is less than a pixel.
    height: most === 0n ? 0 : Number((sum.total * 1_000n) / most) / 1_000,
  }));
}

function added(sum: Due, item: DueDate, currency: Currency): Due {
  const [principal, interest] = [amountOf(item.principal, currency), amountOf(item.interest, currency)];
  return {
    holdings: sum.holdings + item.holdings,
    principal: money(sum.principal + principal),
    interest: money(sum.interest + interest),
    total: money(sum.total + principal + interest),
  };
}

function amountOf(text: string, currency: Currency): Money {
  const read = parseMoney(text, currency, { signed: true });
  if (!read.ok) throw new Error(`not an amount: ${text}`);
  return read.value;
}
