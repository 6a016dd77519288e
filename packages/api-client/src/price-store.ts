/*
 * The newest price of every product, outside React. Ticks are collected as they come and reach the screen at most once
 * per frame. A component follows one product and renders only for that product.
 */

import type { LiveTick } from '@candor/contract/live';

export type LivePrice = {
  seq: number;
  /** ISO time of the tick. */
  at: string;
  /** Decimal text with the product's decimals. */
  price: string;
  status: LiveTick['status'];
  /** Compared with the price before it. */
  direction: 'up' | 'down' | 'flat';
};

/** The time of the newest tick, in whole seconds, and whether it is good. */
export type TickSecond = { atMs: number; status: LiveTick['status'] };

export type PriceStore = {
  /** A tick from the live connection, or the last price in the product list. Older ones change nothing. */
  put: (code: string, tick: LiveTick) => void;
  get: (code: string) => LivePrice | null;
  /** The same object until the second or the status changes. */
  second: (code: string) => TickSecond | null;
  subscribe: (code: string, listener: () => void) => () => void;
};

/** @param schedule runs a callback before the next paint */
export function createPriceStore(schedule: (flush: () => void) => void): PriceStore {
  const prices = new Map<string, LivePrice>();
  const seconds = new Map<string, TickSecond>();
  const listeners = new Map<string, Set<() => void>>();
  /** By code, what the next flush shows. */
  const waiting = new Map<string, LivePrice>();

  function flush() {
    for (const [code, price] of waiting) {
      prices.set(code, price);
      const second = secondOf(price);
      const known = seconds.get(code);
      if (known?.atMs !== second.atMs || known.status !== second.status) seconds.set(code, second);
    }
    const codes = [...waiting.keys()];
    waiting.clear();
    for (const code of codes) for (const listener of listeners.get(code) ?? []) listener();
  }

  return {
    put(code, tick) {
      const known = waiting.get(code) ?? prices.get(code);
      if (known && known.seq >= tick.seq) return;
      const direction = known ? compare(tick.price, known.price) : 'flat';
      if (waiting.size === 0) schedule(flush);
      waiting.set(code, { seq: tick.seq, at: tick.at, price: tick.price, status: tick.status, direction });
    },
    get: (code) => prices.get(code) ?? null,
    second: (code) => seconds.get(code) ?? null,
    subscribe(code, listener) {
      const set = listeners.get(code) ?? new Set();
      listeners.set(code, set.add(listener));
      return () => {
        set.delete(listener);
      };
    },
  };
}

function secondOf({ at, status }: LivePrice): TickSecond {
  return { atMs: Math.floor(Date.parse(at) / 1_000) * 1_000, status };
}

/** Only for colour: prices of one product have the same decimals, and doubles compare them well enough. */
function compare(price: string, before: string): 'up' | 'down' | 'flat' {
  const difference = Number(price) - Number(before);
  return difference > 0 ? 'up' : difference < 0 ? 'down' : 'flat';
}
