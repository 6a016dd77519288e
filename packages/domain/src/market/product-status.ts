import type { Session } from './sessions.ts';

export type ProductStatus = 'trading' | 'closed' | 'forbidden';

/**
 * What a member sees of a product. An operator's stop comes before the session. `opensAt` (epoch ms) is set for a
 * closed product that will open again.
 */
export function productStatus(facts: { readonly forbidden: boolean; readonly session: Session }): {
  readonly status: ProductStatus;
  readonly opensAt: number | null;
} {
  if (facts.forbidden) return { status: 'forbidden', opensAt: null };
  if (facts.session.open) return { status: 'trading', opensAt: null };
  return { status: 'closed', opensAt: facts.session.opensAt };
}
