import { isOutage } from './transaction.ts';

/** The result for each item of a batch. Every item is in exactly one of the four groups. */
export interface Apart<Item, Result> {
  /** Finished parts, in order. */
  readonly done: { readonly items: readonly Item[]; readonly result: Result }[];
  /** Items whose work throws even when they run alone. */
  readonly failed: { readonly item: Item; readonly error: unknown }[];
  /** The part that was running when the database went away. Nothing is tried after it. */
  stopped: { readonly items: readonly Item[]; readonly error: unknown } | null;
  /** Not tried: the database went away, or there were too many failed items. */
  readonly untried: Item[];
}

/**
 * Runs `work` for all items at once. If it throws, runs it for each half, and so on, until each item that throws is
 * found: one bad item never fails the others. `work` must process all of its items or none.
 * @param failedMax bounds the time: it stops after this many failed items.
 */
export async function runApart<Item, Result>(
  items: readonly Item[],
  failedMax: number,
  work: (items: readonly Item[]) => Promise<Result>,
): Promise<Apart<Item, Result>> {
  const apart: Apart<Item, Result> = { done: [], failed: [], stopped: null, untried: [] };
  const parts: (readonly Item[])[] = items.length === 0 ? [] : [items];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (apart.stopped !== null || apart.failed.length >= failedMax) {
      apart.untried.push(...part);
      continue;
    }
    try {
      apart.done.push({ items: part, result: await work(part) });
    } catch (error) {
      const [first] = part;
      if (isOutage(error)) apart.stopped = { items: part, error };
      else if (part.length === 1 && first !== undefined) apart.failed.push({ item: first, error });
      else {
        const middle = Math.ceil(part.length / 2);
        parts.push(part.slice(middle), part.slice(0, middle));
      }
    }
  }
  return apart;
}
