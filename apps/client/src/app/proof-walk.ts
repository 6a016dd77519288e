/* When the device is idle, starts the checks that follow the price histories of this member's products, and the order log. */

import { useEffect } from 'react';
import { useAddress } from '../lib/location.ts';
import type { RouteName } from '../lib/paths.ts';
import { recallLateOrders } from '../services/active-order/late-orders.ts';
import { recallAlarms } from '../services/proof/alarms.ts';
import { noteProduct, notedProducts } from '../services/proof/followed-products.ts';

/** The first screen and its data load first. */
const IDLE_AFTER_MS = 5_000;

export function useProofWalk(route: RouteName): void {
  const { params } = useAddress();
  const product = route === 'market' || route === 'trade' ? (params.get('code') ?? '') : '';
  // The first product is a reason to begin.
  const isFollowing = product !== '';
  useEffect(() => {
    if (product !== '') void noteProduct(product);
  }, [product]);

  useEffect(() => {
    void recallAlarms();
    void recallLateOrders();
    let end: (() => void) | null = () => undefined;
    const start = async () => {
      // A member who has followed no product needs none of this code.
      if ((await notedProducts()).length === 0) return;
      const { watchSite } = await import('../services/proof/watch-site.ts');
      if (end !== null) end = watchSite();
    };
    // Without a network, or without its code, the next start tries again.
    const timer = setTimeout(() => void start().catch(() => undefined), IDLE_AFTER_MS);
    return () => {
      clearTimeout(timer);
      end?.();
      end = null;
    };
  }, [isFollowing]);
}
