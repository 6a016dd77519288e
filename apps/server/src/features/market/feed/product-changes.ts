import { type ProductStatus, productStatus } from '@candor/domain/market/product-status';
import { sessionAt } from '@candor/domain/market/sessions';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { FeedProduct } from './feed-store.ts';

/** Sends the codes of products on the bus when they open, close, or are stopped or allowed again by an operator. */
export interface ProductChanges {
  /** @param nowMs the second to look at. The first look at a product sends nothing. */
  look(products: readonly FeedProduct[], nowMs: number): Promise<void>;
}

export function createProductChanges(bus: Pick<Bus, 'publish'>): ProductChanges {
  const known = new Map<string, ProductStatus>();
  return {
    look: async (products, nowMs) => {
      const changed: string[] = [];
      for (const { product, calendar, forbidden } of products) {
        const { status } = productStatus({ forbidden, session: sessionAt(calendar, nowMs) });
        const before = known.get(product);
        known.set(product, status);
        if (before === undefined || before === status) continue;
        changed.push(product);
      }
      if (changed.length > 0) await bus.publish('product', changed);
    },
  };
}
