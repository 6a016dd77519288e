/**
 * The public void rates, counted again from the opened orders: how many of each hour were void, and how many of these would have won.
 * As with the figures, what they leave out is found at once, and what they count and nobody opens is found when it should be open.
 */
import { price as units } from '@candor/domain/price';
import { count, line, listOf, objectOf, oneOf } from '../../src/shape.ts';
import type { Reader } from '../../src/shape.ts';
import { WALLETS } from '../site/openings-data.ts';
import type { PublicVoidCounts, PublicVoids, VoidDays, Wallet } from '../site/openings-data.ts';
import { AGE_MS_MAX, COUNTING_MS, OPENED_MS, RECENT_MS } from './check-figures.ts';
import type { Findings } from './findings.ts';
import { AHEAD_MS_MAX } from './follow-chain.ts';
import type { OpenedPair } from './opened-days.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The longest span of the void rates, and a day more. */
const KEPT_MS = 8 * DAY_MS;
const ITEMS_MAX = 1_000_000;
const OPEN_KEPT = 1_000;

/** The numbers of the void rates, each one a part of the one before. */
const COLUMNS = ['orders', 'voided', 'known', 'wouldHaveWon'] as const;

/** `unknown`: orders of which nobody can say whether they count, or as what. They are in no other number, or in some. */
export type VoidHour = PublicVoidCounts & { readonly wallet: Wallet; readonly hour: number; readonly unknown: number };

/** An order that was opened with its settlement. It counts in so many columns. */
export type FreshVoid = {
  readonly wallet: Wallet;
  readonly product: string;
  readonly hour: number;
  readonly settledAt: number;
  readonly columns: number;
};

/** What void rates counted and nobody had opened. */
export type OpenVoids = {
  readonly wallet: Wallet;
  readonly from: number;
  readonly countedAt: number;
  readonly more: readonly { readonly key: string; readonly orders: number }[];
};

export type VoidsState = {
  /** Every order that closed from this moment on is counted here once it is opened. */
  readonly wholeFrom: number;
  readonly hours: readonly VoidHour[];
  readonly recent: readonly FreshVoid[];
  readonly open: readonly OpenVoids[];
};

const wallet = oneOf(WALLETS);
export const voidsShape: Reader<VoidsState> = objectOf<VoidsState>({
  wholeFrom: count(0),
  hours: listOf(
    objectOf<VoidHour>({
      wallet,
      product: line,
      hour: count(0),
      orders: count(0),
      voided: count(0),
      known: count(0),
      wouldHaveWon: count(0),
      unknown: count(0),
    }),
    ITEMS_MAX,
  ),
  recent: listOf(
    objectOf<FreshVoid>({ wallet, product: line, hour: count(0), settledAt: count(0), columns: count(0) }),
    ITEMS_MAX,
  ),
  open: listOf(
    objectOf<OpenVoids>({
      wallet,
      from: count(0),
      countedAt: count(0),
      more: listOf(objectOf({ key: line, orders: count(1) }), ITEMS_MAX),
    }),
    OPEN_KEPT,
  ),
});

/** @param wholeFrom 0 if they begin with the openings */
export function noVoids(wholeFrom: number): VoidsState {
  return { wholeFrom, hours: [], recent: [], open: [] };
}

/** The price of the newest tick at or before a moment; null if the prices were not followed so far. */
export type PriceBefore = (product: string, ms: number) => Promise<string | null>;

export type VoidCounting = {
  /** @param isReplay as in the figures, which count no replayed price; null if nobody knows */
  readonly add: (pair: OpenedPair, isReplay: boolean | null) => void;
  /** After all of them. @throws SiteUnreachable, DataMalformed */
  readonly end: (priceBefore: PriceBefore) => Promise<void>;
  readonly hours: () => readonly VoidHour[];
  /** Those that were opened now. */
  readonly fresh: () => readonly FreshVoid[];
};

export function countVoids(before: VoidsState, readAt: number): VoidCounting {
  const cells = new Map<string, VoidHour>();
  const isKept = (hour: number) => hour >= readAt - KEPT_MS && hour <= readAt + AHEAD_MS_MAX;
  for (const cell of before.hours) if (isKept(cell.hour)) cells.set(cellOf(cell), cell);
  const neededFrom = before.open.length > 0 ? 0 : readAt - RECENT_MS;
  const fresh: FreshVoid[] = [];
  const unread: OpenedPair[] = [];

  const addTo = ({ order, settlement }: OpenedPair, columns: number, unknown: number): void => {
    const { product } = order;
    const hour = hourOf(Date.parse(order.closesAt));
    const key = { wallet: order.wallet, product, hour };
    const known = cells.get(cellOf(key)) ?? { ...key, ...NOTHING };
    const next = Object.fromEntries(COLUMNS.map((column, at) => [column, known[column] + (at < columns ? 1 : 0)]));
    cells.set(cellOf(key), { ...known, ...next, unknown: known.unknown + unknown });
    const settledAt = Date.parse(settlement.settledAt);
    if (columns > 0 && settledAt >= neededFrom) fresh.push({ ...key, settledAt, columns });
  };

  return {
    add: (pair, isReplay) => {
      if (isReplay === true || !isKept(hourOf(Date.parse(pair.order.closesAt)))) return;
      const { status, reason, entry, exit } = pair.settlement;
      if (isReplay === null) addTo(pair, 0, 1);
      else if (status !== 'voided') addTo(pair, 1, 0);
      else if (reason === 'NO_EXIT_TICK' && entry !== null) unread.push(pair);
      else {
        const isKnown = reason === 'EXIT_NOT_OK' || reason === 'NOT_LOGGED';
        addTo(pair, isKnown && entry !== null && exit !== null ? columnsOf(pair, exit.price) : 2, 0);
      }
    },
    end: async (priceBefore) => {
      for (const pair of unread) {
        const close = await priceBefore(pair.order.product, Date.parse(pair.order.closesAt));
        if (close === null) addTo(pair, 2, 1);
        else addTo(pair, columnsOf(pair, close), 0);
      }
    },
    hours: () => [...cells.values()],
    fresh: () => fresh,
  };
}

const NOTHING = { orders: 0, voided: 0, known: 0, wouldHaveWon: 0, unknown: 0 } as const;

/** A void order whose outcome would be known. */
function columnsOf({ order, settlement }: OpenedPair, close: string): number {
  const change = digits(close) - digits(settlement.entry?.price ?? close);
  return (order.direction === 'up' ? change > 0n : change < 0n) ? 4 : 3;
}

/** Prices of one product have the same decimals. */
function digits(price: string): bigint {
  return units(BigInt(price.replace('.', '')));
}

/** What is wrong with void rates in themselves: their span and age, and sums. */
export function checkVoidSums(
  voids: PublicVoids,
  asked: { readonly wallet: Wallet; readonly days: VoidDays; readonly at: number },
  findings: Findings,
): void {
  const { from, countedAt, products, hours } = voids;
  const where = spanOf(voids);
  const isNow = countedAt >= asked.at - AGE_MS_MAX && countedAt <= asked.at + AHEAD_MS_MAX;
  if (!isNow || from !== hourOf(countedAt - asked.days * DAY_MS) || voids.wallet !== asked.wallet)
    findings.add('VOIDS_DIFFER', `${where}: counted at ${new Date(countedAt).toISOString()}`);
  const keys = hours.map((hour) => cellOf({ ...hour, wallet: voids.wallet }));
  const isWhole = [...products, ...hours].every(
    ({ orders, voided, known, wouldHaveWon }) => orders >= voided && voided >= known && known >= wouldHaveWon,
  );
  const isHour = hours.every(({ hour, voided }) => hour % HOUR_MS === 0 && hour >= from && voided > 0);
  const isSummed = products.every((product) => {
    const own = hours.filter((hour) => hour.product === product.product);
    const sum = (column: (typeof COLUMNS)[number]) => own.reduce((total, hour) => total + hour[column], 0);
    const isExact = COLUMNS.slice(1).every((column) => sum(column) === product[column]);
    return isExact && sum('orders') <= product.orders;
  });
  const names = new Set(products.map(({ product }) => product));
  const isOnce = new Set(keys).size === keys.length && names.size === products.length;
  if (!isWhole || !isHour || !isSummed || !isOnce || hours.some(({ product }) => !names.has(product)))
    findings.add('VOIDS_DIFFER', `${where}: the sums`);
}

export type VoidsDeps = {
  readonly findings: Findings;
  readonly hours: readonly VoidHour[];
  /** Pairs that were opened now, and all that were settled in the last minutes. */
  readonly fresh: readonly FreshVoid[];
  readonly recent: readonly FreshVoid[];
  /** From when on every order of a product that closed was opened; null if none was. */
  readonly wholeFrom: (product: string) => number | null;
  /** Up to when prices were followed whose order log was opened to its end. */
  readonly openedAt: number;
};

/** Compares void rates that were read now. @returns what they count and nobody has opened yet; null if that is nothing */
export function compareVoids(voids: PublicVoids, deps: VoidsDeps): OpenVoids | null {
  const { findings, hours, recent, wholeFrom } = deps;
  const { wallet, from, countedAt } = voids;
  const counted = numbersOf(voids);
  const own = hours.filter((hour) => hour.wallet === wallet && hour.hour >= from);
  const opened = sumsOf(own, (hour, column) => hour[column]);
  const unknown = sumsOf(own, (hour) => hour.unknown);
  const news = freshSums(recent, (one) => isOf(one, voids) && one.settledAt > countedAt - COUNTING_MS);
  for (const [key, orders] of opened) {
    // An hour without void orders is not listed.
    const isListed = counted.has(key) || !key.endsWith(` ${COLUMNS[0]}`);
    const shown = counted.get(key) ?? 0;
    if (isListed && shown < orders - (news.get(key) ?? 0))
      findings.add('VOIDS_DIFFER', `${spanOf(voids)}: ${key}: ${shown}, and ${orders} opened`);
  }
  const after = freshSums(recent, (one) => isOf(one, voids) && one.settledAt > countedAt + COUNTING_MS);
  const more = [...counted].flatMap(([key, orders]) => {
    const since = wholeFrom(key.split(' ')[0] ?? '');
    if (since === null || from < since) return [];
    const known = (opened.get(key) ?? 0) + (unknown.get(key) ?? 0) - (after.get(key) ?? 0);
    return orders > known ? [{ key, orders: orders - known }] : [];
  });
  return more.length === 0 ? null : { wallet, from, countedAt, more };
}

/** What is left of them now that more was opened; null if nothing is. A finding if it should be opened by now. */
export function settleVoids(open: OpenVoids, { findings, fresh, openedAt }: VoidsDeps): OpenVoids | null {
  const found = freshSums(fresh, (one) => isOf(one, open) && one.settledAt <= open.countedAt + COUNTING_MS);
  const more = open.more
    .map(({ key, orders }) => ({ key, orders: orders - (found.get(key) ?? 0) }))
    .filter(({ orders }) => orders > 0);
  if (more.length === 0) return null;
  if (openedAt < open.countedAt + OPENED_MS) return { ...open, more };
  for (const { key, orders } of more)
    findings.add('VOIDS_DIFFER', `${spanOf(open)}: ${key}: ${orders} more than were opened`);
  return null;
}

/** The oldest stay: those of now are read again by the next audit. */
export function keepOpen(open: readonly OpenVoids[], findings: Findings): readonly OpenVoids[] {
  if (open.length > OPEN_KEPT)
    findings.add('VOIDS_DIFFER', `${open.length} of them count orders that nobody has opened`);
  return open.slice(0, OPEN_KEPT);
}

type Span = Pick<PublicVoids, 'wallet' | 'from'>;

function isOf(one: FreshVoid, { wallet, from }: Span): boolean {
  return one.wallet === wallet && one.hour >= from;
}

function spanOf({ wallet, from }: Span): string {
  return `${wallet}, from ${iso(from)}`;
}

/** Every number that they name: the orders of a product, and each column of each hour. */
function numbersOf({ products, hours }: PublicVoids): Map<string, number> {
  const ofProducts = products.map(({ product, orders }): [string, number] => [totalKey(product), orders]);
  const ofHours = hours.flatMap((hour) =>
    COLUMNS.map((column): [string, number] => [hourKey(hour, column), hour[column]]),
  );
  return new Map([...ofProducts, ...ofHours]);
}

function sumsOf<T extends Pick<VoidHour, 'product' | 'hour'>>(
  items: readonly T[],
  of: (item: T, column: (typeof COLUMNS)[number]) => number,
): Map<string, number> {
  const sums = new Map<string, number>();
  const add = (key: string, orders: number): void => {
    if (orders > 0) sums.set(key, (sums.get(key) ?? 0) + orders);
  };
  for (const item of items) {
    add(totalKey(item.product), of(item, 'orders'));
    for (const column of COLUMNS) add(hourKey(item, column), of(item, column));
  }
  return sums;
}

function freshSums(fresh: readonly FreshVoid[], isMeant: (one: FreshVoid) => boolean): Map<string, number> {
  return sumsOf(fresh.filter(isMeant), ({ columns }, column) => (COLUMNS.indexOf(column) < columns ? 1 : 0));
}

function totalKey(product: string): string {
  return `${product} in all`;
}

function hourKey({ product, hour }: Pick<VoidHour, 'product' | 'hour'>, column: string): string {
  return `${product} ${iso(hour)} ${column}`;
}

function cellOf({ wallet: of, product, hour }: Pick<VoidHour, 'wallet' | 'product' | 'hour'>): string {
  return `${of} ${product} ${hour}`;
}

function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS) * HOUR_MS;
}

/** Void rates may name a moment that no calendar has. */
function iso(ms: number): string {
  return new Date(ms).toISOString();
}
