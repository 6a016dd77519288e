/*
 * Which risk notice a member has read, and for which products. It is shown before the first order, and before the first
 * order of each further product. Kept per account after a logout; a new version of the notice is shown to everyone
 * again.
 */

import { readKept, tryWriteKept } from '../../lib/kept-store.ts';

/** Raise it whenever the meaning of the notice changes. */
export const RISK_NOTICE_VERSION = 1;

function keyOf(account: string) {
  return `risk-notice:${account}`;
}

export async function hasConsented(account: string, product: string): Promise<boolean> {
  return readConsent(await readKept(keyOf(account))).includes(product);
}

export async function consent(account: string, product: string): Promise<void> {
  const products = readConsent(await readKept(keyOf(account)));
  const kept = { version: RISK_NOTICE_VERSION, products: [...new Set([...products, product])] };
  tryWriteKept(keyOf(account), kept);
}

/** The products that a stored consent of the current version covers. */
export function readConsent(kept: unknown): string[] {
  if (typeof kept !== 'object' || kept === null) return [];
  const { version, products } = Object.fromEntries(Object.entries(kept)) as Record<string, unknown>;
  if (version !== RISK_NOTICE_VERSION || !Array.isArray(products)) return [];
  return products.filter((product) => typeof product === 'string');
}
