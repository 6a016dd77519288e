/*
 * The products whose price histories this device follows. Every start reads them, so this file has nothing of the proofs
 * themselves. They stay after a logout.
 */

import { readKept, tryWriteKept } from '../../lib/kept-store.ts';

const PRODUCTS = 'proof:products';
/** The products a member looked at last; each costs a call an hour. */
const PRODUCTS_MAX = 20;

/** The storage key of the newest followed checkpoint, a signed note. */
export function checkpointKey(product: string) {
  return `proof:checkpoint:${product}`;
}

/** Notes a product whose history this device follows from now on. */
export async function noteProduct(product: string): Promise<void> {
  const noted = await notedProducts();
  if (noted[0] === product) return;
  tryWriteKept(PRODUCTS, [product, ...noted.filter((other) => other !== product)].slice(0, PRODUCTS_MAX));
}

/** Newest first. */
export async function notedProducts(): Promise<readonly string[]> {
  const noted = await readKept(PRODUCTS);
  return Array.isArray(noted) ? noted.filter((code) => typeof code === 'string') : [];
}
