/* When the device is idle, starts the check that follows the price histories of this member's products. */

import { useEffect } from 'react';
import { useAddress } from '../lib/location.ts';
import type { RouteName } from '../lib/paths.ts';
import { recallAlarms } from '../services/proof/alarms.ts';
import { noteProduct, notedProducts } from '../services/proof/kept-proof.ts';

/** The first screen and its data load first. */
const IDLE_AFTER_MS = 5_000;

export function useProofWalk(route: RouteName): void {
  const { params } = useAddress();
  const product = route === 'market' || route === 'trade' ? (params.get('code') ?? '') : '';
  useEffect(() => {
    if (product !== '') void noteProduct(product);
  }, [product]);

  useEffect(() => {
    void recallAlarms();
    // Without a network, or without its code, the next start tries again.
    const timer = setTimeout(() => void walk().catch(() => undefined), IDLE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** A member who has followed no product needs none of this code. */
async function walk(): Promise<void> {
  if ((await notedProducts()).length === 0) return;
  const { walkHistories } = await import('../services/proof/walk.ts');
  await walkHistories();
}
