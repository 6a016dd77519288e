/*
 * The amount that was typed for each product but not ordered yet. In memory only: a look at another product does not lose
 * it, and it ends with the session. What was ordered is in trade-choices.ts.
 */

import { draft } from '../../services/session/drafts.ts';

const typed = draft<Readonly<Record<string, string>>>({});

/** Null if nothing was typed for this product since the start of the app. */
export function typedStake(product: string): string | null {
  return typed.get()[product] ?? null;
}

export function keepTypedStake(product: string, text: string): void {
  typed.set({ ...typed.get(), [product]: text });
}
