import type { ProductView } from '@candor/contract/market';
import { type ProductStatus, productStatus } from '@candor/domain/market/product-status';
import { sessionAt } from '@candor/domain/market/sessions';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { findProduct } from '../market-store.ts';
import { productView } from '../market-view.ts';
import type { FeedProduct } from './feed-store.ts';

/** A message on the bus's `product` channel is an array of these. */
export type ProductMessage = ProductView;

/** Sends a message on the bus when a product opens, closes, or is stopped or allowed again by an operator. */
export interface ProductChanges {
  /** @param nowMs the second to look at. The first look at a product sends nothing. */
  look(products: readonly FeedProduct[], nowMs: number): Promise<void>;
}

export function createProductChanges(db: Db, bus: Pick<Bus, 'publish'>): ProductChanges {
  const known = new Map<string, ProductStatus>();
  return {
    look: async (products, nowMs) => {
      for (const { product, calendar, forbidden } of products) {
        const { status } = productStatus({ forbidden, session: sessionAt(calendar, nowMs) });
        const before = known.get(product);
        known.set(product, status);
        if (before === undefined || before === status) continue;
        const row = await findProduct(db, product);
        if (row !== null) await bus.publish('product', [productView(row, nowMs)] satisfies ProductMessage[]);
      }
    },
  };
}
