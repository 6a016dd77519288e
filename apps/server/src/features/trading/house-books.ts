import { assert } from '@candor/domain/assert';
import { money } from '@candor/domain/money';
import type { Money } from '@candor/domain/money';
import { withOrder } from '@candor/domain/trading/loss-limits';
import type { BookWindow, HouseBook } from '@candor/domain/trading/loss-limits';
import type { Order } from '@candor/domain/trading/order';
import { orderTimes } from '@candor/domain/trading/order-times';
import type { PlaceOrderCommand } from '@candor/domain/trading/place-order';
import type { Terms } from '@candor/domain/trading/terms';
import type { Tick } from '@candor/domain/trading/tick';
import type { Db } from '../../platform/db/pool.ts';
import { selectHouse } from './house-store.ts';
import type { BookKey } from './house-store.ts';

type Wish = Pick<PlaceOrderCommand, 'product' | 'wallet' | 'durationSec'>;

/** What the house can lose by what runs, for the orders of a batch: each counts for those after it. */
export interface HouseBooks {
  /** Null for an order that nothing limits. */
  readonly bookOf: (wish: Wish) => HouseBook | null;
  readonly add: (order: Order) => void;
}

export async function readHouseBooks(
  db: Db,
  commands: readonly Wish[],
  nowMs: number,
  terms: ReadonlyMap<string, Terms>,
  ticks: ReadonlyMap<string, Tick>,
  locked: boolean,
): Promise<HouseBooks> {
  const keyFor = ({ product, wallet, durationSec }: Wish): BookKey | null => {
    const { lossLimits, entryDelaySec } = terms.get(product) ?? {};
    if (lossLimits === undefined) return null;
    return { product, wallet, ...orderTimes(nowMs, ticks.get(product)?.at ?? null, durationSec, entryDelaySec) };
  };
  const keys = new Map<string, BookKey>();
  for (const command of commands) {
    const key = keyFor(command);
    if (key !== null) keys.set(windowOf(key), key);
  }
  const asked = [...keys.values()];
  const states = asked.length === 0 ? [] : await selectHouse(db, asked, locked);

  const days = new Map<string, string>();
  const windows = new Map<string, BookWindow>();
  const totals = new Map<string, Money>();
  const dayKepts = new Map<string, Money>();
  for (const [index, key] of asked.entries()) {
    const state = states[index];
    assert(state !== undefined, 'every key has its state');
    const { day, book } = state;
    days.set(windowOf(key), day);
    windows.set(windowOf(key), book.window);
    totals.set(secondOf(key), book.secondWorst);
    totals.set(productOf(key), book.productWorst);
    totals.set(dayOf(key, day), book.dayWorst);
    dayKepts.set(dayOf(key, day), book.dayKept);
  }
  const totalOf = (name: string): Money => totals.get(name) ?? money(0n);
  const bookAt = (key: BookKey): HouseBook | null => {
    const window = windows.get(windowOf(key));
    if (window === undefined) return null;
    const day = dayOf(key, days.get(windowOf(key)) ?? '');
    return {
      window,
      secondWorst: totalOf(secondOf(key)),
      productWorst: totalOf(productOf(key)),
      dayWorst: totalOf(day),
      dayKept: dayKepts.get(day) ?? money(0n),
    };
  };
  return {
    bookOf: (command) => {
      const key = keyFor(command);
      return key === null ? null : bookAt(key);
    },
    add: (order) => {
      const before = bookAt(order);
      if (before === null) return;
      const after = withOrder(before, order.direction, order.stake, order.payoutRate);
      windows.set(windowOf(order), after.window);
      totals.set(secondOf(order), after.secondWorst);
      totals.set(productOf(order), after.productWorst);
      totals.set(dayOf(order, days.get(windowOf(order)) ?? ''), after.dayWorst);
    },
  };
}

function productOf({ product, wallet }: BookKey): string {
  return `${product}/${wallet}`;
}

function secondOf(key: BookKey): string {
  return `${productOf(key)}/${key.closesAt}`;
}

function windowOf(key: BookKey): string {
  return `${secondOf(key)}/${key.entryAt}`;
}

function dayOf(key: BookKey, day: string): string {
  return `${productOf(key)}/${day}`;
}
