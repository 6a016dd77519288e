/* Which products a list shows, and what it says about each: pure, from the product list and the newest price. */

import type { ProductView } from '@candor/contract/market';
import type { Language } from '@candor/contract/languages';
import { pinyinInitials } from './pinyin-initials.ts';

export const PRODUCT_GROUPS = ['favourites', 'all', 'hot', 'forex', 'metal', 'crypto', 'index', 'stock'] as const;
export type ProductGroup = (typeof PRODUCT_GROUPS)[number];

const HOT_MAX = 8;

/**
 * The groups that get a tab: favourites and one that mixes all categories always, a category only if it has products.
 * @param mixed the hottest where the list is short, all where all are in view
 */
export function groupsOf(products: readonly ProductView[], mixed: 'hot' | 'all' = 'hot'): ProductGroup[] {
  return PRODUCT_GROUPS.filter(
    (group) => group === 'favourites' || group === mixed || products.some(({ category }) => category === group),
  );
}

/** The products of a group; favourites are in the member's order. */
export function productsOf(
  products: readonly ProductView[],
  group: ProductGroup,
  favourites: readonly string[],
): ProductView[] {
  if (group === 'favourites') {
    return favourites.flatMap((code) => products.find((product) => product.code === code) ?? []);
  }
  if (group === 'hot') return hottest(products);
  if (group === 'all') return [...products];
  return products.filter(({ category }) => category === group);
}

/** Open markets first, then the largest moves of 24 hours first. */
function hottest(products: readonly ProductView[]): ProductView[] {
  const move = ({ change24h }: ProductView) => Math.abs(Number(change24h ?? 0));
  const closed = ({ status }: ProductView) => (status === 'trading' ? 0 : 1);
  return products.toSorted((a, b) => closed(a) - closed(b) || move(b) - move(a)).slice(0, HOT_MAX);
}

export const PRODUCT_SORTS = ['own', 'rise', 'fall', 'name'] as const;
/** `own` is the order the list came in. */
export type ProductSort = (typeof PRODUCT_SORTS)[number];

/** Sorts by the change of 24 hours or by name; products without a change come last. */
export function sortProducts(
  products: readonly ProductView[],
  sort: ProductSort,
  language: Language,
): readonly ProductView[] {
  if (sort === 'own') return products;
  if (sort === 'name') {
    const { compare } = new Intl.Collator(language, { numeric: true });
    return products.toSorted((a, b) => compare(nameOf(a, language), nameOf(b, language)));
  }
  const sign = sort === 'rise' ? -1 : 1;
  const place = ({ change24h }: ProductView) => (change24h === null ? Number.MAX_VALUE : sign * Number(change24h));
  return products.toSorted((a, b) => place(a) - place(b));
}

/**
 * Products whose code, name in any language, or initials of a Chinese name contain every word of the text. An empty
 * text finds all.
 */
export function searchProducts(products: readonly ProductView[], text: string): ProductView[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return products.filter(({ code, names }) => {
    const subject = plain([code, ...Object.values(names), pinyinInitials(names['zh-Hans'])].join(' '));
    const joined = subject.replace(/[\s/]+/g, '');
    return words.every((word) => subject.includes(word) || joined.includes(word.replace(/\//g, '')));
  });
}

/** Full-width letters and case do not matter in a search. */
function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}

export function nameOf(product: ProductView, language: Language): string {
  return product.names[language];
}

/**
 * Change over 24 hours as a signed fraction ("-0.0123") at the newest price: the list's own figure is as old as the
 * list. Null if there is no price from 24 hours ago.
 */
export function changeNow(product: ProductView, price: string | null): string | null {
  const then = Number(product.sparkline?.[0] ?? Number.NaN);
  const now = price === null ? Number.NaN : Number(price);
  if (!(then > 0) || !Number.isFinite(now)) return product.change24h;
  return (now / then - 1).toFixed(4);
}

/** The highest payout rate; null without durations. */
export function bestPayoutRate({ durations }: Pick<ProductView, 'durations'>): string | null {
  return durations.reduce<string | null>(
    (best, { payoutRate }) => (best === null || Number(payoutRate) > Number(best) ? payoutRate : best),
    null,
  );
}

/** The recent closes as numbers, for the small line; the newest price is the last point. */
export function sparklineOf(product: ProductView, price: string | null): number[] {
  const points = (product.sparkline ?? []).map(Number);
  return price === null || points.length === 0 ? points : [...points, Number(price)];
}

export type Glyph = { primary: string; secondary: string | null; assets: readonly [string, string] };

const CURRENCIES: Record<string, string> = { EUR: '€', GBP: '£', USD: '$', JPY: '¥', CNY: '¥', AUD: 'A$', NZD: 'N$' };
/** Their signs are in few fonts. */
const COINS: Record<string, string> = { BTC: 'B', ETH: 'E' };
const SYMBOLS: Record<string, string> = { XAU: 'Au', XAG: 'Ag' };

/** The content of a product's drawn logo: a pair of currencies, a sign, or the first letters of its code. */
export function glyphOf({ code, category }: Pick<ProductView, 'code' | 'category'>): Glyph {
  const base = code.slice(0, 3);
  if (category === 'forex' && code.length === 6) {
    const quote = code.slice(3);
    return { primary: CURRENCIES[base] ?? base, secondary: CURRENCIES[quote] ?? quote, assets: [base, quote] };
  }
  // The same coin for the money of a country is another product than for a coin that stands for it.
  const coin = COINS[base];
  const paid = CURRENCIES[code.slice(3)];
  if (category === 'crypto' && coin !== undefined && paid !== undefined)
    return { primary: coin, secondary: paid, assets: [base, code.slice(3)] };
  const letters = /^[A-Z]+/.exec(code)?.[0] ?? base;
  return { primary: SYMBOLS[base] ?? letters.slice(0, 3), secondary: null, assets: [base, ''] };
}
