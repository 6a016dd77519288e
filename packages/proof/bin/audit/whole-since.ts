/**
 * Since when every order of a product is one that the log opens. A site that was upgraded has orders from before: in its log with entries
 * of the old form, or, where the log was still empty, in no log at all. Figures of longer spans count them, too. A chain of prices that
 * began with the opened log had no order before it.
 */
import { count, line, listOf, objectOf } from '../../src/shape.ts';
import type { PublicData, PublicTick } from '../site/public-data.ts';
import { DataMalformed } from '../site/read-answer.ts';
import { OLDER_MS_MAX } from './follow-openings.ts';
import type { OpeningsState } from './openings-state.ts';

const PRODUCTS_MAX = 10_000;
/** The first price of a new site comes so soon before its log has the first terms. */
const FIRST_MS = 10_000;

/** The moment of the first price of a product. It is kept, for a site serves only the newest prices. */
export type FirstPrice = { readonly product: string; readonly at: number };

export const firstPricesShape = listOf(objectOf<FirstPrice>({ product: line, at: count(0) }), PRODUCTS_MAX);

type Asked = {
  readonly data: Pick<PublicData, 'readTicks'>;
  readonly products: Iterable<string>;
  readonly known: readonly FirstPrice[];
};

/** Those that are known, and those of more products. @throws SiteUnreachable */
export async function readFirstPrices({ data, products, known }: Asked): Promise<readonly FirstPrice[]> {
  const all = new Map(known.map((first) => [first.product, first]));
  for (const product of products) {
    if (all.has(product) || all.size >= PRODUCTS_MAX) continue;
    const first = await readFirst(data, product);
    if (first !== null) all.set(product, { product, at: first.at });
  }
  return [...all.values()];
}

/** Null if the site does not serve it. What is wrong with the prices is found where they are followed. */
async function readFirst(data: Asked['data'], product: string): Promise<PublicTick | null> {
  try {
    const [first] = await data.readTicks(product, 1, 1);
    return first?.product === product && first.seq === 1n ? first : null;
  } catch (error) {
    if (!(error instanceof DataMalformed)) throw error;
    return null;
  }
}

/**
 * @returns of a product, in epoch ms: orders that closed from then on are opened, every one. 0 if it had none before; null if nobody knows
 */
export function wholeSince(
  { hasOlder, openedSince }: Pick<OpeningsState, 'hasOlder' | 'openedSince'>,
  firsts: readonly FirstPrice[],
): (product: string) => number | null {
  const began = new Map(firsts.map(({ product, at }) => [product, at]));
  return (product) => {
    if (openedSince === null) return null;
    const at = began.get(product);
    const isNew = !hasOlder && at !== undefined && at >= openedSince - FIRST_MS;
    return isNew ? 0 : openedSince + OLDER_MS_MAX;
  };
}
