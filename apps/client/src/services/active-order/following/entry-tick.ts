/*
 * The entry of an order from the ticks this screen heard, by the platform's rule: the oldest good tick in the three
 * seconds from `entryAt`. So the entry is on screen with the tick itself, and not only when the server is asked. Pure.
 */

export type HeardTick = {
  readonly seq: number;
  /** ISO time of the tick. */
  readonly at: string;
  readonly price: string;
  readonly status: string;
};

/** How long after `entryAt` a tick may still be the entry. Source: PRODUCT, timed order. */
const ENTRY_MS_MAX = 3_000;

/**
 * The entry price, or null while it is not certain. It is certain only if no tick is missing between one before
 * `entryAt` and the entry: a tick that was not heard could be the true entry.
 * @param ticks in the order they were heard
 */
export function entryAmong(entryAt: string, ticks: readonly HeardTick[]): string | null {
  const startMs = Date.parse(entryAt);
  let beforeSeq: number | null = null;
  for (const { seq, at, price, status } of ticks) {
    if (beforeSeq !== null && seq !== beforeSeq + 1) beforeSeq = null;
    const afterMs = Date.parse(at) - startMs;
    if (afterMs >= 0) {
      if (beforeSeq === null || afterMs > ENTRY_MS_MAX) return null;
      if (status === 'OK') return price;
    }
    beforeSeq = seq;
  }
  return null;
}
