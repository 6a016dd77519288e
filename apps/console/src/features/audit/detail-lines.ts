/* The details of an audit entry as people read them. The entry itself holds whole numbers of the smallest unit. */

import { formatMoney, money } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';

/** Details that are amounts of the site's currency. */
const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'credited', 'missing', 'keep']);

export type DetailLine = {
  readonly name: string;
  /** `money`: "1000.00". `id`: to be copied whole. */
  readonly kind: 'money' | 'id' | 'text' | 'yes' | 'no' | 'none';
  readonly value: string;
};

/** What an entry is about, and what changed, before the rest: the database keeps no order. */
const FIRST = ['product', 'scope', 'change', 'username', 'role', 'what', 'rolesBefore', 'roles', 'added', 'taken'];

export function detailLines(detail: Readonly<Record<string, unknown>>, currency: Currency): DetailLine[] {
  const place = (name: string): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return Object.entries(detail)
    .toSorted(([one], [other]) => place(one) - place(other))
    .map(([name, value]) => ({ name, ...shownOf(name, value, currency) }));
}

function shownOf(name: string, value: unknown, currency: Currency): Omit<DetailLine, 'name'> {
  if (value === null || value === undefined || value === '') return { kind: 'none', value: '—' };
  if (typeof value === 'boolean') return { kind: value ? 'yes' : 'no', value: String(value) };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (AMOUNTS.has(name) && /^-?\d{1,30}$/.test(text))
    return { kind: 'money', value: formatMoney(money(BigInt(text)), currency) };
  return { kind: isId(text) ? 'id' : 'text', value: text };
}

/** A UUID, a hash, or a long number. */
export function isId(text: string): boolean {
  return (
    /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) || /^[\da-f]{32,}$/i.test(text) || /^\d{6,}$/.test(text)
  );
}
