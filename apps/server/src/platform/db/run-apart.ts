import { isOutage } from './transaction.ts';

/** What became of each item of a batch. Every item is in exactly one of the four. */
export interface Apart<Item, Result> {
  /** Parts whose work was done, in order. */
  readonly done: { readonly items: readonly Item[]; readonly result: Result }[];
  /** Items whose work throws even when it is done for them alone. */
  readonly culprits: { readonly item: Item; readonly error: unknown }[];
  /** The part during which the database went away. Nothing is tried after it. */
  stopped: { readonly items: readonly Item[]; readonly error: unknown } | null;
  /** Not tried: the database went away, or there were too many culprits. */
  readonly untried: Item[];
}

/**
 * Does `work` for all items at once. When it throws, does it for each half, and so on, until the items that throw stand
 * alone: one bad item never fails its neighbours. `work` must do all of its items or none.
 * @param culpritsMax bounds the time this takes: it ends after so many culprits.
 */
export async function runApart<Item, Result>(
  items: readonly Item[],
  culpritsMax: number,
  work: (items: readonly Item[]) => Promise<Result>,
): Promise<Apart<Item, Result>> {
  const apart: Apart<Item, Result> = { done: [], culprits: [], stopped: null, untried: [] };
  const parts: (readonly Item[])[] = items.length === 0 ? [] : [items];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (apart.stopped !== null || apart.culprits.length >= culpritsMax) {
      apart.untried.push(...part);
      continue;
    }
    try {
      apart.done.push({ items: part, result: await work(part) });
    } catch (error) {
      const [first] = part;
      if (isOutage(error)) apart.stopped = { items: part, error };
      else if (part.length === 1 && first !== undefined) apart.culprits.push({ item: first, error });
      else {
        const middle = Math.ceil(part.length / 2);
        parts.push(part.slice(middle), part.slice(0, middle));
      }
    }
  }
  return apart;
}
