/*
 * Which risk notice a member has read. It is shown once, before the first order of any product: it says the same of all. Kept per
 * account after a logout, with the product it was read for; a new version of the notice is shown to everyone again.
 */

import { readKept, tryWriteKept } from '../../lib/kept-store.ts';
import { draft } from '../../services/session/drafts.ts';

/** Raise it whenever the meaning of the notice changes. */
export const RISK_NOTICE_VERSION = 1;

function keyOf(account: string) {
  return `risk-notice:${account}`;
}

/** Whoever consented in this session: a second press, right after the first, comes before the device has kept it. */
const consented = draft<string | null>(null);

export async function hasConsented(account: string): Promise<boolean> {
  return consented.get() === account || readConsent(await readKept(keyOf(account))).length > 0;
}

export async function consent(account: string, product: string): Promise<void> {
  consented.set(account);
  const products = readConsent(await readKept(keyOf(account)));
  const kept = { version: RISK_NOTICE_VERSION, products: [...new Set([...products, product])] };
  tryWriteKept(keyOf(account), kept);
}

/** The products with which a stored consent of the current version was given. */
export function readConsent(kept: unknown): string[] {
  if (typeof kept !== 'object' || kept === null) return [];
  const { version, products } = Object.fromEntries(Object.entries(kept)) as Record<string, unknown>;
  if (version !== RISK_NOTICE_VERSION || !Array.isArray(products)) return [];
  return products.filter((product) => typeof product === 'string');
}
